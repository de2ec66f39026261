package daemon

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// In the mode observe everything goes its usual way, and nothing leaves for a
// customer. A mail to one is committed as withdrawn, and the outbox refuses any
// that came into it otherwise, as the last thing before it is sent. The mark stays
// with mails and reviews, so a change of the mode (by SIGHUP or a restart) lets
// nothing out that somebody approved because nothing would leave: the mail is
// withdrawn for good, and a review is asked anew when it is answered.

const whyObserved = "ppamaild only observes (agency.mode), or did when this was approved; nothing is sent to customers then"

// observed withdraws a mail to the customer that is not to leave for this reason.
func (r *run) observed(m queue.Outgoing) queue.Outgoing {
	if r.d.Observing() || r.decided != nil && r.decided.Observed {
		m.Mail.Observed, m.Mail.Status, m.Mail.LastError = true, store.MailWithdrawn, whyObserved
		r.withheld = m.Mail.To
	}
	return m
}

// previewed holds for a review whose mail said that nothing would be sent, now
// that something would.
func (d *Daemon) previewed(rv store.Review) bool { return rv.Observed && !d.Observing() }

// askAnew asks once more what was asked while nothing would have been sent.
func (r *run) askAnew(ctx context.Context, rv store.Review) error {
	if rv.Kind == review.KindHandedOver {
		data := notify.HandoverOf(rv)
		return r.handOver(ctx, agent.HandOver{Why: data.Why, By: data.By})
	}
	p, err := r.view().Proposal(rv)
	if err != nil {
		return err
	}
	again := agent.AskReview{Proposal: p}
	if rv.Kind == review.KindWritten { // beside which another may stand, so that nothing closes it
		again.Writer = rv.Staff[0]
		r.closeReview(rv, store.ReviewSuperseded, "a newer one took its place", r.Head.Reviews+1)
	}
	return r.askReview(ctx, again)
}

// unsent reports whether the last answer to the customer was withdrawn because
// nothing is sent: they do not know of it.
func unsent(tx store.Tx, thread string) (unsent bool, err error) {
	err = tx.LatestMail(thread, func(m store.Mail) bool {
		isAnswer := m.Kind == store.MailCustomer && m.Purpose == ""
		unsent = isAnswer && m.Observed
		return !isAnswer
	})
	return unsent, err
}

// withheldSentence says what a decision came to that would have sent a mail.
func withheldSentence(to string) string {
	return "Nothing was sent, as ppamaild only observes: the mail would have been sent to " + to +
		", exactly as it stands. It is recorded as withdrawn and does not leave later either."
}
