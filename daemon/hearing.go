package daemon

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// News wait between minHearing and maxHearing. So the daemon that made a change has the first
// chance to do the work, and the others do not all look at the same time.
const (
	minHearing = 20 * time.Millisecond
	maxHearing = 80 * time.Millisecond
)

// How many threads a daemon looks for together.
const (
	maxLeft    = 64 // threads that others left
	maxWaiting = 32 // threads that wait here
)

// hearing collects the news of other daemons. Its methods are safe for concurrent use.
type hearing struct {
	some   queue.Notifier
	mu     sync.Mutex
	kinds  map[store.NewsKind]bool // protected by mu
	queued leftEvents              // that others left; protected by mu
}

// leftEvents are threads with events, and the kind of one event: the most urgent that is known.
type leftEvents map[string]string

func (e leftEvents) add(thread, kind string) {
	if known, has := e[thread]; !has || queue.PriorityOf(kind) < queue.PriorityOf(known) {
		e[thread] = kind
	}
}

func newHearing() *hearing {
	return &hearing{
		some: queue.NewNotifier(), kinds: make(map[store.NewsKind]bool), queued: make(leftEvents),
	}
}

func (h *hearing) add(n store.News) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kinds[n.Kind] = true
	if n.Kind == store.NewsEvent {
		h.queued.add(n.Thread, n.Event)
	}
	h.some.Notify()
}

// take returns the news since the last call, and up to maxLeft threads. Without room in this
// daemon, it leaves threads that only customers wait for. The order is random, so that daemons
// seldom claim the same thread.
func (h *hearing) take(room int) (kinds map[store.NewsKind]bool, queued leftEvents) {
	h.mu.Lock()
	defer h.mu.Unlock()
	kinds, h.kinds = h.kinds, make(map[store.NewsKind]bool)
	queued = make(leftEvents)
	for t, kind := range h.queued {
		if len(queued) == maxLeft {
			break
		}
		if room > 0 || queue.PriorityOf(kind) == queue.Ahead {
			queued[t] = kind
			delete(h.queued, t)
		}
	}
	return kinds, queued
}

// putBack lets a later take return threads again.
func (h *hearing) putBack(rest leftEvents) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for t, kind := range rest {
		h.queued.add(t, kind)
	}
	if len(h.queued) > 0 {
		h.some.Notify()
	}
}

// hearAll wakes the stations that have work after commits of other daemons, until ctx ends.
func (d *Daemon) hearAll(ctx context.Context) error {
	for d.sharing.heard.some.Wait(ctx, time.Now, time.Time{}) {
		if !sleep(ctx, minHearing+rand.N(maxHearing-minHearing)) {
			return nil
		}
		room := d.runners() - d.runners()/keptShare - d.Signals.Threads.Len()
		kinds, queued := d.sharing.heard.take(room)
		rest, err := d.wakeHeard(ctx, queued, room)
		if err != nil && ctx.Err() == nil {
			d.Log.Error("reading the queue", "error", err)
		}
		d.sharing.heard.putBack(rest)
		for kind := range kinds {
			d.wake(kind)
		}
	}
	return nil
}

func (d *Daemon) wake(kind store.NewsKind) {
	switch kind {
	case store.NewsEvent: // see wakeHeard
	case store.NewsHead:
		d.wakeChanges()
	case store.NewsMail:
		d.Signals.Sending.Notify()
	case store.NewsTimer:
		d.Signals.Timers.Notify()
	case store.NewsInbound:
		d.Signals.Routing.Notify()
	default:
		d.sharing.looks.Notify()
		d.copies.LookAgain()
	}
}

func (d *Daemon) wakeChanges() {
	if d.changes != nil {
		d.changes.Wake()
	}
}

// wakeHeard wakes the threads that still have events, and returns those that customers wait for and
// that have no room. Threads that another daemon runs, or ran, wait here no longer.
func (d *Daemon) wakeHeard(
	ctx context.Context, queued leftEvents, room int,
) (rest leftEvents, err error) {
	waiting := d.Signals.Threads.First(maxWaiting)
	all := slices.AppendSeq(slices.Collect(maps.Keys(queued)), maps.Keys(waiting))
	if len(all) == 0 {
		return nil, nil
	}
	runnable, err := d.sharing.shared.Runnable(ctx, all...)
	if err != nil {
		return queued, err
	}
	rest = make(leftEvents)
	for _, t := range runnable {
		delete(waiting, t)
		switch kind, left := queued[t]; {
		case !left:
		case queue.PriorityOf(kind) == queue.Ahead:
			d.Signals.Threads.Wake(t, queue.Ahead)
		case room <= 0:
			rest[t] = kind
		default:
			room--
			d.Signals.Threads.Wake(t, queue.Behind) // a runner is free
		}
	}
	for t, last := range waiting {
		d.Signals.Threads.Drop(t, last)
	}
	return rest, nil
}
