package runner

import (
	"context"
	"fmt"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/store"
	"ppamaild/templates"
)

// execute adds what an intent of the agent needs to the next commit.
func (t *Turn) execute(ctx context.Context, i agent.Intent) error {
	switch i := i.(type) {
	case agent.AskReview:
		return t.AskReview(ctx, i)
	case agent.Supersede:
		return t.supersede(ctx, i.Why)
	case agent.SendMail:
		return t.sendDraft(i)
	case agent.HandOver:
		return t.HandOver(ctx, i)
	case agent.AwaitCustomer:
		return t.AwaitCustomer()
	case agent.AwaitCarrier:
		t.SetTimer(timers.Carrier, i.At)
		return nil
	case agent.End:
		return t.end(ctx, i)
	default:
		return fmt.Errorf("the intent %T is not known", i)
	}
}

// sendDraft commits a mail to the customer: the frozen bytes of the review that approved it, or
// a draft that needed no review.
func (t *Turn) sendDraft(s agent.SendMail) error {
	if s.Followup != "" {
		m, err := t.followupMail(s)
		if err == nil {
			t.PostDraft(m, s.Draft)
		}
		return err
	}
	var m queue.Outgoing
	var err error
	if s.Approved {
		m, err = t.approvedMail(s.Draft)
	} else {
		m, err = t.Freeze(s.Draft, s.Draft.Digest(), "")
	}
	if err != nil {
		return err
	}
	if t.Decided != nil {
		m.Mail.Review = t.Decided.Number
	}
	if s.Draft.QuoteID != "" {
		m.Mail.Until = t.State.AgentScratchpad.QuoteEnds
	}
	t.PostDraft(m, s.Draft)
	return t.keepFollowups(m.Mail, s)
}

// end closes open reviews and tells staff how the thread ended.
func (t *Turn) end(ctx context.Context, e agent.End) error {
	open, err := t.OpenReviews(ctx)
	if err != nil {
		return err
	}
	for _, rv := range open {
		// A stranger's message, or an uncertain mail, still needs its decision.
		if queue.Voidable(rv) {
			t.CloseReview(rv, store.ReviewSuperseded, "the thread is "+string(e.Status), 0)
		}
	}
	t.StopWaiting()
	t.Note(store.SourceSystem, string(e.Status), "", "", e.Why)
	if t.State.Task != nil && e.Status == store.ThreadCompleted {
		return t.runner.Tasks.Completed(t)
	}
	if e.Status != store.ThreadExpired || e.Why == t.runner.Say("runner.undecided") {
		return nil // another mail tells staff
	}
	return t.NotifyAll("customer_expired", templates.Notice{
		Reason: e.Why, Who: t.State.CustomerInfo.Address, What: t.closing(e.Why),
	})
}
