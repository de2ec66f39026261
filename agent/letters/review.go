package letters

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/carrier"
	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// FactSections lays out a table of facts. A row has the value, its source words, its standing, and
// the value that the fact would replace.
func FactSections(known quote.Case, facts []quote.Fact,
	conflicts []quote.Conflict, w Words) []templates.Section {
	trial, rows := known, []templates.BasisRow(nil)
	_ = trial.ApplyAll(facts) // the warnings already name the facts that do not apply
	for _, f := range facts {
		row := basisRow(f, trial.Application, w)
		if f.TakesDriverOff() {
			row.Label = WithLabels([]string{f.Path}, known.Application, w)[0]
		} else if before := Value(f.Path, known.Application, English()); before != "" &&
			before != row.Value {
			row.Value = w.Say("shown.before", row.Value, before)
		}
		rows = append(rows, row)
	}
	for _, c := range conflicts {
		rows = append(rows, templates.BasisRow{
			Label:    Label(c.Path, trial.Application, English()),
			Value:    strings.Join(Values(c), " "+w.Say("shown.or")+" "),
			Standing: w.Say("shown.contradiction"),
		})
	}
	return []templates.Section{{Title: w.Say("shown.read"), Rows: rows}}
}

// Basis lists each value that a price depends on, with its source words, and each coverage that
// the customer does not want.
func Basis(c quote.Case, w Words) []templates.BasisRow {
	var rows []templates.BasisRow
	for _, path := range ShownPaths(c.Application) {
		f, known := c.Facts[path]
		f.Path = path
		if c.Application.Has(path) || known && IsCoverage(path) {
			rows = append(rows, basisRow(f, c.Application, w))
		}
	}
	return rows
}

// basisRow shows a fact of an application.
func basisRow(f quote.Fact, a quote.Application, w Words) templates.BasisRow {
	return templates.BasisRow{
		Label: Label(f.Path, a, English()), Value: shownValue(f, a, w),
		Words: reading.Mask(ownWords(f)), Standing: shownStanding(f, w),
	}
}

// shownValue is the value of a fact, or the words for none.
func shownValue(f quote.Fact, a quote.Application, w Words) string {
	value := Value(f.Path, a, English())
	switch {
	case value != "":
		return value
	case IsCoverage(f.Path):
		return w.Say("shown.not_wanted")
	}
	return w.Say("shown.withdrawn")
}

// shownStanding is the standing of a fact, or the file that has the fact.
func shownStanding(f quote.Fact, w Words) string {
	if f.From != "" {
		return w.Say("shown.from", FileName(f.From, w))
	}
	return string(f.Standing)
}

// FileName names the source of a value: an attached file, or the forwarded part of the mail.
func FileName(from string, w Words) string {
	if from == quote.FromForwarded {
		return w.Say("letters.forwarded")
	}
	return from
}

// FromFiles names the cars and values that come from an attachment or a forwarded page, one item
// for each source.
func FromFiles(k quote.Case, w Words) (items []templates.Item) {
	for _, path := range Paths(k.Application) {
		from := k.Facts[path].From
		if from == "" {
			continue
		}
		label := Label(path, k.Application, w)
		if _, _, _, is := entry(path); is {
			_, whose := split(path, k.Application, w)
			label = whose.said(w)
		}
		title := w.Say("letters.from", FileName(from, w))
		i := slices.IndexFunc(items, func(i templates.Item) bool { return i.Label == title })
		switch {
		case i < 0:
			items = append(items, templates.Item{Label: title, Value: label})
		case !strings.HasSuffix(items[i].Value, label):
			items[i].Value += "; " + label
		}
	}
	return items
}

// IsCoverage reports whether a path belongs to a coverage of the whole policy.
func IsCoverage(path string) bool { return strings.HasPrefix(path, "coverages.") }

// Discount is an assessed discount with the amount that it saves.
type Discount struct {
	quote.Assessment
	Saves carrier.Cents `json:"saves,omitempty"`
}

// DiscountStatuses are the states of a discount, in the order of preference.
var DiscountStatuses = []quote.DiscountStatus{quote.EligibleVerified, quote.EligiblePendingProof,
	quote.Ineligible, quote.Unknown}

var statusPhrases = lazy.Value[map[quote.DiscountStatus]string]{New: func() map[quote.DiscountStatus]string {
	return map[quote.DiscountStatus]string{
		quote.EligibleVerified:     "shown.discount.verified",
		quote.EligiblePendingProof: "shown.discount.pending",
		quote.Ineligible:           "shown.discount.ineligible",
		quote.Unknown:              "shown.discount.unknown",
	}
}}

// StatusWords writes the state of a discount for staff.
func StatusWords(s quote.DiscountStatus, w Words) string { return w.Say(statusPhrases.Get()[s]) }

// DiscountItems lists discounts with the reason for each. q is the price; nil: not rated yet.
func DiscountItems(found []Discount, q *carrier.Quote, w Words) []templates.Item {
	if len(found) == 0 {
		return []templates.Item{{Label: w.Say("shown.discounts"), Value: w.Say("shown.no_discounts")}}
	}
	var items []templates.Item
	for _, d := range found {
		said := StatusWords(d.Status, w)
		switch applies := d.Status == quote.EligibleVerified ||
			d.Status == quote.EligiblePendingProof; {
		case d.Saves != 0:
			said = w.Say("shown.discount.saves", said, d.Saves.String())
		case applies && q != nil && !counts(*q, d.Discount):
			said = w.Say("shown.discount.not_in_price", said)
		case applies:
			said = w.Say("shown.discount.in_price", said)
		}
		said = w.Say("shown.discount.evidence", said, d.Evidence)
		if d.Proof != "" {
			said = w.Say("shown.discount.proof", said, d.Proof)
		}
		items = append(items, templates.Item{Label: Word(string(d.Discount), English()),
			Value: said})
	}
	return items
}

// Price is a quote for staff, with the last quote that the customer received.
type Price struct {
	Quote     *carrier.Quote // nil: none
	Of        quote.Application
	Discounts []Discount
	Last      *carrier.Quote // nil: none
	LastOf    *quote.Application
}

// Sections show how a price is made up.
func (p Price) Sections(w Words) []templates.Section {
	q := p.Quote
	if q == nil {
		return nil
	}
	price := []templates.Item{{Label: w.Say("shown.total"), Value: q.Total.String()}}
	if q.TotalWithoutPending != q.Total {
		price = append(price, templates.Item{Label: w.Say("shown.without_unproven"),
			Value: q.TotalWithoutPending.String()})
	}
	return []templates.Section{{Title: w.Say("shown.price"), Items: append(price,
		DiscountItems(p.Discounts, q, w)...)}}
}

// Was is the total of the last quote; "" for none, or for an equal total.
func (p Price) Was() string {
	if p.Quote == nil || p.Last == nil || p.Last.Total == p.Quote.Total {
		return ""
	}
	return p.Last.Total.String()
}

// Changed lists the values that differ from the last quote.
func (p Price) Changed(w Words) (all []templates.Change) {
	if p.Quote == nil || p.Last == nil || p.LastOf == nil {
		return nil
	}
	then, now := *p.LastOf, p.Of
	c := comparison{then, quote.Case{Application: now}, English(), p.Last, p.Quote}
	moved := c.moved()
	for _, list := range moved {
		all = append(all, c.list(list)...)
	}
	seen := moved
	for _, path := range slices.Concat(ShownPaths(then), ShownPaths(now), unshownPaths(now)) {
		list, _, _ := strings.Cut(path, "[")
		was, is := c.pair(path, path)
		was, is = orNothing(was, w), orNothing(is, w)
		if is != was && !slices.Contains(seen, list) && !slices.Contains(seen, path) {
			all = append(all, templates.Change{Label: Label(path, now, English()), Was: was, Now: is})
			seen = append(seen, path)
		}
	}
	all = append(all, assumedChange(p.Last, p.Quote, w)...)
	was := p.Last.TotalWithoutPending
	if is := p.Quote.TotalWithoutPending; is != was && (is != p.Quote.Total || was != p.Last.Total) {
		all = append(all, templates.Change{Label: w.Say("shown.without_unproven"),
			Was: was.String(), Now: is.String()})
	}
	return all
}

// assumedChange lists the assumptions that only one of two quotes makes. An assumed price when new
// counts as the value of its car.
func assumedChange(last, next *carrier.Quote, w Words) (all []templates.Change) {
	add := func(said, was, is string, other []string) {
		if !slices.Contains(other, said) && !costAssumption.MatchString(said) {
			all = append(all, templates.Change{Label: w.Say("shown.carrier_assumes"),
				Was: orNothing(was, w), Now: orNothing(is, w)})
		}
	}
	for _, said := range last.Assumptions {
		add(said, said, "", next.Assumptions)
	}
	for _, said := range next.Assumptions {
		add(said, "", said, last.Assumptions)
	}
	return all
}

func orNothing(value string, w Words) string { return cmp.Or(value, w.Say("shown.nothing")) }

// ValueItems lists the values of JSON in their order, each by its path.
func ValueItems(data json.RawMessage) []templates.Item {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var items []templates.Item
	if err := readValue(dec, "", &items); err != nil {
		return []templates.Item{{Label: "value", Value: reading.Mask(string(data))}}
	}
	return items
}

// readValue appends the items of the next JSON value, which is at path.
func readValue(dec *json.Decoder, path string, items *[]templates.Item) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	show := func(value string) {
		*items = append(*items, templates.Item{Label: path,
			Value: Masked(path, value)})
	}
	delim, opens := token.(json.Delim)
	switch {
	case token == nil:
		show("null")
		return nil
	case !opens:
		show(fmt.Sprint(token))
		return nil
	case !dec.More() && path != "": // staff also see that an edit empties a list
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
	_, err = dec.Token() // the closing bracket
	return err
}

// Masked hides the private parts of a value, because mails must not contain them. Staff recognize
// a license number by its last four digits. The index of a driver becomes a path for WithLabels.
func Masked(path, value string) string {
	if _, err := strconv.Atoi(value); err == nil && strings.HasSuffix(path, "].driver") {
		return "drivers[" + value + "]"
	}
	if n := len(value); strings.HasSuffix(path, "license_number") && n > 4 {
		return "…" + value[n-4:]
	}
	return reading.Mask(value)
}

// Lines writes sections as text, one value a line, for comparison.
func Lines(sections []templates.Section) string {
	var b strings.Builder
	for _, s := range sections {
		for _, i := range s.Items {
			fmt.Fprintf(&b, "%s: %s\n", i.Label, i.Value)
		}
		if s.Text != "" {
			fmt.Fprintf(&b, "%s: %s\n", s.Title, s.Text)
		}
		for _, i := range s.Table.Items() {
			fmt.Fprintf(&b, "%s: %s\n", i.Label, i.Value)
		}
		for _, row := range s.Rows {
			fmt.Fprintf(&b, "%s: %s\n", row.Label, row.Value)
		}
	}
	return b.String()
}
