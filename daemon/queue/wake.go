package queue

import (
	"context"
	"sync/atomic"
	"time"
)

// A Notifier wakes a goroutine to look for work in the store. Several notifications
// before the goroutine looks count as one.
type Notifier chan struct{}

// NewNotifier returns a notifier without a notification.
func NewNotifier() Notifier { return make(Notifier, 1) }

// Notify wakes the goroutine. It never blocks.
func (n Notifier) Notify() {
	select {
	case n <- struct{}{}:
	default:
	}
}

// Notifiers wake several goroutines together.
type Notifiers map[string]Notifier

// NewNotifiers returns a notifier for each name.
func NewNotifiers(names ...string) Notifiers {
	n := make(Notifiers)
	for _, name := range names {
		n[name] = NewNotifier()
	}
	return n
}

// Notify wakes all of them.
func (n Notifiers) Notify() {
	for _, each := range n {
		each.Notify()
	}
}

// LongestWait bounds the delay of due work after a sleep of the machine or a clock jump.
const LongestWait = time.Minute

// Wakeup names a thread with work, and the priority of the work.
type Wakeup struct {
	Thread   string
	Priority Priority
}

// Wait returns at a notification, at next (zero: never), after LongestWait at most, or when
// ctx ends. It returns false when ctx ends.
func (n Notifier) Wait(ctx context.Context, now func() time.Time, next time.Time) bool {
	var timer <-chan time.Time
	if !next.IsZero() {
		t := time.NewTimer(min(max(next.Sub(now()), 0), LongestWait))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
		return false
	case <-n:
	case <-timer:
	}
	return true
}

// Signals wake stations that have work.
type Signals struct {
	Threads *Schedule      // the threads with queued events
	Routing Notifier       // accepted messages wait for routing
	Sending Notifiers      // the outbox has due mail; by role
	Timers  Notifier       // timers were set
	Faults  Notifier       // a fault may have appeared
	Moves   *atomic.Uint64 // counts mails that arrived, and review mails that left
	Changed *Changed       // threads with a commit; nil: no console
}

// NewSignals returns signals for an outbox with these roles.
func NewSignals(roles ...string) Signals {
	return Signals{
		Threads: NewSchedule(),
		Routing: NewNotifier(),
		Sending: NewNotifiers(roles...),
		Timers:  NewNotifier(),
		Faults:  NewNotifier(),
		Moves:   new(atomic.Uint64),
	}
}

// NotifyArrival wakes the routing of messages that arrived.
func (s Signals) NotifyArrival() {
	s.Moves.Add(1)
	s.Routing.Notify()
}
