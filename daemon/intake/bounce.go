package intake

import (
	"errors"

	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// bounced records that a mail of ours came back; its thread tells staff. Only a
// bounce that names a Message-ID with our mark counts, or a name that a server of
// ours is known to have given the mail instead: nobody can make up either who did
// not get the mail.
func (r *router) bounced() error {
	if !r.origin.Failed {
		return nil
	}
	for _, id := range r.origin.BounceOf {
		m, err := r.sentAs(id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		m.Status, m.LastError = store.MailFailed, "it came back: "+r.msg.Subject
		r.in.Thread, r.wake = m.Thread, queue.Wakeup{Thread: m.Thread, Priority: queue.Ahead}
		return r.d.PutMail(r.tx, m)
	}
	return nil
}

// sentAs returns the mail that left under a Message-ID of ours, or under a learnt
// alias of one; else ErrNotFound.
func (r *router) sentAs(id string) (store.Mail, error) {
	for _, form := range threadresolver.Forms(id) {
		ref, err := r.tx.MessageID(form)
		if errors.Is(err, store.ErrNotFound) || err == nil && (ref.Mail == 0 || !ref.Alias &&
			!r.d.IsOurs(form)) {
			continue
		}
		if err != nil {
			return store.Mail{}, err
		}
		m, err := r.tx.Mail(ref.Mail)
		if err == nil && m.Status != store.MailSent && m.Status != store.MailUncertain {
			err = store.ErrNotFound // what never left can't come back, and what came back is known
		}
		return m, err
	}
	return store.Mail{}, store.ErrNotFound
}
