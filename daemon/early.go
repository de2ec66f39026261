package daemon

import (
	"context"
	"crypto/sha256"
	"runtime"
	"time"

	"ppamaild/store"
)

// early is a review mail that a worker without other work uploads while the commit
// that puts it into the outbox is being synced to disk. The server can't take it
// before it has the final dot, for which the worker waits until the mail is
// committed, and then claimed like any other. Where anything goes wrong before
// that, the upload is broken off and the outbox sends the mail.
type early struct {
	outgoing
	id      uint64 // in the outbox; 0: it is not there, or another worker has it
	settled chan struct{}
}

// earlyPatience is how long a server is kept waiting for a commit: a disk may be full.
const earlyPatience = 10 * time.Second

// uploadEarly has review mails uploaded of which nothing but their commit is awaited.
// The caller must call settle once it knows how that went. Whoever is being answered
// hears that first, so what follows from it goes by the outbox.
func (r *run) uploadEarly() (all earlies) {
	if r.answers != nil {
		return nil
	}
	for i := range r.mails {
		m := &r.mails[i]
		if m.mail.Kind != store.MailReview || !r.restored.IsZero() {
			continue // it may have to stay
		}
		e := &early{outgoing: *m, settled: make(chan struct{})}
		select {
		case r.d.toSend[m.mail.Role] <- parcel{early: e}:
			m.early, all = e, append(all, e)
		default:
		}
	}
	return all
}

type earlies []*early

// settle says whether the mails are committed, to those whom nobody told, and steps aside
// for whoever has the server wait for that: what else a run wakes is in less of a hurry.
func (all *earlies) settle(committed bool, sending *claims) {
	for _, e := range *all {
		if !committed || !sending.add(e.id) {
			e.id = 0
		}
		close(e.settled)
	}
	if len(*all) > 0 {
		runtime.Gosched()
	}
	*all = nil
}

// mailID waits for the mail to be settled.
func (e *early) mailID() uint64 {
	<-e.settled
	return e.id
}

func (d *Daemon) sendEarly(ctx context.Context, e *early) error {
	sum := store.Sum(sha256.Sum256(e.raw))
	return d.deliver(ctx, e.mail, e.raw, func(ctx context.Context, m store.Mail) (store.Mail, error) {
		select {
		case <-e.settled:
		case <-ctx.Done():
			return m, ctx.Err()
		case <-time.After(earlyPatience):
			return m, errHeld
		}
		if e.id == 0 {
			return m, errHeld
		}
		m.ID = e.id
		return d.claim(ctx, m, sum)
	})
}
