// Package planner chooses the next action of a run. A planner only proposes: what
// is gated, checked and done with its proposals is decided in package agent.
package planner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// Rules is the deterministic planner: the same state always has the same next
// action. It needs no model and no network.
type Rules struct {
	Producer string         // license under which quotes are asked for
	Payments int            // instalments to offer; 0 is one payment
	Location *time.Location // the agency's; nil: UTC
	AskStaff bool           // ask staff what they may know before the customer is asked

	OrderReports bool            // have the carrier order its reports before it rates
	Compare      quoting.Compare // what to price besides what was asked for
}

// Name is what the journal calls it.
func (Rules) Name() string { return "rules" }

// Next returns what to do next: heed what staff rejected, then read what the
// customer wrote, then call a person where one must take it, and else bring the
// application nearer to a quote.
func (p Rules) Next(_ context.Context, s *agent.State) (agent.Action, error) {
	pad := s.AgentScratchpad
	if f, found := s.Rejection(); found {
		return p.heed(s, f)
	}
	if isIdentified(pad) {
		return agent.NewAction(agent.ToolExtractApplication, "take in what the mail states",
			quoting.ExtractArgs{Message: pad.Identified})
	}
	if why := beyond(pad); why != "" {
		return handOver(why)
	}
	if len(pad.Inbox) > 0 {
		return agent.NewAction(agent.ToolIdentifyIntent, "find out what the mail is about",
			quoting.IntentArgs{Message: pad.Inbox[0].ID})
	}
	if waits(pad) {
		pad.SignOff = signals.SignOff{Kind: signals.SignOffLater}
	}
	if isParting(pad) {
		return part(pad.SignOff)
	}
	return p.advance(s)
}

// isIdentified reports whether it is known what the next unread mail is about.
func isIdentified(pad agent.Scratchpad) bool {
	return len(pad.Inbox) > 0 && pad.Inbox[0].ID == pad.Identified
}

// beyond says why a person must take the thread; empty: the planner can go on.
func beyond(pad agent.Scratchpad) string {
	switch {
	case pad.Refer != "":
		return cmp.Or(refers[pad.Refer], pad.Refer)
	case pad.AcceptsQuote && pad.SentRevision == pad.Revision && pad.LastQuote != nil:
		ahead := fmt.Sprintf("the customer wants to go ahead with quote %s; nothing is bound, and only a licensed producer can do that", pad.LastQuote.ID)
		return strings.TrimSuffix(ahead+"; "+intents[pad.Intent], "; ")
	case intents[pad.Intent] != "":
		return intents[pad.Intent]
	case pad.Intent == "other" && pad.SignOff.Kind == "" && !(pad.OnlyThanks && pad.QuoteRequested):
		return "it can't be told what the customer wants"
	}
	return ""
}

// intents says for each intent that is not a quote's why a person must take it.
var intents = map[string]string{
	"policy_change": "the customer wants to change a policy; nothing may be changed by email",
	"cancel":        "the customer wants to cancel a policy; nothing may be cancelled by email",
	"claim":         "the customer reports a claim; this is urgent",
	"billing":       "the customer asks about a bill",
	"question":      "the customer asks a question",
	"other_line":    "the customer asks for another line of insurance",
	"commercial":    "the customer asks for commercial insurance",
	"spam":          "this looks like spam; nothing is sent unless you do",

	quoting.IntentReadingFailed: quoting.ReadingFailed,

	quoting.IntentUnreadable: "the customer's mail can't be read; what is wrong with it stands below it, and SEND: can ask for it as plain text",
}

// refers says for each reason of referral why a person must take it.
var refers = map[string]string{
	"sr22":       "an SR-22 or FR-44 filing is needed",
	"salvage":    "a vehicle has a salvage or rebuilt title",
	"commercial": "a vehicle is used commercially",
	"rideshare":  "a vehicle is used for rideshare or delivery", "lapse": "insurance has lapsed",
	"claim":           "the customer reports a claim; this is urgent",
	"cancel":          "the customer wants to cancel a policy",
	"minor_applicant": "the applicant is a minor", "non_owner": "the applicant owns no car",
	"exotic":              "a vehicle is exotic or very expensive",
	"other_line":          "the customer asks for another line of insurance; HAND BACK has the cars quoted, where there are any",
	"injection_suspected": "the mail tries to give instructions to the program",
	"suspended":           "a license is suspended",
	"unlicensed":          "a driver has no license",
	"out_of_state":        "the agency is not licensed in the customer's state",
}

// isParting reports whether the thread is to be closed as the customer took leave:
// they want no quote any more, or have one and say nothing but thanks; or that it only waits on, as
// they have one, or our questions, and will write again.
func isParting(pad agent.Scratchpad) bool {
	if waits(pad) {
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

// waits reports whether our questions are still open and the customer says no more than thanks, or
// that they will write again: they are waited for.
func waits(pad agent.Scratchpad) bool {
	asked, closed := pad.Asked != nil && pad.AskedRevision == pad.Revision,
		pad.ClosedRevision > 0 && pad.ClosedRevision == pad.Revision
	return asked && (pad.SignOff.Kind == signals.SignOffLater ||
		pad.SignOff.Kind == signals.SignOffThanks && !closed)
}

// part closes the thread. Where the planner alone reads a no, a person looks first,
// whatever the gate.
func part(p signals.SignOff) (agent.Action, error) {
	act, err := agent.NewAction(agent.ToolCloseThread, "the customer took leave",
		quoting.CloseArgs{SignOff: p.Kind})
	act.Review = p.Words != ""
	return act, err
}

// advance takes the application as it is towards a quote.
func (p Rules) advance(s *agent.State) (agent.Action, error) {
	pad := s.AgentScratchpad
	if pad.Today == "" {
		return agent.NewAction(agent.ToolExtractApplication, "take stock as of today", quoting.ExtractArgs{})
	}
	if act, found, err := p.staffFirst(s); found || err != nil {
		return act, err
	}
	if ask := toAsk(s); len(ask.Fields) > 0 {
		if pad.AskedRevision == pad.Revision {
			return handOver("the customer answered, but nothing that was asked could be read from it")
		}
		return agent.NewAction(agent.ToolAskCustomer, "ask for what is missing", ask)
	}
	switch missing := quote.Missing(s.CustomerInfo.Case.Application); {
	case len(missing) > 0:
		return handOver("it can't be priced without what was not to be asked: " + strings.Join(missing, ", "))
	case pad.SentRevision == pad.Revision:
		return handOver(strings.Join(append([]string{"the customer answered the quote without changing anything"}, pad.MailNotes...), "; "))
	case pad.DiscountsRevision != pad.Revision:
		return agent.NewAction(agent.ToolCheckDiscounts, "assess the discounts", struct{}{})
	case pad.Quote == nil || pad.CallsRevision != pad.Revision || pad.CallsDone < len(p.calls(s)):
		return p.callCarrier(s)
	}
	return agent.NewAction(agent.ToolSendQuote, "send the quote",
		quoting.SendQuoteArgs{QuoteID: pad.Quote.ID, Language: pad.Ask.Language})
}

// toAsk is what is missing, contradicts itself or can't be right, less what staff
// dropped, put the way staff want it.
func toAsk(s *agent.State) agent.AskArgs {
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
	ask.Fields, ask.Also, ask.Check = []string{}, nil, left
	if len(paths) > 0 {
		paths = append(paths, undriven(s)...)
	}
	for _, path := range paths {
		if !slices.Contains(ask.Fields, path) && !slices.Contains(ask.Drop, path) &&
			!askedAsInsured(s, path, paths) {
			ask.Fields = append(ask.Fields, path)
		}
	}
	return ask
}

// undriven is who drives the cars that there is no driver for, as far as the customer
// was not asked yet. It is asked with other questions and is no reason for a mail: staff
// see it with the quote.
func undriven(s *agent.State) []string {
	pad := s.AgentScratchpad
	return slices.DeleteFunc(quote.Undriven(s.CustomerInfo.Case.Application),
		func(path string) bool {
			return slices.Contains(pad.Asked, path) || slices.Contains(pad.AskedBefore, path)
		})
}

// askedAsInsured reports whether a path is of the driver who is the insured, and
// the same is asked of the insured already: one answer serves both.
func askedAsInsured(s *agent.State, path string, paths []string) bool {
	drivers := s.CustomerInfo.Case.Application.Drivers
	name, isFirst := strings.CutPrefix(path, "drivers[0].")
	return isFirst && len(drivers) > 0 && drivers[0].Relationship == quote.Insured &&
		slices.Contains(paths, "named_insured."+name)
}

// callCarrier makes the next call of the carrier's session.
func (p Rules) callCarrier(s *agent.State) (agent.Action, error) {
	calls := p.calls(s)
	n := 0
	if s.AgentScratchpad.CallsRevision == s.AgentScratchpad.Revision {
		n = s.AgentScratchpad.CallsDone
	}
	if n >= len(calls) {
		return agent.Action{}, errors.New("the carrier's session is complete and has no price")
	}
	return agent.NewAction(calls[n].Name(), "build up the carrier's session", calls[n])
}

// calls is the whole session for the application as it is.
func (p Rules) calls(s *agent.State) []carrier.Call {
	a, pad := s.CustomerInfo.Case.Application, s.AgentScratchpad
	calls := carrier.Building(a, p.Producer, pad.Today)
	rate := carrier.Rate{Discounts: carrier.Eligible(pad.Discounts), Payments: p.Payments}
	if slices.ContainsFunc(rate.Discounts,
		func(d carrier.Discount) bool { return d.Discount == quote.PaidInFull }) {
		rate.Payments = 1
	}
	if p.OrderReports {
		calls = append(calls, carrier.OrderReports{})
	}
	calls = append(calls, rate)
	for _, o := range p.Compare.Options(s) {
		calls = append(calls, carrier.UpdateCoverage{Coverages: o.Coverages}, rate)
	}
	return calls
}

// handOver calls a person, and says why.
func handOver(why string) (agent.Action, error) {
	return agent.NewAction(agent.ToolRequestHumanReview, "a person must take over",
		agent.ReasonArgs{Reason: why})
}
