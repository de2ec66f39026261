package decision

import (
	"context"
	"slices"

	"ppamaild/config"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// The owner of a thread is the member of staff who wrote CLAIM or TAKE OVER. The owner alone
// gets the mails of the thread and decides, until an escalation asks more staff.

// claim makes a member the owner of the thread. The open reviews of the thread stay open.
func (h *Handler) claim(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	open, err := t.OpenReviews(ctx)
	if err != nil {
		return outcome{}, err
	}
	t.Head.Owner = d.by
	for _, rv := range open {
		if queue.Voidable(rv) && rv.Kind != review.KindWritten {
			rv.Staff = []string{d.by}
			t.PutReview(rv)
		}
	}
	return outcome{verdict: verdictClaim, sentence: h.Say("decision.claimed"), stays: true}, nil
}

const (
	verdictClaim    = "claim"
	verdictTakeOver = "take over"
)

// refuseOthers refuses a decision on a thread of a colleague, unless an escalation asked the
// writer. TAKE OVER changes the owner.
func (h *Handler) refuseOthers(t *runner.Turn, d decided) error {
	owner := t.Head.Owner
	_, still := h.Staff.Find(owner)
	takesOver := d.Verdict == review.VerdictCommand && d.Commands[0].Word == "TAKE OVER"
	if !still || d.by == owner || takesOver || slices.Contains(d.rv.Staff, d.by) {
		return nil
	}
	return h.Unclear("decision.owned", h.Named(owner))
}

// tellDecided tells staff the effect of a decision: its writer if the effect is not the usual
// one, the former readers of a thread with a new owner, and all who want every notice.
// tellDecided runs with the commit, because the commit knows the result. to is the address that
// the decision came from.
func (h *Handler) tellDecided(t *runner.Turn, rv store.Review, what outcome, to, by string) error {
	n := h.decidedNotice(t, rv, what, by)
	inConsole := t.Reply.Ticket != ""
	wanted := !what.silent && (what.notDone != "" || h.Staff.Notify(by) == config.NotifyAll)
	if inConsole || wanted {
		if err := t.Answer(to, "done", n); err != nil {
			return err
		}
	}
	if what.silent {
		return nil
	}
	newOwner := what.verdict == verdictClaim || what.verdict == verdictTakeOver
	if newOwner {
		n.Review = t.Head.Reviews
		n.Words = h.ClaimWords()
	}
	return queue.Each(h.Staff.Everyone(), func(other string) error {
		asked := slices.Contains(rv.Staff, other)
		if other == by || !h.learns(other, asked && newOwner) {
			return nil
		}
		if newOwner {
			n.Ref = h.References.Mint(rv.Thread, n.Review, other)
			n.Buttons = t.View().Buttons(n.Words, n.Ref, store.Review{})
		}
		return t.Notify(other, "decided_by_other", n)
	})
}

// decidedNotice describes a decision with its effect.
func (h *Handler) decidedNotice(
	t *runner.Turn, rv store.Review, what outcome, by string,
) templates.Notice {
	if what.redoes && t.State.Status == store.ThreadHandedOver {
		what.sentence = h.Say("decision.not_redone")
	}
	if what.sentBack {
		what.sentence = h.soFar(t, what.verdict)
		if changed := h.changed(t); what.corrects && changed != "" {
			what.sentence = h.Say("decision.corrected_values", changed, what.sentence)
		}
	}
	stillByHand := rv.Kind == review.KindWritten && t.State.Status == store.ThreadHandedOver
	return templates.Notice{
		Review:  rv.Number,
		Step:    rv.Step,
		Who:     h.Named(by),
		When:    h.whenAndWhere(t),
		Verdict: what.verdict,
		What:    what.sentence,
		NotDone: what.notDone,
		Body:    h.Excerpt(what.argument),
		Open:    what.stays || stillByHand,
	}
}

// whenAndWhere is the time of a decision, with the channel of a decision that is no mail.
func (h *Handler) whenAndWhere(t *runner.Turn) string {
	when := h.When(t.Now())
	switch t.Reply.Via {
	case queue.ViaConsole:
		return h.Say("decision.via_console", when)
	case queue.ViaAPI:
		return h.Say("decision.via_api", when)
	}
	return when
}

// learns reports whether a member gets a notice of a colleague's decision. concerns says that
// the decision took a review from the member.
func (h *Handler) learns(member string, concerns bool) bool {
	if h.Staff.Away(member) {
		return false
	}
	switch h.Staff.Notify(member) {
	case config.NotifyAll:
		return true
	case config.NotifyMine:
		return concerns
	}
	return false
}
