package reading

import (
	_ "embed"
	"sync"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

//go:embed data/labels.txt
var labelsText string

var labels = sync.OnceValue(func() *text.Phrases { return text.ParsePhrases(labelsText, text.Lex) })

// labelOf returns the field that a label names, "" where it names none or says more than that.
func labelOf(d *find.Text, s text.Span) (field string, at text.Span) {
	if field, at = fieldIn(d, s); field == "" {
		return "", text.Span{}
	}
	for i := s.I; i < s.J; i++ {
		inside := at.I <= i && i < at.J
		if d.Is(i, "(", "[") {
			break
		}
		if !inside && d.Kind(i) != text.Mark && !isNoise(d, i) {
			return "", text.Span{}
		}
	}
	return field, at
}

func isNoise(d *find.Text, i int) bool {
	return text.Sets()["noise of labels"][text.Noun(d.At(i))] || d.Among(i, "noise of labels")
}

// fieldIn returns the field that words name, whatever else they say, and where. Of several
// names the longest counts.
func fieldIn(d *find.Text, s text.Span) (field string, at text.Span) {
	if s.Empty() || s.J-s.I > 14 {
		return "", text.Span{}
	}
	size := 0
	for i := s.I; i < s.J; i++ {
		name, j := labels().Longest(d.Tokens[:s.J], i)
		weak := name == "name" && !saysName(d, text.Between(i, j)) // "Second driver" of "Second driver DOB"
		if weak && field == "" {
			field, at = name, text.Between(i, j)
		}
		if weak {
			continue
		}
		if j-i > size || j-i == size && (field == "vehicle" || field == "name") { // "Vehicle 2 Model", "Driver 2 name"
			field, at, size = name, text.Between(i, j), j-i
		}
	}
	return field, at
}

func saysName(d *find.Text, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if d.Is(i, "name", "names", "nombre") {
			return true
		}
	}
	return false
}

// cell is a value with its label: of a form, a table, or an answer to a question of ours.
type cell struct {
	label text.Span
	field string
	value text.Span
	of    *entity   // set where our question says whose the value is
	head  text.Span // of a table's column; the label's own where there is no table
}

// hasLoan reads "Lien: yes" and "Loan? no", where a bare yes does not mean that the
// vehicle is owned.
func hasLoan(r *find.Text, c cell) (quote.Ownership, bool) {
	asked := c.label
	if !c.head.Empty() {
		asked = c.head
	}
	if c.field == "ownership" && r.Has(asked, "owned") && r.Is(r.SkipPast(asked.I, "is", "it", "the", "car"), "paid") && r.Is(c.value.I, "no", "not") {
		return quote.Financed, true // "Paid off? No"
	}
	if c.field != "ownership" || !r.Has(asked, "financed") || r.Has(asked, "owned") {
		return "", false
	}
	switch r.At(c.value.I) {
	case "yes", "y", "si":
		return quote.Financed, true
	case "no", "none", "n", "ninguno":
		return quote.Owned, true
	}
	return "", false
}

// cellOf splits a line of the form "label: value", "label - value" or "question? answer".
func cellOf(d *find.Text, s text.Span) (cell, bool) {
	for i := s.I; i < min(s.J, s.I+15); i++ {
		loose := d.Is(i, "-") && !d.Glued(i) && !d.Glued(i+1)
		if !loose && !d.Is(i, ":", "=", "?", "–", "...") {
			continue
		}
		if d.Is(i, ":") && d.Kind(i-1) == text.Digits && d.Glued(i) && d.Glued(i+1) {
			continue // a time of day
		}
		if from := d.Sentence(i).I; from > s.I && d.Is(from-1, ".") {
			return cell{}, false // what stands before is no label
		}
		field, _ := labelOf(d, text.Between(s.I, i))
		if field == "" {
			if loose {
				continue
			}
			return cell{}, false
		}
		j := i + 1
		for j < s.J && d.Is(j, "-", ":", "=", ">", ".") {
			j++
		}
		if d.Is(i, "?") && d.Is(j, "a", "ans", "answer") && d.Is(j+1, ":", ".", ")", "-") {
			j += 2 // "Q: Who? A: Ann Lee"
		}
		return cell{label: text.Between(s.I, i), field: field, value: text.Between(j, s.J)}, j < s.J
	}
	return cell{}, false
}

// questionIn returns the field that a line asks for where its answer is in the next one.
func questionIn(d *find.Text, l text.Line) string {
	if !d.Is(l.J-1, "?", ":") && !d.Is(l.I, ">") {
		return ""
	}
	field, _ := labelOf(d, d.Body(d.Unquoted(l)))
	return field
}
