// Package planner chooses the next action of a run, by rules or with a language model. A planner
// only proposes actions. Package agent decides about gates, checks and effects.
package planner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/quoting"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
)

// Rules is the deterministic planner: the same state always has the same next action. It needs no
// model and no network.
type Rules struct {
	Producer string         // license number for quotes
	Payments int            // installments; 0: one payment
	Location *time.Location // time zone of the agency; nil: UTC
	AskStaff bool           // ask staff before the customer

	OrderReports bool            // order reports before rating
	Compare      quoting.Compare // other coverages to price

	Words letters.Words // for reasons and steps; nil: the built-in English words
}

// say returns a phrase for staff.
func (p Rules) say(phrase string, args ...string) string { return p.Words.Say(phrase, args...) }

// Name is the planner's name in the journal.
func (Rules) Name() string { return "rules" }

// Next returns the next action. Rejections come first, then unread mails, referrals, and the
// steps to a quote.
func (p Rules) Next(_ context.Context, s *agent.State) (agent.Action, error) {
	pad := s.AgentScratchpad
	if f, found := s.Rejection(); found {
		return p.applyRejection(s, f)
	}
	if isIdentified(pad) {
		return agent.NewAction(agent.ToolExtractApplication, p.say("step.read"),
			quoting.ExtractArgs{Message: pad.Identified})
	}
	if why := p.referral(pad); why != "" {
		return p.handOver(why)
	}
	if len(pad.Inbox) > 0 {
		return agent.NewAction(agent.ToolIdentifyIntent, p.say("step.identify"),
			quoting.IntentArgs{Message: pad.Inbox[0].ID})
	}
	if awaitsAnswer(pad) {
		pad.SignOff = signals.SignOff{Kind: signals.SignOffLater}
	}
	if isSignOff(pad) {
		return p.closeThread(pad.SignOff)
	}
	return p.advance(s)
}

// isIdentified reports whether the intent of the next unread mail is known.
func isIdentified(pad agent.Scratchpad) bool {
	return len(pad.Inbox) > 0 && pad.Inbox[0].ID == pad.Identified
}

// referral gives all reasons why a person must take the thread, or returns "".
func (p Rules) referral(pad agent.Scratchpad) string {
	intent := ""
	if slices.Contains(intentsForStaff, pad.Intent) {
		intent = p.say("intent." + pad.Intent)
	}
	var reasons []string
	switch {
	case pad.Refer != "" && p.Words.Has("refer."+pad.Refer):
		reasons = append(reasons, p.say("refer."+pad.Refer))
	case pad.Refer != "":
		reasons = append(reasons, pad.Refer)
	}
	if pad.IsAccepted() {
		reasons = append(reasons, p.say("planner.accepted", pad.LastQuote.ID))
		for _, q := range pad.Questions {
			reasons = append(reasons, p.say("quoting.question", reading.Mask(q.Words)))
		}
	}
	if intent != "" && pad.Intent != pad.Refer {
		reasons = append(reasons, intent)
	}
	if len(reasons) == 0 && len(pad.Inbox) == 0 && isUnclear(pad) && !mayAskAgain(pad) {
		return p.say("planner.unclear")
	}
	if len(reasons) > 0 {
		reasons = append(reasons, pad.MailNotes...)
	}
	return strings.Join(reasons, "; ")
}

// isUnclear reports whether the last mail is not understood.
func isUnclear(pad agent.Scratchpad) bool {
	return pad.Intent == "other" && pad.SignOff.Kind == "" && !(pad.OnlyThanks && pad.QuoteRequested)
}

// mayAskAgain reports whether the customer of a quote may get one more question about a mail
// that is not understood. A person takes the next such mail.
func mayAskAgain(pad agent.Scratchpad) bool {
	return pad.QuoteRequested && (pad.AgainRevision == 0 || pad.AgainRevision != pad.Revision)
}

// intentsForStaff are the intents of mails that a person must take.
var intentsForStaff = []string{
	"policy_change", "cancel", "claim", "billing", "question", "other_line", "commercial", "spam",
	quoting.IntentReadingFailed, quoting.IntentUnreadable,
}

// isSignOff reports whether a sign-off closes the thread or keeps it waiting.
func isSignOff(pad agent.Scratchpad) bool {
	if awaitsAnswer(pad) {
		return true
	}
	switch pad.SignOff.Kind {
	case signals.SignOffDeclined:
		return true
	case signals.SignOffLater:
		return pad.SentRevision > 0 && pad.SentRevision == pad.Revision
	case signals.SignOffThanks:
		return pad.SentRevision > 0 && pad.SentRevision == pad.Revision ||
			pad.ClosedRevision > 0 && pad.ClosedRevision == pad.Revision
	}
	return false
}

// awaitsAnswer reports whether the questions stay open after thanks or a promise.
func awaitsAnswer(pad agent.Scratchpad) bool {
	asked, closed := pad.Asked != nil && pad.AskedRevision == pad.Revision,
		pad.ClosedRevision > 0 && pad.ClosedRevision == pad.Revision
	return asked && (pad.SignOff.Kind == signals.SignOffLater ||
		pad.SignOff.Kind == signals.SignOffThanks && !closed)
}

// closeThread closes the thread. A refusal that only the planner reads gets a review under any
// gate.
func (p Rules) closeThread(end signals.SignOff) (agent.Action, error) {
	act, err := agent.NewAction(agent.ToolCloseThread, p.say("step.close"),
		quoting.CloseArgs{SignOff: end.Kind})
	act.Review = end.Words != ""
	return act, err
}

// advance leads the application to a quote.
func (p Rules) advance(s *agent.State) (agent.Action, error) {
	pad := s.AgentScratchpad
	if pad.Today == "" {
		return agent.NewAction(agent.ToolExtractApplication, p.say("step.update"),
			quoting.ExtractArgs{})
	}
	if act, found, err := p.askStaffFirst(s); found || err != nil {
		return act, err
	}
	if ask := questions(s); len(ask.Fields)+ask.Count() > 0 {
		ask.Again = pad.AskedRevision == pad.Revision &&
			(len(ask.Residents) == 0 || pad.ResidentsAsked)
		if ask.Again && !mayAskAgain(pad) {
			return p.handOver(p.say("planner.nothing_read"))
		}
		if ask.Again && signals.RefersBack(pad.Said) {
			return p.handOver(p.say("planner.earlier_mail", pad.Said))
		}
		return agent.NewAction(agent.ToolAskCustomer, p.say("step.ask"), ask)
	}
	switch missing := quote.Missing(s.CustomerInfo.Case.Application); {
	case len(residents(pad)) > 0: // the customer was asked
		why := append([]string{p.say("refer.resident")}, pad.MailNotes...)
		return p.handOver(strings.Join(why, "; "))
	case len(missing) > 0:
		missing = letters.WithLabels(missing, s.CustomerInfo.Case.Application, p.Words)
		return p.handOver(p.say("planner.not_to_ask", strings.Join(missing, ", ")))
	case pad.SentRevision == pad.Revision && len(pad.Questions) > 0:
		return p.answer(s)
	case pad.SentRevision == pad.Revision && mayAskAgain(pad) &&
		(isUnclear(pad) || pad.Intent == quoting.IntentWhichChange || len(pad.MailNotes) == 0):
		return agent.NewAction(agent.ToolAskCustomer, p.say("step.ask"),
			agent.AskArgs{Fields: []string{}, Again: true})
	case pad.SentRevision == pad.Revision:
		why := append([]string{p.say("planner.nothing_changed")}, pad.MailNotes...)
		return p.handOver(strings.Join(why, "; "))
	case pad.DiscountsRevision != pad.Revision:
		return agent.NewAction(agent.ToolCheckDiscounts, p.say("step.discounts"), struct{}{})
	case pad.Quote == nil || pad.CallsRevision != pad.Revision ||
		pad.CallsDone < len(p.sessionCalls(s)):
		return p.callCarrier(s)
	case s.WhatIf() != nil:
		return p.priceWhatIf(s)
	}
	return agent.NewAction(agent.ToolSendQuote, p.say("step.send"),
		quoting.SendQuoteArgs{QuoteID: pad.Quote.ID, Language: pad.Ask.Language})
}

// questions returns the missing, contradictory and invalid values in the form that staff want,
// without excluded paths.
func questions(s *agent.State) agent.AskArgs {
	pad := s.AgentScratchpad
	paths := quote.Missing(s.CustomerInfo.Case.Application)
	for _, c := range pad.Conflicts {
		paths = append(paths, c.Path)
	}
	for _, p := range pad.Problems {
		paths = append(paths, p.Path)
	}
	left := leftToCustomer(s)
	paths = append(paths, left...)
	ask := pad.Ask
	ask.Fields, ask.Check = []string{}, left
	if r := pad.OpenRejection; r != nil && r.Stage == agent.StageInfoRequest {
		paths = append(paths, stillOpen(s, pad.Ask.Fields)...) // staff may have added questions
	} else {
		ask.Also = nil
	}
	if len(paths) > 0 {
		paths = append(paths, undrivenQuestions(s)...)
	}
	for _, path := range paths {
		if !slices.Contains(ask.Fields, path) && !slices.Contains(ask.Drop, path) &&
			!askedAsInsured(s, path, paths) {
			ask.Fields = append(ask.Fields, path)
		}
	}
	if ask.Residents = nil; len(ask.Fields) > 0 || !pad.ResidentsAsked {
		ask.Residents = residents(pad)
	}
	return ask
}

// stillOpen returns the paths of an undecided draft that staff added and that have no value after a
// correction. quote.Missing decides about the values that each quote needs.
func stillOpen(s *agent.State, paths []string) []string {
	a, needed := s.CustomerInfo.Case.Application, quote.Missing(quote.Application{})
	isDeclined := func(path string) bool { // by the rejection, and not before the question
		f := s.CustomerInfo.Case.Facts[path]
		return strings.Contains(path, "coverages.") && f.Standing == quote.Confirmed &&
			signals.Contains(s.AgentScratchpad.OpenRejection.Text, f.Words)
	}
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		key := path[max(0, strings.IndexAny(path, ".]")):] // of any driver or car
		isNeeded := func(other string) bool { return strings.HasSuffix(other, key) }
		return a.Has(path) || isDeclined(path) || !isPath(path, a) || key == "].driver" ||
			slices.ContainsFunc(needed, isNeeded)
	})
}

// residents returns the words about people at home, without the words that staff do not ask about.
func residents(pad agent.Scratchpad) []string {
	isDropped := func(said string) bool { return slices.Contains(pad.Ask.Drop, said) }
	return slices.DeleteFunc(slices.Clone(pad.Residents), isDropped)
}

// undrivenQuestions returns the paths of the unknown drivers of extra cars, once. These questions
// only join other questions, because the quote also shows such cars to staff.
func undrivenQuestions(s *agent.State) []string {
	pad := s.AgentScratchpad
	return slices.DeleteFunc(quote.Undriven(s.CustomerInfo.Case.Application),
		func(path string) bool {
			return slices.Contains(pad.Asked, path) || slices.Contains(pad.AskedBefore, path)
		})
}

// askedAsInsured reports whether the same question is already asked about the named insured, who
// is also this driver.
func askedAsInsured(s *agent.State, path string, paths []string) bool {
	drivers := s.CustomerInfo.Case.Application.Drivers
	name, isFirst := strings.CutPrefix(path, "drivers[0].")
	return isFirst && len(drivers) > 0 && drivers[0].Relationship == quote.Insured &&
		slices.Contains(paths, "named_insured."+name)
}

// callCarrier makes the next carrier call of the session.
func (p Rules) callCarrier(s *agent.State) (agent.Action, error) {
	calls := p.sessionCalls(s)
	n := 0
	if s.AgentScratchpad.CallsRevision == s.AgentScratchpad.Revision {
		n = s.AgentScratchpad.CallsDone
	}
	if n >= len(calls) {
		return agent.Action{}, errors.New("the carrier's session is complete and has no price")
	}
	return agent.NewAction(calls[n].Name(), p.say("step.carrier"), calls[n])
}

// sessionCalls returns all carrier calls for the application.
func (p Rules) sessionCalls(s *agent.State) []carrier.Call {
	a, pad := s.CustomerInfo.Case.Application, s.AgentScratchpad
	calls, rate := p.priceCalls(a, pad.Today, pad.Discounts), p.rate(pad.Discounts)
	for _, o := range p.Compare.Options(s) {
		calls = append(calls, carrier.UpdateCoverage{Coverages: o.Coverages}, rate)
	}
	return calls
}

// handOver gives the thread to a person.
func (p Rules) handOver(why string) (agent.Action, error) {
	return agent.NewAction(agent.ToolRequestHumanReview, p.say("step.person"),
		agent.ReasonArgs{Reason: why})
}
