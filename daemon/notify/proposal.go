package notify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/internal/configured"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// The description of a proposal in its review mail, and the possible answers.

// howPlanned tells staff about the planner of a proposal.
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

// Proposal is the subject of a review of a step.
func (v *View) Proposal(rv store.Review) (p agent.Proposal, err error) {
	if v.Proposed != nil && v.Proposed.Digest == rv.Digest {
		return *v.Proposed, nil
	}
	err = json.Unmarshal(rv.Data, &p)
	return p, err
}

// StepTitle names the decision in the subject of a review.
func (v *View) StepTitle(p agent.Proposal) string {
	if v.State.Task != nil {
		return v.taskTitle(p)
	}
	a := v.State.CustomerInfo.Case.Application
	name := strings.TrimSpace(a.NamedInsured.GivenName + " " + a.NamedInsured.Surname)
	name = cmp.Or(name, v.State.CustomerInfo.Name, v.State.CustomerInfo.Address)
	switch p.Stage {
	case agent.StageQuote:
		if q := v.State.AgentScratchpad.Quote; q != nil {
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

// AcceptSentence says what ACCEPT does.
func AcceptSentence(p agent.Proposal, to string) string {
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

// Words lists the possible answers to a review.
func Words(rv store.Review) []templates.Word {
	var out []templates.Word
	step := rv.Step
	if rv.Kind == review.KindHandedOver && HandoverOf(rv).By != "" {
		step = review.StepTakenOver
	}
	for _, w := range review.Words(rv.Kind, step) {
		out = append(out, templates.Word{Word: w.Usage, Effect: w.Effect})
	}
	return out
}

// ShowFollowups shows the later mails in a review, and that an edit has none.
func (w *Writer) ShowFollowups(review *templates.Review, all []agent.Followup) {
	for i := range review.Words {
		if word := &review.Words[i]; len(all) > 0 && word.Word == "EDIT: new text" {
			word.Effect += "; no reminder and no close follow it"
		}
	}
	for _, f := range all {
		v := templates.Mail{Subject: f.Subject, Text: f.Text, HTML: f.HTML}.Draft(strings.Join(f.To, ", "))
		v.When, v.English = "after "+configured.Span(f.After)+" without an answer"+configured.Within(w.Config.Agency.BusinessHours), f.Translation
		review.Followups = append(review.Followups, *v)
	}
}
