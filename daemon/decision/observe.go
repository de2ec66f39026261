package decision

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// previewed reports whether the review mail said that nothing would be sent, although a decision
// would now send a mail.
func (h *Handler) previewed(rv store.Review) bool { return rv.Observed && !h.Observing() }

// askAgain repeats a review from a time when decisions sent nothing.
func (h *Handler) askAgain(ctx context.Context, t *runner.Turn, rv store.Review) error {
	if rv.Kind == review.KindHandedOver {
		data := notify.HandoverOf(rv)
		return t.HandOver(ctx, agent.HandOver{Why: data.Why, By: data.By})
	}
	p, err := t.View().Proposal(rv)
	if err != nil {
		return err
	}
	again := agent.AskReview{Proposal: p}
	if rv.Kind == review.KindWritten { // a new review does not close a review of this kind
		again.Writer = rv.Staff[0]
		t.CloseReview(rv, store.ReviewSuperseded, h.Say("decision.newer_review"), t.Head.Reviews+1)
	}
	return t.AskReview(ctx, again)
}
