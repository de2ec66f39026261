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

	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// News wait between minPause and maxPause. The time is random, so that daemons seldom look at the
// same time.
const (
	minPause = 20 * time.Millisecond
	maxPause = 80 * time.Millisecond
)

// How many threads a daemon looks for together.
const (
	maxLeft    = 64 // threads that others left
	maxWaiting = 32 // threads that wait here
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
	some  queue.Notifier
	mu    sync.Mutex
	kinds map[store.NewsKind]bool // protected by mu
	left  events                  // protected by mu
}

// events are threads with events, and the kind of one event: the most urgent that is known.
type events map[string]string

func (e events) add(thread, kind string) {
	if known, has := e[thread]; !has || queue.PriorityOf(kind) < queue.PriorityOf(known) {
		e[thread] = kind
	}
}

// New returns a Hearing without news.
func New(o Options) *Hearing {
	return &Hearing{
		Options: o, some: queue.NewNotifier(),
		kinds: make(map[store.NewsKind]bool), left: make(events),
	}
}

// Add adds news.
func (h *Hearing) Add(n store.News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kinds[n.Kind] = true
	if n.Kind == store.NewsEvent {
		h.left.add(n.Thread, n.Event)
	}
	h.some.Notify()
}

// Loop wakes the stations that have work, until ctx ends.
func (h *Hearing) Loop(ctx context.Context) {
	for h.some.Wait(ctx, time.Now, time.Time{}) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(minPause + rand.N(maxPause-minPause)):
		}
		room := h.Runners - h.Threads.Len()
		kinds, left := h.take(room)
		rest, err := h.wakeThreads(ctx, left, room)
		if err != nil && ctx.Err() == nil {
			h.Log.Error("reading the queue", "error", err)
		}
		h.putBack(rest)
		for kind := range kinds {
			h.Wake(kind)
		}
	}
}

// take returns the news since the last call, and up to maxLeft threads. Without room in this
// daemon, it leaves threads that only customers wait for. The order is random, so that daemons
// seldom claim the same thread.
func (h *Hearing) take(room int) (kinds map[store.NewsKind]bool, some events) {
	h.mu.Lock()
	defer h.mu.Unlock()
	kinds, h.kinds = h.kinds, make(map[store.NewsKind]bool)
	some = make(events)
	for t, kind := range h.left {
		if len(some) == maxLeft {
			break
		}
		if room > 0 || queue.PriorityOf(kind) == queue.Ahead {
			some[t] = kind
			delete(h.left, t)
		}
	}
	return kinds, some
}

// putBack lets a later take return threads again.
func (h *Hearing) putBack(rest events) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for t, kind := range rest {
		h.left.add(t, kind)
	}
	if len(h.left) > 0 {
		h.some.Notify()
	}
}

// wakeThreads wakes the threads that still have events, and returns those that customers wait for
// and that have no room. Threads that another daemon runs, or ran, wait here no longer: if they get
// an event, that daemon hears of the event.
func (h *Hearing) wakeThreads(
	ctx context.Context, left events, room int,
) (rest events, err error) {
	waiting := h.Threads.First(maxWaiting)
	all := slices.AppendSeq(slices.Collect(maps.Keys(left)), maps.Keys(waiting))
	if len(all) == 0 {
		return nil, nil
	}
	runnable, err := h.Store.Runnable(ctx, all...)
	if err != nil {
		return left, err
	}
	rest = make(events)
	for _, t := range runnable {
		delete(waiting, t)
		switch kind, left := left[t]; {
		case !left:
		case queue.PriorityOf(kind) == queue.Ahead:
			h.Threads.Wake(t, queue.Ahead)
		case room <= 0:
			rest[t] = kind
		default:
			room--
			h.Threads.Wake(t, queue.Behind) // a runner is free
		}
	}
	for t, last := range waiting {
		h.Threads.Drop(t, last)
	}
	return rest, nil
}
