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

// An admin ends a thread as CANCEL in a review does. It takes its turn in the
// thread's queue; from when it is in there, nothing to the customer leaves.

// Cancel ends a thread, which is done by the daemon that runs, or that runs next.
// It returns the thread's id, and fails with a refusal where there is nothing to end.
func (a *Admin) Cancel(ctx context.Context, id, why, by string) (string, error) {
	e := queue.CancelEvent{By: by, Why: why}
	id = strings.ToUpper(strings.TrimSpace(id))
	err := a.Update(ctx, failpoint.Cancel, func(tx store.Tx) error {
		if err := cancellable(tx, id); err != nil {
			return err
		}
		_, err := tx.Enqueue(queue.NewEvent(a.Now(), id, queue.KindCancel, e))
		return errors.Join(err, queue.AppendNote(tx, id, agent.Note{
			At: a.Now(), Source: store.SourceHumanReview, Kind: journal.KindCancel, Actor: e.By,
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

func cancellable(tx store.Tx, id string) error {
	h, err := tx.Head(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return refusal.Errorf("there is no thread %s; ppamaild threads list shows those there are",
			id)
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
	if err == nil && slices.ContainsFunc(events,
		func(e store.Event) bool { return e.Kind == queue.KindCancel }) {
		err = refusal.Errorf("%s is about to be cancelled already, as soon as the daemon runs", id)
	}
	return err
}
