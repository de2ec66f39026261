package admin

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/review"
	"ppamaild/store"
)

// leave removes the moving messages from the source, with the mails and reviews that depend on
// them. The source of a merge ends. Otherwise the source processes the staying messages again.
func (c *change) leave() error {
	if err := c.makeTarget(); err != nil {
		return err
	}
	why := c.admin.Say("admin.moved_out")
	if c.isMerge() {
		why = c.admin.Say("admin.merged", c.target.Thread)
	}
	if err := errors.Join(c.moveQueue(), c.withdraw(why), c.closeReviews(why)); err != nil {
		return err
	}
	if c.isMerge() {
		return c.end(why)
	}
	for _, e := range c.moving {
		err := c.note(c.source.Thread, journal.KindMovedOut, e.Mail.ID, c.target.Thread)
		if err != nil {
			return err
		}
	}
	c.source.Participants = authors(nil, c.staying)
	event := queue.CorrectionEvent{By: c.By, Restart: true}
	return errors.Join(c.put(&c.source), c.enqueue(c.source.Thread, queue.KindCorrection, event))
}

func (c *change) makeTarget() (err error) {
	if c.Into != "" {
		return nil
	}
	if c.target, err = c.admin.NewQuoteHead(c.tx, c.moving[0]); err != nil {
		return err
	}
	return c.put(&c.target)
}

// end ends the source of a merge. References to the source then lead to the target.
func (c *change) end(why string) error {
	state, err := agent.DecodeState(c.source.State)
	if err != nil {
		return err
	}
	var events []agent.Event
	if state.Policy == "" { // no runner has processed the thread yet
		events = append(events, agent.Begun{
			Customer: state.CustomerInfo,
			Policy:   c.agent.Policy(),
			At:       c.admin.Now(),
		})
	}
	events = append(events, agent.Stopped{
		Status: store.ThreadCancelled,
		Why:    why,
		By:     c.By,
		At:     c.admin.Now(),
	})
	for _, e := range events {
		result, err := c.agent.Step(&state, e)
		if err != nil {
			return err
		}
		for _, n := range result.Notes {
			if err := queue.AppendNote(c.tx, c.source.Thread, n); err != nil {
				return err
			}
		}
	}
	state.InFlight = 0
	if c.source.State, err = state.Encode(); err != nil {
		return err
	}
	c.source.Status, c.source.MergedInto = state.Status, c.target.Thread
	noteErr := c.note(c.source.Thread, journal.KindMergedInto, c.target.Thread, nil)
	return errors.Join(c.put(&c.source), noteErr)
}

// moveQueue removes the events of moving messages from the source's queue; the target gets them
// by its correction event. In a merge, routing questions move to the target.
func (c *change) moveQueue() error {
	events, err := c.tx.Events(c.source.Thread)
	if err != nil {
		return err
	}
	for _, e := range events {
		var of queue.CustomerEvent
		switch {
		case e.Kind == queue.KindCustomer:
			if err := json.Unmarshal(e.Data, &of); err != nil {
				return err
			}
			moves := slices.ContainsFunc(c.moving, func(m queue.CustomerEvent) bool {
				return m.Inbound == of.Inbound && m.Mail.ID == of.Mail.ID
			})
			if !moves {
				continue
			}
			err = c.tx.Dequeue(e.Thread, e.Seq)
		case e.Kind == queue.KindRouting && c.isMerge():
			err = errors.Join(c.tx.Dequeue(e.Thread, e.Seq), c.askThere(e.Data))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// askThere moves a routing question to the target. data is a queue.RoutingEvent.
func (c *change) askThere(data []byte) error {
	var e queue.RoutingEvent
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	for i, id := range e.Candidates {
		if id == c.source.Thread {
			e.Candidates[i] = c.target.Thread
		}
	}
	e.Candidates = union(nil, e.Candidates)
	return c.enqueue(c.target.Thread, queue.KindRouting, e)
}

// withdraw withdraws the approved mails to the customer that have not left.
func (c *change) withdraw(why string) error {
	mails, err := c.tx.ThreadMail(c.source.Thread)
	for _, m := range mails {
		if m.Kind != store.MailCustomer || !m.Status.Due() {
			continue
		}
		m.Status, m.LastError = store.MailWithdrawn, why
		n := c.systemNote(journal.KindWithdrawn, m.MessageID, why)
		err = errors.Join(err, c.admin.PutMail(c.tx, m), queue.AppendNote(c.tx, m.Thread, n))
	}
	return err
}

// closeReviews supersedes open reviews of the source: in a merge all reviews, otherwise the reviews
// that depend on messages.
func (c *change) closeReviews(why string) error {
	open, err := c.tx.OpenReviews(c.source.Thread)
	if err != nil {
		return err
	}
	var closed []string
	for _, rv := range open {
		if !queue.Voidable(rv) && !c.isMerge() {
			continue
		}
		closed = append(closed, strconv.Itoa(rv.Number))
		rv.Status, rv.Why = store.ReviewSuperseded, why
		n := c.systemNote(journal.KindSuperseded, strconv.Itoa(rv.Number), why)
		err := errors.Join(c.tx.PutReview(rv), queue.AppendNote(c.tx, rv.Thread, n))
		if err != nil {
			return err
		}
		if rv.Kind == review.KindRouting {
			if err := c.askThere(rv.Data); err != nil {
				return err
			}
		}
	}
	return c.stopTimers(closed)
}

// systemNote returns a journal line about a consequence of the correction.
func (c *change) systemNote(kind, ref, why string) agent.Note {
	return agent.Note{
		At:      c.admin.Now(),
		Source:  store.SourceSystem,
		Kind:    kind,
		Ref:     ref,
		Payload: why,
	}
}

// stopTimers deletes the source's timers of closed reviews and of the customer's time to answer.
func (c *change) stopTimers(closed []string) error {
	all, err := c.tx.Timers(c.source.Thread)
	for _, t := range all {
		_, number, _ := strings.Cut(t.Name, ":")
		if t.Name == timers.CustomerWait || slices.Contains(closed, number) {
			err = errors.Join(err, c.tx.DeleteTimer(t.Thread, t.Name))
		}
	}
	return err
}
