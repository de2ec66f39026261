package agent

import (
	"encoding/json"
	"slices"

	"ppamaild/agent/letters"
	"ppamaild/agent/task/sections"
	"ppamaild/carrier"
	"ppamaild/templates"
)

// UnderReview lays out the data for a decision of staff. For a quote, the data explains the
// price.
func (s *State) UnderReview(p Proposal, words letters.Words) []templates.Section {
	changed := s.staffChanges(words)
	switch {
	case p.Stage == StageQuote:
		return append(changed, s.price().Sections(words)...)
	case p.Draft != nil || p.Questions() != nil:
		return changed
	}
	return append(changed, s.reviewData(p, p.Data, words)...)
}

// staffChanges lists the values that staff changed since the last decided mail.
func (s *State) staffChanges(words letters.Words) []templates.Section {
	var items []templates.Item
	for _, c := range s.AgentScratchpad.StaffChanges {
		items = append(items, templates.Item{Label: c.Label, Value: c.Values})
	}
	if items == nil {
		return nil
	}
	return []templates.Section{{Title: words.Say("shown.staff_changes"), Items: items}}
}

// Changes lists the differences from the proposal that p replaces.
func (s *State) Changes(p Proposal, words letters.Words) []templates.DiffLine {
	switch {
	case p.Draft != nil && p.ReplacedText != "":
		return templates.Diff(p.ReplacedText, p.Draft.Text)
	case p.Draft == nil && p.ReplacedData != nil:
		return templates.Diff(letters.Lines(s.reviewData(p, p.ReplacedData, words)),
			letters.Lines(s.reviewData(p, p.Data, words)))
	}
	return nil
}

// ChangedValues lists the changes by staff and the changes since the last quote. The second
// result is the total of the last quote; "" for an equal total.
func (s *State) ChangedValues(p Proposal, words letters.Words) ([]templates.Change, string) {
	var all []templates.Change
	for _, c := range s.AgentScratchpad.StaffChanges {
		all = append(all, templates.Change{Label: c.Label, Now: c.Values})
	}
	if p.Stage != StageQuote {
		return all, ""
	}
	for _, c := range s.price().Changed(words) {
		same := func(other templates.Change) bool { return other.Label == c.Label }
		if !slices.ContainsFunc(all, same) {
			all = append(all, c)
		}
	}
	return all, s.price().Was()
}

// FailedFacts lists the warnings of the facts check for a draft.
func (s *State) FailedFacts(p Proposal, words letters.Words) (failed []string) {
	if p.Draft == nil || len(p.Warnings) == 0 {
		return nil
	}
	for _, f := range CheckFacts(*p.Draft, s, words) {
		if slices.Contains(p.Warnings, f) {
			failed = append(failed, f)
		}
	}
	return failed
}

// CountQuestions counts the questions of a draft to the customer; 0 for another proposal, or
// for a text by staff.
func (s *State) CountQuestions(p Proposal) int {
	var args AskArgs
	if p.Action.Tool != ToolAskCustomer || p.EditedFrom != "" ||
		json.Unmarshal(p.Action.Args, &args) != nil {
		return 0
	}
	return len(s.Inquiry().Group(args.Fields)) + args.Count()
}

// reviewData lays out data by tool: facts with the words behind them, discounts with their
// amounts. Other values have the names that an EDIT uses.
func (s *State) reviewData(p Proposal, data json.RawMessage,
	words letters.Words) []templates.Section {
	switch p.Action.Tool {
	case ToolExtractApplication:
		var read Extracted
		if json.Unmarshal(data, &read) == nil {
			return letters.FactSections(s.CustomerInfo.Case, read.Facts, read.Conflicts, words)
		}
	case ToolCheckDiscounts:
		var found []letters.Discount
		if json.Unmarshal(data, &found) == nil {
			return []templates.Section{{Title: words.Say("shown.discounts"),
				Items: letters.DiscountItems(found, nil, words)}}
		}
	}
	if all := sections.Of(p.Action.Tool, data, words); all != nil {
		return all
	}
	items := letters.ValueItems(data)
	if len(items) == 0 {
		items = emptyCall(p.Action.Tool, words)
	}
	return []templates.Section{{Title: p.Action.Tool, Items: items}}
}

// emptyCall describes a carrier call without arguments.
func emptyCall(tool string, words letters.Words) []templates.Item {
	if tool == (carrier.AssignDrivers{}).Name() {
		return []templates.Item{{Label: words.Say("shown.principals"),
			Value: words.Say("shown.no_principals")}}
	}
	return []templates.Item{{Label: words.Say("shown.arguments"), Value: words.Say("shown.no_arguments")}}
}

// price returns the price that the next quote shows to staff.
func (s *State) price() letters.Price {
	pad := s.AgentScratchpad
	p := letters.Price{Quote: pad.Quote, Of: *s.Application(), Last: pad.LastQuote,
		LastOf: pad.LastQuoteOf}
	for _, d := range pad.Discounts {
		p.Discounts = append(p.Discounts,
			letters.Discount{Assessment: d, Saves: pad.Saves[d.Discount]})
	}
	return p
}
