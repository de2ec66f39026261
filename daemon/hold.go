package daemon

import (
	"context"
	"crypto/sha256"
	"errors"

	"ppamaild/store"
)

// errHeld means that a mail is not to be sent now, and that its record says why.
var errHeld = errors.New("held back")

// heldBack looks before a connection is made whether the mail may leave at all.
func (d *Daemon) heldBack(ctx context.Context, m store.Mail) (held bool, err error) {
	err = d.store.View(ctx, func(tx store.Tx) error {
		verdict, _, err := d.object(tx, m)
		held = verdict != ""
		return err
	})
	if !held || err != nil {
		return held, err
	}
	return true, d.store.Update(ctx, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err == nil && now.Status.Due() {
			_, err = d.hold(tx, &now)
		}
		return err
	})
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
	verdict, why, err := d.object(tx, *m)
	if verdict == "" || err != nil {
		return false, err
	}
	if verdict == m.Status {
		m.NextAt = d.now().Add(lookAgain)
	} else {
		m.Status, m.LastError = verdict, why
	}
	return true, d.putMail(tx, *m)
}

// object says where a mail must stand instead of being sent, and why: where it
// stands, to be looked at again soon; or nowhere else, "".
func (d *Daemon) object(tx store.Tx, m store.Mail) (store.MailStatus, string, error) {
	raw, err := tx.MailRaw(m.ID)
	switch {
	case err != nil:
		return "", "", err
	case sha256.Sum256(raw) != m.RawDigest:
		return store.MailFailed, "its bytes are not those that were committed", nil
	case m.Kind != store.MailCustomer:
		return "", "", nil
	}
	head, err := tx.Head(m.Thread)
	switch {
	case err != nil:
		return "", "", err
	case head.LastMessage != m.Answers:
		return store.MailWithdrawn, "the customer wrote again before it was sent", nil
	}
	newer, err := d.newer(tx, m)
	if newer {
		return m.Status, "", err
	}
	return "", "", err
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
