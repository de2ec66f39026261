// Package decision handles what staff decide, and what must wait for them: replies to reviews,
// reminders, escalation and expiry, messages whose thread is unclear, and mails that failed or
// whose delivery is uncertain.
package decision

import (
	"context"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// Outbox looks for mails whose delivery is uncertain.
type Outbox interface {
	// FindSent looks for a mail in Sent. If the mail is there, it counts as sent.
	FindSent(ctx context.Context, m store.Mail) (found bool, err error)
}

// Handler handles the replies of staff and the events that need them.
type Handler struct {
	*deps.Deps
	Outbox Outbox
	Copies *copies.Filer
	// Classify tells who wrote a stored message, and what kind of message it is.
	Classify func(ctx context.Context, in store.Inbound, raw []byte) (origin.Origin, error)
}

// Handlers returns the handlers by the kind of the event.
func (h *Handler) Handlers() map[string]runner.Handler {
	return map[string]runner.Handler{
		queue.KindStaff:       runner.Handle(h.replied),
		queue.KindRouting:     runner.Handle(h.askRouting),
		queue.KindMail:        runner.Handle(h.mailFailed),
		queue.KindOutOfOffice: runner.Handle(h.outOfOffice),
		queue.KindCancel:      runner.Handle(h.cancelled),
		queue.KindRestored:    {Take: h.askRelease},
	}
}

// Timers returns the handlers by the name of the timer.
func (h *Handler) Timers() map[string]runner.TimerHandler {
	return map[string]runner.TimerHandler{
		queue.TimerRemind:    ofReview(h.remind),
		queue.TimerEscalate:  ofReview(h.escalate),
		queue.TimerReassign:  ofReview(h.askOthers),
		queue.TimerExpire:    ofReview(h.expire),
		queue.TimerUncertain: h.stillUncertain,
	}
}

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
