package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// Messages returns the customer messages of a thread, oldest first: the messages in the journal,
// each once, and then the queued messages. It leaves out messages that moved to another thread,
// and erased messages.
func (n *Intake) Messages(
	ctx context.Context, tx store.Tx, thread string,
) ([]queue.CustomerEvent, error) {
	found, err := n.fromJournal(ctx, tx, thread)
	if err != nil {
		return nil, fmt.Errorf("reading the messages of %s: %w", thread, err)
	}
	events, err := tx.Events(thread)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if e.Kind != queue.KindCustomer {
			continue
		}
		var c queue.CustomerEvent
		if err := json.Unmarshal(e.Data, &c); err != nil {
			return nil, err
		}
		if !has(found, c.Mail.ID) {
			found = append(found, c)
		}
	}
	return found, nil
}

// fromJournal returns the customer messages in the journal of a thread, each once.
func (n *Intake) fromJournal(
	ctx context.Context, tx store.Tx, thread string,
) (found []queue.CustomerEvent, err error) {
	var failed error
	err = tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		if e.Kind == journal.KindMovedOut {
			found = slices.DeleteFunc(found, func(c queue.CustomerEvent) bool {
				return c.Mail.ID == e.Ref
			})
			return true
		}
		if !isMessage(e) || payload == nil || has(found, e.Ref) {
			return true
		}
		var m agent.CustomerMessage
		if failed = json.Unmarshal(payload, &m); failed != nil {
			return false
		}
		var c queue.CustomerEvent
		c, failed = n.eventOf(ctx, tx, m, e.Actor)
		found = append(found, c)
		return failed == nil
	})
	return found, errors.Join(err, failed)
}

// isMessage reports whether a journal entry holds a customer's message.
func isMessage(e store.Entry) bool {
	return e.Source == store.SourceCustomer &&
		(e.Kind == agent.KindMessage || e.Kind == journal.KindUnread)
}

func has(events []queue.CustomerEvent, id string) bool {
	return slices.ContainsFunc(events, func(e queue.CustomerEvent) bool { return e.Mail.ID == id })
}

// eventOf makes the event of a message from the stored message. If the message is no longer
// stored, eventOf uses the text in the journal.
func (n *Intake) eventOf(
	ctx context.Context, tx store.Tx, m agent.CustomerMessage, author string,
) (queue.CustomerEvent, error) {
	c := queue.CustomerEvent{From: author, ReplyTo: author, Mail: m.Mail}
	in, err := inboundBehind(tx, m)
	if errors.Is(err, store.ErrNotFound) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return c, err
	}
	read, err := n.read(ctx, in, raw)
	if err != nil || read.identity() != m.Mail.ID {
		return c, nil // another message with the same Message-ID
	}
	c = n.customerEvent(read)
	c.Mail = m.Mail
	return c, nil
}

// inboundBehind returns the record of a message in the journal. Old journals have no number, only
// a Message-ID, and several messages may share a Message-ID.
func inboundBehind(tx messageIndex, m agent.CustomerMessage) (store.Inbound, error) {
	if m.Inbound != 0 {
		return tx.Inbound(m.Inbound)
	}
	return journal.Message(tx, m.Mail.ID)
}

// customerEvent returns the event of a message from a customer.
func (n *Intake) customerEvent(r parsedMail) queue.CustomerEvent {
	return queue.CustomerEvent{
		Inbound:    r.in.ID,
		Arrived:    r.in.AcceptedAt,
		From:       r.origin.From.Address,
		Mail:       r.forPlanner(n),
		References: message.ReplyReferences(r.msg),
		Index:      threadIndex(r.msg),
		Learn:      r.signals.Learn(),
		ReplyTo:    n.answerTo(r),
	}
}

// answerTo returns the address for answers. Reply-To names only this address; the author is in
// From (RFC 5322 §3.6.2).
func (n *Intake) answerTo(r parsedMail) string {
	if len(r.msg.ReplyTo) == 1 {
		to := r.msg.ReplyTo[0].Address
		if message.CheckAddress(to) == nil && !n.IsOwnAddress(to) {
			return to
		}
	}
	return r.origin.From.Address
}

// threadIndex returns the Thread-Index of a message; "" without a valid one.
func threadIndex(m *message.Message) string {
	index, _ := message.ParseThreadIndex(m.Header.Get("Thread-Index"))
	return index.String()
}
