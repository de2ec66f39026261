// Package planner chooses the next action of a run. A planner only proposes: what
// is gated, checked and done with its proposals is decided in package agent.
package planner

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/extract"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// Rules is the deterministic planner: the same state always has the same next
// action. It needs no model and no network.
type Rules struct {
	Producer string         // license under which quotes are asked for
	Payments int            // instalments to offer; 0 is one payment
	Location *time.Location // the agency's
}

// Name is what the journal calls it.
func (Rules) Name() string { return "rules" }

// handOvers says for each intent that is not a quote's why a person must take it.
var handOvers = map[string]string{
	"policy_change": "the customer wants to change a policy; nothing may be changed by email",
	"cancel":        "the customer wants to cancel a policy; nothing may be cancelled by email",
	"claim":         "the customer reports a claim; this is urgent",
	"billing":       "the customer asks about a bill",
	"question":      "the customer asks a question",
	"other_line":    "the customer asks for another line of insurance",
	"commercial":    "the customer asks for commercial insurance",
	"spam":          "this looks like spam; nothing is sent unless you do",
}

// refers says for each reason of referral why a person must take it.
var refers = map[string]string{
	"sr22": "an SR-22 or FR-44 filing is needed", "salvage": "a vehicle has a salvage or rebuilt title", "commercial": "a vehicle is used commercially",
	"rideshare": "a vehicle is used for rideshare or delivery", "lapse": "insurance has lapsed", "claim": "the customer reports a claim; this is urgent",
	"cancel": "the customer wants to cancel a policy", "minor_applicant": "the applicant is a minor", "non_owner": "the applicant owns no car",
	"exotic": "a vehicle is exotic or very expensive", "other_line": "the customer asks for another line of insurance",
	"injection_suspected": "the mail tries to give instructions to the program", "suspended": "a license is suspended",
	"unlicensed": "a driver has no license", "out_of_state": "the agency is not licensed in the customer's state",
}

// Next returns what to do next.
func (p Rules) Next(_ context.Context, s *agent.State) (agent.Action, error) {
	if act, found, err := p.heed(s); found || err != nil {
		return act, err
	}
	pad := s.AgentScratchpad
	if len(pad.Inbox) > 0 {
		return p.readMail(pad)
	}
	if pad.Refer != "" {
		return handOver("%s", cmp.Or(refers[pad.Refer], pad.Refer))
	}
	if why := handOvers[pad.Intent]; why != "" && !workable(pad) {
		return handOver("%s", why)
	}
	if pad.Intent == "other" && pad.Revision == 0 {
		return handOver("it can't be told what the customer wants")
	}
	return p.advance(s)
}

// workable reports whether the mail is part of a quote that is under way: its
// facts were taken in, whatever else it is about.
func workable(pad agent.Scratchpad) bool {
	return pad.Intent == "question" && pad.Heard > 0 && pad.Revision > pad.Heard
}

func (p Rules) readMail(pad agent.Scratchpad) (agent.Action, error) {
	m := pad.Inbox[0]
	if pad.Identified != m.ID {
		return action(agent.ToolIdentifyIntent, "find out what the mail is about", agent.MessageArgs{Message: m.ID})
	}
	return action(agent.ToolExtractApplication, "take in what it states", agent.ExtractArgs{Message: m.ID})
}

// advance takes the application as it is towards a quote.
func (p Rules) advance(s *agent.State) (agent.Action, error) {
	pad := s.AgentScratchpad
	if ask := toAsk(s); len(ask.Fields)+len(pad.Conflicts)+len(pad.Problems) > 0 {
		if pad.Heard == pad.Revision && pad.Heard > 0 {
			return handOver("the customer answered, but nothing that was asked could be read from it")
		}
		return action(agent.ToolAskCustomer, "ask for what is missing", ask)
	}
	switch {
	case pad.Sent == pad.Revision && pad.Sent > 0:
		return handOver("the customer answered the quote without changing anything")
	case pad.Checked != pad.Revision:
		return action(agent.ToolCheckDiscounts, "assess the discounts", struct{}{})
	case pad.Quote == nil || pad.CalledFor != pad.Revision:
		return p.callCarrier(s)
	}
	return action(agent.ToolSendQuote, "send the quote", agent.SendQuoteArgs{QuoteID: pad.Quote.ID, Language: pad.Ask.Language})
}

// toAsk is what is missing, less what staff dropped, put the way staff want it.
func toAsk(s *agent.State) agent.AskArgs {
	ask := s.AgentScratchpad.Ask
	ask.Fields = nil
	for _, path := range quote.Missing(s.CustomerInfo.Case.Application) {
		if !slices.Contains(ask.Drop, path) {
			ask.Fields = append(ask.Fields, path)
		}
	}
	ask.Also = nil
	return ask
}

// callCarrier makes the next call of the carrier's session.
func (p Rules) callCarrier(s *agent.State) (agent.Action, error) {
	calls := p.calls(s)
	n := 0
	if s.AgentScratchpad.CalledFor == s.AgentScratchpad.Revision {
		n = s.AgentScratchpad.Called
	}
	if n >= len(calls) {
		return agent.Action{}, fmt.Errorf("the carrier's session is complete and has no price")
	}
	return action(calls[n].Name(), "build up the carrier's session", calls[n])
}

// calls is the whole session for the application as it is.
func (p Rules) calls(s *agent.State) []carrier.Call {
	a, pad := s.CustomerInfo.Case.Application, s.AgentScratchpad
	calls := []carrier.Call{
		carrier.Initiate{EffectiveDate: a.EffectiveDate, Address: a.GaragingAddress, Producer: p.Producer, AsOf: pad.Today},
		carrier.SetNamedInsured{NamedInsured: a.NamedInsured},
	}
	for _, d := range a.Drivers {
		calls = append(calls, carrier.AddDriver{Driver: d})
	}
	for _, v := range a.Vehicles {
		calls = append(calls, carrier.AddVehicle{Vehicle: v})
	}
	rate := carrier.Rate{Discounts: carrier.Eligible(pad.Discounts), Payments: p.Payments}
	if slices.ContainsFunc(rate.Discounts, func(d carrier.Discount) bool { return d.Discount == quote.PaidInFull }) {
		rate.Payments = 1
	}
	return append(calls, carrier.AssignDrivers{}, carrier.UpdateCoverage{Coverages: a.Coverages}, rate)
}

// heed does a rejected step again as its reason asks. A reason that is not
// understood whole goes to a person at once.
func (p Rules) heed(s *agent.State) (act agent.Action, found bool, err error) {
	for stage, reason := range s.RejectionFeedbackForStep {
		act, err := p.redo(s, stage, reason)
		return act, true, err
	}
	return agent.Action{}, false, nil
}

func (p Rules) redo(s *agent.State, stage agent.Stage, reason string) (agent.Action, error) {
	requests := extract.ReasonOf(reason)
	if facts, understood := p.correction(s, reason); understood {
		return action(agent.ToolExtractApplication, "staff corrected a fact", agent.ExtractArgs{Facts: facts})
	}
	if len(requests) == 0 {
		return handOver("the reason %q is beyond what the rules can act on", reason)
	}
	ask := s.AgentScratchpad.Ask
	if len(ask.Fields) == 0 {
		ask = toAsk(s)
	}
	for _, r := range requests {
		if !heedOne(&ask, r) {
			return handOver("the reason %q is beyond what the rules can act on", reason)
		}
	}
	return p.again(s, stage, ask, reason)
}

// correction reads the reason as facts, if it is nothing else.
func (p Rules) correction(s *agent.State, reason string) ([]quote.Fact, bool) {
	return extract.StaffFact(reason, s.CustomerInfo.Case.Application, s.HumanFeedback[len(s.HumanFeedback)-1].At, p.Location)
}

// heedOne changes what is asked, and how, as one request wants it.
func heedOne(ask *agent.AskArgs, r extract.Request) bool {
	switch r.Kind {
	case "shorter":
		ask.Short = true
	case "language":
		ask.Language = r.Value
	case "add":
		if len(r.Paths) == 0 {
			ask.Also = append(ask.Also, r.Words)
		}
		for _, path := range r.Paths {
			if !slices.Contains(ask.Fields, path) {
				ask.Fields = append(ask.Fields, path)
			}
		}
	case "drop":
		ask.Drop = append(ask.Drop, r.Paths...)
		ask.Fields = slices.DeleteFunc(ask.Fields, func(f string) bool { return slices.Contains(r.Paths, f) })
		return len(r.Paths) > 0
	default:
		return false
	}
	return true
}

// again proposes the rejected step anew.
func (p Rules) again(s *agent.State, stage agent.Stage, ask agent.AskArgs, reason string) (agent.Action, error) {
	switch {
	case stage == agent.StageInfoRequest:
		return action(agent.ToolAskCustomer, "as staff asked: "+reason, ask)
	case stage == agent.StageQuote && ask.Language != "" && s.AgentScratchpad.Quote != nil:
		return action(agent.ToolSendQuote, "as staff asked: "+reason, agent.SendQuoteArgs{QuoteID: s.AgentScratchpad.Quote.ID, Language: ask.Language})
	case stage == agent.StageQuote && len(ask.Fields) > 0:
		return action(agent.ToolAskCustomer, "as staff asked: "+reason, ask)
	}
	return handOver("the reason %q is beyond what the rules can act on for %s", reason, stage)
}

func handOver(format string, args ...any) (agent.Action, error) {
	return action(agent.ToolRequestHumanReview, "a person must take over", agent.ReasonArgs{Reason: fmt.Sprintf(format, args...)})
}

func action(tool, thought string, args any) (agent.Action, error) {
	raw, err := json.Marshal(args)
	return agent.Action{Tool: tool, Args: raw, Thought: thought}, err
}
