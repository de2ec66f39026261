package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// What follows a question that the customer does not answer lies, whole, in the
// timers that send it. It goes out only if it is what was approved with the
// question, the question itself was sent, and nothing came from the customer since.

// followsLate reports whether a follow-up must not leave any more: it was put into
// the outbox for a wait that is over.
func followsLate(m store.Mail, status store.ThreadStatus) bool {
	switch m.Purpose {
	case store.PurposeReminder:
		return status != store.ThreadAwaitingCustomer
	case store.PurposeClose:
		return status != store.ThreadExpired
	}
	return false
}

// ErrHeld means that a mail is not to be sent now, and that its record says why.
var ErrHeld = errors.New("held back")

// Hold looks before a connection is made whether the mail may leave at all.
func (b *Outbox) Hold(ctx context.Context, m store.Mail, raw store.Sum) (held bool, err error) {
	err = b.Store.View(ctx, func(tx store.Tx) error {
		o, err := b.preflight(tx, m, raw)
		held = o.stands != ""
		return err
	})
	if !held || err != nil {
		return held, err
	}
	return true, b.Update(ctx, failpoint.Hold, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err == nil && now.Status.Due() {
			_, err = b.hold(tx, &now, raw)
		}
		return err
	})
}

// Claim commits that a mail is being sent. It runs when the server has all of the
// mail but its end: the time in which a crash leaves it uncertain is as short as
// can be. What is sent must still be due, be what was committed, and leave nothing
// newer of that customer unread; else it is held back.
func (b *Outbox) Claim(ctx context.Context, m store.Mail, raw store.Sum) (store.Mail, error) {
	var now store.Mail
	held := false
	err := b.Update(ctx, failpoint.Sending, func(tx store.Tx) (err error) {
		if now, err = tx.Mail(m.ID); err != nil {
			return err
		}
		if held = !now.Status.Due(); held {
			return nil
		}
		if held, err = b.hold(tx, &now, raw); held || err != nil {
			return err
		}
		now.Status, now.Attempts = store.MailSending, m.Attempts
		return errors.Join(tx.PutMail(now), b.count(tx, now))
	})
	if err == nil && held {
		err = ErrHeld
	}
	return now, err
}

// objection is why a mail must not leave now. The zero value is none.
type objection struct {
	stands store.MailStatus // where the mail stands instead; as it did: it is looked at again
	why    string
	until  time.Time // when that is
	void   bool      // what let it go no longer counts
	full   *full     // whom too much was sent to
}

// hold records why a mail must not leave, if that is so.
func (b *Outbox) hold(tx store.Tx, m *store.Mail, raw store.Sum) (bool, error) {
	o, err := b.preflight(tx, *m, raw)
	if o.stands == "" || err != nil {
		return false, err
	}
	m.Status, m.LastError = o.stands, o.why
	if m.Status.Due() {
		m.NextAt = o.until
	}
	if o.full != nil {
		err = b.tellHeld(tx, *m, o.full)
	}
	return true, errors.Join(err, b.PutMailAnd(tx, *m, queue.MailEvent{Mail: m.ID, Void: o.void}))
}

// object looks for a reason not to send these bytes as a mail now.
func (b *Outbox) preflight(tx store.Tx, m store.Mail, raw store.Sum) (objection, error) {
	if raw != m.RawDigest {
		return objection{stands: store.MailFailed,
			why: "its bytes are not those that were committed"}, nil
	}
	restored, err := queue.Restoration(tx)
	if err != nil {
		return objection{}, err
	}
	if holds(restored, m) {
		return objection{stands: m.Status, why: queue.WhyRestored,
			until: b.Now().Add(RecheckAfterRestore)}, nil
	}
	if m.Kind == store.MailCustomer && (m.Observed || b.Observing()) {
		return objection{stands: store.MailWithdrawn, why: agency.WhyObserved}, nil
	}
	if m.Kind == store.MailCustomer {
		if o, err := b.stale(tx, m); o.stands != "" || err != nil {
			return o, err
		}
	}
	if opens := b.opens(m); opens.After(b.Now()) {
		return objection{stands: m.Status, why: "held back until business hours", until: opens}, nil
	}
	f, err := b.overLimit(tx, m)
	if f == nil || err != nil {
		return objection{}, err
	}
	return objection{stands: m.Status,
		why: "held back: too many mails to " + f.Address + " within an hour", until: f.until,
		full: f}, nil
}

// stale looks for what a mail to a customer does not know of: words of theirs, or that
// the quote in it, or whoever let it go, no longer counts.
func (b *Outbox) stale(tx store.Tx, m store.Mail) (objection, error) {
	head, err := tx.Head(m.Thread)
	switch {
	case err != nil:
		return objection{}, err
	case head.LastMessage != m.Answers:
		return objection{stands: store.MailWithdrawn,
			why: "the customer wrote again before it was sent"}, nil
	case followsLate(m, head.Status):
		return objection{stands: store.MailWithdrawn,
			why: "the thread is " + string(head.Status) + " by now"}, nil
	}
	if why, err := b.void(tx, m); why != "" || err != nil {
		return objection{stands: store.MailWithdrawn, why: why, void: true}, err
	}
	newer, err := b.newer(tx, m)
	if newer {
		return objection{stands: m.Status, why: m.LastError, until: b.Now().Add(queue.RetryDelay)},
			err
	}
	return objection{}, err
}

// void says why what let a mail go no longer counts by the time that it leaves, which may
// be days later; "" where it does.
func (b *Outbox) void(tx store.Tx, m store.Mail) (why string, err error) {
	if !m.Until.IsZero() && !b.Now().Before(m.Until) {
		return fmt.Sprintf("the quote in it was valid until %s only",
			b.Day(m.Until.Add(-time.Nanosecond))), nil
	}
	if m.Review == 0 {
		return "", nil
	}
	rv, err := tx.Review(m.Thread, m.Review)
	return b.Revoked(rv), err
}

// newer reports whether something waits to be dealt with that may take the mail
// back: a message of its thread, one that no thread was found for yet, or what an
// admin wants of the thread.
func (b *Outbox) newer(tx store.Tx, m store.Mail) (bool, error) {
	events, err := tx.Events(m.Thread)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		if e.Kind == queue.KindCustomer || e.Kind == queue.KindCorrection ||
			e.Kind == queue.KindCancel {
			return true, nil
		}
	}
	pending := false
	err = tx.InboundByStatus(store.InboundPending, 0, func(store.Inbound) bool {
		pending = true
		return false
	})
	return pending, err
}
