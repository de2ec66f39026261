// Package committer lets concurrent changes of a store share transactions.
package committer

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"ppamaild/store"
)

// Committer lets callers of Update share transactions. The caller that has the turn runs the
// functions of all waiting callers in one transaction. Callers that arrive during its sync wait
// for the next turn. So no caller waits for others to arrive.
type Committer struct {
	turn    chan struct{} // holds a token while a caller has the turn
	mu      sync.Mutex
	waiting []*request // protected by mu
	alone   func(Change) error
	shared  func([]Change) (failed int, err error)
}

// Change is the function of one caller.
type Change func(store.Tx) error

// New returns a Committer. alone runs a function in a transaction of its own. shared runs several
// functions in one transaction. It returns the index of the first function that failed, or -1
// and the result of the commit.
func New(alone func(Change) error, shared func([]Change) (failed int, err error)) *Committer {
	return &Committer{turn: make(chan struct{}, 1), alone: alone, shared: shared}
}

// request is one call of Update. After it leaves Committer.waiting, done receives exactly one
// value.
type request struct {
	fn   Change
	done chan error // capacity 1
}

// errAlone is the result of a function that failed in a shared transaction. Earlier functions
// of the transaction, now rolled back, may have caused the failure. So only a run in a
// transaction of its own decides.
var errAlone = errors.New("to be run alone")

// Update commits the changes of fn; see store.Store.
func (c *Committer) Update(ctx context.Context, fn Change) error {
	err := c.join(ctx, fn)
	if !errors.Is(err, errAlone) {
		return err
	}
	pass, err := c.Turn(ctx)
	if err != nil {
		return err
	}
	defer pass()
	return c.alone(fn)
}

// Turn waits until no other caller writes. The caller has the turn until it calls pass.
func (c *Committer) Turn(ctx context.Context) (pass func(), err error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case c.turn <- struct{}{}:
		return c.pass, nil
	}
}

// Waiting returns how many callers wait for a turn.
func (c *Committer) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting)
}

// join runs fn in a shared transaction, or returns errAlone.
func (c *Committer) join(ctx context.Context, fn Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{fn, make(chan error, 1)}
	c.add(r)
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		if c.withdraw(r) {
			return ctx.Err()
		}
	case c.turn <- struct{}{}:
		defer c.pass()
		group := c.take(r)
		if len(group) == 1 {
			return c.alone(fn)
		}
		c.commit(group)
	}
	return <-r.done
}

func (c *Committer) add(r *request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, r)
}

// withdraw removes r from the waiting requests and reports whether r was one of them.
func (c *Committer) withdraw(r *request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.waiting, r)
	if i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
	}
	return i >= 0
}

// take returns all waiting requests if r is one of them, and nil if r was already processed.
func (c *Committer) take(r *request) []*request {
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
func (c *Committer) pass() {
	<-c.turn
	runtime.Gosched()
}

// commit commits the functions of a group. A function that fails must run alone, and the rest
// start again without it.
func (c *Committer) commit(group []*request) {
	defer func() { // every caller gets a result, even if a function ends the goroutine
		for _, r := range group {
			r.done <- errAlone
		}
	}()
	for len(group) > 0 {
		changes := make([]Change, len(group))
		for i, r := range group {
			changes[i] = r.fn
		}
		failed, err := c.shared(changes)
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

// ErrFailed undoes a shared transaction.
var ErrFailed = errors.New("a change failed")

// Succeeds reports whether fn returns nil. It swallows a panic, because fn runs again alone, in the
// goroutine of its caller.
func Succeeds(fn Change, tx store.Tx) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return fn(tx) == nil
}
