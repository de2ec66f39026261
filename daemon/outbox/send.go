package outbox

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/fair"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// SendTimeout bounds how long sending a mail may take.
const SendTimeout = 5 * time.Minute

const (
	sendBatch = 64 // mails read from the store together

	// While other daemons send mails of the store, a daemon sends this many of the mails read
	// together, at random. So daemons seldom claim the same mail.
	rivalBatch = 8
	rivalTime  = time.Minute // without a rival, after which a daemon counts as alone

	// stopGrace is how long a mail that is being sent may go on after the daemon stops.
	stopGrace = 5 * time.Second

	// A mail fails after giveUpAfter and at least minAttempts attempts. The machine may have been
	// off for days, or its clock wrong.
	giveUpAfter = 5 * 24 * time.Hour
	minAttempts = 10
)

// Loop hands the due mails of a role to its workers, until ctx ends. First it records the outcome
// of mails that were being sent when the program ended.
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

// sendDue hands every due mail of a role to a worker. It returns when the next mail is due.
func (b *Outbox) sendDue(ctx context.Context, role string) (next time.Time, err error) {
	for {
		var due []store.Mail
		limit := sendBatch + b.inFlight.Len()
		err := b.Store.View(ctx, func(tx store.Tx) (err error) {
			due, next, err = tx.DueMail(role, b.Now(), limit)
			return err
		})
		if err != nil {
			return next, err
		}
		most := limit
		if b.Now().Unix()-b.rival.Load() < int64(rivalTime/time.Second) {
			most = rivalBatch
			rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
		}
		started, outage := 0, time.Time{}
		for _, m := range due {
			if started == most {
				break
			}
			if !outage.IsZero() && !isOrdered(m) || !b.inFlight.Add(m.ID) {
				continue
			}
			if until := b.servers[role].wait(b.Now()); !until.IsZero() && !isOrdered(m) {
				b.inFlight.Remove(m.ID)
				outage = until
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
		if started == 0 || len(due) < limit && started < most || !outage.IsZero() {
			return cmp.Or(outage, next), nil
		}
	}
}

// isOrdered reports whether a person ordered another attempt. The mail tries the server even
// during an outage.
func isOrdered(m store.Mail) bool { return m.Status == store.MailQueued && m.Attempts > 0 }

// Work sends the mails of a role that Loop hands over, until ctx ends.
func (b *Outbox) Work(ctx context.Context, role string) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-b.toSend[role]:
			err := b.sendWatched(ctx, id)
			if err == nil || ctx.Err() != nil {
				b.failures.Clear(fmt.Sprint(id))
				b.release(id, role)
				continue
			}
			if errors.Is(err, queue.ErrElsewhere) {
				b.rival.Store(b.Now().Unix())
			} else {
				b.Log.Error("sending", "mail", id, "error", err)
			}
			time.AfterFunc(queue.RetryDelay, func() { b.release(id, role) })
		}
	}
}

// sendWatched is Send with a time limit. A mail that breaks Send a few times, or takes too long,
// has failed. Waiting for mail servers does not count.
func (b *Outbox) sendWatched(ctx context.Context, id uint64) error {
	_, err := guard.Watch(ctx, b.Watch, fmt.Sprintf("sending mail %d", id),
		func(ctx context.Context) (struct{}, error) { return struct{}{}, b.Send(ctx, id) })
	breaks := guard.Panicked(err) && b.failures.Add(fmt.Sprint(id)) >= queue.MaxAttempts
	if !breaks && !guard.IsTooLong(err) {
		return err
	}
	return errors.Join(err, b.Update(ctx, failpoint.Hold, func(tx store.Tx) error {
		m, failed := tx.Mail(id)
		if failed != nil || !m.Status.Due() {
			return failed
		}
		m.Status, m.LastError = store.MailFailed, guard.FirstLine(err.Error())
		return b.PutMail(tx, m)
	}))
}

// release lets Loop hand a mail over again if it is still due.
func (b *Outbox) release(id uint64, role string) {
	b.inFlight.Remove(id)
	b.Signals.Sending[role].Notify()
}

// Send tries to send a due mail and records the outcome. It returns queue.ErrElsewhere while another
// daemon sends the mail.
func (b *Outbox) Send(ctx context.Context, id uint64) error {
	return queue.Holding(ctx, b.Claims, store.MailClaim(id), func() error {
		return b.sendHeld(ctx, id)
	})
}

func (b *Outbox) sendHeld(ctx context.Context, id uint64) error {
	l, err := b.look(ctx, id)
	m := l.mail
	if err != nil || !m.Status.Due() || m.NextAt.After(b.Now()) {
		return err // another worker sent it in the meantime
	}
	if l.refused {
		held, err := b.Hold(ctx, m, l.sum)
		if held || err != nil {
			b.wakeHeld(m)
			return err
		}
	}
	if m.Kind == store.MailCustomer { // Claim knows of a twin that the look finds
		goOn := guard.Wait(ctx)
		b.Twins.LookBefore(ctx)
		goOn()
	}
	if l.restored {
		if sent, err := b.FoundAfterRestore(ctx, m); sent || err != nil {
			return err
		}
	}
	return b.deliver(ctx, m, l.raw, l.sum)
}

// wakeHeld wakes the thread of a mail that is held, and the senders of a notice to staff.
func (b *Outbox) wakeHeld(m store.Mail) {
	b.WakeThread(m)
	b.Signals.Sending.Notify()
}

// look is the store's knowledge about a mail, read together before a connection is made.
type look struct {
	mail     store.Mail
	raw      []byte
	sum      store.Sum
	refused  bool // by preflight
	restored bool // see FixedBeforeRestore
}

func (b *Outbox) look(ctx context.Context, id uint64) (l look, err error) {
	err = b.Store.View(ctx, func(tx store.Tx) (err error) {
		if l.raw, err = tx.MailRaw(id); err != nil {
			return err
		}
		if l.mail, err = tx.Mail(id); err != nil {
			return err
		}
		l.sum = sha256.Sum256(l.raw)
		refusal, err := b.preflight(tx, l.mail, l.sum)
		if err != nil {
			return err
		}
		l.refused = refusal.blocks()
		l.restored, err = FixedBeforeRestore(tx, l.mail)
		return err
	})
	return l, err
}

// deliver sends a mail and records the outcome. It claims the mail when the server has all of it
// but the end.
func (b *Outbox) deliver(ctx context.Context, m store.Mail, raw []byte, sum store.Sum) error {
	give, err := b.turn(ctx, m.Role)
	if err != nil {
		return nil // the next start continues with the stored status
	}
	defer give()
	m.Attempts++
	sending, cancel := outlive(ctx, stopGrace, SendTimeout)
	defer cancel()
	recording := context.WithoutCancel(ctx) // record the outcome even while the daemon stops
	goOn := guard.Wait(ctx)
	reply, err := b.Senders[m.Role].Send(sending, m.From, m.To, raw, func() (err error) {
		m, err = b.Claim(sending, m, sum)
		return err
	})
	goOn()
	switch {
	case errors.Is(err, ErrHeld):
		b.observe(m.Role, nil)
		b.wakeHeld(m)
		return nil
	case err != nil && ctx.Err() != nil && !isRefusal(err):
		return nil // the next start continues with the stored status
	}
	count := b.observe(m.Role, err)
	if kindOf(err) != mailbox.Uncertain {
		return b.record(recording, m, err, count, func(tx store.Tx) error {
			return copies.Learn(tx, m, mailbox.ServerIDs(reply))
		})
	}
	return b.resolveUncertain(recording, m, err)
}

// serverPlaces is how many mails all tenants send to a server at the same time: as many as one
// tenant sends with its two roles.
const serverPlaces = 16

// turn waits until this tenant may send a mail to its server. Tenants with the same server take
// turns.
func (b *Outbox) turn(ctx context.Context, role string) (give func(), err error) {
	defer guard.Wait(ctx)()
	server := b.Config.SMTPFor(role)
	resource := fmt.Sprintf("smtp %s:%d", strings.ToLower(server.Host), server.Port)
	return fair.From(ctx).Take(ctx, resource, serverPlaces)
}

// outlive returns a context that ends grace after ctx, and after limit at most.
func outlive(
	ctx context.Context, grace, limit time.Duration,
) (context.Context, context.CancelFunc) {
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
