package frontdesk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/console"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// Case implements console.Reviews.
func (d *Desk) Case(ctx context.Context, id string, number int, by string) (console.Case, error) {
	t, err := d.read(ctx, id)
	if err != nil {
		return console.Case{}, err
	}
	rv, err := d.review(ctx, id, number)
	if err != nil {
		return console.Case{}, err
	}
	one := console.Case{
		Thread: id, Number: number, Digest: rv.Digest, Step: rv.Step, Kind: rv.Kind,
		Status: string(rv.Status), Created: rv.CreatedAt,
		Open: rv.Status == store.ReviewOpen, Working: t.waits, Owner: d.ownerOf(t.head),
		Away: d.awayUntil(t.head.Owner),
	}
	if !one.Open {
		one.Outcome = d.outcome(rv, by)
		var withdrawn string
		if one.Next, one.Held, withdrawn, err = d.after(ctx, rv); err != nil {
			return one, err
		}
		if withdrawn != "" {
			one.Outcome += " " + d.Say("console.withdrawn", withdrawn)
		}
		one.Held = one.Held && rv.DecidedBy == by
	}
	v := d.view(&t)
	one.Heading = d.Say("console.kind." + rv.Kind)
	switch {
	case rv.Erased:
	case notify.IsStep(rv):
		err = d.fillStep(ctx, &one, v, rv)
	default:
		err = d.fillNotice(ctx, &one, v, rv)
	}
	if one.Open {
		one.Actions = d.actions(v, rv)
		if rv.Kind == review.KindHandedOver && one.Action("EDIT") != nil {
			one.Fields = d.fields(t.state.CustomerInfo.Case)
		}
	}
	return one, err
}

// review reads a review. It returns console.ErrNotFound for an unknown review.
func (d *Desk) review(ctx context.Context, id string, number int) (store.Review, error) {
	rv, err := queue.Read(ctx, d.Store, func(tx store.Tx) (store.Review, error) {
		return tx.Review(id, number)
	})
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("review %d of %s: %w", number, id, console.ErrNotFound)
	}
	return rv, err
}

// outcome says what happened to a closed review.
func (d *Desk) outcome(rv store.Review, by string) string {
	switch rv.Status {
	case store.ReviewDecided:
		who, when := d.Named(rv.DecidedBy), d.When(rv.DecidedAt)
		if rv.DecidedBy == by {
			return d.Say("console.decided_by_you", rv.Verdict, when)
		}
		return d.Say("console.decided", who, rv.Verdict, when)
	case store.ReviewSuperseded:
		return d.Say("console.superseded", rv.Why)
	}
	return d.Say("console.expired")
}

// after is the newest open review of the thread of a closed review, and whether the approved mail
// has not left, or why the mail never leaves.
func (d *Desk) after(
	ctx context.Context, rv store.Review,
) (next int, held bool, withdrawn string, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		open, err := tx.OpenReviews(rv.Thread)
		for _, o := range open {
			if queue.Voidable(o) || o.Number == rv.ReplacedBy {
				next = max(next, o.Number)
			}
		}
		if err == nil {
			_, held, err = d.held(tx, rv)
		}
		if err == nil {
			withdrawn, err = whyWithdrawn(tx, rv)
		}
		return err
	})
	return next, held, withdrawn, err
}

// whyWithdrawn says why the mail that a review approved never leaves; "" if the mail may leave.
func whyWithdrawn(tx store.Outbox, rv store.Review) (why string, err error) {
	err = tx.LatestMail(rv.Thread, func(m store.Mail) bool {
		found := approvedBy(m, rv)
		if found && m.Status == store.MailWithdrawn {
			why = m.LastError
		}
		return !found
	})
	return why, err
}

// fillStep adds the decision card, the draft and the values that staff may correct.
func (d *Desk) fillStep(
	ctx context.Context, one *console.Case, v *notify.View, rv store.Review,
) error {
	card, err := v.StepView(ctx, rv, "")
	if err != nil {
		return err
	}
	one.Card, one.Heading = &card, card.Headline
	if one.Heading == "" {
		one.Heading = card.StepTitle
	}
	p, err := v.Proposal(rv)
	if err != nil {
		return err
	}
	if !one.Open && v.State.Task == nil {
		card = past(card, *v.State, p, v.StaffWords())
		quotes, err := pastQuotes(ctx, v, p)
		if err != nil {
			return err
		}
		one.Heading = pastTitle(v, p, quotes)
	}
	if m := p.Draft; m != nil {
		one.Draft = &console.Draft{
			To: strings.Join(m.To, ", "), Subject: m.Subject, Text: m.Text, HTML: m.HTML,
		}
	}
	calls := p.Stage == agent.StageInfoAnalysis || p.Stage == agent.StageCarrierCall
	isQuote := v.State.Task == nil && rv.Kind == review.KindStep
	if one.Open && isQuote {
		one.Reasons = reasons(d, p, v.State)
	}
	if one.Open && isQuote && (calls || p.Draft != nil) {
		one.Fields = d.fields(v.State.CustomerInfo.Case)
	}
	return nil
}

// CheckText implements console.Facts.
func (d *Desk) CheckText(
	ctx context.Context, id string, number int, text string,
) ([]string, error) {
	t, err := d.read(ctx, id)
	if err != nil {
		return nil, err
	}
	rv, err := d.review(ctx, id, number)
	if err != nil || rv.Erased || !notify.IsStep(rv) {
		return nil, err
	}
	p, err := d.view(&t).Proposal(rv)
	if err != nil || p.Draft == nil {
		return nil, err
	}
	return notify.MaskAll(agent.CheckFacts(p.Draft.With(text), &t.state, d.StaffWords())), nil
}

// fillNotice adds a review that is no step.
func (d *Desk) fillNotice(
	ctx context.Context, one *console.Case, v *notify.View, rv store.Review,
) error {
	name, n, err := v.NoticeView(ctx, rv, "", "")
	if err != nil {
		return err
	}
	if n.What != "" && rv.Kind == review.KindHandedOver { // a mail names the word SEND
		n.What = d.Say("console.send_goes", v.State.CustomerInfo.AnswerTo)
	}
	n = notify.Masked(n)
	one.Notice = &n
	one.Heading, one.Lead, err = d.Templates.Opening(name, n)
	return err
}

// actions lists the possible decisions with their effects.
func (d *Desk) actions(v *notify.View, rv store.Review) (all []console.Action) {
	step := rv.Step
	if rv.Kind == review.KindHandedOver && notify.HandoverOf(rv).By != "" {
		step = review.StepTakenOver
	}
	for _, w := range v.WordsFor(rv) {
		for _, known := range review.Words(rv.Kind, step) {
			added := console.Case{Actions: all}.Action(known.Word) != nil
			if added || !isWord(w.Word, known.Word) {
				continue
			}
			all = append(all, console.Action{
				Word: known.Word, Label: d.label(known.Word, rv), Effect: w.Effect,
				Takes: w.Word != known.Word || known.Word == "HAND BACK",
			})
		}
	}
	return all
}

// isWord reports whether a usage such as "REJECT: reason" is about a word.
func isWord(usage, word string) bool {
	rest, found := strings.CutPrefix(usage, word)
	return found && (rest == "" || rest[0] == ':' || rest[0] == ' ')
}

// label names a word on a button.
func (d *Desk) label(word string, rv store.Review) string {
	if word == "ACCEPT" && rv.MIME != nil {
		return d.Say("notify.button.accept_and_send")
	}
	name := strings.ReplaceAll(strings.ToLower(word), " ", "_")
	return d.Say("console.action." + name)
}
