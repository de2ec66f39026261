// Package customer handles what happens on the customer's side of a thread: the customer wrote
// or stayed silent, or staff moved the customer's messages to another thread.
package customer

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/store"
)

// Handler handles the events of customers.
type Handler struct {
	*deps.Deps
	// Draft drafts the acknowledgement of a first mail. failing lists claims in the draft that
	// nothing supports.
	Draft func(*agent.State) (d agent.Draft, failing []string, err error)
	// Messages returns the customer messages of a thread, oldest first.
	Messages func(ctx context.Context, tx store.Tx, thread string) ([]queue.CustomerEvent, error)
}

// Handlers returns the handlers by the kind of the event.
func (h *Handler) Handlers() map[string]runner.Handler {
	wrote := runner.Handle(h.wrote)
	wrote.Finish = h.acknowledge
	return map[string]runner.Handler{
		queue.KindCustomer:   wrote,
		queue.KindCorrection: runner.Handle(h.corrected),
	}
}

// Timers returns the handlers by the name of the timer.
func (h *Handler) Timers() map[string]runner.TimerHandler {
	return map[string]runner.TimerHandler{
		timers.CustomerWait:     h.silent,
		timers.CustomerReminder: h.silent,
	}
}
