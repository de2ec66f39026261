package intake

import (
	"errors"

	"ppamaild/daemon/queue"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// bounced marks a mail of the agency as failed if the message is its bounce. The thread of the
// mail informs staff. A bounce counts only if it names a Message-ID with a valid MAC, or a
// known alias from a mail server of the agency. Outsiders can make up
// neither, so they cannot fake a failed delivery.
func (r *router) bounced() error {
	if !r.origin.Failed {
		return nil
	}
	for _, id := range r.origin.BounceOf {
		m, err := sentAs(r.tx, r.intake.IsOurs, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		m.Status, m.LastError = store.MailFailed, "it came back: "+r.msg.Subject
		r.in.Thread = m.Thread
		r.wake = queue.Wakeup{Thread: m.Thread, Priority: queue.Ahead}
		return r.intake.PutMail(r.tx, m)
	}
	return nil
}

// sentAs returns the mail that left under a Message-ID of the agency or under an alias; else
// store.ErrNotFound.
func sentAs(tx mailIndex, isOurs func(messageID string) bool, id string) (store.Mail, error) {
	for _, form := range threadresolver.Forms(id) {
		ref, err := tx.MessageID(form)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return store.Mail{}, err
		}
		if ref.Mail == 0 || !ref.Alias && !isOurs(form) {
			continue
		}
		m, err := tx.Mail(ref.Mail)
		if err == nil && m.Status != store.MailSent && m.Status != store.MailUncertain {
			err = store.ErrNotFound // the mail never left, or its bounce is known
		}
		return m, err
	}
	return store.Mail{}, store.ErrNotFound
}
