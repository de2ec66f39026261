package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// reviewData lays the data under review out for reading, by the tool that it is of:
// what was read with the words it rests on, discounts with what they take off, and
// of anything else each value by the name that an EDIT gives it.
func (s *State) reviewData(p Proposal, data json.RawMessage) []templates.Section {
	switch p.Action.Tool {
	case ToolExtractApplication:
		var read extractData
		if json.Unmarshal(data, &read) == nil {
			return s.factSections(read)
		}
	case ToolCheckDiscounts:
		var found []assessed
		if json.Unmarshal(data, &found) == nil {
			return []templates.Section{{Title: "Discounts", Items: discountItems(found)}}
		}
	}
	if sections := taskSections(p.Action.Tool, data); sections != nil {
		return sections
	}
	items := valueItems(data)
	if len(items) == 0 {
		items = emptyCall(p.Action.Tool)
	}
	return []templates.Section{{Title: p.Action.Tool, Items: items}}
}

// emptyCall says what a call without arguments has the carrier do.
func emptyCall(tool string) []templates.Item {
	if tool == (carrier.AssignDrivers{}).Name() {
		return []templates.Item{{Label: "Principals", Value: "none; the carrier's own rule says which driver each vehicle is rated with"}}
	}
	return []templates.Item{{Label: "Arguments", Value: "none"}}
}

// factSections is a table of what was read: each value, the words it comes from,
// how it came to be known, and what it would replace.
func (s *State) factSections(d extractData) []templates.Section {
	known := s.CustomerInfo.Case
	trial, rows := known, []templates.BasisRow(nil)
	_ = trial.ApplyAll(d.Facts) // what it refuses was refused when it was read, and is among the warnings
	for _, f := range d.Facts {
		row := basisRow(f, trial.Application)
		if before := Value(f.Path, known.Application, false); before != "" && before != row.Value {
			row.Value += " (before: " + before + ")"
		}
		rows = append(rows, row)
	}
	for _, c := range d.Conflicts {
		rows = append(rows, templates.BasisRow{
			Label: Label(c.Path, trial.Application, false), Value: strings.Join(values(c), " or "), Standing: "contradicts itself",
		})
	}
	return []templates.Section{{Title: "What was read", Rows: rows}}
}

// Basis lists each value of a case that a price rests on, with the words it comes from,
// and each coverage that is not wanted.
func Basis(c quote.Case) []templates.BasisRow {
	var rows []templates.BasisRow
	for _, path := range shownPaths(c.Application) {
		f, known := c.Facts[path]
		f.Path = path
		if c.Application.Has(path) || known && isCoverage(path) {
			rows = append(rows, basisRow(f, c.Application))
		}
	}
	return rows
}

// basisRow shows a fact as it stands in an application.
func basisRow(f quote.Fact, a quote.Application) templates.BasisRow {
	row := templates.BasisRow{
		Label: Label(f.Path, a, false), Value: Value(f.Path, a, false), Words: reading.Mask(f.Words), Standing: string(f.Standing),
	}
	switch {
	case row.Value != "":
	case isCoverage(f.Path):
		row.Value = "not wanted"
	default:
		row.Value = "taken back"
	}
	return row
}

func isCoverage(path string) bool { return strings.HasPrefix(path, "coverages.") }

func discountItems(found []assessed) []templates.Item {
	if len(found) == 0 {
		return []templates.Item{{Label: "Discounts", Value: "none was claimed, and none applies unasked"}}
	}
	var items []templates.Item
	for _, d := range found {
		said := statusWords[d.Status]
		switch applies := d.Status == quote.EligibleVerified || d.Status == quote.EligiblePendingProof; {
		case d.Saves != 0:
			said += fmt.Sprintf(", takes off %s", d.Saves)
		case applies:
			said += ", takes off what shows only in the carrier's price"
		}
		said += ": " + d.Evidence
		if d.Proof != "" {
			said += "; proof: " + d.Proof
		}
		items = append(items, templates.Item{Label: word(string(d.Discount), false), Value: said})
	}
	return items
}

// priceSections are what a rated quote is made of, beside the mail that carries it.
func (s *State) priceSections() []templates.Section {
	pad := s.AgentScratchpad
	q := pad.Quote
	if q == nil {
		return nil
	}
	price := []templates.Item{{Label: "Total", Value: q.Total.String()}}
	if q.TotalWithoutPending != q.Total {
		price = append(price, templates.Item{Label: "Without unproven discounts", Value: q.TotalWithoutPending.String()})
	}
	var found []assessed
	for _, d := range pad.Discounts {
		found = append(found, assessed{d, pad.Saves[d.Discount]})
	}
	sections := []templates.Section{{Title: "The price", Items: append(price, discountItems(found)...)}}
	if changed := s.sinceLastQuote(); len(changed) > 0 {
		sections = append(sections, templates.Section{Title: "Since the last quote", Items: changed})
	}
	return sections
}

// sinceLastQuote is what differs from the quote that the customer has.
func (s *State) sinceLastQuote() []templates.Item {
	pad, now := s.AgentScratchpad, s.CustomerInfo.Case.Application
	if pad.Quoted == nil || pad.QuotedOf == nil {
		return nil
	}
	then := *pad.QuotedOf
	items := []templates.Item{since("Total", pad.Quote.Total, pad.Quoted.Total)}
	is, was := pad.Quote.TotalWithoutPending, pad.Quoted.TotalWithoutPending
	if is != was && (is != pad.Quote.Total || was != pad.Quoted.Total) {
		items = append(items, since("Without unproven discounts", is, was))
	}
	paths := Paths(then)
	for _, path := range Paths(now) {
		if !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		is, was := Value(path, now, false), Value(path, then, false)
		if is != was {
			items = append(items, templates.Item{Label: Label(path, now, false), Value: fmt.Sprintf("%s, was %s", orNothing(is), orNothing(was))})
		}
	}
	return items
}

// since says what became of an amount.
func since(label string, is, was carrier.Cents) templates.Item {
	if is == was {
		return templates.Item{Label: label, Value: is.String() + ", as before"}
	}
	return templates.Item{Label: label, Value: fmt.Sprintf("%s, was %s", is, was)}
}

func orNothing(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}

// valueItems lists the values of JSON in their order, each by its path.
func valueItems(data json.RawMessage) []templates.Item {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var items []templates.Item
	if err := readValue(dec, "", &items); err != nil {
		return []templates.Item{{Label: "value", Value: reading.Mask(string(data))}}
	}
	return items
}

// readValue reads the next value of a document, which stands at path.
func readValue(dec *json.Decoder, path string, items *[]templates.Item) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	show := func(value string) { *items = append(*items, templates.Item{Label: path, Value: masked(path, value)}) }
	delim, opens := token.(json.Delim)
	switch {
	case token == nil:
		show("null")
		return nil
	case !opens:
		show(fmt.Sprint(token))
		return nil
	case !dec.More() && path != "": // that something is emptied is to be seen too
		show(map[json.Delim]string{'{': "{}", '[': "[]"}[delim])
	}
	for n := 0; dec.More(); n++ {
		inner := path + "[" + strconv.Itoa(n) + "]"
		if delim == '{' {
			name, err := dec.Token()
			if err != nil {
				return err
			}
			inner = strings.TrimPrefix(fmt.Sprintf("%s.%s", path, name), ".")
		}
		if err := readValue(dec, inner, items); err != nil {
			return err
		}
	}
	_, err = dec.Token() // the end of it
	return err
}

// masked hides what must not be in a mail: staff know the customer's license number
// by its end.
func masked(path, value string) string {
	if n := len(value); strings.HasSuffix(path, "license_number") && n > 4 {
		return "…" + value[n-4:]
	}
	return reading.Mask(value)
}

// UnderReview is the data that staff are to decide on, laid out for reading; beside
// a draft of a quote, what its price is made of.
func (s *State) UnderReview(p Proposal) []templates.Section {
	switch {
	case p.Stage == StageQuote:
		return s.priceSections()
	case p.Draft != nil || p.Questions() != nil:
		return nil
	}
	return s.reviewData(p, p.Data)
}

// Changes is what differs from the proposal that p stands in for.
func (s *State) Changes(p Proposal) []templates.DiffLine {
	switch {
	case p.Draft != nil && p.Previous != "":
		return templates.Diff(p.Previous, p.Draft.Text)
	case p.Draft == nil && p.Was != nil:
		return templates.Diff(lines(s.reviewData(p, p.Was)), lines(s.reviewData(p, p.Data)))
	}
	return nil
}

// lines are sections as text, a value a line, to be compared.
func lines(sections []templates.Section) string {
	var b strings.Builder
	for _, s := range sections {
		for _, i := range s.Items {
			fmt.Fprintf(&b, "%s: %s\n", i.Label, i.Value)
		}
		if s.Text != "" {
			fmt.Fprintf(&b, "%s: %s\n", s.Title, s.Text)
		}
		for _, row := range s.Rows {
			fmt.Fprintf(&b, "%s: %s\n", row.Label, row.Value)
		}
	}
	return b.String()
}
