package daemon

import (
	"context"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/templates"
)

// mailTrouble tells staff of a mail that failed, or asks what to do about one
// that nobody can tell of.
func (r *run) mailTrouble(ctx context.Context, e queue.MailEvent) error {
	m, err := r.mail(ctx, e.Mail)
	if err != nil {
		return err
	}
	r.note(store.SourceSystem, "mail_"+string(m.Status), "", m.MessageID, m.LastError)
	if m.Purpose != "" && m.Status == store.MailWithdrawn && e.By == "" {
		return nil // nobody waits for it
	}
	if m.Status == store.MailUncertain {
		return r.inDoubt(ctx, m)
	}
	if err := r.noDoubt(ctx, m); err != nil {
		return err
	}
	if e.Void && (r.State.AwaitingCustomerReply || r.State.Status == store.ThreadCompleted) {
		return r.step(ctx, agent.Unsent{Why: m.LastError, At: r.at()})
	}
	if rv, err := r.review(ctx, m.Review); m.Kind == store.MailReview && err == nil && rv.Status == store.ReviewOpen {
		return r.absent(ctx, queue.AbsentEvent{Review: m.Review, Staff: m.To[0], Why: "the review could not be delivered: " + m.LastError})
	}
	n := templates.Notice{Subject: m.Subject, Who: strings.Join(m.To, ", "), When: r.d.When(r.now()), Reason: m.LastError, Review: m.Review}
	name := "mail_failed"
	if m.Status == store.MailWithdrawn {
		name = "mail_withdrawn"
		n.What = r.afterWithdrawal(e)
	}
	for _, to := range r.d.Staff.Everyone() {
		if !slices.Contains(m.To, to) { // whose own mail failed learns nothing by another
			if err := r.notify(to, name, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// afterWithdrawal says what comes of a mail that was taken back; "" where the thread
// goes on and staff are asked anew.
func (r *run) afterWithdrawal(e queue.MailEvent) string {
	switch {
	case e.By != "":
		return "Nobody is asked again: to write to them, answer a review of this thread with SEND:, or from your own mail program."
	case r.State.Status.Ended():
		return "The thread is " + string(r.State.Status) + ", and nothing takes its place."
	}
	return ""
}
