package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"go.etcd.io/bbolt"

	"ppamaild/store"
)

// committer lets calls of Update share transactions. Whoever has the turn runs
// the functions of all who wait by then, in one transaction; those who come while
// it is being synced wait for the next turn. So nobody waits for company.
type committer struct {
	turn    chan struct{} // holds a token while someone has the turn
	mu      sync.Mutex
	waiting []*request // protected by mu
}

// request is one call of Update. Once it has left committer.waiting, done gets
// exactly one value.
type request struct {
	fn   func(store.Tx) error
	done chan error // capacity 1
}

// errAlone is the outcome of a function that failed in company. It may have
// failed because of what others did before it in a transaction that was then
// rolled back, so only what it does alone counts.
var errAlone = errors.New("to be run alone")

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, fn func(store.Tx) error) error {
	err := s.join(ctx, fn)
	if errors.Is(err, errAlone) {
		return s.alone(ctx, fn)
	}
	return err
}

// join runs fn together with those of other callers, or returns errAlone.
func (s *Store) join(ctx context.Context, fn func(store.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{fn, make(chan error, 1)}
	s.committer.add(r)
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		if s.committer.withdraw(r) {
			return ctx.Err()
		}
	case s.committer.turn <- struct{}{}:
		defer s.committer.pass()
		group := s.committer.take(r)
		if len(group) == 1 {
			return s.run(fn)
		}
		s.commit(group)
	}
	return <-r.done
}

// alone runs fn in a transaction of its own.
func (s *Store) alone(ctx context.Context, fn func(store.Tx) error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case s.committer.turn <- struct{}{}:
		defer s.committer.pass()
		return s.run(fn)
	}
}

func (c *committer) add(r *request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, r)
}

// withdraw reports whether r was still waiting, and now is not.
func (c *committer) withdraw(r *request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.waiting, r)
	if i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
	}
	return i >= 0
}

// take returns all who wait, r among them; nobody if r was dealt with already.
func (c *committer) take(r *request) []*request {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.waiting, r) {
		return nil
	}
	group := c.waiting
	c.waiting = nil
	return group
}

// pass hands the turn on, and lets whoever gets it run at once: on this processor they
// would come after all that the caller does until it next waits, with the disk idle.
func (c *committer) pass() {
	<-c.turn
	runtime.Gosched()
}

// Batched returns s with the database's own way for commits to share transactions, which
// waits for company, in the place of ours: to measure ours beside it.
func Batched(s *Store) store.Store { return batched{s} }

type batched struct{ *Store }

// Update implements store.Store.
func (s batched) Update(_ context.Context, fn func(store.Tx) error) error {
	return s.db.Batch(func(b *bbolt.Tx) error { return fn(s.tx(b)) })
}

// run commits what fn does. A panic of fn goes through to the caller.
func (s *Store) run(fn func(store.Tx) error) error {
	var failed error
	err := s.db.Update(func(b *bbolt.Tx) error {
		failed = fn(s.tx(b))
		return failed
	})
	if failed == nil && err != nil {
		return uncommitted(err)
	}
	return err
}

// uncommitted says why a commit failed. A disk that is full, a quota or limit that is
// used up, and one that was set to read-only are no damage: bbolt has undone the
// transaction. Of some errors it keeps only the text.
func uncommitted(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS} {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) {
			return fmt.Errorf("committing: %w: %w", store.ErrDisk, err)
		}
	}
	return fmt.Errorf("committing: %w", err)
}

// commit commits what the functions of a group do. One that fails is sent off to
// run alone, and the rest start afresh without it.
func (s *Store) commit(group []*request) {
	defer func() { // nobody is left waiting, even if a function ends the goroutine
		for _, r := range group {
			r.done <- errAlone
		}
	}()
	for len(group) > 0 {
		failed, err := s.attempt(group)
		if failed >= 0 {
			group[failed].done <- errAlone
			group = slices.Delete(group, failed, failed+1)
			continue
		}
		for _, r := range group {
			r.done <- err
		}
		group = nil
	}
}

// attempt runs a group in one transaction. It returns the index of the first
// function that failed, or -1 and how the commit went.
func (s *Store) attempt(group []*request) (failed int, err error) {
	failed = -1
	err = s.db.Update(func(b *bbolt.Tx) error {
		for i, r := range group {
			if !try(r.fn, s.tx(b)) {
				failed = i
				return errAlone
			}
		}
		return nil
	})
	if failed < 0 && err != nil {
		err = uncommitted(err)
	}
	return failed, err
}

// try reports whether fn returned nil. A panic is swallowed: it comes again, in
// the goroutine where it belongs, when fn runs alone.
func try(fn func(store.Tx) error, t *tx) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return fn(t) == nil
}
