package metrics

import (
	"context"
	"errors"
	"sync"
	"time"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// census counts all threads and their open reviews. A count reads an index with a key for
// each thread, so a new count begins only after restFactor times the duration of the last count.
type census struct {
	store store.Store

	mu      sync.Mutex
	latest  population
	fresh   time.Time     // the latest count is recent until then
	running chan struct{} // closes at the end of the running count; nil: none
}

const restFactor = 50

type population struct {
	threads map[store.ThreadStatus]int
	open    int       // reviews
	oldest  time.Time // open review; zero: none
	err     error
}

// get returns a recent count. While a new count runs for long, get returns the previous count.
func (c *census) get(ctx context.Context) (population, error) {
	c.mu.Lock()
	if c.running == nil && time.Now().After(c.fresh) {
		c.running = make(chan struct{})
		go c.count(ctx, c.running)
	}
	running, counted := c.running, c.latest.threads != nil
	c.mu.Unlock()
	if running != nil {
		wait := patience / 2
		if counted {
			wait = time.Second
		}
		select {
		case <-running:
		case <-time.After(wait):
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.latest.threads == nil && c.latest.err == nil {
		return c.latest, errors.New("the first count of the threads still runs")
	}
	return c.latest, c.latest.err
}

func (c *census) count(ctx context.Context, done chan struct{}) {
	began := time.Now()
	p := population{threads: make(map[store.ThreadStatus]int)}
	// No server recovers a panic of this goroutine.
	p.err = guard.Run(func() error {
		return c.store.View(ctx, func(tx store.Tx) error { return p.read(ctx, tx) })
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest, c.running = p, nil
	if p.err == nil {
		c.fresh = time.Now().Add(restFactor * time.Since(began))
	}
	close(done)
}

// read counts the threads and the open reviews. It reads indexes, and no ended thread: a store may
// have a million of them.
func (p *population) read(ctx context.Context, tx store.Tx) error {
	for _, status := range store.ThreadStatuses() {
		n, err := tx.CountHeads(status)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		p.threads[status] = n
	}
	switch h, err := tx.Head(journal.AgencyThread); {
	case err == nil:
		p.threads[h.Status]-- // it is no conversation
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	failed := tx.EveryOpenReview(func(rv store.Review) bool {
		p.open++
		if p.oldest.IsZero() || rv.CreatedAt.Before(p.oldest) {
			p.oldest = rv.CreatedAt
		}
		return ctx.Err() == nil
	})
	return errors.Join(failed, ctx.Err())
}

func (c *census) families(ctx context.Context) ([]family, error) {
	p, err := c.get(ctx)
	if err != nil {
		return nil, err
	}
	threads := gauge("ppamaild_threads", "Threads by status.")
	for _, status := range store.ThreadStatuses() {
		threads.add(float64(p.threads[status]), "status", string(status))
	}
	oldest := gauge("ppamaild_oldest_open_review_timestamp_seconds",
		"Time of the oldest open review; no value if none is open.")
	if !p.oldest.IsZero() {
		oldest.values = []value{{number: seconds(p.oldest)}}
	}
	open := gauge("ppamaild_reviews_open", "Reviews that wait for a decision.", float64(p.open))
	return []family{threads, open, oldest}, nil
}
