package queue

import (
	"errors"

	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// Outgoing is a mail for the outbox.
type Outgoing struct {
	Mail  store.Mail
	Raw   []byte
	Index message.ThreadIndex
}

// mailTx is the part of a transaction that AddMail needs.
type mailTx interface {
	store.Outbox
	store.Threads
}

// AddMail puts a mail into the outbox, and makes answers find its thread.
func AddMail(tx mailTx, m Outgoing) error {
	id, err := tx.AddMail(m.Mail, m.Raw)
	if err != nil {
		return err
	}
	ref := store.MessageRef{Thread: m.Mail.Thread, Mail: id}
	if m.Mail.Kind == store.MailCustomer {
		if err := learnConversation(tx, m, ref); err != nil {
			return err
		}
	}
	return tx.PutMessageID(m.Mail.MessageID, ref)
}

// learnConversation makes answers find the thread by Thread-Index or subject alone.
func learnConversation(tx store.Threads, m Outgoing, ref store.MessageRef) error {
	key := threadresolver.ConversationKey(m.Index)
	_, err := tx.MessageID(key)
	if errors.Is(err, store.ErrNotFound) {
		err = tx.PutMessageID(key, ref)
	}
	if err != nil {
		return err
	}
	for _, to := range m.Mail.To {
		if key := threadresolver.SubjectKey(to, m.Mail.Subject); key != "" {
			if err := tx.PutMessageID(key, ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// ToLeave returns the unsent mails of the outbox: queued or retrying.
func ToLeave(tx store.Outbox) (mails []store.Mail, err error) {
	take := func(m store.Mail) bool { mails = append(mails, m); return true }
	err = errors.Join(
		tx.MailByStatus(store.MailQueued, take),
		tx.MailByStatus(store.MailRetrying, take),
	)
	return mails, err
}
