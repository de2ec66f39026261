// Package hearing wakes the stations of a daemon when other daemons on its store leave work. The
// daemon that made a change has the first chance to do the work. Then each daemon with room takes
// what is left.
package hearing

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// News wait between minPause and maxPause. The time is random, so that daemons seldom look at the
// same time.
const (
	minPause = 20 * time.Millisecond
	maxPause = 80 * time.Millisecond
)

// The most threads in one query.
const (
	maxLeft    = 64 // that others left
	maxWaiting = 32 // that wait here
)

// The limits of threads of customers that others left.
const (
	maxKept  = 4096             // more are found by a later look into the store
	maxRead  = 512              // of which one look reads the events
	maxAge   = 30 * time.Second // after which a thread waits in line even without room
	recheck  = 200 * time.Millisecond
	errPause = 2 * time.Second
)

// Options are the parts of a Hearing. All are required.
type Options struct {
	Store   store.Shared
	Threads *queue.Schedule
	Runners int                  // for threads that customers wait for
	Wake    func(store.NewsKind) // wakes all stations but the runners
	Log     *slog.Logger
}

// Hearing collects the news of other daemons. Its methods are safe for concurrent use.
type Hearing struct {
	Options
	news   queue.Notifier
	mu     sync.Mutex
	kinds  map[store.NewsKind]bool // protected by mu
	urgent map[string]bool         // threads with an event of priority Ahead; protected by mu
	left   map[string]time.Time    // other threads with events, and since when; protected by mu
}

// New returns a Hearing without news.
func New(o Options) *Hearing {
	return &Hearing{
		Options: o, news: queue.NewNotifier(), kinds: make(map[store.NewsKind]bool),
		urgent: make(map[string]bool), left: make(map[string]time.Time),
	}
}

// Add adds news.
func (h *Hearing) Add(n store.News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kinds[n.Kind] = true
	if n.Kind == store.NewsEvent {
		h.addEvent(n.Thread, n.Event)
	}
	h.news.Notify()
}

// addEvent must be called with mu held.
func (h *Hearing) addEvent(thread, kind string) {
	_, known := h.left[thread]
	switch {
	case queue.PriorityOf(kind) == queue.Ahead:
		h.urgent[thread] = true
	case !known && len(h.left) < maxKept:
		h.left[thread] = time.Now()
	}
}

// AddQueued adds threads with events, or a random part of very many. kinds returns the kinds of the
// events of a thread that neither runs nor waits here, and of which no news came.
func (h *Hearing) AddQueued(threads []string, kinds func(thread string) ([]string, error)) error {
	read := 0
	for _, n := range rand.Perm(len(threads)) {
		t := threads[n]
		if h.knows(t) {
			continue
		}
		if read++; read > maxRead {
			return nil
		}
		all, err := kinds(t)
		if err != nil {
			return err
		}
		for _, kind := range all {
			h.Add(store.News{Kind: store.NewsEvent, Thread: t, Event: kind})
		}
	}
	return nil
}

func (h *Hearing) knows(thread string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.urgent[thread] || !h.left[thread].IsZero() || h.Threads.Has(thread)
}

// Loop wakes the stations that have work, until ctx ends.
func (h *Hearing) Loop(ctx context.Context) {
	for h.news.Wait(ctx, time.Now, h.next()) {
		pause := minPause + rand.N(maxPause-minPause)
		if err := h.act(ctx, pause); err != nil && ctx.Err() == nil {
			h.Log.Error("reading the queue", "error", err)
			clock.Sleep(ctx, errPause)
		}
	}
}

// next returns when threads and the room are checked again, without news.
func (h *Hearing) next() (at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.left)+len(h.urgent) > 0 {
		at = time.Now().Add(recheck)
	}
	return at
}

// act wakes the stations after a pause.
func (h *Hearing) act(ctx context.Context, pause time.Duration) error {
	if !clock.Sleep(ctx, pause) {
		return ctx.Err()
	}
	room := h.Runners - h.Threads.Len()
	got := h.take(room)
	for kind := range got.kinds {
		h.Wake(kind)
	}
	return h.wakeThreads(ctx, got, room)
}

// heard is what Hearing acts on together.
type heard struct {
	kinds  map[store.NewsKind]bool
	urgent map[string]bool
	left   map[string]time.Time
}

// take returns the news since the last call, and up to maxLeft threads, the urgent ones first.
// Without room in this daemon, take leaves threads that only customers wait for, unless they are
// old. The order is random, so that daemons seldom claim the same thread.
func (h *Hearing) take(room int) heard {
	h.mu.Lock()
	defer h.mu.Unlock()
	got := heard{h.kinds, make(map[string]bool), make(map[string]time.Time)}
	h.kinds = make(map[store.NewsKind]bool)
	for t := range h.urgent {
		if len(got.urgent) == maxLeft {
			h.news.Notify()
			return got
		}
		got.urgent[t] = true
		delete(h.urgent, t)
	}
	for t, since := range h.left {
		if len(got.urgent)+len(got.left) == maxLeft {
			break
		}
		if room > 0 || time.Since(since) > maxAge {
			got.left[t] = since
			delete(h.left, t)
		}
	}
	return got
}

// putBack lets a later take return threads again.
func (h *Hearing) putBack(urgent map[string]bool, left map[string]time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.Copy(h.urgent, urgent)
	maps.Copy(h.left, left)
}

// wakeThreads wakes the threads that still have events. Threads of customers without room are put
// back, unless they are old. Threads that another daemon runs, or ran, wait here no longer: if they
// get an event, that daemon hears of the event.
func (h *Hearing) wakeThreads(ctx context.Context, got heard, room int) error {
	waiting := h.Threads.First(maxWaiting)
	all := slices.Collect(maps.Keys(waiting))
	all = slices.AppendSeq(slices.AppendSeq(all, maps.Keys(got.urgent)), maps.Keys(got.left))
	if len(all) == 0 {
		return nil
	}
	runnable, err := h.Store.Runnable(ctx, all...)
	if err != nil {
		h.putBack(got.urgent, got.left)
		return err
	}
	rest := make(map[string]time.Time)
	for _, t := range runnable {
		delete(waiting, t)
		switch since, isLeft := got.left[t]; {
		case got.urgent[t]:
			h.Threads.Wake(t, queue.Ahead)
		case !isLeft: // it waits here
		case room > 0 || time.Since(since) > maxAge:
			room--
			h.Threads.Wake(t, queue.Known)
		default:
			rest[t] = since
		}
	}
	h.putBack(nil, rest)
	for t, known := range waiting {
		h.Threads.Drop(t, known)
	}
	if room > 0 && len(got.left) > 0 { // there may be more
		h.news.Notify()
	}
	return nil
}
