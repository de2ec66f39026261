package decision

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
	"ppamaild/templates"
)

// cancelled ends the thread, withdraws mails that have not left, and notifies staff.
func (h *Handler) cancelled(ctx context.Context, t *runner.Turn, e queue.CancelEvent) error {
	if t.State.Status.Ended() {
		return nil
	}
	if _, err := t.Withdraw(ctx, h.Say("decision.cancelled_by", e.By)); err != nil {
		return err
	}
	stopped := agent.Stopped{Status: store.ThreadCancelled, Why: e.Why, By: e.By, At: t.At()}
	if err := t.Step(ctx, stopped); err != nil {
		return err
	}
	n := templates.Notice{Who: e.By, When: h.When(t.Event.At), Reason: e.Why}
	return t.NotifyAll("cancelled", n)
}
