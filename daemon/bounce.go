package daemon

import (
	"errors"

	"ppamaild/store"
)

// bounced tells staff that a mail of ours came back. Only a bounce that names a
// Message-ID with our mark counts.
func (r *router) bounced() error {
	if !r.origin.Failed {
		return nil
	}
	for _, id := range r.origin.BounceOf {
		thread, ours := r.d.minter.Verify(id)
		if !ours {
			continue
		}
		ref, err := r.tx.MessageID(id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		m, err := r.tx.Mail(ref.Mail)
		if err != nil || m.Status != store.MailSent && m.Status != store.MailUncertain {
			return err
		}
		m.Status, m.LastError = store.MailFailed, "it came back: "+r.msg.Subject
		r.in.Thread, r.wake = thread, thread
		return r.d.putMail(r.tx, m)
	}
	return nil
}
