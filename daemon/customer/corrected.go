package customer

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
)

// corrected has the agent take in messages that staff moved here; where others were
// moved away, it reads those that stayed as if nothing had been made of them yet, as
// nobody can tell what rested on the others.
func (h *Handler) corrected(ctx context.Context, t *runner.Turn, e queue.CorrectionEvent) error {
	person := t.State.Status == store.ThreadHandedOver
	if e.Restart {
		if err := h.beginAnew(ctx, t, &e); err != nil {
			return err
		}
	}
	for _, m := range e.Messages {
		if err := h.wrote(ctx, t, m); err != nil {
			return err
		}
	}
	if e.Restart && person {
		return t.Step(ctx, agent.TakenOver{By: e.By, At: t.At()})
	}
	return nil
}

// beginAnew has the agent forget the thread, and adds its messages to the event.
func (h *Handler) beginAnew(ctx context.Context, t *runner.Turn, e *queue.CorrectionEvent) (err error) {
	e.Messages, err = queue.Read(ctx, h.Store, func(tx store.Tx) ([]queue.CustomerEvent, error) {
		return h.Messages(ctx, tx, t.Head.Thread)
	})
	if err != nil || len(e.Messages) == 0 {
		return err
	}
	first := e.Messages[0]
	t.Head.Subject = queue.Title(first.Mail)
	t.Note(store.SourceSystem, journal.KindRetried, e.By, "", 0) // what was given up is among what is read anew
	return t.Step(ctx, agent.Begun{Customer: queue.Opener(first), Policy: t.Agent.Policy(),
		Restart: true, Actions: t.State.Actions, At: t.At()})
}
