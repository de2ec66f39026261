package asked

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// AnswerOn reads line k as an answer to our question with the number, or the place, of the line.
func AnswerOn(r *claims.Sheet, k int) (Cell, bool) {
	if len(r.Mail.Asked) == 0 || r.Lines[k].J <= r.SubjectEnd() {
		return Cell{}, false
	}
	l := r.Lines[k]
	n, body := r.ItemNumber(l), r.Body(l)
	if i := r.Skip(l.I, "#"); n == 0 && r.Kind(i) == text.Digits && r.Taken[i] && !r.Dated[i] { // "2 - 52"
		n, body.I = text.Atoi(r.At(i)), r.Skip(i+1, "-", "=", ")", ".", "/", ",", ";", ":")
	}
	if q, ok := QuestionAbove(r, k); ok && n == 0 && r.Is(q.J-2, "name") {
		n = text.Atoi(r.At(q.I - 2))
	}
	if n == 0 {
		n = placeOfAnswer(r, k)
	}
	if n < 1 || n > len(r.Mail.Asked) {
		return Cell{}, false
	}
	return answerTo(r, r.Mail.Asked[n-1], body)
}

// placeOfAnswer returns the number of the answer in line k, from 1, of one line a question; else 0.
func placeOfAnswer(r *claims.Sheet, k int) int {
	n, at := 0, 0
	for i, l := range r.Lines {
		if l.J <= r.SubjectEnd() || r.Quoted[l.I] {
			continue
		}
		if n++; l.J-l.I > 8 || n > len(r.Mail.Asked) {
			return 0
		}
		if i == k {
			at = n
		}
	}
	if n != len(r.Mail.Asked) {
		return 0
	}
	return at
}

func answerTo(r *claims.Sheet, path string, s text.Span) (Cell, bool) {
	c := Cell{Label: s, Value: s}
	if claims.Rank(path) < 0 || strings.HasSuffix(path, "].driver") { // read as prose
		return c, false
	}
	entry, field, listed := strings.Cut(path, "].")
	if own, is := strings.CutPrefix(path, "named_insured."); is && slices.Contains(claims.Personal, own) {
		c.Of, c.Field = &claims.Entity{Kind: 'd', Index: r.Writer}, own
		return c, !s.Empty()
	}
	if !listed {
		c.Field = strings.TrimPrefix(path, "garaging_address.")
		return c, !s.Empty()
	}
	list, index, _ := strings.Cut(entry, "[")
	c.Field = field
	switch k := text.Atoi(index); {
	case list == "drivers" && k <= len(r.Mail.Known.Drivers) && claims.MakeDriver(r, k, s) >= 0:
		c.Of = &claims.Entity{Kind: 'd', Index: k}
	case list == "vehicles" && k <= len(r.Mail.Known.Vehicles):
		if k == len(r.Vehicles) {
			r.Vehicles = append(r.Vehicles, &claims.Vehicle{Known: -1})
		}
		c.Of = &claims.Entity{Kind: 'v', Index: k}
	}
	return c, c.Of != nil && !s.Empty()
}

// Confirmed returns the indexes of the quoted lines of the agency's notes if the author confirms
// the notes. Another value from the author outweighs a confirmed line.
func Confirmed(r *claims.Sheet) map[int]bool {
	lines := map[int]bool{}
	if !vouches(r.Text) {
		return lines
	}
	for k, l := range r.Lines {
		if own := r.Unquoted(l); !own.Empty() && r.Quoted[l.I] && own.I == l.I+1 && !r.Asks[l.J-1] && r.IsItem(own) {
			lines[k] = true
		}
	}
	return lines
}

// vouches reports whether the author says that the agency's notes are right.
func vouches(r *find.Text) bool {
	for _, c := range r.Cues["vouches"] {
		s := r.Sentence(c.I)
		if !r.Quoted[c.I] && !r.Has(text.Between(s.I, c.I), "negation") && !r.Is(s.J-1, "?") {
			return true
		}
	}
	return false
}

// AnswersByNumber reports whether the mail has several numbered lines.
func AnswersByNumber(r *find.Text) bool {
	n := 0
	for _, l := range r.Lines {
		if r.ItemNumber(l) > 0 && l.J-l.I > 2 {
			n++
		}
	}
	return n > 1
}

//go:embed data/labels.txt
var labelsText string

// Labels finds the names of fields in a label or a question.
var Labels = lazy.Value[*text.Phrases]{New: func() *text.Phrases { return text.ParsePhrases(labelsText, nil) }}

// LabelOf returns the field that a label names; "" for no field, or a label with more words.
func LabelOf(d *find.Text, s text.Span) (field string, at text.Span) {
	if field, at = FieldIn(d, s); field == "" {
		return "", text.Span{}
	}
	for i := s.I; i < s.J; i++ {
		inside := at.I <= i && i < at.J
		if d.Is(i, "(", "[") {
			break
		}
		if !inside && d.Kind(i) != text.Mark && !IsNoise(d, i) {
			return "", text.Span{}
		}
	}
	return field, at
}

// IsNoise reports whether token i may be in a label next to the name of a field.
func IsNoise(d *find.Text, i int) bool {
	return text.In(text.Noun(d.At(i)), "noise of labels") || d.Among(i, "noise of labels")
}

// FieldIn returns the first field in the words, and its place. Of several names the longest counts.
func FieldIn(d *find.Text, s text.Span) (field string, at text.Span) {
	if s.Empty() || s.J-s.I > 14 {
		return "", text.Span{}
	}
	size := 0 // without the options in "Ownership (own / finance / lease)"
	for i := s.I; i < s.J && (field != "ownership" || !d.Is(i, "(", "[")); i++ {
		name, j := Labels.Get().Longest(d.Tokens[:s.J], i)
		weak := name == "name" // "Second driver" of "Second driver DOB"
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

// Cell is a value with its label: of a form, a table, or an answer to a question of the agency.
type Cell struct {
	Label text.Span
	Field string
	Value text.Span
	Of    *claims.Entity // set if our question names the person or car
	Head  text.Span      // heading of the table's column; without a table, the label
}

// HasLoan reads "Lien: yes" and "Loan? no". A bare yes does not mean that the vehicle is owned.
func HasLoan(r *find.Text, c Cell) (quote.Ownership, bool) {
	asked := cmp.Or(c.Head, c.Label)
	if c.Field != "ownership" || !r.Has(asked, "financed") || r.Has(asked, "owned") {
		return "", false
	}
	switch r.At(c.Value.I) {
	case "yes", "y", "si":
		return quote.Financed, true
	case "no", "none", "n", "ninguno":
		return quote.Owned, true
	}
	return "", false
}

// CellOf splits a line of the form "label: value", "label - value" or "question? answer".
func CellOf(d *find.Text, s text.Span) (Cell, bool) {
	for i := s.I; i < min(s.J, s.I+15); i++ {
		if loose := d.Is(i, "-") && !d.Glued(i) && !d.Glued(i+1); !loose && !d.Is(i, ":", "=", "?", "–", "...") {
			continue
		}
		if d.Is(i, ":") && d.Kind(i-1) == text.Digits && d.Glued(i) && d.Glued(i+1) {
			continue // a time of day
		}
		if from := d.Sentence(i).I; from > s.I && d.Is(from-1, ".") {
			return Cell{}, false // the sentence before is no label
		}
		field, _ := LabelOf(d, text.Between(s.I, i))
		if field == "" {
			return Cell{}, false
		}
		j := d.SkipPast(i+1, "-", ":", "=", ">", ".")
		if d.Is(i, "?") && d.Is(j, "a", "ans", "answer") && d.Is(j+1, ":", ".", ")", "-") {
			j += 2 // "Q: Who? A: Ann Lee"
		}
		return Cell{Label: text.Between(s.I, i), Field: field, Value: text.Between(j, s.J)}, j < s.J
	}
	return Cell{}, false
}

// QuestionIn returns the field of a question in a line with the answer in the next line.
func QuestionIn(d *find.Text, l text.Line) string {
	if !d.Is(l.J-1, "?", ":") && !d.Is(l.I, ">") {
		return ""
	}
	field, _ := LabelOf(d, d.Body(d.Unquoted(l)))
	return field
}
