package decision

import (
	"context"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// remind asks those who still may decide once more.
func (h *Handler) remind(ctx context.Context, t *runner.Turn, rv store.Review) error {
	return h.askMore(ctx, t, rv, "reminder", h.Staff.StillAsked(rv.Staff, rv.Step))
}

// escalate asks others too; they are told then who decided, like everyone asked.
func (h *Handler) escalate(ctx context.Context, t *runner.Turn, rv store.Review) error {
	return h.askMore(ctx, t, rv, "escalation", h.Staff.EscalateTo(h.Staff.StillAsked(rv.Staff,
		rv.Step), rv.Step))
}

// askMore asks once more, and whoever was not asked before too.
func (h *Handler) askMore(ctx context.Context, t *runner.Turn, rv store.Review, name string, to []string) error {
	if err := h.askAll(ctx, t, rv, name, to); err != nil {
		return err
	}
	rv.Staff = slices.Clone(rv.Staff)
	for _, address := range to {
		if !slices.Contains(rv.Staff, address) {
			rv.Staff = append(rv.Staff, address)
		}
	}
	t.PutReview(rv)
	return nil
}

func (h *Handler) askAll(ctx context.Context, t *runner.Turn, rv store.Review, name string, to []string) error {
	t.Note(store.SourceSystem, name, "", fmt.Sprint(rv.Number), to)
	for _, address := range to {
		if err := t.MailReview(ctx, rv, address, name); err != nil {
			return err
		}
	}
	return nil
}

// expireReview gives up waiting for staff. Nothing takes effect.
func (h *Handler) expire(ctx context.Context, t *runner.Turn, rv store.Review) error {
	if rv.Kind == review.KindSetAside {
		t.CloseReview(rv, store.ReviewExpired, "the list is too old to be answered", 0)
		return nil
	}
	t.CloseReview(rv, store.ReviewExpired, runner.WhyUndecided, 0)
	if err := t.NotifyAll("expired", templates.Notice{
		Review: rv.Number, Step: rv.Step, Reason: runner.WhyUndecided, Who: t.State.CustomerInfo.Address,
	}); err != nil {
		return err
	}
	if !queue.Pauses(rv) {
		return h.setInboundAside(ctx, t, rv) // the thread does not wait for it
	}
	return t.Step(ctx, agent.Stopped{Status: store.ThreadExpired, Why: runner.WhyUndecided, At: t.At()})
}
