package quoting

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/questions"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// AnswerArgs names the quote that the customer asks about.
type AnswerArgs struct {
	QuoteID  string `json:"quote_id"`
	Language string `json:"language,omitempty"` // "": the customer's
}

// Answerable reports whether the quote has the answer to a question. A supposition needs a price.
func Answerable(s *agent.State, q agent.Question) bool {
	last := s.AgentScratchpad.Quote
	_, before := s.PriorQuote()
	switch q.Kind {
	case questions.Payments:
		return len(last.Plan.Payments) > 1
	case questions.Insurer:
		return last.Illustrative || last.Carrier != ""
	case questions.Changes:
		return before != nil
	case questions.Adds:
		return isPriced(*last, q.Coverage)
	case questions.WhatIf:
		return q.Quote != nil || q.Which
	}
	return q.Kind != questions.Call && q.Kind != questions.Other
}

// answering drafts answers.
type answering struct{ Toolbox }

// answerQuestions drafts the answers to the questions about the last quote.
func (b answering) answerQuestions(_ context.Context, c agent.Call,
	args AnswerArgs) (any, []string, error) {
	pad := c.State.AgentScratchpad
	if pad.Quote == nil || pad.Quote.ID != args.QuoteID || pad.SentRevision != pad.Revision {
		return nil, nil, fmt.Errorf("%q is not the last quote of the customer", args.QuoteID)
	}
	language := c.State.LanguageFor(args.Language)
	d, err := b.render(c.State, "answer", language, func(language string) any {
		view := b.quoteView(c.State, language)
		view.Was, view.Changed, view.File = "", nil, ""
		return view
	})
	if err != nil {
		return nil, nil, err
	}
	d.Disclaimer, err = b.Templates.Disclaimer(b.quoteView(c.State, language))
	return d, slices.Concat(b.unanswered(c.State), pad.MailNotes,
		b.sensitiveDataNotes(c.State)), err
}

// unanswered lists the questions that the draft leaves to staff.
func (b answering) unanswered(s *agent.State) (notes []string) {
	for _, q := range s.AgentScratchpad.Questions {
		switch words := reading.Mask(strings.Join(strings.Fields(q.Words), " ")); {
		case q.Failed != "":
			notes = append(notes, b.say("quoting.what_if_failed", words, q.Failed))
		case q.Quote != nil:
			for _, note := range b.supposedDrivers(s, q) {
				notes = append(notes, b.say("quoting.with_change", words, note))
			}
			notes = append(notes, leftOut(q.Facts, s.AgentScratchpad.MailNotes, b.staff())...)
		case q.Kind == questions.OtherPolicy:
			notes = append(notes, b.say("quoting.other_policy", words))
		case q.Kind != questions.Call && !Answerable(s, q): // an alert shows a wish for a call
			notes = append(notes, b.say("quoting.question", words))
		}
	}
	return notes
}

// supposedDrivers lists the notes about drivers that a supposition has and the quote lacks: a new
// driver without a car may not change the price.
func (b answering) supposedDrivers(s *agent.State, q agent.Question) []string {
	k, _ := s.Supposed(q) // the facts fit: the change has a price
	now := b.driverNotes(*s.Application(), *s.AgentScratchpad.Quote)
	return slices.DeleteFunc(b.driverNotes(k.Application, *q.Quote),
		func(note string) bool { return slices.Contains(now, note) })
}

// applyAnswered closes the questions. A single supposition becomes an offer.
func applyAnswered(s *agent.State, args AnswerArgs) agent.Then {
	pad := &s.AgentScratchpad
	pad.Offer, pad.Answered, pad.Questions = offer(pad.Questions), pad.Questions, nil
	pad.MailNotes = nil
	return s.AwaitReply(args.Language)
}

// offer returns the change of a single priced supposition; nil for none or several.
func offer(asked []agent.Question) (facts []quote.Fact) {
	for _, q := range asked {
		switch {
		case q.Quote == nil:
		case facts != nil:
			return nil
		default:
			facts = q.Facts
		}
	}
	return facts
}

// answerer writes the answers of a mail.
type answerer struct {
	Toolbox
	s     *agent.State
	view  *templates.Quote
	words letters.Words
}

// answers returns the distinct answers to the questions that the quote can answer.
func (w answerer) answers() (all []templates.QuoteAnswer) {
	asked := w.s.AgentScratchpad.Questions
	for i, q := range asked {
		if !Answerable(w.s, q) || q.IsRepeated(asked[:i]) {
			continue
		}
		a := templates.QuoteAnswer{Kind: string(q.Kind), Quote: w.view, Coverage: q.Coverage}
		switch q.Kind {
		case questions.Yearly:
			last := w.s.AgentScratchpad.Quote
			a.Amount = (last.Total * 12 / carrier.Cents(last.TermMonths)).String()
		case questions.Coverage:
			w.explain(&a)
		case questions.Adds:
			w.price(&a)
		case questions.Changes:
			was, before := w.s.PriorQuote()
			a.Was = was.String()
			a.Changes = letters.CustomerChanges(*before, w.s.CustomerInfo.Case, w.words)
		case questions.Why:
			a.Up, a.Down = w.factors()
		case questions.WhatIf:
			w.compare(&a, q)
		}
		if !slices.ContainsFunc(all, func(o templates.QuoteAnswer) bool { return isSame(o, a) }) {
			all = append(all, a)
		}
	}
	return withLetters(all)
}

// isSame reports whether two questions have one answer. Two suppositions may have one price.
func isSame(a, b templates.QuoteAnswer) bool {
	return a.Kind == b.Kind && a.Coverage == b.Coverage && a.Kind != string(questions.WhatIf)
}

// withLetters names each of several priced changes, so that the customer can choose.
func withLetters(all []templates.QuoteAnswer) []templates.QuoteAnswer {
	var supposed []*templates.QuoteAnswer
	for i := range all {
		if all[i].Kind == string(questions.WhatIf) {
			supposed = append(supposed, &all[i])
		}
	}
	for i, a := range supposed {
		if len(supposed) > 1 {
			a.Letter = letters.ChangeLetter(i)
		}
	}
	return all
}

// explain lists the coverages of the quote, or one coverage, also a missing one.
func (w answerer) explain(a *templates.QuoteAnswer) {
	for _, v := range w.view.Vehicles {
		for _, l := range v.Lines {
			if l.Premium == "" || a.Coverage != "" && l.Coverage != a.Coverage {
				continue
			}
			i := slices.IndexFunc(a.Lines, func(o templates.QuoteLine) bool {
				return o.Coverage == l.Coverage
			})
			switch {
			case i < 0:
				a.Lines = append(a.Lines, templates.QuoteLine{Coverage: l.Coverage, Limit: l.Limit})
			case !slices.Contains(strings.Split(a.Lines[i].Limit, "; "), l.Limit):
				a.Lines[i].Limit += "; " + l.Limit
			}
		}
	}
	if a.Lines == nil && a.Coverage != "" {
		a.Kind, a.Lines = "without", []templates.QuoteLine{{Coverage: a.Coverage}}
	}
}

// price writes what a coverage costs for each car.
func (w answerer) price(a *templates.QuoteAnswer) {
	sum := carrier.Cents(0)
	for _, l := range w.s.AgentScratchpad.Quote.Lines {
		if lineName(l) == a.Coverage {
			sum += l.Premium
			a.Items = append(a.Items, templates.Item{Label: w.view.Vehicles[l.Vehicle].Name,
				Value: l.Premium.String()})
		}
	}
	a.Amount = sum.String()
	if len(a.Items) == 1 {
		a.Items = nil
	}
}

// compare writes the price of a supposition next to the price of the quote.
func (w answerer) compare(a *templates.QuoteAnswer, q agent.Question) {
	if q.Quote == nil { // about an unknown car
		a.Kind = "which_car"
		return
	}
	supposed, err := w.s.Supposed(q)
	if err == nil {
		a.Changes = letters.CustomerChanges(*w.s.Application(), supposed, w.words)
	}
	for _, f := range q.Facts {
		if f.Standing == quote.Assumed {
			a.Changes = append(a.Changes,
				letters.AssumedChange(f.Path, supposed.Application, w.words))
		}
	}
	now := w.s.AgentScratchpad.Quote.Total
	then := q.Quote.Total
	a.Amount, a.Difference = then.String(), max(now-then, then-now).String()
	a.Less, a.More = then < now, then > now
}

// lineName is the name of a line's coverage in the quote mail.
func lineName(l carrier.Line) string { return letters.CoverageName(l.Coverage) }
