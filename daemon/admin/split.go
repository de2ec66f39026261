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
	"ppamaild/review"
	"ppamaild/store"
)

// leave takes the messages out of the source: what was under way there rests on
// them. A source that is merged ends; else it reads what stays anew.
func (w *correcting) leave() error {
	if err := w.makeTarget(); err != nil {
		return err
	}
	why := "staff moved messages out of the thread"
	if w.merges() {
		why = "the thread was merged into " + w.target.Thread
	}
	if err := errors.Join(w.moveQueue(), w.withdraw(why), w.closeReviews(why)); err != nil {
		return err
	}
	if w.merges() {
		return w.end(why)
	}
	for _, e := range w.moving {
		if err := w.note(w.source.Thread, journal.KindMovedOut, e.Mail.ID,
			w.target.Thread); err != nil {
			return err
		}
	}
	w.source.Participants = authors(nil, w.staying)
	return errors.Join(w.put(&w.source), w.enqueue(w.source.Thread, queue.KindCorrection,
		queue.CorrectionEvent{By: w.By, Restart: true}))
}

func (w *correcting) makeTarget() (err error) {
	if w.Into != "" {
		return nil
	}
	if w.target, err = w.d.NewQuoteHead(w.tx, w.moving[0]); err != nil {
		return err
	}
	return w.put(&w.target)
}

// end stops the source for good; whatever names it names the target from then on.
func (w *correcting) end(why string) error {
	state, err := agent.DecodeState(w.source.State)
	if err != nil {
		return err
	}
	var events []agent.Event
	if state.Policy == "" { // no runner has come to it yet
		events = append(events, agent.Begun{Customer: state.CustomerInfo,
			Policy: w.ending.Policy(), At: w.d.Now()})
	}
	events = append(events, agent.Stopped{Status: store.ThreadCancelled, Why: why, By: w.By,
		At: w.d.Now()})
	for _, e := range events {
		result, err := w.ending.Step(&state, e)
		if err != nil {
			return err
		}
		for _, n := range result.Notes {
			if err := queue.AppendNote(w.tx, w.source.Thread, n); err != nil {
				return err
			}
		}
	}
	state.InFlight = 0
	if w.source.State, err = state.Encode(); err != nil {
		return err
	}
	w.source.Status, w.source.MergedInto = state.Status, w.target.Thread
	return errors.Join(w.put(&w.source), w.note(w.source.Thread, journal.KindMergedInto,
		w.target.Thread, nil))
}

// moveQueue takes events out of the source's queue that are about what goes: those
// of its messages, which the target is given anew, and of a source that ends the
// questions whose message it is.
func (w *correcting) moveQueue() error {
	events, err := w.tx.Events(w.source.Thread)
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
			if !slices.ContainsFunc(w.moving, func(m queue.CustomerEvent) bool {
				return m.Inbound == of.Inbound && m.Mail.ID == of.Mail.ID
			}) {
				continue
			}
			err = w.tx.Dequeue(e.Thread, e.Seq)
		case e.Kind == queue.KindRouting && w.merges():
			err = errors.Join(w.tx.Dequeue(e.Thread, e.Seq), w.askThere(e.Data))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// askThere has the target ask whose a message is that the source was to ask about.
func (w *correcting) askThere(data []byte) error {
	var e queue.RoutingEvent
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	for i, id := range e.Candidates {
		if id == w.source.Thread {
			e.Candidates[i] = w.target.Thread
		}
	}
	e.Candidates = union(nil, e.Candidates)
	return w.enqueue(w.target.Thread, queue.KindRouting, e)
}

// withdraw takes back what was approved and has not left yet.
func (w *correcting) withdraw(why string) error {
	mails, err := w.tx.ThreadMail(w.source.Thread)
	for _, m := range mails {
		if m.Kind != store.MailCustomer || !m.Status.Due() {
			continue
		}
		m.Status, m.LastError = store.MailWithdrawn, why
		n := agent.Note{At: w.d.Now(), Source: store.SourceSystem, Kind: journal.KindWithdrawn,
			Ref: m.MessageID, Payload: why}
		err = errors.Join(err, w.d.PutMail(w.tx, m), queue.AppendNote(w.tx, m.Thread, n))
	}
	return err
}

// closeReviews supersedes what is open in the source: of a source that is merged,
// everything; else what rests on its messages.
func (w *correcting) closeReviews(why string) error {
	open, err := w.tx.OpenReviews(w.source.Thread)
	if err != nil {
		return err
	}
	var closed []string
	for _, rv := range open {
		if !queue.Voidable(rv) && !w.merges() {
			continue
		}
		closed = append(closed, strconv.Itoa(rv.Number))
		rv.Status, rv.Why = store.ReviewSuperseded, why
		n := agent.Note{At: w.d.Now(), Source: store.SourceSystem, Kind: journal.KindSuperseded,
			Ref: strconv.Itoa(rv.Number), Payload: why}
		if err := errors.Join(w.tx.PutReview(rv), queue.AppendNote(w.tx, rv.Thread,
			n)); err != nil {
			return err
		}
		if rv.Kind == review.KindRouting {
			if err := w.askThere(rv.Data); err != nil {
				return err
			}
		}
	}
	return w.stopTimers(closed)
}

// stopTimers ends the waits for the closed reviews and for the customer.
func (w *correcting) stopTimers(closed []string) error {
	timers, err := w.tx.Timers(w.source.Thread)
	for _, t := range timers {
		_, number, _ := strings.Cut(t.Name, ":")
		if t.Name == queue.TimerCustomerWait || slices.Contains(closed, number) {
			err = errors.Join(err, w.tx.DeleteTimer(t.Thread, t.Name))
		}
	}
	return err
}
