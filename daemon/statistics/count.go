package statistics

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/review"
	"ppamaild/store"
)

// Count counts the new entries in the journal of a thread.
func (c *Counter) Count(ctx context.Context, thread string) error {
	if thread == "" || thread == journal.AgencyThread {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var entries []store.Entry // newest first
	days := map[time.Time]Day{}
	var rejections []Rejection
	err := c.store.View(ctx, func(tx store.Tx) error {
		h, err := tx.Head(thread)
		if err != nil {
			return err
		}
		entries, err = c.newEntries(tx, thread)
		for _, e := range slices.Backward(entries) {
			day, rejected, failed := count(tx, h, e)
			err = errors.Join(err, failed)
			sum := days[e.At]
			sum.Add(day)
			days[e.At] = sum
			if rejected > 0 {
				rejections = append(rejections, Rejection{thread, rejected, e.At})
			}
		}
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil || len(entries) == 0 {
		return err
	}
	for at, day := range days {
		c.at(at, day)
	}
	c.place.Seen[thread] = seen{entries[0].Seq, c.now()}
	list := append(c.place.Rejections, rejections...)
	c.place.Rejections = list[max(0, len(list)-maxRejections):]
	return nil
}

// newEntries returns the entries of a thread that are not counted, newest first.
func (c *Counter) newEntries(tx store.Journals, thread string) (entries []store.Entry, err error) {
	was, known := c.place.Seen[thread]
	err = tx.LatestEntries(thread, func(e store.Entry) bool {
		isNew := known && e.Seq > was.Seq || !known && e.At.After(c.place.Until)
		if isNew {
			entries = append(entries, e)
		}
		return isNew
	})
	return entries, err
}

// notInTests are the entries that do not count in a test. The tokens of a test count.
func notInTests() []string { return []string{agent.KindBegun, journal.KindReply} }

// count returns the figures of an entry, and the number of the review that the entry rejects.
func count(tx store.Tx, h store.Head, e store.Entry) (day Day, rejected int, err error) {
	switch {
	case h.Workflow == store.WorkflowTest && slices.Contains(notInTests(), e.Kind):
	case e.Kind == agent.KindBegun && h.Workflow == store.WorkflowTask:
		day.Tasks++
	case e.Kind == agent.KindBegun:
		day.Threads++
	case e.Kind == agent.KindMessage && e.Source == store.SourceCustomer:
		day.Mails++
	case e.Kind == journal.KindOutbox:
		err = answered(tx, h, e, &day)
	case e.Kind == journal.KindReply && e.Source == store.SourceHumanReview:
		rejected, err = decided(tx, e, &day)
	case e.Kind == agent.KindPlanned || e.Kind == agent.KindPlannerFailed ||
		e.Kind == agent.KindAskedBack || e.Kind == agent.KindReturned:
		err = worked(tx, e, &day)
	}
	return day, rejected, err
}

// isAnswer reports whether a mail answers the customer. Receipts, reminders and mails that staff
// took back are no answers.
func isAnswer(m store.Mail) bool {
	return m.Kind == store.MailCustomer && m.Purpose == "" && m.Status != store.MailWithdrawn
}

// answered counts an answer.
func answered(tx store.Tx, h store.Head, e store.Entry, day *Day) error {
	mails, err := tx.ThreadMail(h.Thread)
	mails = slices.DeleteFunc(mails, func(m store.Mail) bool { return !isAnswer(m) })
	place := slices.IndexFunc(mails, func(m store.Mail) bool { return m.MessageID == e.Ref })
	if place >= 0 {
		day.Answers++
	}
	if place == 0 {
		day.FirstAnswer.add(e.At.Sub(h.CreatedAt))
	}
	return err
}

// decided counts the decision of a step.
func decided(tx store.Tx, e store.Entry, day *Day) (rejected int, err error) {
	var reply journal.Reply
	if err := decode(tx, e, &reply); err != nil || reply.Review == 0 {
		return 0, err
	}
	rv, err := tx.Review(e.Thread, reply.Review)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	isDecision := rv.Kind == review.KindStep && rv.Status == store.ReviewDecided &&
		rv.DecidedBy == e.Actor && rv.Verdict == reply.Verdict
	if err != nil || !isDecision {
		return 0, err
	}
	day.Decision.add(rv.DecidedAt.Sub(rv.CreatedAt))
	switch agent.Verdict(rv.Verdict) {
	case agent.Accept:
		day.Accepted++
	case agent.Edit:
		day.Edited++
	case agent.Reject:
		day.Rejected++
		rejected = rv.Number
	}
	return rejected, nil
}

// worked counts drafts of quotes, and the use of a model.
func worked(tx store.Tx, e store.Entry, day *Day) error {
	var work struct {
		Usage  agent.Usage `json:"spent"`
		Action struct {
			Usage agent.Usage `json:"spent"`
		} `json:"action"`
		Output struct {
			Draft json.RawMessage `json:"draft"`
			Data  json.RawMessage `json:"data"`
		} `json:"output"`
	}
	raw, err := tx.Payload(e)
	isDraft := e.Kind == agent.KindReturned && e.Actor == agent.ToolSendQuote
	if err != nil || raw == nil || !isDraft && !bytes.Contains(raw, []byte(`"spent"`)) {
		return err
	}
	if err := json.Unmarshal(raw, &work); err != nil {
		return err
	}
	var result struct {
		Meta struct {
			Usage agent.Usage `json:"spent"`
		} `json:"metadata"`
	}
	_ = json.Unmarshal(work.Output.Data, &result) // a list has no usage
	usage := work.Usage.Plus(work.Action.Usage).Plus(result.Meta.Usage)
	day.Tokens, day.MicroDollars = usage.Tokens(), usage.MicroDollars
	if isDraft && len(work.Output.Draft) > 0 {
		day.Quotes++
	}
	return nil
}

// decode reads the payload of an entry. An erased payload changes nothing.
func decode(tx store.Journals, e store.Entry, into any) error {
	raw, err := tx.Payload(e)
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, into)
	}
	return err
}
