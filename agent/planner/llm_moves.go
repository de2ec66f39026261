package planner

import (
	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// toolPrice is what the model calls to have the application priced: the first of
// the carrier's calls. The others follow from it.
var toolPrice = carrier.Initiate{}.Name()

// isForced reports whether there is nothing to choose: a person has to take over,
// stock has to be taken, staff have settled a value, the customer took leave, or a
// carrier's session goes on. Nothing that a model says changes it. A mail that gives
// instructions is not shown to a model again.
func (p Rules) isForced(s *agent.State) bool {
	pad := s.AgentScratchpad
	if _, rejected := s.Rejection(); rejected {
		return false
	}
	if isIdentified(pad) {
		return pad.Refer == "injection_suspected"
	}
	if beyond(pad) != "" {
		return true
	}
	if len(pad.Inbox) > 0 {
		return false
	}
	if facts, _ := p.settled(s); len(facts) > 0 {
		return true
	}
	toAsk := len(toAsk(s).Fields) > 0
	switch {
	case pad.Today == "", isParting(pad), toAsk && pad.AskedRevision == pad.Revision,
		pad.SentRevision == pad.Revision:
		return true
	case !toAsk && len(quote.Missing(s.CustomerInfo.Case.Application)) > 0:
		return true
	}
	begun := pad.CallsRevision == pad.Revision && pad.CallsDone > 0
	return !toAsk && pad.DiscountsRevision == pad.Revision && begun && !p.isPriced(s)
}

// isPriced reports whether there is a quote of the application as it is, and all
// that is to be asked of the carrier was.
func (p Rules) isPriced(s *agent.State) bool {
	pad := s.AgentScratchpad
	return pad.Quote != nil && pad.CallsRevision == pad.Revision && pad.CallsDone >= len(p.calls(s))
}

// moves are the tools that may be called now, what is most likely first, and what
// is wanted in a sentence.
func (p Rules) moves(s *agent.State) (now string, tools []string) {
	pad := s.AgentScratchpad
	f, rejected := s.Rejection()
	switch {
	case rejected && isIdentified(pad):
		return "Staff rejected what was read in the mail. Read it again as they say.",
			[]string{agent.ToolExtractApplication, agent.ToolRequestHumanReview}
	case rejected && f.Stage == agent.StageHumanInput:
		return "Staff sent your questions back. Do what they say, or go on without answers.",
			union(p.onwards(s), p.redo(s))
	case rejected:
		return "Staff rejected the step " + string(f.Stage) + ". Do what they say.", p.redo(s)
	case isIdentified(pad):
		return "Take in what the mail states.",
			[]string{agent.ToolExtractApplication, agent.ToolRequestHumanReview}
	case len(pad.Inbox) > 0:
		return "Say what the mail is about.",
			[]string{agent.ToolIdentifyIntent, agent.ToolRequestHumanReview}
	}
	return "Bring the application nearer to a quote.", p.onwards(s)
}

// redo are the tools that may answer a rejection.
func (p Rules) redo(s *agent.State) []string {
	all := []string{agent.ToolAskCustomer, agent.ToolExtractApplication}
	if p.isPriced(s) {
		all = append(all, agent.ToolSendQuote)
	}
	return append(all, agent.ToolRequestHumanReview)
}

// onwards are the tools that take the application as it is towards a quote. What
// staff are to be asked about first holds up the rest.
func (p Rules) onwards(s *agent.State) []string {
	pad := s.AgentScratchpad
	switch {
	case p.AskStaff && len(openQuestions(s)) > 0:
		return union([]string{agent.ToolRequestHumanInput}, p.besides(s))
	case len(toAsk(s).Fields) > 0:
		return p.besides(s)
	case pad.DiscountsRevision != pad.Revision:
		return append([]string{agent.ToolCheckDiscounts}, p.besides(s)...)
	case !p.isPriced(s):
		return append([]string{toolPrice}, p.besides(s)...)
	case isSummed(s):
		return append([]string{agent.ToolSendQuote}, p.besides(s)...)
	}
	return append([]string{agent.ToolSendQuote, agent.ToolFinalSummary}, p.besides(s)...)
}

// besides are the tools that may be called whatever comes next.
func (p Rules) besides(s *agent.State) []string {
	all := []string{agent.ToolAskCustomer}
	if len(undecoded(s)) > 0 {
		all = append(all, agent.ToolDecodeVIN)
	}
	if p.AskStaff {
		all = append(all, agent.ToolRequestHumanInput)
	}
	if isAnswered(s) {
		all = append(all, agent.ToolExtractApplication)
	}
	return append(all, agent.ToolRequestHumanReview)
}
