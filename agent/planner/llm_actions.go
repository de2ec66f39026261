package planner

import (
	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// toolRunQuote is the model's tool for a price. It makes the first carrier call, and the rules
// make the others.
var toolRunQuote = carrier.Initiate{}.Name()

// isForced reports whether there is only one possible action: a hand-over, a new revision, a
// value settled by staff, a sign-off, the discounts, or the next carrier call. The model can't
// change it. A mail with instructions to the program is never shown to the model again.
func (p Rules) isForced(s *agent.State) bool {
	pad := s.AgentScratchpad
	if _, rejected := s.Rejection(); rejected {
		return false
	}
	if isIdentified(pad) {
		return pad.Refer == "injection_suspected"
	}
	if p.referral(pad) != "" {
		return true
	}
	if len(pad.Inbox) > 0 {
		return false
	}
	if facts, _ := p.settledFacts(s); len(facts) > 0 {
		return true
	}
	toAsk := asksMore(s)
	switch {
	case s.WhatIf() != nil && p.isPriced(s):
		return true
	case !toAsk && len(residents(pad)) > 0:
		return true
	case pad.Today == "", isSignOff(pad), toAsk && pad.AskedRevision == pad.Revision,
		pad.SentRevision == pad.Revision:
		return true
	case !toAsk && len(quote.Missing(s.CustomerInfo.Case.Application)) > 0:
		return true
	}
	if pad.DiscountsRevision != pad.Revision {
		return !toAsk && !(p.AskStaff && len(p.openQuestions(s)) > 0)
	}
	begun := pad.CallsRevision == pad.Revision && pad.CallsDone > 0
	return !toAsk && begun && !p.isPriced(s)
}

// asksMore reports whether there are questions to the customer.
func asksMore(s *agent.State) bool {
	ask := questions(s)
	return len(ask.Fields)+ask.Count() > 0
}

// isPriced reports whether the application has a current quote with all options.
func (p Rules) isPriced(s *agent.State) bool {
	pad := s.AgentScratchpad
	return pad.Quote != nil && pad.CallsRevision == pad.Revision &&
		pad.CallsDone >= len(p.sessionCalls(s))
}

// actions returns the possible tools, most likely first, and the phrase for the goal. The phrase
// takes the step of a rejection.
func (p Rules) actions(s *agent.State) (now string, tools []string) {
	pad := s.AgentScratchpad
	f, rejected := s.Rejection()
	switch {
	case rejected && isIdentified(pad):
		return "now.read_again",
			[]string{agent.ToolExtractApplication, agent.ToolRequestHumanReview}
	case rejected && f.Stage == agent.StageHumanInput:
		return "now.questions_rejected", union(p.nextActions(s), p.retryActions(s))
	case rejected:
		return "now.rejected", p.retryActions(s)
	case isIdentified(pad):
		return "now.read",
			[]string{agent.ToolExtractApplication, agent.ToolRequestHumanReview}
	case len(pad.Inbox) > 0:
		return "now.identify",
			[]string{agent.ToolIdentifyIntent, agent.ToolRequestHumanReview}
	}
	return "now.advance", p.nextActions(s)
}

// retryActions returns the tools that may answer a rejection.
func (p Rules) retryActions(s *agent.State) []string {
	all := []string{agent.ToolAskCustomer, agent.ToolExtractApplication}
	if p.isPriced(s) {
		all = append(all, agent.ToolSendQuote)
	}
	return append(all, agent.ToolRequestHumanReview)
}

// nextActions returns the tools that lead to a quote. Questions to staff come first.
func (p Rules) nextActions(s *agent.State) []string {
	switch {
	case p.AskStaff && len(p.openQuestions(s)) > 0:
		return union([]string{agent.ToolRequestHumanInput}, p.otherActions(s))
	case asksMore(s):
		return p.otherActions(s)
	case !p.isPriced(s):
		return append([]string{toolRunQuote}, p.otherActions(s)...)
	case sawSummary(s):
		return append([]string{agent.ToolSendQuote}, p.otherActions(s)...)
	}
	return append([]string{agent.ToolSendQuote, agent.ToolFinalSummary}, p.otherActions(s)...)
}

// otherActions returns the tools that are always possible.
func (p Rules) otherActions(s *agent.State) []string {
	all := []string{agent.ToolAskCustomer}
	if len(undecoded(s)) > 0 {
		all = append(all, agent.ToolDecodeVIN)
	}
	if p.AskStaff {
		all = append(all, agent.ToolRequestHumanInput)
	}
	if isAnswered(s) || openRejection(s) != nil {
		all = append(all, agent.ToolExtractApplication)
	}
	return append(all, agent.ToolRequestHumanReview)
}
