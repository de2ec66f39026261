package daemon

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// corrected has the agent take in messages that staff moved here; where others were
// moved away, it reads those that stayed as if nothing had been made of them yet, as
// nobody can tell what rested on the others.
func (r *run) corrected(ctx context.Context, e queue.CorrectionEvent) error {
	person := r.State.Status == store.ThreadHandedOver
	if e.Anew {
		if err := r.beginAnew(ctx, &e); err != nil {
			return err
		}
	}
	for _, m := range e.Messages {
		if err := r.customerWrote(ctx, m); err != nil {
			return err
		}
	}
	if e.Anew && person {
		return r.step(ctx, agent.TakenOver{By: e.By, At: r.at()})
	}
	return nil
}

// beginAnew has the agent forget the thread, and adds its messages to the event.
func (r *run) beginAnew(ctx context.Context, e *queue.CorrectionEvent) (err error) {
	e.Messages, err = queue.Read(ctx, r.d.store, func(tx store.Tx) ([]queue.CustomerEvent, error) { return r.d.messagesOf(ctx, tx, r.Head.Thread) })
	if err != nil || len(e.Messages) == 0 {
		return err
	}
	first := e.Messages[0]
	r.Head.Subject = queue.Title(first.Mail)
	r.note(store.SourceSystem, journal.KindRetried, e.By, "", 0) // what was given up is among what is read anew
	return r.step(ctx, agent.Begun{Customer: queue.Opener(first), Policy: r.agent.Policy(), Restart: true, Actions: r.State.Actions, At: r.at()})
}
