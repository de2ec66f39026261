package postgres

import (
	"context"
	"fmt"

	"ppamaild/store/postgres/claims"
	"ppamaild/store/postgres/wire"
)

// Claims are rows that disappear with the row of their process. Their commits do not wait for the
// disk. So a crash of the server may lose a claim, until a later commit has synced the claim. The
// crash also breaks the writer's connection. The next connection restores the claims of this
// process before the next change. If another process has taken a lost claim, this process ends.

// Claim implements store.Shared.
func (s *Store) Claim(ctx context.Context, name string) (held bool, err error) {
	s.claims.Restoring.RLock()
	defer s.claims.Restoring.RUnlock()
	found, err := s.quickly(ctx, claims.Take, []byte(name), s.writer.epoch)
	if err != nil {
		return false, fmt.Errorf("claiming %s: %w", name, err)
	}
	if held = len(found.Rows) == 1; held {
		s.claims.Put(name, true)
	}
	return held, nil
}

// Release implements store.Shared.
func (s *Store) Release(ctx context.Context, names ...string) error {
	s.claims.Restoring.RLock()
	defer s.claims.Restoring.RUnlock()
	for _, name := range names {
		s.claims.Put(name, false)
	}
	_, err := s.quickly(ctx, "DELETE FROM claims WHERE epoch = $2 AND name IN "+claims.Listed,
		claims.List(names), s.writer.epoch)
	if err != nil {
		return fmt.Errorf("releasing %q: %w", names, err)
	}
	return nil
}

// Runnable implements store.Shared.
func (s *Store) Runnable(ctx context.Context, threads ...string) (runnable []string, err error) {
	found, err := s.quickly(ctx, "SELECT n FROM "+claims.Listed+
		" l WHERE EXISTS (SELECT FROM queue WHERE thread = n) AND "+
		claims.Free("'thread '::bytea || n"), claims.List(threads), s.writer.epoch)
	if err != nil {
		return nil, fmt.Errorf("looking for events of %q: %w", threads, err)
	}
	for _, row := range found.Rows {
		runnable = append(runnable, string(row[0].([]byte)))
	}
	return runnable, nil
}

// reclaim makes the claims in the database those of this process again. If a claim belongs to
// another process now, reclaim expels this process.
func (s *Store) reclaim() error {
	s.claims.Restoring.Lock()
	defer s.claims.Restoring.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), statementTime)
	defer cancel()
	conn, epoch := s.writer.conn, s.writer.epoch
	_, err := conn.Run(ctx, wire.Statement{SQL: "BEGIN"},
		wire.Statement{SQL: "DELETE FROM claims WHERE epoch = $1", Args: []any{epoch}})
	if err != nil {
		return err
	}
	for name := range s.claims.All() { // Restoring keeps out other users of names
		found, err := conn.Query(ctx, claims.Take, []byte(name), epoch)
		if err != nil {
			return err
		}
		if len(found.Rows) == 0 {
			return s.giveUp(ctx, conn)
		}
	}
	_, err = conn.Query(ctx, "COMMIT")
	return err
}

// giveUp ends the membership of this process after another process took a lost claim. It
// goes on with the transaction of reclaim.
func (s *Store) giveUp(ctx context.Context, conn *wire.Conn) error {
	s.expel()
	_, err := conn.Run(ctx,
		wire.Statement{SQL: "DELETE FROM daemons WHERE epoch = $1", Args: []any{s.writer.epoch}},
		wire.Statement{SQL: "COMMIT"})
	if err != nil {
		return err
	}
	return takenOver()
}
