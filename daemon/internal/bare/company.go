package bare

import (
	"context"
	"sync"
	"sync/atomic"

	"ppamaild/store"
)

// Company is a store in which at most a fixed number of commits share a transaction. With a
// limit of 1, each commit syncs to disk alone, as in a loop that calls the database directly.
// With the daemon's average as the limit, a loop makes about as many transactions as the
// daemon.
type Company struct {
	store.Store
	most int
	turn chan struct{} // holds a token while someone has the turn

	mu      sync.Mutex
	waiting []*request // protected by mu
}

// request is a call of Update. After the request leaves Company.waiting, done gets one value.
type request struct {
	fn   func(store.Tx) error
	done chan error // capacity 1
}

// NewCompany returns a store above s.
func NewCompany(s store.Store, most int) *Company {
	return &Company{Store: s, most: most, turn: make(chan struct{}, 1)}
}

// Update implements store.Store. All commits that share a transaction get the same error.
func (c *Company) Update(ctx context.Context, fn func(store.Tx) error) error {
	r := &request{fn, make(chan error, 1)}
	c.add(r)
	for {
		select {
		case err := <-r.done:
			return err
		case c.turn <- struct{}{}:
			c.commit(ctx, c.take())
			<-c.turn
		}
	}
}

func (c *Company) add(r *request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, r)
}

func (c *Company) take() []*request {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := min(c.most, len(c.waiting))
	group := c.waiting[:n:n]
	c.waiting = c.waiting[n:]
	return group
}

func (c *Company) commit(ctx context.Context, group []*request) {
	if len(group) == 0 {
		return
	}
	err := c.Store.Update(ctx, func(tx store.Tx) error {
		for _, r := range group {
			if err := r.fn(tx); err != nil {
				return err
			}
		}
		return nil
	})
	for _, r := range group {
		r.done <- err
	}
}

// Counter counts the commits to stores.
type Counter struct{ commits atomic.Int64 }

// Of returns a store above s that counts its commits.
func (c *Counter) Of(s store.Store) store.Store { return counted{s, c} }

// Commits returns how many there were so far.
func (c *Counter) Commits() int { return int(c.commits.Load()) }

type counted struct {
	store.Store
	by *Counter
}

// Update implements store.Store.
func (c counted) Update(ctx context.Context, fn func(store.Tx) error) error {
	c.by.commits.Add(1)
	return c.Store.Update(ctx, fn)
}
