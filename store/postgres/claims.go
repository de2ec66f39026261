package postgres

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"ppamaild/store/postgres/wire"
)

// Claims are rows that disappear with the row of their process. Their commits do not wait for the
// disk. So a crash of the server may lose a claim, until a later commit has synced the claim. The
// crash also breaks the writer's connection. The next connection restores the claims of this
// process before the next change. If another process has taken a lost claim, this process ends.

// claims has the names that this process has claimed.
type claims struct {
	restoring sync.RWMutex // read-locked while a claim changes; locked while reclaim runs
	mu        sync.Mutex
	names     map[string]bool // protected by mu
}

func (c *claims) set(name string, held bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if held {
		c.names[name] = true
	} else {
		delete(c.names, name)
	}
}

// takeClaim makes the process $2 the holder of $1, and returns a row if it is the holder.
const takeClaim = "INSERT INTO claims AS c (name, epoch)" +
	" SELECT $1, epoch FROM daemons WHERE epoch = $2" +
	" ON CONFLICT (name) DO UPDATE SET epoch = c.epoch WHERE c.epoch = excluded.epoch" +
	" RETURNING epoch"

// Claim implements store.Shared.
func (s *Store) Claim(ctx context.Context, name string) (held bool, err error) {
	s.claims.restoring.RLock()
	defer s.claims.restoring.RUnlock()
	found, err := s.quickly(ctx, takeClaim, []byte(name), s.writer.epoch)
	if err != nil {
		return false, fmt.Errorf("claiming %s: %w", name, err)
	}
	if held = len(found.Rows) == 1; held {
		s.claims.set(name, true)
	}
	return held, nil
}

// Release implements store.Shared.
func (s *Store) Release(ctx context.Context, names ...string) error {
	s.claims.restoring.RLock()
	defer s.claims.restoring.RUnlock()
	for _, name := range names {
		s.claims.set(name, false)
	}
	_, err := s.quickly(ctx, "DELETE FROM claims WHERE epoch = $2 AND name IN "+listed,
		encoded(names), s.writer.epoch)
	if err != nil {
		return fmt.Errorf("releasing %q: %w", names, err)
	}
	return nil
}

// listed selects the names in $1, as encoded writes them.
const listed = "(SELECT decode(n, 'hex') FROM unnest(string_to_array($1, ' ')) n)"

func encoded(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = hex.EncodeToString([]byte(name))
	}
	return strings.Join(list, " ")
}

// unclaimed is true unless a process other than $2 holds a claim.
func unclaimed(name string) string {
	return "NOT EXISTS (SELECT FROM claims c WHERE c.name = " + name + " AND c.epoch <> $2)"
}

// Runnable implements store.Shared.
func (s *Store) Runnable(ctx context.Context, threads ...string) (runnable []string, err error) {
	found, err := s.quickly(ctx, "SELECT DISTINCT thread FROM queue WHERE thread IN "+listed+
		" AND "+unclaimed("'thread '::bytea || thread"), encoded(threads), s.writer.epoch)
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
	s.claims.restoring.Lock()
	defer s.claims.restoring.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), statementTime)
	defer cancel()
	conn, epoch := s.writer.conn, s.writer.epoch
	_, err := conn.Run(ctx, wire.Statement{SQL: "BEGIN"},
		wire.Statement{SQL: "DELETE FROM claims WHERE epoch = $1", Args: []any{epoch}})
	if err != nil {
		return err
	}
	for name := range s.claims.names { // restoring keeps out other users of names
		found, err := conn.Query(ctx, takeClaim, []byte(name), epoch)
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
