package notify

import (
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// card fills in the decision card of a review mail.
type card struct{ *View }

// fill writes the headline, the changes, the assumptions and the list of checks.
func (v card) fill(page *templates.Review, p agent.Proposal, rv store.Review) {
	words, pad := v.StaffWords(), v.State.AgentScratchpad
	page.Said = strings.TrimSpace(strings.TrimSuffix(page.Said, page.Customer)) // the signature
	for i, t := range page.Conversation {
		if t.Who == v.Config.Agency.Name {
			page.Conversation[i].Text = beginning(t.Text)
		}
	}
	failed, was := v.State.FailedFacts(p, words), ""
	page.Changed, was = v.State.ChangedValues(p, words)
	page.Headline, page.Under = v.headline(p), v.under(was, rv)
	page.Failed = len(failed) > 0
	page.Warnings = slices.Concat(MaskAll(failed),
		letters.GraveFirst(slices.Concat(v.howPlanned(p), v.toCheck(p, failed, page.Said)), words))
	if p.Stage != agent.StageQuote {
		pad.Quote = nil
	}
	page.Assumed = letters.Assumed(v.State.CustomerInfo.Case, pad.Quote, words)
}

// beginning cuts a mail of the agency, because staff reviewed the mail before.
func beginning(text string) string {
	const most = 400
	if len(text) <= most {
		return text
	}
	text = strings.ToValidUTF8(text[:most], "")
	return text[:max(strings.LastIndexByte(text, '\n'), most/2)] + "\n[…]"
}

// headline names the decision; "" for the title of the step.
func (v card) headline(p agent.Proposal) string {
	if q := v.State.AgentScratchpad.Quote; p.Stage == agent.StageQuote && q != nil {
		return v.Say("notify.card.priced", q.Total.String(), v.customer())
	}
	if n := v.State.CountQuestions(p); n > 0 {
		asked := v.counted(n, "notify.card.question", "notify.card.questions")
		return v.Say("notify.card.to", asked, v.customer())
	}
	return ""
}

// under lists the short facts below the headline.
func (v card) under(was string, rv store.Review) []string {
	facts := []string{v.Say("notify.card.by", v.Date(v.deadline(rv)))}
	if a := v.State.CustomerInfo.Case.Application; v.State.Task == nil {
		facts = []string{was, v.Head.Thread,
			v.counted(len(a.Vehicles), "notify.card.car", "notify.card.cars"),
			v.counted(len(a.Drivers), "notify.card.driver", "notify.card.drivers"),
			a.GaragingAddress.State, facts[0]}
	}
	if was != "" {
		facts[0] = v.Say("notify.card.was", was)
	}
	return slices.DeleteFunc(facts, func(f string) bool { return f == "" })
}

// counted is "1 car" or "2 cars"; "" for none.
func (v card) counted(n int, one, many string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return v.Say(one)
	}
	return v.Say(many, strconv.Itoa(n))
}

// toCheck lists all checks for the reviewer except the failed facts: notes about the
// mail, conflicts, other warnings, unused figures and new assumptions.
func (v card) toCheck(p agent.Proposal, failed []string, said string) (all []string) {
	words, pad := v.StaffWords(), v.State.AgentScratchpad
	k := v.State.CustomerInfo.Case
	if p.Stage == agent.StageToolCall && v.Head.CreatedAt.Before(v.Restored) {
		all = append(all, v.Say("notify.made_before"))
	}
	var other []string
	for _, w := range p.Warnings {
		switch {
		case slices.Contains(failed, w):
		case slices.Contains(pad.MailNotes, w) || slices.Contains(pad.StaffAlerts, w) ||
			v.isAboutQuestion(w):
			all = append(all, w)
		default:
			other = append(other, w)
		}
	}
	if p.Draft == nil {
		return MaskAll(append(all, other...))
	}
	for _, c := range pad.Conflicts {
		all = append(all, v.Say("notify.card.conflict", letters.Label(c.Path, k.Application, words),
			strings.Join(letters.Values(c), " "+words.Say("shown.or")+" ")))
	}
	said = v.withoutQuestions(said)
	if unused := letters.UnusedFigures(said, k, pad.Conflicts); len(unused) > 0 {
		other = append(other, v.Say("notify.card.figures", strings.Join(unused, ", ")))
	}
	if p.Stage == agent.StageQuote {
		other = append(other, v.assumptions()...)
	}
	return MaskAll(append(all, other...))
}

// withoutQuestions removes the questions that a draft answers from a customer's words.
func (v card) withoutQuestions(said string) string {
	for _, q := range v.State.AgentScratchpad.Questions {
		said = strings.ReplaceAll(strings.Join(strings.Fields(said), " "),
			strings.Join(strings.Fields(q.Words), " "), "")
	}
	return said
}

// isAboutQuestion reports whether a warning quotes a question of the customer.
func (v card) isAboutQuestion(warning string) bool {
	return slices.ContainsFunc(v.State.AgentScratchpad.Questions, func(q agent.Question) bool {
		return strings.Contains(warning, reading.Mask(strings.Join(strings.Fields(q.Words), " ")))
	})
}

// assumptions describes the newly assumed values of a price.
func (v card) assumptions() []string {
	k, pad := v.State.CustomerInfo.Case, v.State.AgentScratchpad
	if pad.LastQuoteOf == nil {
		n := len(letters.Assumed(k, pad.Quote, v.StaffWords()))
		if said := v.counted(n, "notify.card.assumed", "notify.card.assumed_many"); said != "" {
			return []string{said}
		}
		return nil
	}
	if added := letters.NewlyAssumed(k, *pad.LastQuoteOf, v.StaffWords()); len(added) > 0 {
		return []string{v.Say("notify.card.newly_assumed", strings.Join(added, "; "))}
	}
	return nil
}
