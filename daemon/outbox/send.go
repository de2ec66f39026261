package outbox

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

const (
	sendBatch   = 64
	SendTimeout = 5 * time.Minute
	// stopGrace is what a mail that is on its way gets when the daemon is stopped.
	stopGrace   = 5 * time.Second
	giveUpAfter = 5 * 24 * time.Hour
	// leastAttempts are made all the same: the machine may have been off, or its clock wrong.
	leastAttempts = 10
)

// sendLoop takes what is due of a role to the workers that send for it, until ctx
// is done.
func (b *Outbox) Loop(ctx context.Context, role string) error {
	if err := b.Recover(ctx, role); err != nil {
		return fmt.Errorf("recovering the outbox: %w", err)
	}
	for {
		next, err := b.sendDue(ctx, role)
		if err != nil && ctx.Err() == nil {
			b.Log.Error("reading the outbox", "error", err)
			next = b.Now().Add(queue.RetryDelay)
		}
		if !b.Signals.Sending[role].Wait(ctx, b.Now, next) {
			return nil
		}
	}
}

// sendDue hands every mail of a role that is due to a worker and returns when the
// next one is.
func (b *Outbox) sendDue(ctx context.Context, role string) (next time.Time, err error) {
	for {
		var due []store.Mail
		err := b.Store.View(ctx, func(tx store.Tx) (err error) {
			due, next, err = tx.DueMail(role, b.Now(), sendBatch+b.inFlight.Len())
			return err
		})
		if err != nil {
			return next, err
		}
		started := 0
		for _, m := range due {
			if !b.inFlight.Add(m.ID) {
				continue
			}
			started++
			select {
			case b.toSend[role] <- m.ID:
			case <-ctx.Done():
				b.inFlight.Remove(m.ID)
				return next, ctx.Err()
			}
		}
		if started == 0 {
			return next, nil
		}
	}
}

// sendWorker sends what it is handed of a role, until ctx is done.
func (b *Outbox) Work(ctx context.Context, role string) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-b.toSend[role]:
			err := guard.Run(func() error { return b.Send(ctx, id) })
			if err == nil || ctx.Err() != nil {
				b.letGo(id)
				continue
			}
			b.Log.Error("sending", "mail", id, "error", err)
			time.AfterFunc(queue.RetryDelay, func() { b.letGo(id) }) // what fails at once would fail again at once
		}
	}
}

// letGo lets a mail be taken up again, if it is still due.
func (b *Outbox) letGo(id uint64) {
	b.inFlight.Remove(id)
	b.Signals.Sending.Notify()
}

// sendOne moves one mail from due to sent, or to where it stands after the attempt.
func (b *Outbox) Send(ctx context.Context, id uint64) error {
	m, raw, err := b.readMail(ctx, id)
	if err != nil || !m.Status.Due() || m.NextAt.After(b.Now()) {
		return err // another worker had it since it was found to be due
	}
	sum := store.Sum(sha256.Sum256(raw))
	if held, err := b.Hold(ctx, m, sum); held || err != nil {
		b.WakeThread(m)
		return err
	}
	if sent, err := b.FoundAfterRestore(ctx, m); sent || err != nil {
		return err
	}
	return b.deliver(ctx, m, raw, sum)
}

// deliver sends a mail and records the outcome. It claims the mail when the server has all
// but its end.
func (b *Outbox) deliver(ctx context.Context, m store.Mail, raw []byte, sum store.Sum) error {
	m.Attempts++
	sending, cancel := outlive(ctx, stopGrace, SendTimeout)
	defer cancel()
	recording := context.WithoutCancel(ctx) // whatever comes of it
	reply, err := b.Senders[m.Role].Send(sending, m.From, m.To, raw, func() (err error) {
		m, err = b.Claim(sending, m, sum)
		return err
	})
	switch {
	case errors.Is(err, ErrHeld):
		b.WakeThread(m)
		return nil
	case err != nil && ctx.Err() != nil && !isRefusal(err):
		return nil // the next start goes on from where the mail stands
	case kindOf(err) != mailbox.Uncertain:
		return b.Record(recording, m, err, mailbox.ServerIDs(reply)...)
	}
	return b.settle(recording, m, err)
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
func (b *Outbox) readMail(ctx context.Context, id uint64) (m store.Mail, raw []byte, err error) {
	err = b.Store.View(ctx, func(tx store.Tx) error {
		if m, err = tx.Mail(id); err != nil {
			return err
		}
		raw, err = tx.MailRaw(id)
		return err
	})
	return m, raw, err
}
