package admin

import (
	"errors"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// arrive adds the moving messages to the target.
func (c *change) arrive() error {
	c.target.Participants = authors(c.target.Participants, c.moving)
	if c.isMerge() {
		c.target.Participants = union(c.target.Participants, c.source.Participants)
		err := c.note(c.target.Thread, journal.KindMergedFrom, c.source.Thread, nil)
		if err != nil {
			return err
		}
	} else {
		for _, e := range c.moving {
			err := c.note(c.target.Thread, journal.KindMovedIn, e.Mail.ID, c.source.Thread)
			if err != nil {
				return err
			}
		}
	}
	c.From, c.Into = c.source.Thread, c.target.Thread
	event := queue.CorrectionEvent{By: c.By, Messages: c.moving}
	return errors.Join(c.put(&c.target), c.enqueue(c.Into, queue.KindCorrection, event))
}

// authors returns participants and the authors of messages, without duplicates.
func authors(participants []string, messages []queue.CustomerEvent) []string {
	for _, e := range messages {
		participants = union(participants, []string{strings.ToLower(e.From)})
	}
	return participants
}

// union appends the elements of b that a lacks to a.
func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// note adds a line to a thread's journal. The source is staff, because a person gave the order.
func (c *change) note(thread, kind, ref string, payload any) error {
	if c.admin.via != "" {
		payload = c.admin.payload(map[string]any{"thread": payload})
	}
	return queue.AppendNote(c.tx, thread, agent.Note{
		At:      c.admin.Now(),
		Source:  store.SourceHumanReview,
		Kind:    kind,
		Actor:   c.By,
		Ref:     ref,
		Payload: payload,
	})
}

// put stores a head. If a runner is working on the thread, its next commit fails, and the runner
// starts again with the new head.
func (c *change) put(h *store.Head) (err error) {
	h.UpdatedAt = c.admin.Now()
	h.Version, err = c.tx.PutHead(*h)
	return err
}

func (c *change) enqueue(thread, kind string, data any) error {
	_, err := c.tx.Enqueue(queue.NewEvent(c.admin.Now(), thread, kind, data))
	return err
}

// index lets answers to the moving messages find the target. Identifiers that staying messages
// also refer to keep their thread.
func (c *change) index() error {
	var kept []string
	for _, e := range c.staying {
		kept = union(kept, e.Learn)
	}
	for _, e := range c.moving {
		for _, id := range e.Learn {
			if slices.Contains(kept, id) && id != e.Mail.ID {
				continue
			}
			ref, err := c.tx.MessageID(id)
			otherUse := err == nil && (ref.Thread != c.From || ref.Mail != 0)
			if errors.Is(err, store.ErrNotFound) || otherUse {
				continue
			}
			ref.Thread = c.Into
			if err := errors.Join(err, c.tx.PutMessageID(id, ref)); err != nil {
				return err
			}
		}
		if err := errors.Join(queue.Learn(c.tx, c.Into, e), c.move(e)); err != nil {
			return err
		}
	}
	return nil
}

// move records the new thread of a message.
func (c *change) move(e queue.CustomerEvent) error {
	if e.Inbound == 0 {
		return nil
	}
	in, err := c.tx.Inbound(e.Inbound)
	if err != nil || in.Thread != c.From {
		return err
	}
	in.Thread = c.Into
	return c.tx.PutInbound(in)
}
