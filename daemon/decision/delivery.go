package decision

import (
	"context"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
	"ppamaild/templates"
)

// mailTrouble tells staff of a mail that failed, or asks what to do about one
// that nobody can tell of.
func (h *Handler) mailFailed(ctx context.Context, t *runner.Turn, e queue.MailEvent) error {
	m, err := t.Mail(ctx, e.Mail)
	if err != nil {
		return err
	}
	t.Note(store.SourceSystem, "mail_"+string(m.Status), "", m.MessageID, m.LastError)
	if m.Purpose != "" && m.Status == store.MailWithdrawn && e.By == "" {
		return nil // nobody waits for it
	}
	if m.Status == store.MailUncertain {
		return h.uncertain(ctx, t, m)
	}
	if err := h.closeUncertain(ctx, t, m); err != nil {
		return err
	}
	if e.Void && (t.State.AwaitingCustomerReply || t.State.Status == store.ThreadCompleted) {
		return t.Step(ctx, agent.Unsent{Why: m.LastError, At: t.At()})
	}
	if rv, err := t.Review(ctx, m.Review); m.Kind == store.MailReview && err == nil &&
		rv.Status == store.ReviewOpen {
		return h.outOfOffice(ctx, t, queue.OutOfOfficeEvent{Review: m.Review, Staff: m.To[0],
			Why: "the review could not be delivered: " + m.LastError})
	}
	n := templates.Notice{Subject: m.Subject, Who: strings.Join(m.To, ", "),
		When: h.When(t.Now()), Reason: m.LastError, Review: m.Review}
	name := "mail_failed"
	if m.Status == store.MailWithdrawn {
		name = "mail_withdrawn"
		n.What = h.afterWithdrawal(t, e)
	}
	for _, to := range h.Staff.Everyone() {
		if !slices.Contains(m.To, to) { // whose own mail failed learns nothing by another
			if err := t.Notify(to, name, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// afterWithdrawal says what comes of a mail that was taken back; "" where the thread
// goes on and staff are asked anew.
func (h *Handler) afterWithdrawal(t *runner.Turn, e queue.MailEvent) string {
	switch {
	case e.By != "":
		return "Nobody is asked again: to write to them, answer a review of this thread with SEND:, or from your own mail program."
	case t.State.Status.Ended():
		return "The thread is " + string(t.State.Status) + ", and nothing takes its place."
	}
	return ""
}
