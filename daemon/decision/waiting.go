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

// remind repeats the request to the asked staff who may still decide.
func (a *asking) remind(ctx context.Context, t *runner.Turn, rv store.Review) error {
	return a.askMore(ctx, t, rv, "reminder", a.Staff.StillAsked(rv.Staff, rv.Step))
}

// escalate asks more staff. They also get the notice of the decision.
func (a *asking) escalate(ctx context.Context, t *runner.Turn, rv store.Review) error {
	to := a.Staff.EscalateTo(rv.Staff, rv.Step)
	if len(to) == 0 { // all have been asked, and a reminder followed
		a.Log.Warn("a review waits, and no more staff can be asked",
			"thread", rv.Thread, "review", rv.Number, "asked", rv.Staff)
		return nil
	}
	return a.askMore(ctx, t, rv, "escalation", to)
}

// askMore repeats the request and adds its recipients to the staff of the review.
func (a *asking) askMore(
	ctx context.Context, t *runner.Turn, rv store.Review, name string, to []string,
) error {
	if err := a.askAll(ctx, t, rv, name, to); err != nil {
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

func (a *asking) askAll(
	ctx context.Context, t *runner.Turn, rv store.Review, name string, to []string,
) error {
	t.Note(store.SourceSystem, name, "", fmt.Sprint(rv.Number), to)
	for _, address := range to {
		if err := t.MailReview(ctx, rv, address, name); err != nil {
			return err
		}
	}
	return nil
}

// expire closes a review that waited too long, without an effect.
func (a *asking) expire(ctx context.Context, t *runner.Turn, rv store.Review) error {
	if rv.Kind == review.KindSetAside {
		t.CloseReview(rv, store.ReviewExpired, a.Say("decision.list_too_old"), 0)
		return nil
	}
	why := a.Say("runner.undecided")
	t.CloseReview(rv, store.ReviewExpired, why, 0)
	n := templates.Notice{
		Review: rv.Number,
		Step:   rv.Step,
		Reason: why,
		Who:    t.State.CustomerInfo.Address,
	}
	if err := t.NotifyAll("expired", n); err != nil {
		return err
	}
	if !queue.Pauses(rv) {
		return a.routing.setInboundAside(ctx, t, rv) // the thread does not wait for this review
	}
	return t.Step(ctx, agent.Stopped{
		Status: store.ThreadExpired,
		Why:    why,
		At:     t.At(),
	})
}
