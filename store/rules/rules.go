// Package rules decides which changes of a record the backends of a store accept, and which event
// is next.
package rules

import (
	"bytes"
	"fmt"
	"iter"

	"ppamaild/store"
)

// Cursor returns the cursor to store after old. For a new mailbox, old is zero.
func Cursor(old, c store.Cursor) store.Cursor {
	if old.UIDValidity == c.UIDValidity {
		c.LastUID = max(c.LastUID, old.LastUID)
	}
	return c
}

// Inbound refuses a record that cannot replace the record of an accepted message.
func Inbound(old, in store.Inbound) error {
	switch {
	case !in.Status.Known():
		return fmt.Errorf("storing inbound message %d: unknown status %q", in.ID, in.Status)
	case in.Mailbox != old.Mailbox || in.UIDValidity != old.UIDValidity || in.UID != old.UID:
		return fmt.Errorf("storing inbound message %d: mailbox and UID can't change", in.ID)
	}
	return nil
}

// EraseInbound erases the content of a record.
func EraseInbound(in *store.Inbound) error {
	if in.Status == store.InboundPending {
		return fmt.Errorf("erasing inbound message %d: the message is not handled yet", in.ID)
	}
	in.MessageID, in.Reason, in.From, in.Released, in.Erased = "", "erased", "", "", true
	return nil
}

// Head refuses a head that cannot replace the stored version.
func Head(stored uint64, h store.Head) error {
	switch {
	case stored != h.Version:
		return fmt.Errorf("storing head of %s: it is at version %d, not %d: %w",
			h.Thread, stored, h.Version, store.ErrConflict)
	case !h.Status.Known():
		return fmt.Errorf("storing head of %s: unknown status %q", h.Thread, h.Status)
	}
	return nil
}

// Mail refuses a record that cannot replace the record of a mail.
func Mail(old, m store.Mail) error {
	if m.RawDigest != old.RawDigest {
		return fmt.Errorf("storing mail %d: its bytes can't change", m.ID)
	}
	return nil
}

// EraseMail erases the content of a record.
func EraseMail(m *store.Mail) error {
	switch m.Status {
	case store.MailSent, store.MailFailed, store.MailWithdrawn:
	default:
		return fmt.Errorf("erasing mail %d: it is %s", m.ID, m.Status)
	}
	m.To, m.Subject, m.Answers, m.LastError, m.Erased = nil, "", "", "", true
	return nil
}

// Review refuses a review that cannot replace old. For a new review, old is zero.
func Review(old, r store.Review) error {
	isNew := old.Number == 0
	switch {
	case r.Number < 1:
		return fmt.Errorf("storing review %d of %s: numbers begin at 1", r.Number, r.Thread)
	case !r.Status.Known():
		return fmt.Errorf("storing review %d of %s: unknown status %q", r.Number, r.Thread, r.Status)
	case !isNew && !(bytes.Equal(r.Data, old.Data) && bytes.Equal(r.MIME, old.MIME)):
		return fmt.Errorf("storing review %d of %s: the proposal can't change", r.Number, r.Thread)
	}
	return nil
}

// EraseReview erases the content of a review. Its Data becomes rest.
func EraseReview(r *store.Review, rest []byte) error {
	if r.Status == store.ReviewOpen && rest == nil {
		return fmt.Errorf("erasing review %d of %s: it is open", r.Number, r.Thread)
	}
	r.Data, r.MIME, r.Argument, r.Why, r.Erased = rest, nil, "", "", true
	return nil
}

// NextEvent returns the first event of a thread's queue, and whether there is another one. Damage
// to a later event does not matter.
func NextEvent[R any](
	thread string, queue iter.Seq2[R, error], decode func(R) (store.Event, error),
) (e store.Event, more bool, err error) {
	for r, err := range queue {
		if e.Seq != 0 {
			return e, true, nil
		}
		if err == nil {
			e, err = decode(r)
		}
		if err != nil {
			return e, false, err
		}
	}
	if e.Seq == 0 {
		err = fmt.Errorf("next event of %s: %w", thread, store.ErrNotFound)
	}
	return e, false, err
}
