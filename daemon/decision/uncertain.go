package decision

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/review"
	"ppamaild/store"
)

// uncertain starts the wait for a bounce or a copy in Sent, which settle whether a mail left.
func (h *delivery) uncertain(ctx context.Context, t *runner.Turn, m store.Mail) error {
	wait := h.Config.Review.BounceWait.Duration
	if wait == 0 {
		return h.askWhether(ctx, t, m)
	}
	t.SetTimer(fmt.Sprint(timers.Uncertain, m.ID), t.Now().Add(wait))
	return nil
}

// stillUncertain searches Sent once more after the wait. If the mail is missing, staff are
// asked.
func (h *delivery) stillUncertain(ctx context.Context, t *runner.Turn, _ queue.TimerEvent, id int) error {
	m, err := t.Mail(ctx, uint64(id))
	if err != nil || m.Status != store.MailUncertain {
		return err // the mail bounced, or an admin settled its status
	}
	if found, err := h.outbox.FindSent(ctx, m); found || err != nil {
		return err
	}
	return h.askWhether(ctx, t, m)
}

// askWhether asks staff whether to send a mail again.
func (h *delivery) askWhether(ctx context.Context, t *runner.Turn, m store.Mail) error {
	data, err := json.Marshal(map[string]string{
		"why":        m.LastError,
		"subject":    m.Subject,
		"to":         strings.Join(m.To, ", "),
		"message_id": m.MessageID,
	})
	if err != nil {
		return err
	}
	return t.OpenReview(ctx, store.Review{Kind: review.KindMail, Data: data, Mail: m.ID})
}

// apply settles the status of a mail with an uncertain delivery.
func (h *delivery) apply(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	m, err := t.Mail(ctx, d.rv.Mail)
	if err != nil {
		return outcome{}, err
	}
	if m.Status != store.MailUncertain {
		return outcome{}, h.Unclear("decision.mail_settled", string(m.Status))
	}
	word := d.Commands[0].Word
	done := outcome{verdict: strings.ToLower(word)}
	if word == "RESEND" {
		m.Status, m.NextAt = store.MailQueued, t.Now()
		done.sentence = h.Say("decision.resent")
	} else {
		m.Status, m.SentAt = store.MailSent, t.Now()
		done.sentence = h.Say("decision.counts_as_sent")
		t.AfterCommit(func() { h.copies.File(m) })
	}
	t.Updates = append(t.Updates, m)
	return done, nil
}

// closeUncertain closes the question about a mail that is now known to have failed.
func (h *delivery) closeUncertain(ctx context.Context, t *runner.Turn, m store.Mail) error {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindMail && rv.Mail == m.ID {
			t.CloseReview(rv, store.ReviewSuperseded, m.LastError, 0)
		}
	}
	return err
}
