package deps

import (
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// PutMail stores a mail. If its status needs a person, its thread gets an event. Notices, and
// mails without a thread, are in the digest instead.
func (d *Deps) PutMail(tx store.Tx, m store.Mail) error {
	return d.PutMailAnd(tx, m, queue.MailEvent{Mail: m.ID})
}

// PutMailAnd is PutMail with an event of the caller.
func (d *Deps) PutMailAnd(tx store.Tx, m store.Mail, tell queue.MailEvent) error {
	if m.Status == store.MailFailed {
		m.NextAt = d.Now()
	}
	if err := tx.PutMail(m); err != nil {
		return err
	}
	// A failed notice causes no further notice: notices would multiply.
	if m.Thread == "" || m.Kind == store.MailNotice || !needsPerson(m.Status) {
		return nil
	}
	_, err := tx.Enqueue(queue.NewEvent(d.Now(), m.Thread, queue.KindMail, tell))
	return err
}

// needsPerson reports whether staff must learn of a mail with this status.
func needsPerson(s store.MailStatus) bool {
	return s == store.MailFailed || s == store.MailUncertain || s == store.MailWithdrawn
}
