package daemon

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
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// staffWrote rules on a reply of staff's and does what it decides. Whoever wrote
// it gets a definite answer by mail.
func (r *run) staffWrote(ctx context.Context, e queue.StaffEvent) error {
	r.answers = &e
	ruling, err := queue.Read(ctx, r.d.store, func(tx store.Tx) (review.Ruling, error) { return r.d.Rule(tx, e, r.reviews) })
	if err != nil {
		return err
	}
	if r.acceptsUnclear(ruling, e) {
		ruling.Outcome, e.Decision = review.Decides, review.Decision{Verdict: review.VerdictAccept}
	}
	if ruling.Outcome == review.Decides {
		if ruling, err = r.tryDecide(ctx, e, ruling); err != nil || ruling.Outcome == review.Decides {
			return err
		}
	}
	r.note(store.SourceHumanReview, string(ruling.Outcome), e.From, e.MessageID, e.Text)
	r.d.Log.Info("a reply decided nothing", "thread", r.Head.Thread, "review", ruling.Review.Number, "outcome", ruling.Outcome, "from", e.From, "why", ruling.Why)
	return r.answer(ctx, e, ruling)
}

// tryDecide does what a reply decides. Where that can't be done, the run is as it was
// before, unless the writer is asked anew, and the ruling it returns says why nothing was
// decided.
func (r *run) tryDecide(ctx context.Context, e queue.StaffEvent, ruling review.Ruling) (review.Ruling, error) {
	if r.d.previewed(ruling.Review) {
		err := r.askAnew(ctx, ruling.Review)
		ruling.Outcome, ruling.Review = review.Superseded, r.reviews[ruling.Review.Number]
		ruling.Why = "it was asked while nothing was sent to customers; now your decision would send, so you are asked anew"
		return ruling, err
	}
	before, err := r.save()
	if err != nil {
		return ruling, err
	}
	err = r.decide(ctx, e, ruling)
	why, doubtful := errors.AsType[notify.Unclear](err)
	switch {
	case doubtful:
		ruling.Outcome, ruling.Why = review.Unclear, string(why)
	case errors.Is(err, agent.ErrNotUnderReview):
		ruling.Outcome, ruling.Why = review.Superseded, "it is no longer what is proposed"
	default:
		return ruling, err
	}
	return ruling, r.undo(before)
}

// acceptsUnclear holds where the configuration has a reply that can't be
// understood count as an acceptance; never for what sends to a customer.
func (r *run) acceptsUnclear(ruling review.Ruling, e queue.StaffEvent) bool {
	return r.d.Config.Review.OnUnclear == config.UnclearAccept && ruling.Outcome == review.Unclear &&
		e.Decision.Verdict == review.VerdictUnclear && ruling.Review.Kind == review.KindStep && ruling.Review.MIME == nil
}

// answer tells the writer why their reply decided nothing.
func (r *run) answer(ctx context.Context, e queue.StaffEvent, ruling review.Ruling) error {
	rv := ruling.Review
	n := templates.Notice{
		Review: rv.Number, Step: rv.Step, Reason: ruling.Why, Understood: ruling.Understood,
		Who: r.d.Named(rv.DecidedBy), When: r.d.When(rv.DecidedAt), Verdict: rv.Verdict, NotDone: "Nothing was decided, and nothing was sent.", Body: notify.Excerpt(e.Text),
	}
	name := "unclear"
	switch ruling.Outcome {
	case review.AlreadyDecided:
		name, n.Reason, n.NotDone = "already_decided", rv.Argument, answeredLate
	case review.Superseded, review.Expired:
		name = "superseded"
		n.NotDone = answeredLate
		var err error
		if n.ReplacedBy, n.What, err = r.inPlaceOf(ctx, rv, ruling.Member.Address); err != nil {
			return err
		}
	case review.NotLicensed:
		name, n.Candidates = "not_licensed", asItems(r.d.Staff.Deciders(rv.Step))
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
		told, n.Owner = r.d.Staff.ToTell(ruling.Owner)
		return queue.Each(told, func(to string) error { return r.notify(to, "reference_misused", n) })
	case review.Unknown:
		name = "no_review"
	default:
		n.Words = r.view().WordsFor(rv)
		n.Ref = r.d.References.Mint(rv.Thread, rv.Number, ruling.Member.Address)
	}
	return r.notify(e.From, name, n)
}

// answeredLate is said of an answer to what stands no more: that itself may have been
// decided by somebody, or sent.
const answeredLate = "Your answer decided nothing and sent nothing."

// inPlaceOf returns the review that stands where rv stood and that member was asked, and,
// where there is none, a sentence on what the thread is at.
func (r *run) inPlaceOf(ctx context.Context, rv store.Review, member string) (number int, at string, err error) {
	if !isVoidable(rv) {
		return 0, "", nil
	}
	open, err := r.openReviews(ctx)
	if err != nil {
		return 0, "", err
	}
	for _, o := range append(open, slices.Collect(maps.Values(r.reviews))...) { // the latter may be of this run
		if o.Status == store.ReviewOpen && isVoidable(o) && slices.Contains(o.Staff, member) {
			number = max(number, o.Number)
		}
	}
	switch {
	case number > rv.Number:
		return number, "", nil
	case number > 0: // a text of their own is void, not the hand-over that it was an answer to
		return 0, fmt.Sprintf("Review %d is still open.", number), nil
	}
	switch r.State.Status {
	case store.ThreadRunning:
		return 0, "The work goes on with what is new, and you will be asked again if there is something to decide.", nil
	case store.ThreadAwaitingReview, store.ThreadHandedOver:
		return 0, "What took its place was put to others.", nil
	case store.ThreadAwaitingCustomer:
		return 0, "Nothing is to be decided now: the customer was asked, and has not answered yet.", nil
	}
	return 0, fmt.Sprintf("The thread is %s, so nothing of it waits for a decision.", r.State.Status), nil
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
func (r *run) decide(ctx context.Context, e queue.StaffEvent, ruling review.Ruling) error {
	rv, d, by := ruling.Review, e.Decision, ruling.Member.Address
	r.decided = &rv
	r.note(store.SourceHumanReview, journal.KindReply, by, e.MessageID, journal.Reply{Review: rv.Number, Verdict: spelled(d), Inbound: e.Inbound})
	what, err := r.act(ctx, rv, d, by, e)
	if err != nil {
		return err
	}
	if what.stays {
		r.setReviewTimers(rv)
	} else {
		rv.Status, rv.Verdict, rv.Argument = store.ReviewDecided, what.verdict, what.argument
		rv.DecidedBy, rv.DecidedAt, rv.DecidedIn = by, r.now(), e.MessageID
		r.putReview(rv)
		r.stopReviewTimers(rv.Number)
	}
	r.d.Log.Info("decided", "thread", rv.Thread, "review", rv.Number, "verdict", what.verdict, "by", by)
	if r.withheld != nil {
		what.sentence, what.sentBack = withheldSentence(strings.Join(r.withheld, ", ")), false
	}
	if !what.told {
		r.owed = &owed{e.From, rv, what, by}
	}
	return nil
}

// owed is the answer to a decision. It is written with the commit, which knows what came
// of that, and stands in the outbox before the mails that follow from it.
type owed struct {
	to     string // as the decision came from
	review store.Review
	deed   deed
	by     string
}

// tellDecided tells the writer of a decision, and the others, what it came to.
func (r *run) tellDecided() error {
	if r.owed == nil {
		return nil
	}
	rv, what, following := r.owed.review, r.owed.deed, r.Mails
	r.Mails = nil
	if what.sentBack {
		what.sentence = r.cameOfIt(what.verdict)
	}
	n := templates.Notice{
		Review: rv.Number, Step: rv.Step, Who: r.d.Named(r.owed.by), When: r.d.When(r.now()), Verdict: what.verdict, What: what.sentence, NotDone: what.notDone, Body: notify.Excerpt(what.argument),
		Open: what.stays || rv.Kind == review.KindWritten && r.State.Status == store.ThreadHandedOver,
	}
	if err := r.notify(r.owed.to, "done", n); err != nil {
		return err
	}
	concerned := rv.Staff
	if rv.Kind == review.KindWritten { // only its writer was asked
		concerned = r.d.Staff.Asked(rv.Step)
	}
	for _, other := range concerned {
		if _, still := r.d.Staff.Find(other); still && other != r.owed.by {
			if err := r.notify(other, "decided_by_other", n); err != nil {
				return err
			}
		}
	}
	r.owed, r.Mails = nil, append(r.Mails, following...)
	return nil
}

// cameOfIt says what came of a rejection or of a hand-back, as far as this run is.
func (r *run) cameOfIt(verdict string) string {
	switch over := r.State.Status == store.ThreadHandedOver; {
	case verdict == string(review.VerdictEdit) && over:
		return "These values take the place of what was known. The agent can't go on with them, so the thread comes back: the whole case is in a separate mail."
	case verdict == string(review.VerdictEdit):
		return "These values take the place of what was known, and the agent goes on with them. Nothing was sent to the customer."
	case verdict == handBack && over:
		return "The agent can't go on, so the thread comes back: the whole case, and why, is in a mail of its own."
	case verdict == handBack:
		return "The agent goes on from here."
	}
	switch r.State.Status {
	case store.ThreadAwaitingReview:
		return fmt.Sprintf("It went back with this reason, and review %d is what came of it.", r.Head.Reviews)
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

func (r *run) mail(ctx context.Context, id uint64) (store.Mail, error) {
	return queue.Read(ctx, r.d.store, func(tx store.Tx) (store.Mail, error) { return tx.Mail(id) })
}

// review returns a review of the thread, as this run leaves it.
func (r *run) review(ctx context.Context, number int) (store.Review, error) {
	if rv, is := r.reviews[number]; is {
		return rv, nil
	}
	return queue.Read(ctx, r.d.store, func(tx store.Tx) (store.Review, error) { return tx.Review(r.Head.Thread, number) })
}
