package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/daemon/copies"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// Record records what came of an attempt, and the names that the server gave the mail.
func (b *Outbox) Record(ctx context.Context, m store.Mail, outcome error,
	aliases ...string) error {
	return b.conclude(ctx, m, outcome, func(tx store.Tx) error {
		return copies.Learn(tx, m, aliases)
	})
}

// conclude records what came of an attempt, in one commit with what else is known of it.
func (b *Outbox) conclude(ctx context.Context, m store.Mail, outcome error,
	besides func(store.Tx) error) error {
	wait := pauseOf(m, outcome)
	log := b.Log.With("mail", m.ID, "thread", m.Thread, "to", m.To, "kind", m.Kind)
	switch kind := kindOf(outcome); {
	case outcome == nil:
		m.Status, m.SentAt, m.LastError = store.MailSent, b.Now(), ""
		log.Info("sent", "message_id", m.MessageID)
	case kind == mailbox.Uncertain && m.Kind == store.MailCustomer:
		m.Status, m.LastError = store.MailUncertain, outcome.Error()
		log.Warn("it is not known whether this mail was sent", "error", outcome)
	case kind == mailbox.Permanent:
		m.Status, m.LastError = store.MailFailed, outcome.Error()
		log.Error("this mail was refused", "error", outcome)
	case b.Now().Sub(m.CreatedAt) > giveUpAfter && m.Attempts >= leastAttempts:
		m.Status, m.LastError = store.MailFailed, fmt.Sprintf("given up after %d attempts: %v",
			m.Attempts, outcome)
		log.Error("given up sending", "error", outcome)
	default:
		m.Status, m.LastError = store.MailRetrying, outcome.Error()
		log.Warn("sending failed for now", "error", outcome, "pause", wait)
	}
	err := b.Update(ctx, failpoint.Sent, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || now.Status == store.MailWithdrawn && m.Status != store.MailSent {
			return err // what was taken back meanwhile stays so
		}
		if m.Status == store.MailRetrying {
			m.NextAt = b.Now().Add(wait) // whatever the clock did meanwhile
		}
		return errors.Join(b.PutMail(tx, m), besides(tx))
	})
	if err != nil {
		return fmt.Errorf("recording the outcome of mail %d: %w", m.ID, err)
	}
	if m.Status == store.MailSent {
		b.Copies.File(m)
	} else {
		b.WakeThread(m)
	}
	return nil
}

// kindOf is what a failure means for the mail; an error of another kind says that
// it did not leave.
func kindOf(err error) mailbox.SendKind {
	if e, is := errors.AsType[*mailbox.SendError](err); is {
		return e.Kind
	}
	return mailbox.Temporary
}

// isRefusal reports whether the server has said no, or any server would: so much is known,
// whatever becomes of us meanwhile.
func isRefusal(err error) bool {
	e, is := errors.AsType[*mailbox.SendError](err)
	return is && (e.Code != 0 || e.Kind == mailbox.Permanent)
}

// pauseOf is how long a mail waits for its next attempt. One to staff that may have
// left is at first sent again at once: nothing says that the server would refuse it.
func pauseOf(m store.Mail, failed error) time.Duration {
	if kindOf(failed) == mailbox.Uncertain && m.Attempts < 3 {
		return 0
	}
	return pause(m.Attempts, failed)
}

// pause is how long to wait after the n-th failed attempt: from about 30 seconds up to
// 2 hours where the server asked for it (4xx), and from 2 seconds up to 5 minutes where
// there was no server to ask. It has jitter, so that a server that comes back is not
// met by everything at once.
func pause(n int, failed error) time.Duration {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = 2*time.Second, 5*time.Minute, 2
	if e, is := errors.AsType[*mailbox.SendError](failed); is && e.Code != 0 {
		b.InitialInterval, b.MaxInterval = 30*time.Second, 2*time.Hour
	}
	wait := b.NextBackOff()
	for range min(n, 20) - 1 {
		wait = b.NextBackOff()
	}
	return wait
}

// Recover settles mails of a role that were being sent when the program last
// died.
func (b *Outbox) Recover(ctx context.Context, role string) error {
	var left []store.Mail
	err := b.Store.View(ctx, func(tx store.Tx) error {
		left = nil
		return tx.MailByStatus(store.MailSending, func(m store.Mail) bool {
			if m.Role == role {
				left = append(left, m)
			}
			return true
		})
	})
	for _, m := range left {
		died := &mailbox.SendError{Kind: mailbox.Uncertain,
			Msg: "the program ended while this mail was being sent"}
		err = errors.Join(err, b.settle(ctx, m, died))
	}
	return err
}

// settle finds out whether a mail left, as far as can be told without asking anybody.
func (b *Outbox) settle(ctx context.Context, m store.Mail, outcome error) error {
	var aliases []string
	if m.Kind == store.MailCustomer {
		if as := b.findInSent(ctx, m); as != "" {
			m.SavedCopy, outcome, aliases = true, nil, []string{as}
		}
	}
	return b.Record(ctx, m, outcome, aliases...)
}

// FindSent looks for a mail in Sent. If the mail is there, it counts as sent.
func (b *Outbox) FindSent(ctx context.Context, m store.Mail) (bool, error) {
	as := b.findInSent(ctx, m)
	if as == "" {
		return false, nil
	}
	m.SavedCopy = true
	return true, b.Record(ctx, m, nil, as)
}
