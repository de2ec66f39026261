package decision

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// inDoubt begins the wait for what tells whether a mail left.
func (h *Handler) uncertain(ctx context.Context, t *runner.Turn, m store.Mail) error {
	wait := h.Config.Review.BounceWait.Duration
	if wait == 0 {
		return h.askWhether(ctx, t, m)
	}
	t.SetTimer(fmt.Sprint(queue.TimerUncertain, m.ID), t.Now().Add(wait))
	return nil
}

// stillInDoubt looks once more when the wait is over, and else asks staff.
func (h *Handler) stillUncertain(ctx context.Context, t *runner.Turn, _ queue.TimerEvent, id int) error {
	m, err := t.Mail(ctx, uint64(id))
	if err != nil || m.Status != store.MailUncertain {
		return err // it came back, or an admin has seen to it
	}
	if found, err := h.Outbox.FindSent(ctx, m); found || err != nil {
		return err
	}
	return h.askWhether(ctx, t, m)
}

// askWhether puts it to staff whether a mail is to be sent again.
func (h *Handler) askWhether(ctx context.Context, t *runner.Turn, m store.Mail) error {
	data, err := json.Marshal(map[string]string{"why": m.LastError, "subject": m.Subject,
		"to": strings.Join(m.To, ", "), "message_id": m.MessageID})
	if err != nil {
		return err
	}
	return t.OpenReview(ctx, store.Review{Kind: review.KindMail, Data: data, Mail: m.ID})
}

// actMail settles a mail that may or may not have been sent.
func (h *Handler) applyMail(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision) (Outcome, error) {
	m, err := t.Mail(ctx, rv.Mail)
	if err != nil {
		return Outcome{}, err
	}
	if m.Status != store.MailUncertain {
		return Outcome{}, notify.Unclear("the mail is " + string(m.Status) + " by now")
	}
	done := Outcome{verdict: strings.ToLower(d.Commands[0].Word)}
	if d.Commands[0].Word == "RESEND" {
		m.Status, m.NextAt, done.sentence = store.MailQueued, t.Now(),
			"The mail is sent once more, under the same Message-ID."
	} else {
		m.Status, m.SentAt, done.sentence = store.MailSent, t.Now(), "The mail counts as sent."
		t.AfterCommit(func() { h.Copies.File(m) })
	}
	t.Updates = append(t.Updates, m)
	return done, nil
}

// noDoubt closes the question about a mail that is known by now to have failed.
func (h *Handler) closeUncertain(ctx context.Context, t *runner.Turn, m store.Mail) error {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindMail && rv.Mail == m.ID {
			t.CloseReview(rv, store.ReviewSuperseded, m.LastError, 0)
		}
	}
	return err
}
