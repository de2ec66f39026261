package daemon

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// The outbox: what was committed to be sent leaves here.
//
// A mail goes queued → sending → sent, with a commit before each move, under a
// Message-ID that was fixed with its bytes. It is sending from when the server has
// all of it but the final dot.
// A refusal for now (4xx, no connection) makes it retrying, with growing pauses, for
// giveUpAfter; a refusal for good (5xx) makes it failed, and staff are told. If the
// connection breaks after the whole message was handed over and before the answer, or
// this program dies while a mail is sending, nobody can tell whether it left: it is
// uncertain. A mail to staff is then sent again, as a second copy under the same
// Message-ID does no harm; a mail to a customer is looked for in Sent, then waited for to
// come back, and if nothing tells, staff decide (doubt.go). A mail over the cap on mails
// an hour stays where it stands until the hour allows (cap.go).

const (
	sendBatch   = 64
	sendTimeout = 5 * time.Minute
	// stopGrace is what a mail that is on its way gets when the daemon is stopped.
	stopGrace   = 5 * time.Second
	giveUpAfter = 5 * 24 * time.Hour
	// leastAttempts are made all the same: the machine may have been off, or its clock wrong.
	leastAttempts = 10
)

// sendLoop takes what is due of a role to the workers that send for it, until ctx
// is done.
func (d *Daemon) sendLoop(ctx context.Context, role string) error {
	if err := d.recoverSending(ctx, role); err != nil {
		return fmt.Errorf("recovering the outbox: %w", err)
	}
	for {
		next, err := d.sendDue(ctx, role)
		if err != nil && ctx.Err() == nil {
			d.Log.Error("reading the outbox", "error", err)
			next = d.Now().Add(queue.RetryDelay)
		}
		if !d.Signals.Sending[role].Wait(ctx, d.Now, next) {
			return nil
		}
	}
}

// sendDue hands every mail of a role that is due to a worker and returns when the
// next one is.
func (d *Daemon) sendDue(ctx context.Context, role string) (next time.Time, err error) {
	for {
		var due []store.Mail
		err := d.Store.View(ctx, func(tx store.Tx) (err error) {
			due, next, err = tx.DueMail(role, d.Now(), sendBatch+d.sending.Len())
			return err
		})
		if err != nil {
			return next, err
		}
		started := 0
		for _, m := range due {
			if !d.sending.Add(m.ID) {
				continue
			}
			started++
			select {
			case d.toSend[role] <- m.ID:
			case <-ctx.Done():
				d.sending.Remove(m.ID)
				return next, ctx.Err()
			}
		}
		if started == 0 {
			return next, nil
		}
	}
}

// sendWorker sends what it is handed of a role, until ctx is done.
func (d *Daemon) sendWorker(ctx context.Context, role string) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-d.toSend[role]:
			err := guard.Run(func() error { return d.sendOne(ctx, id) })
			if err == nil || ctx.Err() != nil {
				d.letGo(id)
				continue
			}
			d.Log.Error("sending", "mail", id, "error", err)
			time.AfterFunc(queue.RetryDelay, func() { d.letGo(id) }) // what fails at once would fail again at once
		}
	}
}

// letGo lets a mail be taken up again, if it is still due.
func (d *Daemon) letGo(id uint64) {
	d.sending.Remove(id)
	d.Signals.Sending.Notify()
}

// sendOne moves one mail from due to sent, or to where it stands after the attempt.
func (d *Daemon) sendOne(ctx context.Context, id uint64) error {
	m, raw, err := d.readMail(ctx, id)
	if err != nil || !m.Status.Due() || m.NextAt.After(d.Now()) {
		return err // another worker had it since it was found to be due
	}
	sum := store.Sum(sha256.Sum256(raw))
	if held, err := d.heldBack(ctx, m, sum); held || err != nil {
		d.WakeThread(m)
		return err
	}
	if sent, err := d.sentAlready(ctx, m); sent || err != nil {
		return err
	}
	return d.deliver(ctx, m, raw, sum)
}

// deliver sends a mail and records the outcome. It claims the mail when the server has all
// but its end.
func (d *Daemon) deliver(ctx context.Context, m store.Mail, raw []byte, sum store.Sum) error {
	m.Attempts++
	sending, cancel := outlive(ctx, stopGrace, sendTimeout)
	defer cancel()
	recording := context.WithoutCancel(ctx) // whatever comes of it
	reply, err := d.senders[m.Role].Send(sending, m.From, m.To, raw, func() (err error) {
		m, err = d.claim(sending, m, sum)
		return err
	})
	switch {
	case errors.Is(err, errHeld):
		d.WakeThread(m)
		return nil
	case err != nil && ctx.Err() != nil && !isRefusal(err):
		return nil // the next start goes on from where the mail stands
	case kindOf(err) != mailbox.Uncertain:
		return d.attempted(recording, m, err, mailbox.ServerIDs(reply)...)
	}
	return d.settle(recording, m, err)
}

// outlive returns a context for what should not be cut off in the middle: it goes on
// for grace after ctx has ended, but for limit at most.
func outlive(ctx context.Context, grace, limit time.Duration) (context.Context,
	context.CancelFunc) {
	longer, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-longer.Done():
		case <-time.After(grace):
			cancel()
		}
	})
	return longer, func() { stop(); cancel() }
}

// readMail reads a mail of the outbox as it stands, with its bytes.
func (d *Daemon) readMail(ctx context.Context, id uint64) (m store.Mail, raw []byte, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		if m, err = tx.Mail(id); err != nil {
			return err
		}
		raw, err = tx.MailRaw(id)
		return err
	})
	return m, raw, err
}
