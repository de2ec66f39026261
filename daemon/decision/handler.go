// Package decision handles what staff decide, and what must wait for them: replies to reviews,
// reminders, escalation and expiry, messages without a clear thread, and mails that failed or
// have an uncertain delivery.
package decision

import (
	"context"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// Outbox looks for mails with an uncertain delivery.
type Outbox interface {
	// FindSent looks for a mail in Sent. If the mail is there, the mail counts as sent.
	FindSent(ctx context.Context, m store.Mail) (found bool, err error)
}

// Options are the dependencies of a Handler. All are required.
type Options struct {
	Deps   *deps.Deps
	Outbox Outbox
	Copies *copies.Filer
	// Classify tells who wrote a stored message, and what kind of message it is.
	Classify func(ctx context.Context, in store.Inbound, raw []byte) (origin.Origin, error)
}

// Handler handles the replies of staff and the events that need them.
type Handler struct {
	*deps.Deps
	routing  *routing
	asking   *asking
	delivery *delivery
}

// routing decides which thread a message belongs to.
type routing struct {
	*deps.Deps
	classify func(ctx context.Context, in store.Inbound, raw []byte) (origin.Origin, error)
}

// asking asks staff until a review is decided or expires.
type asking struct {
	*deps.Deps
	routing *routing
}

// delivery handles failed mails and mails with an uncertain delivery.
type delivery struct {
	*deps.Deps
	outbox Outbox
	copies *copies.Filer
	asking *asking
}

// New returns a handler.
func New(o Options) *Handler {
	h := &Handler{Deps: o.Deps, routing: &routing{o.Deps, o.Classify}}
	h.asking = &asking{o.Deps, h.routing}
	h.delivery = &delivery{o.Deps, o.Outbox, o.Copies, h.asking}
	return h
}

// Handlers returns the handlers by the kind of the event.
func (h *Handler) Handlers() map[string]runner.Handler {
	return map[string]runner.Handler{
		queue.KindStaff:       runner.Handle(h.replied),
		queue.KindRouting:     runner.Handle(h.routing.ask),
		queue.KindMail:        runner.Handle(h.delivery.mailFailed),
		queue.KindOutOfOffice: runner.Handle(h.asking.outOfOffice),
		queue.KindCancel:      runner.Handle(h.cancelled),
		queue.KindAside:       runner.Handle(h.setAside),
		queue.KindRestored:    {Take: h.askRelease},
	}
}

// Timers returns the handlers by the name of the timer.
func (h *Handler) Timers() map[string]runner.TimerHandler {
	return map[string]runner.TimerHandler{
		timers.Remind:    ofReview(h.asking.remind),
		timers.Escalate:  ofReview(h.asking.escalate),
		timers.Reassign:  ofReview(h.asking.reassignReview),
		timers.Expire:    ofReview(h.asking.expire),
		timers.Uncertain: h.delivery.stillUncertain,
	}
}

// Reassign asks other staff about open reviews after their staff left. The configuration may have
// changed since the last start.
func (h *Handler) Reassign(ctx context.Context) { h.asking.reassign(ctx) }

// ofReview passes the review that the timer belongs to, if the review is still open.
func ofReview(handle func(context.Context, *runner.Turn, store.Review) error) runner.TimerHandler {
	return func(ctx context.Context, t *runner.Turn, _ queue.TimerEvent, number int) error {
		rv, err := t.Review(ctx, number)
		if err != nil || rv.Status != store.ReviewOpen {
			return err
		}
		return handle(ctx, t, rv)
	}
}
