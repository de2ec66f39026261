package daemon

import (
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/agent"
	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// outgoing is a mail to be committed to the outbox.
type outgoing struct {
	mail  store.Mail
	raw   []byte
	index message.ThreadIndex
}

// commitment is what the next commit holds besides the head.
type commitment struct {
	notes   []agent.Note
	effects []store.Effect
	mails   []outgoing
	updates []store.Mail
	reviews map[int]store.Review
	timers  []store.Timer
	stopped []string // names of timers
	events  []store.Event
	learnt  map[string]customerEvent // by thread
	heads   []store.Head             // of threads that begin here
	inbound []store.Inbound
	owed    *owed // nil: nobody decided anything

	asksRelease int    // the review that asks whether a restored outbox may go
	releases    string // who says so
}

// put writes everything into a transaction. It may run more than once.
func (c *commitment) put(tx store.Tx, d *Daemon, thread string) error {
	return errors.Join(
		c.putNotes(tx, thread),
		each(c.effects, tx.PutEffect),
		each(c.mails, func(m outgoing) error { return addMail(tx, m) }),
		each(c.updates, func(m store.Mail) error { return d.putMail(tx, m) }),
		c.putReviews(tx),
		each(c.stopped, func(name string) error { return tx.DeleteTimer(thread, name) }),
		each(c.timers, tx.PutTimer),
		each(c.heads, func(h store.Head) error { _, err := tx.PutHead(h); return err }),
		each(c.events, func(e store.Event) error { _, err := tx.Enqueue(e); return err }),
		each(c.inbound, tx.PutInbound),
		c.putLearnt(tx),
		c.putRestored(tx, d),
	)
}

// putRestored has the mark of a restore know what is asked and what was decided.
func (c *commitment) putRestored(tx store.Tx, d *Daemon) error {
	if c.releases != "" {
		return d.release(tx, c.releases)
	}
	if c.asksRelease == 0 {
		return nil
	}
	r, err := tx.Restoration()
	r.Review = c.asksRelease
	return errors.Join(err, tx.PutRestoration(r))
}

func each[T any](all []T, put func(T) error) error {
	for _, v := range all {
		if err := put(v); err != nil {
			return err
		}
	}
	return nil
}

func (c *commitment) putLearnt(tx store.Tx) error {
	for thread, e := range c.learnt {
		if err := learn(tx, thread, e); err != nil {
			return err
		}
	}
	return nil
}

func (c *commitment) putReviews(tx store.Tx) error {
	for _, r := range c.reviews {
		if err := tx.PutReview(r); err != nil {
			return err
		}
	}
	return nil
}

func (c *commitment) putNotes(tx store.Tx, thread string) error {
	for _, n := range c.notes {
		if err := appendNote(tx, thread, n); err != nil {
			return err
		}
	}
	return nil
}

// appendNote adds one line to a thread's journal.
func appendNote(tx store.Tx, thread string, n agent.Note) error {
	payload, err := json.Marshal(n.Payload)
	if err != nil {
		return fmt.Errorf("journal of %s, %s: %w", thread, n.Kind, err)
	}
	_, err = tx.Append(store.Entry{Thread: thread, At: n.At, Source: n.Source, Kind: n.Kind, Actor: n.Actor, Ref: n.Ref}, payload)
	return err
}

// addMail commits a mail to be sent, and makes answers to it find its thread.
func addMail(tx store.Tx, m outgoing) error {
	id, err := tx.AddMail(m.mail, m.raw)
	if err != nil {
		return err
	}
	ref := store.MessageRef{Thread: m.mail.Thread, Mail: id}
	if m.mail.Kind == store.MailCustomer {
		if err := learnConversation(tx, m, ref); err != nil {
			return err
		}
	}
	return tx.PutMessageID(m.mail.MessageID, ref)
}

// learnConversation makes an answer that has lost every identifier but Thread-Index
// or its subject find the thread, as far as these count.
func learnConversation(tx store.Tx, m outgoing, ref store.MessageRef) error {
	key := threadresolver.ConversationKey(m.index)
	_, err := tx.MessageID(key)
	if errors.Is(err, store.ErrNotFound) {
		err = tx.PutMessageID(key, ref)
	}
	if err != nil {
		return err
	}
	for _, to := range m.mail.To {
		if key := threadresolver.SubjectKey(to, m.mail.Subject); key != "" {
			if err := tx.PutMessageID(key, ref); err != nil {
				return err
			}
		}
	}
	return nil
}
