package daemon

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/mailbox"
	"ppamaild/store"
)

// The outbox: what was committed to be sent leaves here.
//
// A mail goes queued → sending → sent, with a commit before each move, under a
// Message-ID that was fixed with its bytes. It is sending from when the server has
// all of it but the final dot. A refusal for now (4xx, no
// connection) makes it retrying, with growing pauses, for up to giveUpAfter; a
// refusal for good (5xx) makes it failed, and staff are told. If the connection
// breaks after the whole message was handed over and before the answer, or this
// program dies while a mail is sending, nobody can tell whether it left: it is
// uncertain. A mail to staff is then sent again, as a second copy under the same
// Message-ID does no harm; a mail to a customer is looked for in Sent, and where
// it is not found, staff decide.

const (
	sendBatch   = 64
	sendTimeout = 5 * time.Minute
	giveUpAfter = 5 * 24 * time.Hour
	// lookAgain is how soon a mail held for a newer message is looked at again.
	lookAgain = 2 * time.Second
)

// sendLoop takes what is due to the sending workers, until ctx is done.
func (d *Daemon) sendLoop(ctx context.Context) error {
	if err := d.recoverSending(ctx); err != nil {
		return fmt.Errorf("recovering the outbox: %w", err)
	}
	for {
		next, err := d.sendDue(ctx)
		if err != nil && ctx.Err() == nil {
			d.log.Error("reading the outbox", "error", err)
			next = d.now().Add(lookAgain)
		}
		if !d.rest(ctx, d.sendBell, next) {
			return nil
		}
	}
}

// rest waits for the bell, until next (zero: no limit), or for ctx, which makes it false.
func (d *Daemon) rest(ctx context.Context, b bell, next time.Time) bool {
	var timer <-chan time.Time
	if !next.IsZero() {
		t := time.NewTimer(max(next.Sub(d.now()), 0))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
		return false
	case <-b:
	case <-timer:
	}
	return true
}

// sendDue hands every mail that is due to a worker and returns when the next one is.
func (d *Daemon) sendDue(ctx context.Context) (next time.Time, err error) {
	for {
		var due []store.Mail
		err := d.store.View(ctx, func(tx store.Tx) (err error) {
			due, next, err = tx.DueMail(d.now(), sendBatch+d.sending.len())
			return err
		})
		if err != nil {
			return next, err
		}
		started := 0
		for _, m := range due {
			if !d.sending.add(m.ID) {
				continue
			}
			started++
			select {
			case d.toSend <- m:
			case <-ctx.Done():
				d.sending.remove(m.ID)
				return next, ctx.Err()
			}
		}
		if started == 0 {
			return next, nil
		}
	}
}

// sendWorker sends what it is handed, until ctx is done.
func (d *Daemon) sendWorker(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-d.toSend:
			_, err := careful(func() (struct{}, error) { return struct{}{}, d.sendOne(ctx, m.ID) })
			if err == nil || ctx.Err() != nil {
				d.letGo(m.ID)
				continue
			}
			d.log.Error("sending", "mail", m.ID, "thread", m.Thread, "error", err)
			time.AfterFunc(lookAgain, func() { d.letGo(m.ID) }) // what fails at once would fail again at once
		}
	}
}

// letGo lets a mail be taken up again, if it is still due.
func (d *Daemon) letGo(id uint64) {
	d.sending.remove(id)
	d.sendBell.ring()
}

// errHeld means that a mail is not to be sent now, and that its record says why.
var errHeld = errors.New("held back")

// sendOne moves one mail from due to sent, or to where it stands after the attempt.
func (d *Daemon) sendOne(ctx context.Context, id uint64) error {
	m, raw, err := d.due(ctx, id)
	if err != nil {
		return err
	}
	if held, err := d.heldBack(ctx, m); held || err != nil {
		return err
	}
	m.Attempts++
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTimeout)
	defer cancel()
	err = d.senders[m.Role].Send(ctx, m.From, m.To, raw, func() (err error) {
		m, err = d.claim(ctx, m)
		return err
	})
	if errors.Is(err, errHeld) {
		return nil
	}
	if kindOf(err) == mailbox.Uncertain {
		return d.settle(ctx, m, err)
	}
	return d.sent(ctx, m, err)
}

// heldBack looks before a connection is made whether the mail may leave at all.
func (d *Daemon) heldBack(ctx context.Context, m store.Mail) (held bool, err error) {
	if m.Kind != store.MailCustomer {
		return false, nil
	}
	err = d.store.Update(ctx, func(tx store.Tx) (err error) {
		now, err := tx.Mail(m.ID)
		if held = err == nil && !now.Status.Due(); held || err != nil {
			return err
		}
		held, err = d.hold(tx, &now)
		return err
	})
	return held, err
}

// due reads a mail that is to be sent.
func (d *Daemon) due(ctx context.Context, id uint64) (m store.Mail, raw []byte, err error) {
	err = d.store.View(ctx, func(tx store.Tx) error {
		if m, err = tx.Mail(id); err != nil {
			return err
		}
		raw, err = tx.MailRaw(id)
		return err
	})
	return m, raw, err
}

// claim commits that a mail is being sent. It runs when the server has all of the
// mail but its end: the time in which a crash leaves it uncertain is as short as
// can be. What is sent must still be due, be what was committed, and leave nothing
// newer of that customer unread; else it is held back.
func (d *Daemon) claim(ctx context.Context, m store.Mail) (store.Mail, error) {
	var now store.Mail
	held := false
	err := d.store.Update(ctx, func(tx store.Tx) (err error) {
		if now, err = tx.Mail(m.ID); err != nil {
			return err
		}
		if held = !now.Status.Due(); held {
			return nil
		}
		if held, err = d.hold(tx, &now); held || err != nil {
			return err
		}
		now.Status, now.Attempts = store.MailSending, m.Attempts
		return tx.PutMail(now)
	})
	if err == nil && held {
		err = errHeld
	}
	return now, err
}

// hold records why a mail must not leave, if that is so.
func (d *Daemon) hold(tx store.Tx, m *store.Mail) (bool, error) {
	raw, err := tx.MailRaw(m.ID)
	if err != nil {
		return false, err
	}
	if sha256.Sum256(raw) != m.RawDigest {
		m.Status, m.LastError = store.MailFailed, "its bytes are not those that were committed"
		return true, d.putMail(tx, *m)
	}
	if m.Kind != store.MailCustomer {
		return false, nil
	}
	head, err := tx.Head(m.Thread)
	if err != nil {
		return false, err
	}
	if head.LastMessage != m.Answers {
		m.Status, m.LastError = store.MailWithdrawn, "the customer wrote again before it was sent"
		return true, d.putMail(tx, *m)
	}
	newer, err := d.newer(tx, *m)
	if !newer || err != nil {
		return false, err
	}
	m.NextAt = d.now().Add(lookAgain)
	return true, tx.PutMail(*m)
}

// newer reports whether a message of the mail's thread waits to be dealt with, or
// one has come in that no thread was found for yet.
func (d *Daemon) newer(tx store.Tx, m store.Mail) (bool, error) {
	events, err := tx.Events(m.Thread)
	if err != nil {
		return false, err
	}
	for _, e := range events {
		if e.Kind == eventCustomer {
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

// sent records what came of an attempt.
func (d *Daemon) sent(ctx context.Context, m store.Mail, outcome error) error {
	log := d.log.With("mail", m.ID, "thread", m.Thread, "to", m.To, "kind", m.Kind)
	switch kind := kindOf(outcome); {
	case outcome == nil:
		m.Status, m.SentAt, m.LastError = store.MailSent, d.now(), ""
		log.Info("sent", "message_id", m.MessageID)
	case kind == mailbox.Uncertain && m.Kind == store.MailCustomer:
		m.Status, m.LastError = store.MailUncertain, outcome.Error()
		log.Warn("it is not known whether this mail was sent", "error", outcome)
	case kind == mailbox.Permanent:
		m.Status, m.LastError = store.MailFailed, outcome.Error()
		log.Error("this mail was refused", "error", outcome)
	case d.now().Sub(m.CreatedAt) > giveUpAfter:
		m.Status, m.LastError = store.MailFailed, fmt.Sprintf("given up after %d attempts: %v", m.Attempts, outcome)
		log.Error("given up sending", "error", outcome)
	default:
		m.Status, m.LastError, m.NextAt = store.MailRetrying, outcome.Error(), d.now().Add(pause(m.Attempts))
		log.Warn("sending failed for now", "error", outcome, "next", m.NextAt)
	}
	err := d.store.Update(ctx, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || now.Status == store.MailWithdrawn && m.Status != store.MailSent {
			return err // what was taken back meanwhile stays so
		}
		return d.putMail(tx, m)
	})
	if err != nil {
		return fmt.Errorf("recording the outcome of mail %d: %w", m.ID, err)
	}
	if m.Status == store.MailSent {
		d.fileCopy(ctx, m)
	} else if m.Thread != "" {
		d.runs.wake(m.Thread)
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

// putMail stores a mail and tells its thread where a person has to know.
func (d *Daemon) putMail(tx store.Tx, m store.Mail) error {
	if err := tx.PutMail(m); err != nil {
		return err
	}
	// A notice that fails causes no other: they would multiply for ever.
	if m.Thread == "" || m.Kind == store.MailNotice || !worrying(m.Status) {
		return nil
	}
	_, err := tx.Enqueue(d.event(m.Thread, eventMail, mailEvent{Mail: m.ID}))
	return err
}

// worrying holds for where a mail stands that a person has to know of.
func worrying(s store.MailStatus) bool {
	return s == store.MailFailed || s == store.MailUncertain || s == store.MailWithdrawn
}

// pause is how long to wait after the n-th failed attempt: from about 30 seconds
// up to 2 hours, with jitter, so that a server that comes back is not met by
// everything at once.
func pause(n int) time.Duration {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = 30*time.Second, 2*time.Hour, 2
	wait := b.NextBackOff()
	for range min(n, 20) - 1 {
		wait = b.NextBackOff()
	}
	return wait
}

// recoverSending settles mails that were being sent when the program last died.
func (d *Daemon) recoverSending(ctx context.Context) error {
	var left []store.Mail
	err := d.store.View(ctx, func(tx store.Tx) error {
		left = nil
		return tx.MailByStatus(store.MailSending, func(m store.Mail) bool {
			left = append(left, m)
			return true
		})
	})
	for _, m := range left {
		died := &mailbox.SendError{Kind: mailbox.Uncertain, Err: errors.New("the program ended while this mail was being sent")}
		err = errors.Join(err, d.settle(ctx, m, died))
	}
	return err
}

// settle finds out whether a mail left, as far as can be told without asking anybody.
func (d *Daemon) settle(ctx context.Context, m store.Mail, outcome error) error {
	if m.Kind == store.MailCustomer {
		found, err := d.sentFolders[m.Role].Find(ctx, m.MessageID)
		if err != nil {
			d.log.Warn("could not look into Sent", "mail", m.ID, "error", err)
		} else if found {
			m.SavedCopy, outcome = true, nil
		}
	}
	return d.sent(ctx, m, outcome)
}
