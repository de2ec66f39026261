package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/configured"
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// The description of a proposal in its review mail, and the possible answers.

// howPlanned says that the rules replaced the model, or what the model wants checked.
func (w *Writer) howPlanned(p agent.Proposal) (says []string) {
	switch why := reading.Mask(p.ByRules); {
	case why == "":
	case p.Stage == agent.StagePlan:
		says = append(says, w.Say("notify.plan_by_rules", why))
	default:
		says = append(says, w.Say("notify.made_by_rules", why))
	}
	if p.Action.Doubt != "" {
		says = append(says, w.Say("notify.model_doubts", reading.Mask(p.Action.Doubt)))
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

// LatestReviews calls fn for the reviews of the thread, newest first, until fn returns false.
func (v *View) LatestReviews(ctx context.Context, fn func(store.Review) bool) error {
	return v.Store.View(ctx, func(tx store.Tx) (err error) {
		for n := v.Head.Reviews; n > 0; n-- {
			rv, changed := v.Reviews[n]
			if !changed {
				rv, err = tx.Review(v.Head.Thread, n)
			}
			if err != nil || !fn(rv) {
				return err
			}
		}
		return nil
	})
}

// StepTitle names the decision in the subject of a review.
func (v *View) StepTitle(p agent.Proposal) string {
	if v.State.Task != nil {
		return v.taskTitle(p)
	}
	name := v.customer()
	switch p.Stage {
	case agent.StageQuote:
		if q := v.State.AgentScratchpad.Quote; q != nil {
			return v.Say("notify.title_priced", name, fmt.Sprint(q.Total))
		}
		return v.Say("notify.title_quote", name)
	case agent.StageInfoRequest:
		return v.Say("notify.title_questions", name)
	case agent.StageInfoAnalysis:
		if in := v.State.AgentScratchpad.Inbox; len(in) > 0 &&
			in[0].FromName != v.State.CustomerInfo.Name {
			name = cmp.Or(in[0].FromName, name) // another person may write in the thread
		}
		return v.Say("notify.title_reading", name)
	case agent.StageDiscountCheck:
		return v.Say("notify.title_discounts", name)
	case agent.StageCarrierCall:
		return v.Say("notify.title_carrier_call", name)
	case agent.StageHumanInput:
		return v.Say("notify.title_staff_questions", name)
	}
	return v.Say("notify.title_mail", name)
}

// customer names the customer, by the address if there is no name.
func (v *View) customer() string {
	a := v.State.CustomerInfo.Case.Application
	name := strings.TrimSpace(a.NamedInsured.GivenName + " " + a.NamedInsured.Surname)
	return cmp.Or(name, v.State.CustomerInfo.Name, v.State.CustomerInfo.Address)
}

// AcceptSentence says what ACCEPT does.
func (w *Writer) AcceptSentence(p agent.Proposal, to string) string {
	switch {
	case isOfTask(p.Stage):
		return w.taskSentence(p)
	case p.Stage == agent.StageHumanInput:
		return w.Say("notify.accept_answers")
	case p.Draft != nil:
		return w.Say("notify.accept_mail", to)
	case p.Opens:
		return w.Say("notify.accept_carrier_session")
	case p.Before:
		return w.Say("notify.accept_carrier_call")
	case p.Stage == agent.StageInfoAnalysis:
		return w.Say("notify.accept_reading")
	case p.Stage == agent.StageDiscountCheck:
		return w.Say("notify.accept_discounts")
	}
	return w.Say("notify.accept_other")
}

func questions(p agent.Proposal) []templates.Question {
	var list []templates.Question
	for _, q := range p.Questions() {
		list = append(list, templates.Question{Text: reading.Mask(q.Text), Why: q.Why, Expect: q.Expect})
	}
	return list
}

// Words lists the possible answers to a review.
func (w *Writer) Words(rv store.Review) []templates.Word {
	var out []templates.Word
	step := rv.Step
	if rv.Kind == review.KindHandedOver && HandoverOf(rv).By != "" {
		step = review.StepTakenOver
	}
	for _, word := range review.Words(rv.Kind, step) {
		if word.Effect == "effect.draft_reject" && !configured.HasModel(w.Config) {
			word.Effect = "effect.draft_reject_rules"
		}
		out = append(out, w.effect(word.Usage, word.Effect))
	}
	return out
}

// ClaimWords lists the possible answer to a notice of a new owner.
func (w *Writer) ClaimWords() []templates.Word {
	return []templates.Word{w.effect("CLAIM", "effect.claim")}
}

// ShowFollowups shows the later mails in a review, and that an edit has none.
func (w *Writer) ShowFollowups(review *templates.Review, all []agent.Followup) {
	for i := range review.Words {
		word := &review.Words[i]
		if len(all) > 0 && word.Word == "EDIT: new text" {
			word.Effect = w.Say("notify.edit_drops_followups", word.Effect)
		}
	}
	for _, f := range all {
		m := templates.Mail{Subject: f.Subject, Text: f.Text, HTML: f.HTML}
		v := m.Draft(strings.Join(f.To, ", "))
		v.Name = w.Say("notify.reminder")
		if f.Name == agent.FollowupClose {
			v.Name = w.Say("notify.close")
		}
		hours := configured.Within(w.Config.Agency.BusinessHours)
		v.When = w.Say("notify.followup_when", configured.Span(f.After)) + hours
		v.English = f.Translation
		review.Followups = append(review.Followups, *v)
	}
}

// deadline is the time at which a review expires.
func (w *Writer) deadline(rv store.Review) time.Time {
	return rv.CreatedAt.Add(w.Config.Review.ExpireAfter.Duration)
}
