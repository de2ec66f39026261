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

// committer lets calls of Update share transactions. The caller that has the turn runs the
// functions of all waiting callers in one transaction. Callers that arrive during its sync wait
// for the next turn. So no caller waits for others to arrive.
type committer struct {
	turn    chan struct{} // holds a token while a caller has the turn
	mu      sync.Mutex
	waiting []*request // protected by mu
}

// request is one call of Update. After it leaves committer.waiting, done receives exactly one
// value.
type request struct {
	fn   func(store.Tx) error
	done chan error // capacity 1
}

// errAlone is the result of a function that failed in a shared transaction. Earlier functions
// of the transaction, now rolled back, may have caused the failure. So only a run in a
// transaction of its own decides.
var errAlone = errors.New("to be run alone")

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, fn func(store.Tx) error) error {
	err := s.join(ctx, fn)
	if errors.Is(err, errAlone) {
		return s.alone(ctx, fn)
	}
	return err
}

// join runs fn in a shared transaction, or returns errAlone.
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

// withdraw removes r from the waiting requests and reports whether r was one of them.
func (c *committer) withdraw(r *request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.waiting, r)
	if i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
	}
	return i >= 0
}

// take returns all waiting requests if r is one of them, and nil if r was already processed.
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

// pass hands on the turn and yields the processor, so that the next caller starts immediately.
// Otherwise the next caller would run only after this one waits for something, and the disk
// would be idle.
func (c *committer) pass() {
	<-c.turn
	runtime.Gosched()
}

// Batched returns s with bbolt's own batching of commits, which waits for more callers.
// Benchmarks compare ours with it.
func Batched(s *Store) store.Store { return batched{s} }

type batched struct{ *Store }

// Update implements store.Store.
func (s batched) Update(_ context.Context, fn func(store.Tx) error) error {
	return s.db.Batch(func(b *bbolt.Tx) error { return fn(s.tx(b)) })
}

// run commits the changes of fn. A panic of fn reaches the caller.
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

// uncommitted explains why a commit failed. A full disk, an exhausted quota or limit, and a
// read-only disk are not damage: bbolt has undone the transaction. For some errors bbolt keeps
// only the text.
func uncommitted(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS} {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) {
			return fmt.Errorf("committing: %w: %w", store.ErrDisk, err)
		}
	}
	return fmt.Errorf("committing: %w", err)
}

// commit commits the functions of a group. A function that fails must run alone, and the rest
// start again without it.
func (s *Store) commit(group []*request) {
	defer func() { // every caller gets a result, even if a function ends the goroutine
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

// attempt runs a group in one transaction. It returns the index of the first function that
// failed, or -1 and the result of the commit.
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

// try reports whether fn returned nil. It swallows a panic, because fn runs again alone, in the
// goroutine of its caller.
func try(fn func(store.Tx) error, t *tx) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return fn(t) == nil
}
