// Package asked finds the agency's questions that a mail quotes, and the answers: by number, by
// place, or below a quoted question. Labels name fields of the application.
package asked

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// A quoted question states nothing. The question gives the field, and the person or car, of the
// answer below. A person or car in a question joins the application if the answer states a value.

const mostAsked = 64

// FindQuestions finds the questions in quoted lines, "when?" and "3. Your date of birth".
// Quotations in these lines are questions of others.
func FindQuestions(r *claims.Sheet) {
	r.Asks = make([]bool, len(r.Tokens))
	for k := 0; k < len(r.Lines); k++ {
		if !r.Quoted[r.Lines[k].I] || GoesOn(r.Text, k) || r.Is(r.Lines[k].I+1, ">") {
			continue
		}
		first := r.Unquoted(r.Lines[k])
		q := claims.Inquiry{Span: r.Body(first), Numbered: r.ItemNumber(first) > 0 || isAnsweredItem(r.Text, k, first), Last: k}
		for q.Last+1 < len(r.Lines) && GoesOn(r.Text, q.Last+1) {
			q.Last++
			q.J = r.Lines[q.Last].J
		}
		q.End = reasonBelow(r.Text, q)
		addQuestion(r, q)
	}
}

// isAnsweredItem reports whether line k is quoted, is an item of a list, and has an own line below.
func isAnsweredItem(r *find.Text, k int, first text.Line) bool {
	return r.Is(first.I, "-", "*", "•") && k+1 < len(r.Lines) && !r.Quoted[r.Lines[k+1].I]
}

func addQuestion(r *claims.Sheet, q claims.Inquiry) {
	if len(r.Questions) == mostAsked || q.Empty() || !q.Numbered && !r.Is(q.J-1, "?") {
		return
	}
	r.Questions = append(r.Questions, q)
	for i := q.I; i < q.J; i++ {
		r.Asks[i] = true
	}
}

// QuestionAbove returns the quoted question that ends, with its reason, on the line above line k.
func QuestionAbove(r *claims.Sheet, k int) (claims.Inquiry, bool) {
	i := slices.IndexFunc(r.Questions, func(q claims.Inquiry) bool { return q.End == k-1 })
	if i < 0 || k >= len(r.Lines) || r.Quoted[r.Lines[k].I] || r.StartsParagraph(r.Lines[k].I) {
		return claims.Inquiry{}, false
	}
	return r.Questions[i], true
}

// Below returns the words below line k up to the next quoted or blank line.
func Below(r *find.Text, k int) text.Span {
	s := r.Body(r.Lines[k+1])
	for j := k + 2; j < len(r.Lines) && !r.Quoted[r.Lines[j].I] && !r.Lines[j].First; j++ {
		s.J = r.Lines[j].J
	}
	return s
}

// FieldAsked returns the field that a question asks for; "" for no known field, or several fields.
func FieldAsked(r *find.Text, q claims.Inquiry) string {
	field := ""
	for i := q.I; i < q.J; i++ {
		name, j := Labels.Get().Longest(r.Tokens[:q.J], i)
		switch {
		case j == i || name == "vehicle":
			continue
		case field != "" && field != name || strings.HasSuffix(name, "name"):
			return ""
		}
		field, i = name, j-1
	}
	return field
}

// NeedsProse reports whether an answer is no plain value. "Yes" depends on the question, "no" is a
// number only after "any", and one of several uses outweighs the others.
func NeedsProse(r *find.Text, c Cell) bool {
	switch c.Field {
	case "year":
		return r.Has(c.Label, "model year")
	case "use":
		named := slices.DeleteFunc([]string{"business use", "commutes", "pleasure use"}, func(cue string) bool { return !r.Has(c.Value, cue) })
		return len(named) > 1 || r.Among(c.Value.I, "yes")
	case "accidents", "violations", "accidents+violations":
		counts := !r.Among(c.Label.I, "asks yes or no")
		for i := c.Label.I; i < c.Label.J; i++ {
			counts = counts || r.Among(i, "asks how many")
		}
		return !counts || r.Among(c.Value.I, "yes")
	}
	return r.Among(c.Value.I, "yes")
}

// AskAround returns the question around token i.
func AskAround(r *claims.Sheet, i int) text.Span {
	for _, q := range r.Questions {
		if q.I <= i && i < q.J {
			return q.Span
		}
	}
	return text.Between(i, i)
}

// NameAsked names the cars and people of the agency's questions that the mail is about.
func NameAsked(r *claims.Sheet) {
	for k, v := range r.Vehicles {
		of, m := claims.Car(k), v.Asked
		if m.Empty() || v.Gone || !isDescribed(r, k) {
			continue
		}
		nameIn(r, of, "make", m.Make, m.MakeAt)
		nameIn(r, of, "model", m.Model, m.ModelAt)
	}
	for k, p := range r.People {
		of, n := claims.Driver(k), p.Asked
		if n.Empty() || !claims.IsClaimed(r, of) {
			continue
		}
		nameIn(r, of, "given_name", n.Given, n.Span)
		nameIn(r, of, "surname", n.Surname, n.Span)
	}
}

// isDescribed reports whether the mail states more about vehicle k than its VIN.
func isDescribed(r *claims.Sheet, k int) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool { return c.Of == claims.Car(k) && c.Field != "vin" })
}

func nameIn(r *claims.Sheet, of claims.Entity, field, value string, at text.Span) {
	if value != "" && !r.HasClaim(of, field) {
		r.Claims = append(r.Claims, claims.Claim{Of: of, Field: field, Value: value, Words: r.Raw(at), At: at.I, Standing: quote.Inferred})
	}
}

// GoesOn reports whether the quoted line k continues the question of the quoted line above.
func GoesOn(r *find.Text, k int) bool {
	if k == 0 || !r.Is(r.Lines[k].I, ">") || !r.Is(r.Lines[k-1].I, ">") || r.ItemNumber(r.Unquoted(r.Lines[k])) > 0 {
		return false
	}
	above := r.Unquoted(r.Lines[k-1])
	return !above.Empty() && !r.Is(above.J-1, ".", "?", ":", "!")
}

// reasonBelow returns the last line of the reason for a question: a whole sentence directly below,
// in the same quoted paragraph. Without a reason, it is the last line of the question.
func reasonBelow(r *find.Text, q claims.Inquiry) int {
	if !r.Is(q.J-1, "?") {
		return q.Last
	}
	for k := q.Last + 1; k < min(len(r.Lines), q.Last+1+mostReasonLines); k++ {
		l := r.Lines[k]
		own := r.Unquoted(l)
		if !r.Quoted[l.I] || own.I != l.I+1 || own.Empty() || r.ItemNumber(own) > 0 || k == q.Last+1 && !r.Capital(own.I) {
			break
		}
		if r.Is(own.J-1, ".") {
			return k
		}
	}
	return q.Last
}

// mostReasonLines limits the lines of a reason, as wrapped in the quotation.
const mostReasonLines = 3
