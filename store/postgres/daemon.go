package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ppamaild/store"
	"ppamaild/store/postgres/migrations"
	"ppamaild/store/postgres/server"
)

// Several processes may have a store open. Each has a row in the table daemons, and each of its
// transactions checks for the row. A process counts up its beat. If the beat stops, the others
// delete the row, so a process that slept can change nothing. No clock of another machine counts.

// The usual times of beats.
const (
	silenceTime = 8 * time.Second // without a beat, before a process is expelled
	beats       = 8               // in this time
)

// enter makes this process a writer of the store, and completes a new store. Processes without a
// connection are gone. enter waits a moment for others that do not share the store.
func (s *Store) enter(wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(pause()) {
		var epoch int64
		err := s.transact(func(t *tx) (err error) {
			epoch, err = s.enterIn(t)
			return err
		})
		if err == nil {
			s.writer.epoch = epoch
			return nil
		}
		if !errors.Is(err, store.ErrLocked) || time.Now().After(end) {
			return err
		}
	}
}

func (s *Store) enterIn(t *tx) (epoch int64, err error) {
	err = t.queue("DELETE FROM daemons WHERE session = $1 OR pg_try_advisory_xact_lock("+
		migrations.SessionKey+")", s.writer.session())
	if err != nil {
		return 0, err
	}
	found, err := t.flush("SELECT count(*), count(*) FILTER (WHERE NOT shares) FROM daemons")
	if err != nil {
		return 0, err
	}
	others, alone := found.Rows[0][0].(int64), found.Rows[0][1].(int64)
	switch {
	case alone > 0 || others > 0 && !s.shares:
		return 0, fmt.Errorf("another ppamaild has the store open: %w", store.ErrLocked)
	case others == 0:
		if err := t.dropPartial(); err != nil {
			return 0, err
		}
	}
	if err := s.checkSystem(t); err != nil {
		return 0, err
	}
	t.about().Epoch++
	return t.about().Epoch, errors.Join(
		t.queue("INSERT INTO daemons (epoch, session, shares, schema_version)"+
			" VALUES ($1, $2, $3, $4)",
			t.about().Epoch, s.writer.session(), s.shares, int64(migrations.Version)),
		s.makeKeys(t))
}

// checkSystem refuses a copy of the store in another database, unless the copy was restored.
func (s *Store) checkSystem(t *tx) error {
	found, err := t.flush("SELECT system_identifier, current_schema()::text FROM about")
	if err != nil {
		return err
	}
	is := s.guard.System()
	if err := server.SameDatabase(found.Rows[0][0].(string), is); err != nil && !s.moved {
		return err
	}
	t.about().Changes = s.confirmed.Accept(t.about().Changes)
	s.confirmed.Place = fmt.Sprintf("schema %s in database %s", found.Rows[0][1], is)
	return t.queue("UPDATE about SET system_identifier = $1", is)
}

// makeKeys notes the newest key for records, and makes the key of addresses in a new store.
func (s *Store) makeKeys(t *tx) error {
	if err := t.about().CheckKeys(s.keys); err != nil {
		return err
	}
	if newest, has := s.keys.Newest(); has {
		t.about().AddKey(newest)
	}
	_, err := t.Secret(secretAddresses)
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	key := make([]byte, addressKeySize)
	if _, err := io.ReadFull(s.rand, key); err != nil {
		return fmt.Errorf("making a key: %w", err)
	}
	return t.PutSecret(secretAddresses, key)
}

// leave gives up all claims. After a failure, the others expel this process.
func (s *Store) leave() {
	if s.writer.epoch == 0 || s.writer.lost() {
		return
	}
	a := attempt{store: s, fn: func(t *tx) error {
		return errors.Join(
			t.queue("DELETE FROM daemons WHERE epoch = $1", s.writer.epoch), t.tellAll())
	}}
	_ = a.run()
}

// Expelled implements store.Shared.
func (s *Store) Expelled() <-chan struct{} { return s.expelled }

// beat shows the others that this process works, until ctx ends.
func (s *Store) beat(ctx context.Context) {
	s.everyBeat(ctx, func(ctx context.Context) error {
		done, err := s.quickly(ctx, "UPDATE daemons SET beat = beat + 1 WHERE epoch = $1",
			s.writer.epoch)
		if err == nil && done.Tag == "UPDATE 0" {
			s.expel()
		}
		return err
	})
}

func (s *Store) expel() { s.expelOnce.Do(func() { close(s.expelled) }) }

// everyBeat calls do at each beat, until ctx ends. An error waits for the next beat. A connection
// that does not answer must not cost the membership, so do has half the time of a silence.
func (s *Store) everyBeat(ctx context.Context, do func(context.Context) error) {
	tick := time.NewTicker(s.beatTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			limited, cancel := context.WithTimeout(ctx, s.silenceTime/2)
			_ = do(limited)
			cancel()
		}
	}
}

// sighting is the last beat that this process saw of another, and since when.
type sighting struct {
	beat  int64
	since time.Time
}

// watch expels other processes without a beat, until ctx ends.
func (s *Store) watch(ctx context.Context) {
	seen := make(map[int64]sighting)
	s.everyBeat(ctx, func(ctx context.Context) error {
		now := time.Now() // before the query, so that a slow answer expels no process
		found, err := s.quickly(ctx, "SELECT epoch, beat FROM daemons WHERE epoch <> $1",
			s.writer.epoch)
		if err != nil { // the others may not reach the database either
			clear(seen)
			return err
		}
		for _, row := range found.Rows {
			epoch, beat := row[0].(int64), row[1].(int64)
			if last, known := seen[epoch]; !known || last.beat != beat {
				seen[epoch] = sighting{beat, now}
			} else if now.Sub(last.since) >= s.silenceTime {
				err = errors.Join(err, s.remove(ctx, epoch, beat))
			}
		}
		return err
	})
}

// remove expels another process, unless its beat went on.
func (s *Store) remove(ctx context.Context, epoch, beat int64) error {
	return s.Update(ctx, func(t store.Tx) error {
		gone := t.(*tx)
		return errors.Join(
			gone.queue("DELETE FROM daemons WHERE epoch = $1 AND beat = $2", epoch, beat),
			gone.tellAll())
	})
}
