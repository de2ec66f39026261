package daemon

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// What a review mail says of the proposal that it is about, and how it is answered.

// howPlanned says what staff should know of how a proposal came to be.
func howPlanned(p agent.Proposal) (says []string) {
	switch why := reading.Mask(p.ByRules); {
	case why == "":
	case p.Stage == agent.StagePlan:
		says = append(says, "The language model made no plan, so this one is by the built-in rules, which know less of what was asked for: "+why)
	default:
		says = append(says, "The language model did not answer, so the built-in rules stood in for it: please compare this with what the customer wrote. Why: "+why)
	}
	if p.Action.Doubt != "" {
		says = append(says, "The language model asks for a closer look: "+reading.Mask(p.Action.Doubt))
	}
	return says
}

// proposal is what a review of a step is about.
func (r *run) proposal(rv store.Review) (p agent.Proposal, err error) {
	if r.proposed != nil && r.proposed.Digest == rv.Digest {
		return *r.proposed, nil
	}
	err = json.Unmarshal(rv.Data, &p)
	return p, err
}

// title says in the subject what is to be decided.
func (r *run) title(p agent.Proposal) string {
	if r.state.Task != nil {
		return r.taskTitle(p)
	}
	a := r.state.CustomerInfo.Case.Application
	name := strings.TrimSpace(a.NamedInsured.GivenName + " " + a.NamedInsured.Surname)
	name = cmp.Or(name, r.state.CustomerInfo.Name, r.state.CustomerInfo.Address)
	switch p.Stage {
	case agent.StageQuote:
		if q := r.state.AgentScratchpad.Quote; q != nil {
			return fmt.Sprintf("Quote for %s, %s", name, q.Total)
		}
		return "Quote for " + name
	case agent.StageInfoRequest:
		return "Questions to " + name
	case agent.StageInfoAnalysis:
		return "What " + name + " told us"
	case agent.StageDiscountCheck:
		return "Discounts of " + name
	case agent.StageCarrierCall:
		return "Call to the carrier for " + name
	case agent.StageHumanInput:
		return "Questions for you about " + name
	}
	return "Mail to " + name
}

func acceptSentence(p agent.Proposal, to string) string {
	switch {
	case isOfTask(p.Stage):
		return taskSentence(p)
	case p.Stage == agent.StageHumanInput:
		return "The agent goes on with your answers; the customer gets nothing of this."
	case p.Draft != nil:
		return "If you accept, the mail below goes to " + to + ", exactly as it stands."
	case p.Before:
		return "If you accept, the carrier is called with exactly what stands below; the customer gets nothing of this."
	case p.Stage == agent.StageInfoAnalysis:
		return "If you accept, what was read is used as it stands below; the customer gets nothing of this."
	case p.Stage == agent.StageDiscountCheck:
		return "If you accept, the quote is priced with the discounts as they stand below; the customer gets nothing of this."
	}
	return "If you accept, what stands below takes effect; the customer gets nothing of this."
}

func questions(p agent.Proposal) []templates.Question {
	var list []templates.Question
	for _, q := range p.Questions() {
		list = append(list, templates.Question{Text: reading.Mask(q.Text), Why: q.Why, Expect: q.Expect})
	}
	return list
}

// words lists how a review may be answered.
func words(rv store.Review) []templates.Word {
	var out []templates.Word
	step := rv.Step
	if rv.Kind == review.KindHandedOver && handoverOf(rv).By != "" {
		step = review.StepTakenOver
	}
	for _, w := range review.Words(rv.Kind, step) {
		out = append(out, templates.Word{Word: w.Usage, Effect: w.Effect})
	}
	return out
}
