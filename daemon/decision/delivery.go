package decision

import (
	"context"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
	"ppamaild/templates"
)

// mailFailed notifies staff of a mail that failed or was withdrawn. If the delivery of the mail
// is uncertain, mailFailed asks staff for a decision.
func (d *delivery) mailFailed(ctx context.Context, t *runner.Turn, e queue.MailEvent) error {
	m, err := t.Mail(ctx, e.Mail)
	if err != nil {
		return err
	}
	t.Note(store.SourceSystem, "mail_"+string(m.Status), "", m.MessageID, m.LastError)
	if m.Purpose != "" && m.Status == store.MailWithdrawn && e.By == "" {
		return nil // no person waits for this mail
	}
	if m.Status == store.MailUncertain {
		return d.uncertain(ctx, t, m)
	}
	if err := d.closeUncertain(ctx, t, m); err != nil {
		return err
	}
	if e.Void && (t.State.AwaitingCustomerReply || t.State.Status == store.ThreadCompleted) {
		return t.Step(ctx, agent.Unsent{Why: m.LastError, At: t.At()})
	}
	rv, err := t.Review(ctx, m.Review)
	if m.Kind == store.MailReview && err == nil && rv.Status == store.ReviewOpen {
		return d.asking.outOfOffice(ctx, t, queue.OutOfOfficeEvent{
			Review: m.Review,
			Staff:  m.To[0],
			Why:    d.Say("decision.review_undelivered", m.LastError),
		})
	}
	n := templates.Notice{
		Subject: m.Subject,
		Who:     strings.Join(m.To, ", "),
		When:    d.When(t.Now()),
		Reason:  m.LastError,
		Review:  m.Review,
	}
	name := "mail_failed"
	if m.Status == store.MailWithdrawn {
		name = "mail_withdrawn"
		n.What = d.afterWithdrawal(t, e)
	}
	for _, to := range d.Staff.ToNotify(m.To...) { // another mail to m.To would fail too
		if err := t.Notify(to, name, n); err != nil {
			return err
		}
	}
	return nil
}

// afterWithdrawal says what follows the withdrawal of a mail; "" if the thread goes on and asks
// staff again.
func (d *delivery) afterWithdrawal(t *runner.Turn, e queue.MailEvent) string {
	switch {
	case e.By != "":
		return d.Say("decision.not_asked_again")
	case t.State.Status.Ended():
		return d.Say("decision.not_replaced", string(t.State.Status))
	}
	return ""
}
