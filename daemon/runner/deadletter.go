package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// skip removes the oldest event from the queue after too many failures. The thread goes to a
// person. If the thread itself is unusable, only the message behind the event goes to staff.
func (r *Runner) skip(ctx context.Context, thread string, why error) error {
	_, err := guard.Watch(ctx, r.Watch, "handing over thread "+thread,
		func(ctx context.Context) (struct{}, error) {
			return struct{}{}, r.deadLetter(ctx, thread, why)
		})
	if err != nil {
		return r.dropEvent(ctx, thread, err)
	}
	return nil
}

// deadLetter removes the oldest event from the queue and hands the thread over to a person,
// with all that is known.
func (r *Runner) deadLetter(ctx context.Context, thread string, why error) error {
	if thread == journal.AgencyThread { // has no customer to hand over
		return r.dropEvent(ctx, thread, why)
	}
	t, err := r.load(ctx, thread)
	if err != nil {
		return err
	}
	r.Log.Error("giving up on an event",
		"thread", thread, "event", t.Event.Seq, "kind", t.Event.Kind, "error", why)
	reason := guard.FirstLine(why.Error())
	letter := DeadLetter{Why: reason, Kind: t.Event.Kind, At: t.Event.At, Data: t.Event.Data}
	if t.State.InFlight == t.Event.Seq {
		letter.Data = nil
	}
	t.Note(store.SourceSystem, journal.KindGivenUp, "", fmt.Sprint(t.Event.Seq), letter)
	var customer queue.CustomerEvent
	if t.Event.Kind == queue.KindCustomer && json.Unmarshal(t.Event.Data, &customer) == nil {
		unread := agent.CustomerMessage{Mail: customer.Mail, Inbound: customer.Inbound, At: t.At()}
		t.Note(store.SourceCustomer, journal.KindUnread, customer.From, customer.Mail.ID, unread)
	}
	if err := t.abandonEffect(ctx, reason); err != nil {
		return err
	}
	if err := t.Step(ctx, agent.Stuck{Why: reason, At: t.At()}); err != nil {
		return err
	}
	t.State.InFlight, t.finished = 0, true
	return t.commit(ctx)
}

// dropEvent removes the oldest event from the queue of a thread that cannot be read or written.
// The message behind the event stays stored, and staff are notified.
func (r *Runner) dropEvent(ctx context.Context, thread string, why error) error {
	var e store.Event
	err := r.Update(ctx, failpoint.Abandon, func(tx store.Tx) (err error) {
		if e, _, err = tx.NextEvent(thread); err != nil {
			return err
		}
		if err := tx.Dequeue(thread, e.Seq); err != nil {
			return err
		}
		return r.EventDropped(tx, e, guard.FirstLine(why.Error()))
	})
	if err != nil {
		return errors.Join(why, err)
	}
	r.Log.Error("dropped an event of an unusable thread",
		"thread", thread, "event", e.Seq, "kind", e.Kind, "error", why)
	r.Signals.Sending.Notify()
	r.Signals.Timers.Notify()
	return nil
}

// DeadLetter is the record in the journal of an event that failed too often.
type DeadLetter struct {
	Why  string          `json:"why"`
	Kind string          `json:"kind"`
	At   time.Time       `json:"at"`
	Data json.RawMessage `json:"data,omitempty"` // nil: in the state
}

// DeadLetters returns the dead letters of a thread since its last retry, oldest first. A failed
// retry is none of them.
func DeadLetters(tx store.Journals, thread string) (letters []DeadLetter, err error) {
	var failed error
	err = tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		switch {
		case e.Source != store.SourceSystem:
		case e.Kind == journal.KindRetried:
			letters = nil
		case e.Kind == journal.KindGivenUp && payload != nil:
			var g DeadLetter
			if failed = json.Unmarshal(payload, &g); g.Kind != queue.KindRetry {
				letters = append(letters, g)
			}
		}
		return failed == nil
	})
	return letters, errors.Join(err, failed)
}

// retried ends the hand-over of the thread, and handles the dead letters again.
func (r *Runner) retried(ctx context.Context, t *Turn, e queue.RetryEvent) error {
	letters, err := queue.Read(ctx, r.Store, func(tx store.Tx) ([]DeadLetter, error) {
		return DeadLetters(tx, t.Head.Thread)
	})
	if err != nil {
		return err
	}
	var payload any = len(letters)
	if e.Via != "" {
		payload = map[string]any{"letters": len(letters), "via": e.Via}
	}
	t.Note(store.SourceSystem, journal.KindRetried, e.By, "", payload)
	if t.State.Status == store.ThreadHandedOver {
		if err := takeBack(ctx, t, e.By); err != nil {
			return err
		}
	}
	for _, l := range letters {
		if err := r.handleAgain(ctx, t, l); err != nil {
			return err
		}
	}
	return nil
}

// takeBack ends the hand-over of the thread.
func takeBack(ctx context.Context, t *Turn, by string) error {
	open, err := t.OpenReviews(ctx)
	if err != nil {
		return err
	}
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			t.CloseReview(rv, store.ReviewSuperseded, t.runner.Say("runner.tries_again"), 0)
		}
	}
	return t.Step(ctx, agent.HandedBack{By: by, At: t.At()})
}

// handleAgain handles a dead letter in place of the event that asks for the retry.
func (r *Runner) handleAgain(ctx context.Context, t *Turn, l DeadLetter) error {
	if l.Data == nil {
		return nil
	}
	own := t.Event
	defer func() { t.Event = own }()
	t.Event.Kind, t.Event.At, t.Event.Data = l.Kind, l.At, l.Data
	return r.handle(ctx, t)
}
