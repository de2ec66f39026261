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
	"ppamaild/store"
)

// messagesOf returns the messages of customers that a thread holds, oldest first:
// those its journal has, each once and less what was moved out, and those that still
// wait. One whose text was erased is none any more.
func (n *Intake) Messages(ctx context.Context, tx store.Tx, thread string) ([]queue.CustomerEvent,
	error) {
	var found []queue.CustomerEvent
	var failed error
	err := tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		switch {
		case e.Kind == journal.KindMovedOut:
			found = slices.DeleteFunc(found,
				func(c queue.CustomerEvent) bool { return c.Mail.ID == e.Ref })
		case e.Source == store.SourceCustomer && (e.Kind == agent.KindMessage ||
			e.Kind == journal.KindUnread) && payload != nil && !has(found, e.Ref):
			var m agent.CustomerMessage
			if failed = json.Unmarshal(payload, &m); failed != nil {
				return false
			}
			var c queue.CustomerEvent
			c, failed = n.eventOf(ctx, tx, m, e.Actor)
			found = append(found, c)
		}
		return failed == nil
	})
	if err = errors.Join(err, failed); err != nil {
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

func has(events []queue.CustomerEvent, id string) bool {
	return slices.ContainsFunc(events, func(e queue.CustomerEvent) bool { return e.Mail.ID == id })
}

// eventOf makes the event of a message anew from the message as it arrived, or
// where that can't be found from what the journal has.
func (n *Intake) eventOf(ctx context.Context, tx store.Tx, m agent.CustomerMessage,
	author string) (queue.CustomerEvent, error) {
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
		return c, nil // it is not that message: two bear one Message-ID
	}
	c = (&router{d: n, tx: tx, parsedMail: read}).customerEvent()
	c.Mail = m.Mail
	return c, nil
}

// inboundBehind finds the message that a journal has, by its number; one of a journal
// from before that was kept by its Message-ID, which another may bear too.
func inboundBehind(tx store.Tx, m agent.CustomerMessage) (store.Inbound, error) {
	if m.Inbound != 0 {
		return tx.Inbound(m.Inbound)
	}
	return journal.Message(tx, m.Mail.ID)
}
