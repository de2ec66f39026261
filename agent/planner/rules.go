// Package planner chooses the next action of a run, by rules or with a language model. A planner
// only proposes actions. Package agent decides about gates, checks and effects.
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

// Rules is the deterministic planner: the same state always has the same next action. It needs no
// model and no network.
type Rules struct {
	Producer string         // license number for quotes
	Payments int            // installments; 0: one payment
	Location *time.Location // time zone of the agency; nil: UTC
	AskStaff bool           // ask staff before the customer

	OrderReports bool            // order reports before rating
	Compare      quoting.Compare // other coverages to price
}

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
		return agent.NewAction(agent.ToolExtractApplication, "take in what the mail states",
			quoting.ExtractArgs{Message: pad.Identified})
	}
	if why := referral(pad); why != "" {
		return handOver(why)
	}
	if len(pad.Inbox) > 0 {
		return agent.NewAction(agent.ToolIdentifyIntent, "find out what the mail is about",
			quoting.IntentArgs{Message: pad.Inbox[0].ID})
	}
	if awaitsAnswer(pad) {
		pad.SignOff = signals.SignOff{Kind: signals.SignOffLater}
	}
	if isSignOff(pad) {
		return closeThread(pad.SignOff)
	}
	return p.advance(s)
}

// isIdentified reports whether the intent of the next unread mail is known.
func isIdentified(pad agent.Scratchpad) bool {
	return len(pad.Inbox) > 0 && pad.Inbox[0].ID == pad.Identified
}

// referral explains why a person must take the thread, or returns "".
func referral(pad agent.Scratchpad) string {
	switch {
	case pad.Refer != "":
		return cmp.Or(referralReasons[pad.Refer], pad.Refer)
	case pad.AcceptsQuote && pad.SentRevision == pad.Revision && pad.LastQuote != nil:
		ahead := fmt.Sprintf("the customer wants to go ahead with quote %s; nothing is bound, and only a licensed producer can do that", pad.LastQuote.ID)
		return strings.TrimSuffix(ahead+"; "+intentReasons[pad.Intent], "; ")
	case intentReasons[pad.Intent] != "":
		return intentReasons[pad.Intent]
	case pad.Intent == "other" && pad.SignOff.Kind == "" && !(pad.OnlyThanks && pad.QuoteRequested):
		return "it can't be told what the customer wants"
	}
	return ""
}

// intentReasons explains for each other intent why a person must take the thread.
var intentReasons = map[string]string{
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

// referralReasons explains each referral.
var referralReasons = map[string]string{
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
func closeThread(p signals.SignOff) (agent.Action, error) {
	act, err := agent.NewAction(agent.ToolCloseThread, "the customer took leave",
		quoting.CloseArgs{SignOff: p.Kind})
	act.Review = p.Words != ""
	return act, err
}

// advance leads the application to a quote.
func (p Rules) advance(s *agent.State) (agent.Action, error) {
	pad := s.AgentScratchpad
	if pad.Today == "" {
		return agent.NewAction(agent.ToolExtractApplication, "take stock as of today",
			quoting.ExtractArgs{})
	}
	if act, found, err := p.askStaffFirst(s); found || err != nil {
		return act, err
	}
	if ask := questions(s); len(ask.Fields) > 0 {
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
	case pad.Quote == nil || pad.CallsRevision != pad.Revision ||
		pad.CallsDone < len(p.sessionCalls(s)):
		return p.callCarrier(s)
	}
	return agent.NewAction(agent.ToolSendQuote, "send the quote",
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
	ask.Fields, ask.Also, ask.Check = []string{}, nil, left
	if len(paths) > 0 {
		paths = append(paths, undrivenQuestions(s)...)
	}
	for _, path := range paths {
		if !slices.Contains(ask.Fields, path) && !slices.Contains(ask.Drop, path) &&
			!askedAsInsured(s, path, paths) {
			ask.Fields = append(ask.Fields, path)
		}
	}
	return ask
}

// undrivenQuestions asks once who drives the extra cars. It only joins other questions, because
// the quote also shows it to staff.
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
	return agent.NewAction(calls[n].Name(), "build up the carrier's session", calls[n])
}

// sessionCalls returns all carrier calls for the application.
func (p Rules) sessionCalls(s *agent.State) []carrier.Call {
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

// handOver gives the thread to a person.
func handOver(why string) (agent.Action, error) {
	return agent.NewAction(agent.ToolRequestHumanReview, "a person must take over",
		agent.ReasonArgs{Reason: why})
}
