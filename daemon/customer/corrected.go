package customer

import (
	"context"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
)

// corrected gives the agent the messages that staff moved here. If staff moved messages away, the
// agent starts over with the remaining messages, because earlier results may rest on the messages
// that left.
func (h *Handler) corrected(ctx context.Context, t *runner.Turn, e queue.CorrectionEvent) error {
	handedOver := t.State.Status == store.ThreadHandedOver
	if e.Restart {
		if err := h.restart(ctx, t, &e); err != nil {
			return err
		}
	}
	for _, m := range e.Messages {
		m.Arrived = time.Time{} // reviews were about the message before
		if err := h.wrote(ctx, t, m); err != nil {
			return err
		}
	}
	if e.Restart && handedOver {
		return t.Step(ctx, agent.TakenOver{By: e.By, At: t.At()})
	}
	return nil
}

// restart makes the agent forget the thread, and adds the messages of the thread to the event.
func (h *Handler) restart(
	ctx context.Context, t *runner.Turn, e *queue.CorrectionEvent,
) (err error) {
	e.Messages, err = queue.Read(ctx, h.Store, func(tx store.Tx) ([]queue.CustomerEvent, error) {
		return h.Messages(ctx, tx, t.Head.Thread)
	})
	if err != nil || len(e.Messages) == 0 {
		return err
	}
	first := e.Messages[0]
	t.Head.Subject = queue.Title(first.Mail)
	// The agent reads the messages of dead letters again, so the dead letters count as retried.
	t.Note(store.SourceSystem, journal.KindRetried, e.By, "", 0)
	return t.Step(ctx, agent.Begun{
		Customer: queue.Opener(first),
		Policy:   t.Agent.Policy(),
		Restart:  true,
		Actions:  t.State.Actions,
		At:       t.At(),
	})
}
