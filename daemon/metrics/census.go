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

// census counts all threads and their open reviews. A count reads every thread, so a new count
// begins only after restFactor times the duration of the last count.
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
	c.fresh = time.Now().Add(restFactor * time.Since(began))
	close(done)
}

// read counts the threads and their open reviews.
func (p *population) read(ctx context.Context, tx store.Tx) error {
	going := []string{journal.AgencyThread}
	failed := tx.Heads(func(h store.Head) bool {
		if h.Thread != journal.AgencyThread {
			p.threads[h.Status]++
		}
		if !h.Status.Ended() && h.Thread != journal.AgencyThread {
			going = append(going, h.Thread)
		}
		return ctx.Err() == nil
	})
	for _, thread := range going {
		failed = errors.Join(failed, p.addReviews(tx, thread))
	}
	return errors.Join(failed, ctx.Err())
}

func (p *population) addReviews(tx store.Reviews, thread string) error {
	open, err := tx.OpenReviews(thread)
	for _, rv := range open {
		p.open++
		if p.oldest.IsZero() || rv.CreatedAt.Before(p.oldest) {
			p.oldest = rv.CreatedAt
		}
	}
	return err
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
