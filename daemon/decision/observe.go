package decision

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// previewed holds for a review whose mail said that nothing would be sent, now
// that something would.
func (h *Handler) previewed(rv store.Review) bool { return rv.Observed && !h.Observing() }

// askAnew asks once more what was asked while nothing would have been sent.
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
	if rv.Kind == review.KindWritten { // beside which another may stand, so that nothing closes it
		again.Writer = rv.Staff[0]
		t.CloseReview(rv, store.ReviewSuperseded, "a newer one took its place", t.Head.Reviews+1)
	}
	return t.AskReview(ctx, again)
}

// withheldSentence says what a decision came to that would have sent a mail.
func withheldSentence(to string) string {
	return "Nothing was sent, as ppamaild only observes: the mail would have been sent to " + to +
		", exactly as it stands. It is recorded as withdrawn and does not leave later either."
}
