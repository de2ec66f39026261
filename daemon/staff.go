package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// staffWrote rules on a reply of staff's and does what it decides. Whoever wrote
// it gets a definite answer by mail.
func (r *run) staffWrote(ctx context.Context, e staffEvent) error {
	r.answers = &e
	var ruling review.Ruling
	err := r.d.store.View(ctx, func(tx store.Tx) (err error) {
		ruling, err = r.d.rule(tx, e, r.reviews)
		return err
	})
	if err != nil {
		return err
	}
	if r.acceptsUnclear(ruling, e) {
		ruling.Outcome, e.Decision = review.Decides, review.Decision{Verdict: review.VerdictAccept}
	}
	if ruling.Outcome == review.Decides {
		before, err := r.save()
		if err != nil {
			return err
		}
		err = r.decide(ctx, e, ruling)
		why, doubtful := errors.AsType[unclear](err)
		switch {
		case doubtful:
			ruling.Outcome, ruling.Why = review.Unclear, string(why)
		case errors.Is(err, agent.ErrNotUnderReview):
			ruling.Outcome, ruling.Why = review.Superseded, "it is no longer what is proposed"
		default:
			return err
		}
		r.restore(before)
	}
	r.note(store.SourceHumanReview, string(ruling.Outcome), e.From, e.MessageID, e.Text)
	r.d.log.Info("a reply decided nothing", "thread", r.head.Thread, "review", ruling.Review.Number, "outcome", ruling.Outcome, "from", e.From, "why", ruling.Why)
	return r.answer(e, ruling)
}

// acceptsUnclear holds where the configuration has a reply that can't be
// understood count as an acceptance; never for what sends to a customer.
func (r *run) acceptsUnclear(ruling review.Ruling, e staffEvent) bool {
	return r.d.cfg.Review.OnUnclear == config.UnclearAccept && ruling.Outcome == review.Unclear &&
		e.Decision.Verdict == review.VerdictUnclear && ruling.Review.Kind == review.KindStep && ruling.Review.MIME == nil
}

// unclear is why a decision can't be carried out as it was written.
type unclear string

func (u unclear) Error() string { return string(u) }

// answer tells the writer why their reply decided nothing.
func (r *run) answer(e staffEvent, ruling review.Ruling) error {
	rv := ruling.Review
	n := templates.Notice{
		Review: rv.Number, Step: rv.Step, Reason: ruling.Why, Understood: ruling.Why,
		Who: rv.DecidedBy, When: r.d.when(rv.DecidedAt), Verdict: rv.Verdict, NotDone: "Nothing was decided, and nothing was sent.", Body: e.Text,
	}
	name := "unclear"
	switch ruling.Outcome {
	case review.AlreadyDecided:
		name, n.Reason = "already_decided", rv.Argument
	case review.Superseded, review.Expired:
		name = "superseded"
		n.ReplacedBy = rv.ReplacedBy
	case review.NotLicensed:
		name, n.Candidates = "not_licensed", deciders(r.d.staff, rv.Step)
	case review.NotYours:
		name, n.Who = "not_your_copy", ruling.Owner
	case review.Misused:
		n.Who = e.From
		return r.notify(ruling.Owner, "reference_misused", n)
	case review.Unknown:
		name = "no_review"
	default:
		n.Words = words(rv)
		n.Ref = r.d.refs.Mint(rv.Thread, rv.Number, ruling.Member.Address)
	}
	return r.notify(e.From, name, n)
}

func deciders(staff review.Staff, step string) []templates.Item {
	var out []templates.Item
	for _, address := range staff.Deciders(step) {
		out = append(out, templates.Item{Label: address})
	}
	return out
}

// decide does what a reply decides, closes its review, and tells the writer and
// the others.
func (r *run) decide(ctx context.Context, e staffEvent, ruling review.Ruling) error {
	rv, d, by := ruling.Review, e.Decision, ruling.Member.Address
	r.decided = &rv
	what, err := r.act(ctx, rv, d, by, e)
	if err != nil {
		return err
	}
	if what.stays {
		r.setReviewTimers(rv.Number)
	} else {
		rv.Status, rv.Verdict, rv.Argument = store.ReviewDecided, what.verdict, what.argument
		rv.DecidedBy, rv.DecidedAt, rv.DecidedIn = by, r.now(), e.MessageID
		r.putReview(rv)
		r.stopReviewTimers(rv.Number)
	}
	r.d.log.Info("decided", "thread", rv.Thread, "review", rv.Number, "verdict", what.verdict, "by", by)
	n := templates.Notice{
		Review: rv.Number, Step: rv.Step, Who: by, When: r.d.when(r.now()), Verdict: what.verdict, Reason: what.argument, What: what.sentence,
	}
	if err := r.notify(e.From, "done", n); err != nil {
		return err
	}
	for _, other := range rv.Staff {
		if other != by {
			if err := r.notify(other, "decided_by_other", n); err != nil {
				return err
			}
		}
	}
	return nil
}

// deed is what a decision came to.
type deed struct {
	verdict  string
	argument string
	sentence string // for staff
	stays    bool   // the review stays open
}

// act carries a decision out, by the kind of its review.
func (r *run) act(ctx context.Context, rv store.Review, d review.Decision, by string, e staffEvent) (deed, error) {
	switch rv.Kind {
	case review.KindStep:
		return r.actStep(ctx, rv, d, by, e)
	case review.KindHandedOver:
		return r.actHandedOver(ctx, d, by)
	case review.KindRouting:
		return r.actRouting(ctx, rv, d, by)
	case review.KindMail:
		return r.actMail(ctx, rv, d)
	}
	return deed{}, fmt.Errorf("review %d of %s has the unknown kind %q", rv.Number, rv.Thread, rv.Kind)
}

func (r *run) actStep(ctx context.Context, rv store.Review, d review.Decision, by string, e staffEvent) (deed, error) {
	decision := agent.Decision{Verdict: agent.Verdict(d.Verdict), Text: d.Reason, Clean: e.Clean, Digest: rv.Digest, By: by, At: r.now()}
	done := deed{verdict: string(d.Verdict), argument: d.Reason}
	switch d.Verdict {
	case review.VerdictAccept:
		done.sentence = acceptEffect(rv.Step, r.state.CustomerInfo.AnswerTo)
	case review.VerdictReject:
		done.sentence = "It is done again with your reason; you get the new draft, or the whole case if the reason is beyond what can be done automatically."
	case review.VerdictCancel:
		done.sentence = "The thread is cancelled. Nothing was sent to the customer."
	case review.VerdictEdit:
		decision.Text, done.argument = d.EditText, d.EditText
		done.sentence = "Your text takes effect. If it needs a second look, it comes back to you before anything is sent."
	default:
		return r.actByHand(ctx, d, by)
	}
	err := r.step(ctx, decision)
	if err == nil && r.state.Status == store.ThreadHandedOver && d.Verdict == review.VerdictAccept {
		done.sentence = "It could not take effect any more; you get the whole case in a mail of its own."
	}
	return done, err
}

// actByHand lets staff answer the customer themselves from a review.
func (r *run) actByHand(ctx context.Context, d review.Decision, by string) (deed, error) {
	c := d.Commands[0]
	if c.Word == "HAND BACK" {
		return deed{}, unclear("nobody has taken this thread over, so there is nothing to hand back")
	}
	if err := r.step(ctx, agent.TakenOver{By: by, At: r.now()}); err != nil {
		return deed{}, err
	}
	if c.Word == "SEND" {
		sent, err := r.write(ctx, c.Argument, by)
		sent.stays = false
		return sent, err
	}
	return deed{verdict: "take over", sentence: "You answer by hand from here on. What you write as SEND: goes to the customer."}, nil
}

func (r *run) actHandedOver(ctx context.Context, d review.Decision, by string) (deed, error) {
	switch {
	case d.Verdict == review.VerdictCancel:
		done := deed{verdict: "cancel", argument: d.Reason, sentence: "The thread is cancelled. Nothing was sent to the customer."}
		return done, r.step(ctx, agent.Stopped{Status: store.ThreadCancelled, Why: d.Reason, By: by, At: r.now()})
	case d.Verdict == review.VerdictEdit:
		return r.write(ctx, d.EditText, by)
	case d.Commands[0].Word == "SEND":
		return r.write(ctx, d.Commands[0].Argument, by)
	default:
		return deed{verdict: "hand back", sentence: "The agent goes on from here."}, r.step(ctx, agent.HandedBack{By: by, At: r.now()})
	}
}

// write sends staff's own words to the customer. Where they could not be told from
// other words in the reply with certainty, nothing is sent: it might be more than
// the customer was meant to read.
func (r *run) write(ctx context.Context, text, by string) (deed, error) {
	if !r.answers.Clean {
		return deed{}, unclear("it can't be told with certainty where your text for the customer ends; write SEND: with nothing but that text, above the quoted mail or without it")
	}
	done := deed{verdict: "send", argument: text, stays: true,
		sentence: "Your text goes to " + r.state.CustomerInfo.AnswerTo + ". You still answer by hand: write SEND: again, or HAND BACK."}
	return done, r.step(ctx, agent.Written{Text: text, By: by, At: r.now()})
}

// actRouting puts a message where staff say it belongs.
func (r *run) actRouting(ctx context.Context, rv store.Review, d review.Decision, by string) (deed, error) {
	var asked routingEvent
	if err := json.Unmarshal(rv.Data, &asked); err != nil {
		return deed{}, err
	}
	c, e := d.Commands[0], asked.Customer
	done := deed{verdict: strings.ToLower(c.Word), argument: c.Argument}
	switch c.Word {
	case "IGNORE":
		done.sentence = "Nothing is done with the message."
		return done, r.setInbound(ctx, rv.Inbound, store.InboundSetAside, "", "ignored by "+by)
	case "NEW":
		thread, err := r.beginThread(ctx, e)
		done.sentence = "It opens the thread " + thread + "."
		return done, err
	default:
		thread, err := r.joinThread(ctx, asked, c.Argument, by)
		done.sentence = "It joins the thread " + thread + ", and its sender takes part in it from now on."
		return done, err
	}
}

func (r *run) beginThread(ctx context.Context, e customerEvent) (string, error) {
	var head store.Head
	err := r.d.store.View(ctx, func(tx store.Tx) (err error) {
		head, err = r.d.newHead(tx, e)
		return err
	})
	if err != nil {
		return "", err
	}
	r.heads = append(r.heads, head)
	return head.Thread, r.enqueueCustomer(ctx, head.Thread, e)
}

// joinThread lets a message into a thread; without a name, into the one it asked for.
func (r *run) joinThread(ctx context.Context, asked routingEvent, thread, by string) (string, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	if thread == "" && len(asked.Candidates) == 1 {
		thread = asked.Candidates[0]
	}
	if !slices.Contains(asked.Candidates, thread) {
		err := r.d.store.View(ctx, func(tx store.Tx) error { _, err := tx.Head(thread); return err })
		if errors.Is(err, store.ErrNotFound) {
			return "", unclear("JOIN takes the id of a thread that there is; " + strconv.Quote(thread) + " is none")
		}
		if err != nil {
			return "", err
		}
	}
	e := asked.Customer
	e.Join = by
	return thread, r.enqueueCustomer(ctx, thread, e)
}

func (r *run) enqueueCustomer(ctx context.Context, thread string, e customerEvent) error {
	r.events = append(r.events, r.d.event(thread, eventCustomer, e))
	if r.learnt == nil {
		r.learnt = make(map[string]customerEvent)
	}
	r.learnt[thread] = e
	return r.setInbound(ctx, e.Inbound, store.InboundHandled, thread, "")
}

func (r *run) setInbound(ctx context.Context, id uint64, status store.InboundStatus, thread, reason string) error {
	return r.d.store.View(ctx, func(tx store.Tx) error {
		in, err := tx.Inbound(id)
		if err == nil {
			in.Status, in.Thread, in.Reason = status, thread, reason
			r.inbound = append(r.inbound, in)
		}
		return err
	})
}

// actMail settles a mail that may or may not have been sent.
func (r *run) actMail(ctx context.Context, rv store.Review, d review.Decision) (deed, error) {
	m, err := r.mail(ctx, rv.Mail)
	if err != nil {
		return deed{}, err
	}
	if m.Status != store.MailUncertain {
		return deed{}, unclear("the mail is " + string(m.Status) + " by now")
	}
	done := deed{verdict: strings.ToLower(d.Commands[0].Word)}
	if d.Commands[0].Word == "RESEND" {
		m.Status, m.NextAt, done.sentence = store.MailQueued, r.now(), "The mail is sent once more, under the same Message-ID."
	} else {
		m.Status, m.SentAt, done.sentence = store.MailSent, r.now(), "The mail counts as sent."
	}
	r.updates = append(r.updates, m)
	return done, nil
}

func (r *run) mail(ctx context.Context, id uint64) (m store.Mail, err error) {
	err = r.d.store.View(ctx, func(tx store.Tx) error { m, err = tx.Mail(id); return err })
	return m, err
}

func (r *run) review(ctx context.Context, number int) (rv store.Review, err error) {
	if rv, is := r.reviews[number]; is {
		return rv, nil
	}
	err = r.d.store.View(ctx, func(tx store.Tx) error { rv, err = tx.Review(r.head.Thread, number); return err })
	return rv, err
}

// acceptEffect says what an acceptance does, for the answer to whoever gave it.
func acceptEffect(step, to string) string {
	switch agent.Stage(step) {
	case agent.StageInfoRequest, agent.StageQuote, agent.StageFinalResponse:
		return "The mail goes to " + to + ", exactly as you saw it."
	}
	return "It takes effect, and the agent goes on."
}

// words lists how a review may be answered; of a step, what comes first to a
// reader's mind.
func words(rv store.Review) []templates.Word {
	var out []templates.Word
	for _, w := range review.Words(rv.Kind, rv.Step) {
		if rv.Kind == review.KindStep && (w.Word == "SEND" || w.Word == "HAND BACK") {
			continue
		}
		if w.Word == "EDIT" && rv.MIME == nil && rv.Kind == review.KindStep {
			w.Usage, w.Effect = "EDIT: field: value", "the values you name take effect; one a line"
		}
		out = append(out, templates.Word{Word: w.Usage, Effect: w.Effect})
	}
	return out
}
