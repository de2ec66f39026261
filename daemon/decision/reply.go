package decision

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// replied judges a reply by staff and applies the decision. The writer always gets an answer by
// mail.
func (h *Handler) replied(ctx context.Context, t *runner.Turn, e queue.StaffEvent) error {
	t.Reply = &e
	ruling, err := queue.Read(ctx, h.Store, func(tx store.Tx) (review.Ruling, error) {
		return h.Rule(tx, e, t.Reviews)
	})
	if err != nil {
		return err
	}
	if ruling.Outcome == review.Decides {
		e.Decision = ruling.Decision
	}
	if h.acceptsUnclear(ruling, e) {
		ruling.Outcome, e.Decision = review.Decides, review.Decision{Verdict: review.VerdictAccept}
	}
	if ruling.Outcome == review.Decides {
		ruling, err = h.tryDecide(ctx, t, e, ruling)
		if err != nil || ruling.Outcome == review.Decides {
			return err
		}
	}
	if offered, err := h.offer(ctx, t, e, ruling); offered || err != nil {
		return err
	}
	t.Note(store.SourceHumanReview, string(ruling.Outcome), e.From, e.MessageID, e.Text)
	h.keepDoubt(t, ruling)
	h.Log.Info("a reply decided nothing",
		"thread", t.Head.Thread, "review", ruling.Review.Number, "outcome", ruling.Outcome,
		"from", e.From, "why", ruling.Why)
	return h.answer(ctx, t, e, ruling)
}

// keepDoubt stores the lines that the writer may confirm as a signature. The lines of an earlier
// reply do not count any more.
func (h *Handler) keepDoubt(t *runner.Turn, ruling review.Ruling) {
	rv, by := ruling.Review, ruling.Member.Address
	if ruling.Outcome != review.Unclear || rv.Status != store.ReviewOpen {
		return
	}
	others := slices.DeleteFunc(slices.Clone(rv.Doubts), func(d store.Doubt) bool { return d.By == by })
	if ruling.Doubt != nil {
		others = append(others, store.Doubt{By: by, Word: ruling.Doubt.Word, Lines: ruling.Doubt.Lines})
	}
	if len(others)+len(rv.Doubts) > 0 {
		rv.Doubts = others
		t.PutReview(rv)
	}
}

// tryDecide applies the decision of a reply. If the decision can't take effect, tryDecide
// restores the turn, or repeats the review, and the returned ruling has the reason.
func (h *Handler) tryDecide(
	ctx context.Context, t *runner.Turn, e queue.StaffEvent, ruling review.Ruling,
) (review.Ruling, error) {
	if h.previewed(ruling.Review) {
		err := h.askAgain(ctx, t, ruling.Review)
		ruling.Outcome, ruling.Review = review.Superseded, t.Reviews[ruling.Review.Number]
		ruling.Why = h.Say("decision.was_observing")
		return ruling, err
	}
	before, err := t.Save()
	if err != nil {
		return ruling, err
	}
	err = h.decide(ctx, t, e, ruling)
	why, doubtful := errors.AsType[notify.Unclear](err)
	switch {
	case doubtful:
		ruling.Outcome, ruling.Why = review.Unclear, string(why)
	case errors.Is(err, agent.ErrNotUnderReview):
		ruling.Outcome, ruling.Why = review.Superseded, h.Say("decision.other_proposal")
	default:
		return ruling, err
	}
	return ruling, t.Undo(ctx, before)
}

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

// acceptsUnclear reports whether an unclear reply counts as ACCEPT. The configuration may allow
// this for steps that send no mail to a customer.
func (h *Handler) acceptsUnclear(ruling review.Ruling, e queue.StaffEvent) bool {
	if h.Config.Review.OnUnclear != config.UnclearAccept {
		return false
	}
	unclear := ruling.Outcome == review.Unclear && e.Decision.Verdict == review.VerdictUnclear
	internal := ruling.Review.Kind == review.KindStep && ruling.Review.MIME == nil
	return unclear && internal
}

// answer explains to the writer why a reply decided nothing.
func (h *Handler) answer(
	ctx context.Context, t *runner.Turn, e queue.StaffEvent, ruling review.Ruling,
) error {
	rv := ruling.Review
	n := templates.Notice{
		Review:     rv.Number,
		Step:       rv.Step,
		Reason:     ruling.Why,
		Understood: ruling.Understood,
		Who:        h.Named(rv.DecidedBy),
		When:       h.When(rv.DecidedAt),
		Verdict:    rv.Verdict,
		NotDone:    h.Say("decision.undecided"),
		Body:       h.Excerpt(e.Text),
	}
	name := "unclear"
	switch ruling.Outcome {
	case review.AlreadyDecided: // this answer did nothing, though an earlier answer may have
		name, n.Reason, n.NotDone = "already_decided", rv.Argument, h.Say("decision.answered_late")
	case review.Superseded, review.Expired:
		name, n.NotDone = "superseded", h.Say("decision.answered_late")
		var err error
		if n.ReplacedBy, n.What, err = h.inPlaceOf(ctx, t, rv, ruling.Member.Address); err != nil {
			return err
		}
	case review.NotLicensed:
		name, n.Candidates = "not_licensed", asItems(h.Staff.Deciders(rv.Step))
	case review.NotAuthenticated:
		name = "not_authenticated"
	case review.NotYours:
		name, n.Who = "not_your_copy", ruling.Owner
		if !slices.Contains(rv.Staff, ruling.Member.Address) {
			n.Candidates = asItems(rv.Staff)
		}
	case review.Misused:
		var told []string
		n.Who = e.From
		told, n.Owner = h.Staff.ToTell(ruling.Owner)
		return queue.Each(told, func(to string) error {
			return t.Notify(to, "reference_misused", n)
		})
	case review.Unknown:
		name = "no_review"
	default:
		h.offerWords(t, &n, ruling)
	}
	return t.Answer(e.From, name, n)
}

// offerWords adds the possible answers to an unclear reply.
func (h *Handler) offerWords(t *runner.Turn, n *templates.Notice, ruling review.Ruling) {
	rv := ruling.Review
	n.Words = t.View().WordsFor(rv)
	n.Ref = h.References.Mint(rv.Thread, rv.Number, ruling.Member.Address)
	if d := ruling.Doubt; d != nil {
		n.Doubt = h.Excerpt(d.Lines)
		n.Words = append(n.Words, templates.Word{Word: "SIGNATURE",
			Effect: h.Say("effect.signature", d.Word)})
	}
	n.Buttons = t.View().Buttons(n.Words, n.Ref, rv)
}

// inPlaceOf returns the open review of the member that replaced rv. If there is none, it returns
// a sentence on the status of the thread.
func (h *Handler) inPlaceOf(
	ctx context.Context, t *runner.Turn, rv store.Review, member string,
) (number int, at string, err error) {
	if !queue.Voidable(rv) {
		return 0, "", nil
	}
	open, err := t.OpenReviews(ctx)
	if err != nil {
		return 0, "", err
	}
	open = append(open, slices.Collect(maps.Values(t.Reviews))...) // the reviews of this turn
	for _, o := range open {
		if o.Status == store.ReviewOpen && queue.Voidable(o) && slices.Contains(o.Staff, member) {
			number = max(number, o.Number)
		}
	}
	switch {
	case number > rv.Number:
		return number, "", nil
	case number > 0: // the member's own text is void, but the answered hand-over was open
		return 0, h.Say("decision.review_open", fmt.Sprint(number)), nil
	}
	return 0, h.threadStatus(t.State.Status), nil
}

// threadStatus describes the next step of a thread without an open review.
func (h *Handler) threadStatus(status store.ThreadStatus) string {
	switch status {
	case store.ThreadRunning:
		return h.Say("decision.thread_running")
	case store.ThreadAwaitingReview, store.ThreadHandedOver:
		return h.Say("decision.thread_of_others")
	case store.ThreadAwaitingCustomer:
		return h.Say("decision.thread_waits")
	}
	return h.Say("decision.thread_over", string(status))
}

// asItems turns addresses into items of a notice.
func asItems(addresses []string) []templates.Item {
	var out []templates.Item
	for _, address := range addresses {
		out = append(out, templates.Item{Label: address})
	}
	return out
}

// decide applies a decision, closes its review, and notifies the writer and the other staff.
func (h *Handler) decide(
	ctx context.Context, t *runner.Turn, e queue.StaffEvent, ruling review.Ruling,
) error {
	rv, by := ruling.Review, ruling.Member.Address
	t.Decided = &rv
	t.Note(store.SourceHumanReview, journal.KindReply, by, e.MessageID,
		journal.Reply{
			Review: rv.Number, Verdict: spelled(e.Decision), Inbound: e.Inbound, Via: e.Via,
		})
	what, err := h.apply(ctx, t, decided{Decision: e.Decision, rv: rv, by: by})
	if err != nil {
		return err
	}
	if ruling.Signature != "" {
		s := store.Signature{Lines: ruling.Signature, Thread: rv.Thread, Stated: true}
		t.InCommit(func(tx store.Tx) error { return h.Remember(tx, by, s) })
	}
	if what.stays {
		t.SetReviewTimers(rv)
	} else {
		rv.Status, rv.Verdict, rv.Argument = store.ReviewDecided, what.verdict, what.argument
		rv.DecidedBy, rv.DecidedAt, rv.DecidedIn = by, t.Now(), e.MessageID
		t.PutReview(rv)
		t.StopReviewTimers(rv.Number)
	}
	h.Log.Info("decided",
		"thread", rv.Thread, "review", rv.Number, "verdict", what.verdict, "by", by)
	if t.Suppressed != nil {
		what.sentence = h.Say("decision.suppressed", strings.Join(t.Suppressed, ", "))
		what.sentBack = false
	}
	t.AnswerFirst(func() error { return h.tellDecided(t, rv, what, e.From, by) })
	return nil
}

// soFar describes the effect of a rejection or of a hand-back at the end of this turn.
func (h *Handler) soFar(t *runner.Turn, verdict string) string {
	switch over := t.State.Status == store.ThreadHandedOver; {
	case verdict == string(review.VerdictEdit) && over:
		return h.Say("decision.values_returned")
	case verdict == string(review.VerdictEdit):
		return h.Say("decision.values_taken")
	case verdict == handedBack && over:
		return h.Say("decision.hand_back_returned")
	case verdict == handedBack:
		return h.Say("decision.hand_back_taken")
	}
	switch t.State.Status {
	case store.ThreadAwaitingReview:
		return h.Say("decision.redone", fmt.Sprint(t.Head.Reviews))
	case store.ThreadHandedOver:
		return h.Say("decision.not_redone")
	}
	return h.Say("decision.redoing")
}

// spelled returns the verdict of a decision, or the words of its commands.
func spelled(d review.Decision) string {
	if d.Verdict != review.VerdictCommand {
		return string(d.Verdict)
	}
	var all []string
	for _, c := range d.Commands {
		all = append(all, strings.ToLower(c.Word))
	}
	return strings.Join(slices.Compact(all), ", ")
}
