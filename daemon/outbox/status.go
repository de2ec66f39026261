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

// Record records the outcome of an attempt to send, and the Message-IDs that the server gave the
// mail. A nil outcome means that the mail was sent.
func (b *Outbox) Record(
	ctx context.Context, m store.Mail, outcome error, aliases ...string,
) error {
	return b.record(ctx, m, outcome, 1, func(tx store.Tx) error {
		return copies.Learn(tx, m, aliases)
	})
}

// record records the outcome of an attempt. count is for logRetry. and runs in the same
// transaction.
func (b *Outbox) record(
	ctx context.Context, m store.Mail, outcome error, count int, and func(store.Tx) error,
) error {
	wait := pauseOf(m, outcome)
	if b.setStatus(&m, outcome); m.Status == store.MailRetrying {
		b.logRetry(m, outcome, wait, count)
	}
	err := b.Update(ctx, failpoint.Sent, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil {
			return err
		}
		if now.Status == store.MailWithdrawn && m.Status != store.MailSent {
			return nil // withdrawn in the meantime
		}
		if m.Status == store.MailRetrying {
			m.NextAt = b.Now().Add(wait) // by the clock of the commit, which may have jumped
		}
		return errors.Join(b.PutMail(tx, m), and(tx))
	})
	if err != nil {
		return fmt.Errorf("recording the outcome of mail %d: %w", m.ID, err)
	}
	if m.Status == store.MailSent {
		if m.Kind == store.MailReview {
			b.Signals.Moves.Add(1)
		}
		b.Copies.File(m)
	} else {
		b.WakeThread(m)
	}
	return nil
}

// setStatus sets the status of a mail after an attempt. It logs every status but MailRetrying.
func (b *Outbox) setStatus(m *store.Mail, outcome error) {
	log := b.Log.With("mail", m.ID, "thread", m.Thread, "to", m.To, "kind", m.Kind)
	kind := kindOf(outcome)
	tooOld := b.Now().Sub(m.CreatedAt) > giveUpAfter && m.Attempts >= minAttempts
	switch {
	case outcome == nil:
		m.Status, m.SentAt, m.LastError = store.MailSent, b.Now(), ""
		log.Info("sent", "message_id", m.MessageID)
	case kind == mailbox.Uncertain && m.Kind == store.MailCustomer:
		m.Status, m.LastError = store.MailUncertain, outcome.Error()
		log.Warn("it is not known whether this mail was sent", "error", outcome)
	case kind == mailbox.Permanent:
		m.Status, m.LastError = store.MailFailed, outcome.Error()
		log.Error("this mail was refused; run ppamaild outbox list", "error", outcome)
	case tooOld:
		m.Status = store.MailFailed
		m.LastError = fmt.Sprintf("given up after %d attempts: %v", m.Attempts, outcome)
		log.Error("given up sending; run ppamaild outbox list", "error", outcome)
	default:
		m.Status, m.LastError = store.MailRetrying, outcome.Error()
	}
}

// kindOf returns what an error means for the delivery. After an error other than a SendError, the
// mail did not leave.
func kindOf(err error) mailbox.SendKind {
	if e, is := errors.AsType[*mailbox.SendError](err); is {
		return e.Kind
	}
	return mailbox.Temporary
}

// isRefusal reports whether the server refused the mail, or every server would. Such an outcome is
// certain even while the program stops.
func isRefusal(err error) bool {
	e, is := errors.AsType[*mailbox.SendError](err)
	return is && (e.Code != 0 || e.Kind == mailbox.Permanent)
}

// pauseOf returns how long a mail waits for its next attempt. After an uncertain delivery, the
// first two retries follow immediately: nothing suggests that the server would refuse the mail.
func pauseOf(m store.Mail, failed error) time.Duration {
	if kindOf(failed) == mailbox.Uncertain && m.Attempts < 3 {
		return 0
	}
	return pause(m.Attempts, failed)
}

// pause returns how long to wait after the n-th failed attempt: from about 30 seconds up to 2 hours
// if the server asked for a retry (4xx), and from 2 seconds up to 5 minutes if no server answered.
// Jitter spreads the load on a server that comes back.
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
