package daemon

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// headstart lets a thread that a customer's message opens run while the commit that
// routes the message is being synced to disk. What the run comes to is committed, or
// acted upon, only once that is done; where it failed, the run never was.
type headstart struct {
	head    store.Head
	event   store.Event
	settled chan struct{}
	routed  bool // set before settled is closed
}

// errNotRouted is why a run ends whose message is routed anew.
var errNotRouted = errors.New("the message that opens the thread was not routed")

// headstarts are those that no runner has taken yet.
type headstarts struct {
	mu         sync.Mutex
	of         map[string]*headstart // by thread; protected by mu
	foreseeing atomic.Bool
}

func newHeadstarts() *headstarts { return &headstarts{of: make(map[string]*headstart)} }

func (h *headstarts) give(s *headstart) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.of[s.head.Thread] = s
}

// take returns the head start of a thread, nil if it has none.
func (h *headstarts) take(thread string) *headstart {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.of[thread]
	delete(h.of, thread)
	return s
}

// settle says whether the message is routed. It reports whether the thread runs. A nil
// head start does not.
func (h *headstarts) settle(s *headstart, routed bool) (runs bool) {
	if s == nil {
		return false
	}
	runs = h.take(s.head.Thread) == nil
	s.routed = routed
	close(s.settled)
	return runs
}

// headstart has a runner begin with the thread that a message opens, if it opens one.
func (r *router) headstart() *headstart {
	if r.opened.Thread == "" || r.queued.Thread != r.opened.Thread {
		return nil
	}
	s := &headstart{head: r.opened, event: r.queued, settled: make(chan struct{})}
	r.d.headstarts.give(s)
	r.d.runs.Wake(r.wake.thread, r.wake.lane)
	return s
}

// foresee reads what a message states that may open a thread, while it is being routed: of
// one message at a time, as a flood is to be turned away unread. If that breaks, so does the
// run, which says so.
func (d *Daemon) foresee(r parsedMail) {
	if r.opensNone() || !d.headstarts.foreseeing.CompareAndSwap(false, true) {
		return
	}
	defer d.headstarts.foreseeing.Store(false)
	_ = guarded(func() error {
		d.toolbox.ReadAhead(r.forPlanner(), r.origin.From.Address)
		return nil
	})
}

// opensNone reports whether a message is plainly of those that open no thread.
func (r parsedMail) opensNone() bool {
	return r.in.Partial || r.origin.Kind != origin.Person || r.origin.Problem != "" || len(r.msg.References)+len(r.msg.InReplyTo) > 0
}

// oldest returns the event to deal with and the head of its thread: those that s has, or
// where it is nil, the store.
func (s *headstart) oldest(tx store.Tx, thread string) (e store.Event, h store.Head, err error) {
	if s != nil {
		return s.event, s.head, nil
	}
	if e, err = tx.NextEvent(thread); err == nil {
		h, err = tx.Head(thread)
	}
	return e, h, err
}

// awaitRouting waits until the message that a run began with ahead of its commit is routed.
func (r *run) awaitRouting(ctx context.Context) error {
	if r.start == nil {
		return nil
	}
	select {
	case <-r.start.settled:
	case <-ctx.Done():
		return ctx.Err()
	}
	if !r.start.routed {
		return errNotRouted
	}
	r.start = nil
	return nil
}
