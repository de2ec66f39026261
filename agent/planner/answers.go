package planner

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/agent"
	asked "ppamaild/agent/questions"
	"ppamaild/agent/quoting"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
)

// answer drafts the answers to the questions about the last quote. Without any answer a person
// takes the thread.
func (p Rules) answer(s *agent.State) (agent.Action, error) {
	if s.WhatIf() != nil {
		return p.priceWhatIf(s)
	}
	pad := s.AgentScratchpad
	canAnswer := func(q agent.Question) bool { return quoting.Answerable(s, q) }
	if !slices.ContainsFunc(pad.Questions, canAnswer) {
		return p.handOver(strings.Join(append(p.unanswered(s), pad.MailNotes...), "; "))
	}
	return agent.NewAction(agent.ToolAnswerQuestions, p.say("step.answer"),
		quoting.AnswerArgs{QuoteID: pad.Quote.ID, Language: pad.Ask.Language})
}

// unanswered lists the open questions for staff. A wish for a call comes with the phone number.
func (p Rules) unanswered(s *agent.State) (all []string) {
	for _, q := range s.AgentScratchpad.Questions {
		words := reading.Mask(strings.Join(strings.Fields(q.Words), " "))
		switch {
		case q.Kind == asked.Call:
			phone := cmp.Or(signals.PhoneIn(q.Words), s.Application().NamedInsured.Phone,
				p.say("planner.no_phone"))
			all = append(all, p.say("planner.call", phone, words))
		case q.Failed != "":
			all = append(all, p.say("quoting.what_if_failed", words, q.Failed))
		default:
			all = append(all, p.say("quoting.question", words))
		}
	}
	return all
}

// priceWhatIf makes the next carrier call for a supposition. The calls build a separate session.
func (p Rules) priceWhatIf(s *agent.State) (agent.Action, error) {
	q := s.WhatIf()
	k, err := s.Supposed(*q)
	if err != nil {
		return p.handOver(p.say("quoting.what_if_failed", q.Words, err.Error()))
	}
	pad := s.AgentScratchpad
	discounts := pad.Discounts
	if now := s.Application(); len(k.Application.Vehicles) != len(now.Vehicles) ||
		len(k.Application.Drivers) != len(now.Drivers) ||
		!slices.Equal(k.Application.Discounts, now.Discounts) {
		discounts = quote.AssessDiscounts(k.Application, pad.Today, p.Words)
	}
	calls := p.priceCalls(k.Application, pad.Today, discounts)
	if q.Calls >= len(calls) {
		return p.handOver(p.say("quoting.what_if_failed", q.Words, p.say("agent.no_reason")))
	}
	return agent.NewAction(calls[q.Calls].Name(), p.say("step.what_if"), calls[q.Calls])
}

// priceCalls returns the carrier calls for the price of an application.
func (p Rules) priceCalls(a quote.Application, today quote.Date,
	discounts []quote.Assessment) []carrier.Call {
	calls := carrier.Building(a, p.Producer, today)
	if p.OrderReports {
		calls = append(calls, carrier.OrderReports{})
	}
	return append(calls, p.rate(discounts))
}

// rate returns the call that prices a session.
func (p Rules) rate(discounts []quote.Assessment) carrier.Rate {
	rate := carrier.Rate{Discounts: carrier.Eligible(discounts), Payments: p.Payments}
	if slices.ContainsFunc(rate.Discounts,
		func(d carrier.Discount) bool { return d.Discount == quote.PaidInFull }) {
		rate.Payments = 1
	}
	return rate
}
