package daemon

import (
	"context"
	"crypto/sha256"
	"time"

	"ppamaild/store"
)

// early is the mail that asks one member of staff for a review, which a worker without
// other work begins to send before it is in the outbox. Sender and recipient are told to
// the server while the mail is being written, and its text is uploaded while the commit
// that puts it into the outbox is being synced to disk. The server can't take it before
// it has the final dot, for which the worker waits until the mail is committed, and then
// claimed like any other. Where anything goes wrong before that, the transaction is
// broken off and the outbox sends the mail.
type early struct {
	mail    store.Mail // who it is from and to; the rest comes from the outbox
	raw     []byte     // set before written is closed; nil: there is none
	written chan struct{}
	id      uint64 // in the outbox, set before settled is closed; 0: it is not there, or another worker has it
	settled chan struct{}
}

// earlyPatience is how long a server is kept waiting for a commit: a disk may be full.
const earlyPatience = 10 * time.Second

// earlies are those of a run that are not settled.
type earlies struct{ all []*early }

// beginMails hands the review mails that members of staff are about to get to workers, as far
// as there are some without work. Whoever is being answered hears that first, so what
// follows from it goes by the outbox, and so does what may have to stay.
func (r *run) beginMails(staff []string) {
	if r.answers != nil || !r.restored.IsZero() {
		return
	}
	from := r.d.account(roleAgency).Address
	for _, to := range staff {
		if r.earlies.awaited(to) != nil {
			continue
		}
		e := &early{
			mail:    store.Mail{Role: roleAgency, From: from, To: []string{to}},
			written: make(chan struct{}), settled: make(chan struct{}),
		}
		select {
		case r.d.toSend[roleAgency] <- parcel{early: e}:
			r.earlies.all = append(r.earlies.all, e)
		default:
			return
		}
	}
}

// awaited returns the mail to somebody that was begun and is not written; nil: there is none.
func (all *earlies) awaited(to string) *early {
	for _, e := range all.all {
		if e.raw == nil && e.mail.To[0] == to {
			return e
		}
	}
	return nil
}

// write hands over the text of a mail, if it was begun.
func (e *early) write(raw []byte) {
	if e != nil {
		e.raw = raw
		close(e.written)
	}
}

// settle says whether the mails are committed, to those whom nobody told.
func (all *earlies) settle(committed bool, sending *claims) {
	for _, e := range all.all {
		if e.raw == nil {
			close(e.written)
		}
		if !committed || e.id == 0 || !sending.add(e.id) {
			e.id = 0
		}
		close(e.settled)
	}
	all.all = nil
}

// mailID waits for the mail to be settled.
func (e *early) mailID() uint64 {
	<-e.settled
	return e.id
}

func (d *Daemon) sendEarly(ctx context.Context, e *early) error {
	send := func(ctx context.Context, claimed func() error) (string, error) {
		return d.senders[e.mail.Role].SendAhead(ctx, e.mail.From, e.mail.To, func() ([]byte, error) { return e.text(ctx) }, claimed)
	}
	return d.deliver(ctx, e.mail, send, func(ctx context.Context, m store.Mail) (store.Mail, error) {
		if err := e.await(ctx, e.settled); err != nil {
			return m, err
		}
		if e.id == 0 {
			return m, errHeld
		}
		m.ID = e.id
		return d.claim(ctx, m, sha256.Sum256(e.raw))
	})
}

// text returns the mail once it is written.
func (e *early) text(ctx context.Context) ([]byte, error) {
	if err := e.await(ctx, e.written); err != nil {
		return nil, err
	}
	if e.raw == nil {
		return nil, errHeld
	}
	return e.raw, nil
}

func (e *early) await(ctx context.Context, done chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(earlyPatience):
		return errHeld
	}
}
