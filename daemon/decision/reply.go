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

// staffWrote rules on a reply of staff's and does what it decides. Whoever wrote
// it gets a definite answer by mail.
func (h *Handler) replied(ctx context.Context, t *runner.Turn, e queue.StaffEvent) error {
	t.Reply = &e
	ruling, err := queue.Read(ctx, h.Store, func(tx store.Tx) (review.Ruling, error) {
		return h.Rule(tx, e, t.Reviews)
	})
	if err != nil {
		return err
	}
	if h.acceptsUnclear(t, ruling, e) {
		ruling.Outcome, e.Decision = review.Decides, review.Decision{Verdict: review.VerdictAccept}
	}
	if ruling.Outcome == review.Decides {
		if ruling, err = h.tryDecide(ctx, t, e, ruling); err != nil ||
			ruling.Outcome == review.Decides {
			return err
		}
	}
	t.Note(store.SourceHumanReview, string(ruling.Outcome), e.From, e.MessageID, e.Text)
	h.Log.Info("a reply decided nothing", "thread", t.Head.Thread, "review", ruling.Review.Number,
		"outcome", ruling.Outcome, "from", e.From, "why", ruling.Why)
	return h.answer(ctx, t, e, ruling)
}

// tryDecide does what a reply decides. Where that can't be done, the run is as it was
// before, unless the writer is asked anew, and the ruling it returns says why nothing was
// decided.
func (h *Handler) tryDecide(ctx context.Context, t *runner.Turn, e queue.StaffEvent,
	ruling review.Ruling) (review.Ruling, error) {
	if h.previewed(ruling.Review) {
		err := h.askAgain(ctx, t, ruling.Review)
		ruling.Outcome, ruling.Review = review.Superseded, t.Reviews[ruling.Review.Number]
		ruling.Why = "it was asked while nothing was sent to customers; now your decision would send, so you are asked anew"
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
		ruling.Outcome, ruling.Why = review.Superseded, "it is no longer what is proposed"
	default:
		return ruling, err
	}
	return ruling, t.Undo(before)
}

// acceptsUnclear holds where the configuration has a reply that can't be
// understood count as an acceptance; never for what sends to a customer.
func (h *Handler) acceptsUnclear(t *runner.Turn, ruling review.Ruling, e queue.StaffEvent) bool {
	return h.Config.Review.OnUnclear == config.UnclearAccept && ruling.Outcome == review.Unclear &&
		e.Decision.Verdict == review.VerdictUnclear && ruling.Review.Kind == review.KindStep &&
		ruling.Review.MIME == nil
}

// answer tells the writer why their reply decided nothing.
func (h *Handler) answer(ctx context.Context, t *runner.Turn, e queue.StaffEvent, ruling review.Ruling) error {
	rv := ruling.Review
	n := templates.Notice{
		Review: rv.Number, Step: rv.Step, Reason: ruling.Why, Understood: ruling.Understood,
		Who: h.Named(rv.DecidedBy), When: h.When(rv.DecidedAt), Verdict: rv.Verdict,
		NotDone: "Nothing was decided, and nothing was sent.", Body: notify.Excerpt(e.Text),
	}
	name := "unclear"
	switch ruling.Outcome {
	case review.AlreadyDecided:
		name, n.Reason, n.NotDone = "already_decided", rv.Argument, answeredLate
	case review.Superseded, review.Expired:
		name = "superseded"
		n.NotDone = answeredLate
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
		n.Words = t.View().WordsFor(rv)
		n.Ref = h.References.Mint(rv.Thread, rv.Number, ruling.Member.Address)
	}
	return t.Notify(e.From, name, n)
}

// answeredLate is said of an answer to what stands no more: that itself may have been
// decided by somebody, or sent.
const answeredLate = "Your answer decided nothing and sent nothing."

// inPlaceOf returns the review that stands where rv stood and that member was asked, and,
// where there is none, a sentence on what the thread is at.
func (h *Handler) inPlaceOf(ctx context.Context, t *runner.Turn, rv store.Review, member string) (number int, at string,
	err error) {
	if !queue.Voidable(rv) {
		return 0, "", nil
	}
	open, err := t.OpenReviews(ctx)
	if err != nil {
		return 0, "", err
	}
	for _, o := range append(open, slices.Collect(maps.Values(t.Reviews))...) { // the latter may be of this run
		if o.Status == store.ReviewOpen && queue.Voidable(o) && slices.Contains(o.Staff, member) {
			number = max(number, o.Number)
		}
	}
	switch {
	case number > rv.Number:
		return number, "", nil
	case number > 0: // a text of their own is void, not the hand-over that it was an answer to
		return 0, fmt.Sprintf("Review %d is still open.", number), nil
	}
	switch t.State.Status {
	case store.ThreadRunning:
		return 0, "The work goes on with what is new, and you will be asked again if there is something to decide.", nil
	case store.ThreadAwaitingReview, store.ThreadHandedOver:
		return 0, "What took its place was put to others.", nil
	case store.ThreadAwaitingCustomer:
		return 0, "Nothing is to be decided now: the customer was asked, and has not answered yet.",
			nil
	}
	return 0, fmt.Sprintf("The thread is %s, so nothing of it waits for a decision.",
		t.State.Status), nil
}

// asItems lists addresses as a notice shows them.
func asItems(addresses []string) []templates.Item {
	var out []templates.Item
	for _, address := range addresses {
		out = append(out, templates.Item{Label: address})
	}
	return out
}

// decide does what a reply decides, closes its review, and tells the writer and
// the others.
func (h *Handler) decide(ctx context.Context, t *runner.Turn, e queue.StaffEvent, ruling review.Ruling) error {
	rv, d, by := ruling.Review, e.Decision, ruling.Member.Address
	t.Decided = &rv
	t.Note(store.SourceHumanReview, journal.KindReply, by, e.MessageID,
		journal.Reply{Review: rv.Number, Verdict: spelled(d), Inbound: e.Inbound})
	what, err := h.apply(ctx, t, rv, d, by, e)
	if err != nil {
		return err
	}
	if what.stays {
		t.SetReviewTimers(rv)
	} else {
		rv.Status, rv.Verdict, rv.Argument = store.ReviewDecided, what.verdict, what.argument
		rv.DecidedBy, rv.DecidedAt, rv.DecidedIn = by, t.Now(), e.MessageID
		t.PutReview(rv)
		t.StopReviewTimers(rv.Number)
	}
	h.Log.Info("decided", "thread", rv.Thread, "review", rv.Number, "verdict", what.verdict, "by",
		by)
	if t.Suppressed != nil {
		what.sentence, what.sentBack = withheldSentence(strings.Join(t.Suppressed, ", ")), false
	}
	if !what.silent {
		t.AnswerFirst(func() error { return h.tellDecided(t, rv, what, e.From, by) })
	}
	return nil
}

// tellDecided tells the writer of a decision, and the others, what the decision did. It runs with
// the commit, which knows the result. to is the address that the decision came from.
func (h *Handler) tellDecided(t *runner.Turn, rv store.Review, what Outcome, to, by string) error {
	if what.sentBack {
		what.sentence = h.soFar(t, what.verdict)
	}
	n := templates.Notice{
		Review: rv.Number, Step: rv.Step, Who: h.Named(by), When: h.When(t.Now()),
		Verdict: what.verdict, What: what.sentence, NotDone: what.notDone, Body: notify.Excerpt(what.argument),
		Open: what.stays || rv.Kind == review.KindWritten && t.State.Status == store.ThreadHandedOver,
	}
	if err := t.Notify(to, "done", n); err != nil {
		return err
	}
	concerned := rv.Staff
	if rv.Kind == review.KindWritten { // only its writer was asked
		concerned = h.Staff.Asked(rv.Step)
	}
	for _, other := range concerned {
		if _, still := h.Staff.Find(other); still && other != by {
			if err := t.Notify(other, "decided_by_other", n); err != nil {
				return err
			}
		}
	}
	return nil
}

// cameOfIt says what came of a rejection or of a hand-back, as far as this run is.
func (h *Handler) soFar(t *runner.Turn, verdict string) string {
	switch over := t.State.Status == store.ThreadHandedOver; {
	case verdict == string(review.VerdictEdit) && over:
		return "These values take the place of what was known. The agent can't go on with them, so the thread comes back: the whole case is in a separate mail."
	case verdict == string(review.VerdictEdit):
		return "These values take the place of what was known, and the agent goes on with them. Nothing was sent to the customer."
	case verdict == handBack && over:
		return "The agent can't go on, so the thread comes back: the whole case, and why, is in a mail of its own."
	case verdict == handBack:
		return "The agent goes on from here."
	}
	switch t.State.Status {
	case store.ThreadAwaitingReview:
		return fmt.Sprintf("It went back with this reason, and review %d is what came of it.",
			t.Head.Reviews)
	case store.ThreadHandedOver:
		return "It is not done again: the whole case, and why, is in a mail of its own."
	}
	return "It goes back with this reason, and the agent goes on."
}

// spelled is a decision's verdict, or the words of its commands.
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
