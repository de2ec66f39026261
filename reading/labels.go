package reading

import (
	_ "embed"
	"strings"
	"sync"

	"ppamaild/quote"
)

//go:embed data/labels.txt
var labelsText string

// labels finds the names of fields in a label or a question.
var labels = sync.OnceValue(func() *phrases { return parsePhrases(labelsText, lex) })

// noise may stand in a label besides the name of its field.
var noise = wordSet(`your the my our you do what is are how many much of for this it a an been have has which when where who please current
	desired estimated approximate approx est avg about any last past 3 5 three five years yrs yr y months 36 primary drivers driver's insured's applicant's
	vehicle driver car 1 2 3 4 5 # first second third in at to on number preferred and or i we prior mi per tell us each we're s his her
	cual es su tu ha han tenido usted cuantas cuanto fault if not miles one way spouse's spouse wife's husband's wife husband child son daughter co the applicant owner home additional other another co insured operator household whats what's its it's own been ever`)

// labelOf returns the field that a label names, "" where it names none or says
// more than that.
func (d *document) labelOf(s span) (field string, at span) {
	if field, at = d.fieldIn(s); field == "" {
		return "", span{}
	}
	for i := s.i; i < s.j; i++ {
		inside := at.i <= i && i < at.j
		if d.is(i, "(", "[") {
			break
		}
		if !inside && d.kind(i) != mark && !d.isNoise(i) {
			return "", span{}
		}
	}
	return field, at
}

func (d *document) isNoise(i int) bool { return noise[d.at(i)] || noise[noun(d.at(i))] }

// fieldIn returns the field that words name, whatever else they say, and where. Of several
// names the longest counts.
func (d *document) fieldIn(s span) (field string, at span) {
	if s.empty() || s.j-s.i > 14 {
		return "", span{}
	}
	size := 0
	for i := s.i; i < s.j; i++ {
		name, j := labels().longest(d.toks[:s.j], i)
		weak := name == "name" && !d.saysName(span{i, j}) // "Second driver" of "Second driver DOB"
		if weak && field == "" {
			field, at = name, span{i, j}
		}
		if weak {
			continue
		}
		if j-i > size || j-i == size && (field == "vehicle" || field == "name") { // "Vehicle 2 Model", "Driver 2 name"
			field, at, size = name, span{i, j}, j-i
		}
	}
	return field, at
}

// saysName reports whether a label has the word for a name.
func (d *document) saysName(s span) bool {
	for i := s.i; i < s.j; i++ {
		if d.is(i, "name", "names", "nombre") {
			return true
		}
	}
	return false
}

// longest returns the longest phrase that starts at token i.
func (p *phrases) longest(toks []token, i int) (name string, end int) {
	end = i
	for j := i; j < len(toks) && p.next != nil; j++ {
		if toks[j].norm == "_" && j > i {
			continue // "yrs_licensed"
		}
		next := p.next[toks[j].norm]
		if next == nil && toks[j].norm == "," {
			next = p.next["/"] // "Comp / Coll"
		}
		if next == nil {
			break
		}
		p = next
		if len(p.cues) > 0 {
			name, end = p.cues[0], j+1
		}
	}
	return name, end
}

// cell is a value with its label: of a form, a table, or an answer to a
// question of ours.
type cell struct {
	label span
	field string
	value span
	of    *entity // set where our question says whose the value is
	head  span    // of a table's column; the label's own where there is no table
}

// hasLoan reads "Lien: yes" and "Loan? no", where a bare yes does not mean that the
// vehicle is owned.
func (r *reader) hasLoan(c cell) (quote.Ownership, bool) {
	asked := c.label
	if !c.head.empty() {
		asked = c.head
	}
	if c.field == "ownership" && r.has(asked, "owned") && r.is(r.skipPast(asked.i, "is", "it", "the", "car"), "paid") && r.is(c.value.i, "no", "not") {
		return quote.Financed, true // "Paid off? No"
	}
	if c.field != "ownership" || !r.has(asked, "financed") || r.has(asked, "owned") {
		return "", false
	}
	switch r.at(c.value.i) {
	case "yes", "y", "si":
		return quote.Financed, true
	case "no", "none", "n", "ninguno":
		return quote.Owned, true
	}
	return "", false
}

// cellOf splits a line of the form "label: value", "label - value" or
// "question? answer".
func (d *document) cellOf(s span) (cell, bool) {
	for i := s.i; i < min(s.j, s.i+15); i++ {
		loose := d.is(i, "-") && !d.glued(i) && !d.glued(i+1)
		if !loose && !d.is(i, ":", "=", "?", "–", "...") {
			continue
		}
		if d.is(i, ":") && d.kind(i-1) == digits && d.glued(i) && d.glued(i+1) {
			continue // a time of day
		}
		if from := d.sentence(i).i; from > s.i && d.is(from-1, ".") {
			return cell{}, false // what stands before is no label
		}
		field, _ := d.labelOf(span{s.i, i})
		if field == "" {
			if loose {
				continue
			}
			return cell{}, false
		}
		j := i + 1
		for j < s.j && d.is(j, "-", ":", "=", ">", ".") {
			j++
		}
		if d.is(i, "?") && d.is(j, "a", "ans", "answer") && d.is(j+1, ":", ".", ")", "-") {
			j += 2 // "Q: Who? A: Ann Lee"
		}
		return cell{label: span{s.i, i}, field: field, value: span{j, s.j}}, j < s.j
	}
	return cell{}, false
}

// question returns the field that a line asks for where its answer is in the
// next one.
func (d *document) question(l line) string {
	if !d.is(l.j-1, "?", ":") && !d.is(l.i, ">") {
		return ""
	}
	field, _ := d.labelOf(d.body(d.unquoted(l)))
	return field
}

// isTableMark reports whether token i parts the cells of a row.
func (d *document) isTableMark(i int) bool {
	return d.is(i, "|") || d.tabsBefore(i) > 0
}

// tabsBefore counts the tabs before token i that a blank parts, as it does where a cell of a table is empty; those
// that stand side by side only align columns.
func (d *document) tabsBefore(i int) int {
	if i <= 0 || i >= len(d.toks) {
		return 0
	}
	return len(strings.FieldsFunc(d.text[d.toks[i-1].end:d.toks[i].start], func(r rune) bool { return r != '\t' }))
}
