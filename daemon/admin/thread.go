package admin

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Cancel queues an event that ends a thread, as CANCEL in a review does, and returns the
// thread's id. From then on no mail to the customer leaves. The running or next daemon processes
// the event. Cancel returns a refusal if there is no thread to end.
func (a *Admin) Cancel(ctx context.Context, id, why, by string) (string, error) {
	e := queue.CancelEvent{By: by, Why: why}
	id = strings.ToUpper(strings.TrimSpace(id))
	err := a.Update(ctx, failpoint.Cancel, func(tx store.Tx) error {
		if err := cancellable(tx, id); err != nil {
			return err
		}
		_, err := tx.Enqueue(queue.NewEvent(a.Now(), id, queue.KindCancel, e))
		return errors.Join(err, queue.AppendNote(tx, id, agent.Note{
			At:      a.Now(),
			Source:  store.SourceHumanReview,
			Kind:    journal.KindCancel,
			Actor:   e.By,
			Payload: e.Why,
		}))
	})
	if err != nil {
		return "", err
	}
	a.Log.Info("cancelled by hand", "thread", id, "by", e.By)
	a.Signals.Threads.Wake(id, queue.Ahead)
	return id, nil
}

// cancellable returns a refusal if a thread cannot be ended.
func cancellable(tx store.Tx, id string) error {
	h, err := tx.Head(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return refusal.Errorf(
			"there is no thread %s; ppamaild threads list shows the threads", id)
	case err != nil:
		return err
	case id == journal.AgencyThread:
		return refusal.Errorf("%s is the agency's own thread, which does not end", id)
	case h.MergedInto != "":
		return refusal.Errorf("%s was merged into %s", id, h.MergedInto)
	case h.Status.Ended():
		return refusal.Errorf("%s is %s already", id, h.Status)
	}
	events, err := tx.Events(id)
	isCancel := func(e store.Event) bool { return e.Kind == queue.KindCancel }
	if err == nil && slices.ContainsFunc(events, isCancel) {
		err = refusal.Errorf("%s is about to be canceled already, as soon as the daemon runs", id)
	}
	return err
}

// Note keeps a note for colleagues in the journal of a thread. Customers and models never get a
// note. Note returns a refusal for an unknown thread.
func (a *Admin) Note(ctx context.Context, thread, by, text string) error {
	err := a.Update(ctx, failpoint.Keep, func(tx store.Tx) error {
		head, err := queue.CurrentHead(tx, thread)
		if err != nil {
			return err
		}
		thread = head.Thread
		return queue.AppendNote(tx, thread, agent.Note{
			At: a.Now().UTC(), Source: store.SourceHumanReview, Kind: journal.KindNote,
			Actor: by, Payload: text,
		})
	})
	if errors.Is(err, store.ErrNotFound) {
		return refusal.Errorf("there is no thread %s", thread)
	}
	if err == nil {
		a.Log.Info("note for colleagues", "thread", thread, "by", by)
		a.Signals.Changed.Add(thread)
	}
	return err
}
