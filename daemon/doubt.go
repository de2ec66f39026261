package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"ppamaild/daemon/notify"
	"ppamaild/review"
	"ppamaild/store"
)

// A mail to a customer of which nobody can tell whether it left is looked for in
// Sent, then waited for to come back, as a bounce or as the provider's copy, and only
// then put to staff: what can be found out need not be guessed.

const timerDoubt = "doubt:" // ends in the mail's id

// inDoubt begins the wait for what tells whether a mail left.
func (r *run) inDoubt(ctx context.Context, m store.Mail) error {
	wait := r.d.Config.Review.BounceWait.Duration
	if wait == 0 {
		return r.askWhether(ctx, m)
	}
	r.setTimer(fmt.Sprint(timerDoubt, m.ID), r.now().Add(wait))
	return nil
}

// stillInDoubt looks once more when the wait is over, and else asks staff.
func (r *run) stillInDoubt(ctx context.Context, id uint64) error {
	m, err := r.mail(ctx, id)
	if err != nil || m.Status != store.MailUncertain {
		return err // it came back, or an admin has seen to it
	}
	if as := r.d.findInSent(ctx, m); as != "" {
		m.SavedCopy = true
		return r.d.attempted(ctx, m, nil, as)
	}
	return r.askWhether(ctx, m)
}

// findInSent returns the Message-ID that a mail bears in Sent; "" where it is not
// found.
func (d *Daemon) findInSent(ctx context.Context, m store.Mail) string {
	as, err := d.sentFolders[m.Role].Find(ctx, m.MessageID)
	if err != nil {
		d.Log.Warn("could not look into Sent", "mail", m.ID, "error", err)
	}
	return as
}

// askWhether puts it to staff whether a mail is to be sent again.
func (r *run) askWhether(ctx context.Context, m store.Mail) error {
	data, err := json.Marshal(map[string]string{"why": m.LastError, "subject": m.Subject, "to": strings.Join(m.To, ", "), "message_id": m.MessageID})
	if err != nil {
		return err
	}
	return r.openReview(ctx, store.Review{Kind: review.KindMail, Data: data, Mail: m.ID})
}

// actMail settles a mail that may or may not have been sent.
func (r *run) actMail(ctx context.Context, rv store.Review, d review.Decision) (deed, error) {
	m, err := r.mail(ctx, rv.Mail)
	if err != nil {
		return deed{}, err
	}
	if m.Status != store.MailUncertain {
		return deed{}, notify.Unclear("the mail is " + string(m.Status) + " by now")
	}
	done := deed{verdict: strings.ToLower(d.Commands[0].Word)}
	if d.Commands[0].Word == "RESEND" {
		m.Status, m.NextAt, done.sentence = store.MailQueued, r.now(), "The mail is sent once more, under the same Message-ID."
	} else {
		m.Status, m.SentAt, done.sentence = store.MailSent, r.now(), "The mail counts as sent."
	}
	r.updates = append(r.updates, m)
	return done, nil
}

// noDoubt closes the question about a mail that is known by now to have failed.
func (r *run) noDoubt(ctx context.Context, m store.Mail) error {
	open, err := r.openReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindMail && rv.Mail == m.ID {
			r.closeReview(rv, store.ReviewSuperseded, m.LastError, 0)
		}
	}
	return err
}
