package decision

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
	"ppamaild/templates"
)

// cancelled ends the thread, takes back what has not left, and tells staff.
func (h *Handler) cancelled(ctx context.Context, t *runner.Turn, e queue.CancelEvent) error {
	if t.State.Status.Ended() {
		return nil
	}
	if _, err := t.Withdraw(ctx, "the thread was cancelled by "+e.By); err != nil {
		return err
	}
	if err := t.Step(ctx, agent.Stopped{Status: store.ThreadCancelled, Why: e.Why, By: e.By,
		At: t.At()}); err != nil {
		return err
	}
	return t.NotifyAll("cancelled", templates.Notice{Who: e.By, When: h.When(t.Event.At),
		Reason: e.Why})
}
