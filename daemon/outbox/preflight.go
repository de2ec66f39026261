package outbox

import (
	"context"
	"errors"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// isLateFollowup reports whether a mail follows up on a wait that is over.
func isLateFollowup(m store.Mail, status store.ThreadStatus) bool {
	switch m.Purpose {
	case store.PurposeReminder:
		return status != store.ThreadAwaitingCustomer
	case store.PurposeClose:
		return status != store.ThreadExpired
	}
	return false
}

// ErrHeld means that a mail does not leave now. The record of the mail says why.
var ErrHeld = errors.New("held back")

// Hold records why a mail must not leave now, and reports false if the mail may leave.
func (b *Outbox) Hold(ctx context.Context, m store.Mail, raw store.Sum) (held bool, err error) {
	err = b.Update(ctx, failpoint.Hold, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if held = err == nil && !now.Status.Due(); err != nil || held {
			return err
		}
		held, err = b.hold(tx, &now, raw)
		return err
	})
	return held, err
}

// Claim commits that a mail is being sent. It runs when the server has all of the mail but its
// end, so that a crash rarely leaves the delivery uncertain. If the mail is no longer due, or may
// no longer leave, Claim returns ErrHeld.
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

// refusal says why a mail must not leave now. The zero value lets the mail leave.
type refusal struct {
	status store.MailStatus // the new status; the present one: preflight runs again at until
	why    string
	until  time.Time
	void   bool          // the approval of the mail is no longer valid
	limit  *limitReached // nil: no rate limit is reached
}

func (r refusal) blocks() bool { return r.status != "" }

// hold records why a mail must not leave. It reports false if the mail may leave.
func (b *Outbox) hold(tx store.Tx, m *store.Mail, raw store.Sum) (bool, error) {
	r, err := b.preflight(tx, *m, raw)
	if !r.blocks() || err != nil {
		return false, err
	}
	m.Status, m.LastError = r.status, r.why
	if m.Status.Due() {
		m.NextAt = r.until
	}
	if r.limit != nil {
		err = b.notifyHeld(tx, *m, r.limit)
	}
	return true, errors.Join(err, b.PutMailAnd(tx, *m, queue.MailEvent{Mail: m.ID, Void: r.void}))
}

// preflight looks for a reason not to send these bytes as a mail now.
func (b *Outbox) preflight(tx store.Tx, m store.Mail, raw store.Sum) (refusal, error) {
	if raw != m.RawDigest {
		why := b.Say("outbox.changed_bytes")
		return refusal{status: store.MailFailed, why: why}, nil
	}
	restored, err := queue.Restoration(tx)
	if err != nil {
		return refusal{}, err
	}
	if holds(restored, m) {
		until := b.Now().Add(RecheckAfterRestore)
		return refusal{status: m.Status, why: b.Say("outbox.restored"), until: until}, nil
	}
	if m.Kind == store.MailCustomer && (m.Observed || b.Observing()) {
		return refusal{status: store.MailWithdrawn, why: b.Say("outbox.observed")}, nil
	}
	if m.Kind == store.MailCustomer {
		twin, err := queue.FindTwin(tx)
		if twin.Stops() {
			until := b.Now().Add(RecheckAfterRestore)
			return refusal{status: m.Status, why: b.Say("outbox.twin"), until: until}, nil
		}
		if err != nil {
			return refusal{}, err
		}
		if r, err := b.stale(tx, m); r.blocks() || err != nil {
			return r, err
		}
	}
	if opens := b.opens(m); opens.After(b.Now()) {
		why := b.Say("outbox.business_hours")
		return refusal{status: m.Status, why: why, until: opens}, nil
	}
	limit, err := b.overLimit(tx, m)
	if limit == nil || err != nil {
		return refusal{}, err
	}
	why := b.Say("outbox.too_many", limit.Address)
	return refusal{status: m.Status, why: why, until: limit.until, limit: limit}, nil
}

// stale refuses an outdated mail to a customer: the customer wrote again, the thread
// moved on, or the quote or the approval is no longer valid.
func (b *Outbox) stale(tx store.Tx, m store.Mail) (refusal, error) {
	head, err := tx.Head(m.Thread)
	if err != nil {
		return refusal{}, err
	}
	if head.LastMessage != m.Answers {
		why := b.Say("customer.wrote_again")
		return refusal{status: store.MailWithdrawn, why: why}, nil
	}
	if isLateFollowup(m, head.Status) {
		why := b.Say("outbox.thread_is", string(head.Status))
		return refusal{status: store.MailWithdrawn, why: why}, nil
	}
	if why, err := b.void(tx, m); why != "" || err != nil {
		return refusal{status: store.MailWithdrawn, why: why, void: true}, err
	}
	waiting, err := newerWork(tx, m)
	if waiting {
		until := b.Now().Add(queue.RetryDelay)
		return refusal{status: m.Status, why: m.LastError, until: until}, err
	}
	return refusal{}, err
}

// void says why the approval of a mail is no longer valid; "" if it is valid. A mail may leave
// days after its approval.
func (b *Outbox) void(tx store.Reviews, m store.Mail) (why string, err error) {
	if !m.Until.IsZero() && !b.Now().Before(m.Until) {
		lastDay := b.Day(m.Until.Add(-time.Nanosecond))
		return b.Say("outbox.quote_ended", lastDay), nil
	}
	if m.Review == 0 {
		return "", nil
	}
	rv, err := tx.Review(m.Thread, m.Review)
	return b.Revoked(rv), err
}

// workTx is the part of a transaction that holds unhandled work.
type workTx interface {
	store.Queue
	store.Inbounds
}

// newerWork reports whether work waits that may withdraw the mail: a customer's message in
// its thread, a message without a thread yet, or a command of an admin for the thread.
func newerWork(tx workTx, m store.Mail) (bool, error) {
	events, err := tx.Events(m.Thread)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		switch e.Kind {
		case queue.KindCustomer, queue.KindCorrection, queue.KindCancel:
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
