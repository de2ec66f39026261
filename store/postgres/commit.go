package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
	"ppamaild/store/committer"
	"ppamaild/store/postgres/about"
	"ppamaild/store/postgres/confirmed"
	"ppamaild/store/postgres/server"
	"ppamaild/store/postgres/wire"
)

// Update implements store.Store. Concurrent calls share a transaction, as in package bolt.
func (s *Store) Update(ctx context.Context, fn func(store.Tx) error) error {
	if s.writer == nil {
		return errors.New("the store is open for reading only")
	}
	return s.committer.Update(ctx, fn)
}

// run commits the changes of fn. A panic of fn reaches the caller.
func (s *Store) run(fn committer.Change) error {
	return s.transact(func(t *tx) error { return fn(t) })
}

// attempt runs changes in one transaction. It returns the index of the first function that
// failed, or -1 and the result of the commit.
func (s *Store) attempt(changes []committer.Change) (failed int, err error) {
	err = s.transact(func(t *tx) error {
		failed = -1
		for i, fn := range changes {
			if !committer.Succeeds(fn, t) {
				failed = i
				return committer.ErrFailed
			}
		}
		return nil
	})
	if !errors.Is(err, committer.ErrFailed) {
		failed = -1
	}
	return failed, err
}

// maxConflicts is how often a transaction runs again after a serialization failure or a deadlock.
const maxConflicts = 10

// transact runs fn in a transaction of its own. If the connection breaks or the transaction
// conflicts with another, transact runs fn again.
func (s *Store) transact(fn func(*tx) error) error {
	a := attempt{store: s, fn: fn}
	end := time.Now().Add(s.patience)
	for conflicts := 0; ; {
		err := a.run()
		switch {
		case !errors.Is(err, errAgain):
			return server.Advised(s.place, err)
		case server.Conflict(err):
			if conflicts++; conflicts > maxConflicts {
				return fmt.Errorf("the transaction conflicts with others again and again: %w", err)
			}
		case !time.Now().After(end):
		case a.unknown != 0:
			return fmt.Errorf("the outcome of a commit is unknown: %w", err)
		default:
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		time.Sleep(pause())
	}
}

// errAgain marks an error after which the same transaction may succeed.
var errAgain = errors.New("try again")

// attempt is a transaction that may need several attempts.
type attempt struct {
	store   *Store
	fn      func(*tx) error
	unknown int64 // id of a commit with an unknown outcome, because the connection broke; or 0
}

// run makes one attempt.
func (a *attempt) run() (err error) {
	w := a.store.writer
	if w.lost() {
		if err := a.reconnect(); err != nil {
			return err
		}
	}
	t := a.store.begin(context.Background(), w.conn, true)
	committed := false
	defer func() { // also after a panic of fn
		if !committed {
			if undo := rollback(w.conn); err == nil {
				err = undo
			}
		}
	}()
	if a.unknown != 0 {
		if err := t.begin(); err != nil {
			return a.judge(err)
		}
		if t.about().Commit == a.unknown {
			// The lost commit took effect. An empty commit waits until a standby has the lost one.
			a.fn = func(*tx) error { return nil }
		}
		a.unknown = 0
	}
	if err = a.fn(t); err == nil {
		err = t.begin()
	}
	if t.failed != nil && !errors.Is(err, t.failed) {
		err = errors.Join(err, t.failed)
	}
	if t.failed != nil {
		return a.judge(err)
	}
	if err != nil {
		return err
	}
	if err := t.commit(); err != nil {
		if w.lost() {
			a.unknown = t.about().Commit
		}
		return a.judge(err)
	}
	committed = true
	w.done(t)
	a.store.confirmed.Put(t.about().Changes)
	return nil
}

// admit decides whether a transaction may go on, by the row of the table about.
func (s *Store) admit(first about.Row) error {
	w := s.writer
	switch {
	case w.epoch != 0 && !first.Entered:
		s.expel()
		return takenOver()
	case first.Commit < w.commit:
		return confirmed.ErrLost
	case first.Changes != w.changes:
		w.kept.Clear()
	}
	return s.confirmed.Check(first.Changes)
}

// done notes a commit.
func (w *writer) done(t *tx) {
	first := t.about()
	if w.epoch != 0 {
		w.commit = first.Commit
	}
	w.changes = first.Changes
	w.kept.Take(t.own)
}

// reconnect opens the connection again. The lock is free once the server has ended the old
// connection with its transaction. So after reconnect, the outcome of a lost commit is final. A
// server that crashed may have lost claims, so reconnect restores them.
func (a *attempt) reconnect() error {
	w := a.store.writer
	if err := w.connect(context.Background()); err != nil {
		if server.Passing(err) || errors.Is(err, errHeld) {
			err = errors.Join(errAgain, err)
		}
		return err
	}
	if w.epoch == 0 {
		return nil
	}
	err := a.store.reclaim()
	if err != nil {
		err = a.judge(err)
		_ = wire.HangUp(w.conn) // the next attempt restores the claims
	}
	return err
}

// judge decides whether an error of the database allows another attempt.
func (a *attempt) judge(err error) error {
	switch {
	case errors.Is(err, store.ErrLocked) || errors.Is(err, confirmed.ErrLost):
		return err
	case a.store.writer.lost() || server.Conflict(err) || server.Passing(err):
		return errors.Join(errAgain, err)
	}
	return server.Uncommitted(err)
}

// commit sends the pending changes with the commit. The id of the commit is part of the
// transaction, so the next connection can find out whether the transaction took effect.
func (t *records) commit() error {
	a := t.about()
	a.Commit++
	a.Changes++
	t.pending = append(t.pending, t.refs.Statements()...)
	t.pending = append(t.pending, a.Write(t.epoch)...)
	if err := t.notify(&t.news, t.epoch); err != nil {
		return err
	}
	done, err := t.flush("COMMIT")
	if err == nil && done.Tag != "COMMIT" {
		err = fmt.Errorf("the server answered COMMIT with %s", done.Tag)
	}
	return err
}
