package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// A quoted question of ours states nothing. The question gives the field, and the person or car, of
// the answer below. A person or car in a question joins the application if the answer states a
// value.

// inquiry is one that the mail quotes.
type inquiry struct {
	text.Span
	numbered bool
	last     int // of the reader's lines, the one that it ends on; -1: within one
	end      int // of the reader's lines, the last of why it is asked; last where nothing says
}

// mostAsked bounds what a hostile mail can make of them.
const mostAsked = 64

// findQuestions finds what the quoted lines ask, "when?" and "3. Your date of birth"; what
// these quote themselves others asked.
func findQuestions(r *sheet) {
	r.asks = make([]bool, len(r.Tokens))
	for k := 0; k < len(r.Lines); k++ {
		if !r.Quoted[r.Lines[k].I] || goesOn(r.Text, k) || r.Is(r.Lines[k].I+1, ">") {
			continue
		}
		first := r.Unquoted(r.Lines[k])
		q := inquiry{Span: r.Body(first), numbered: r.ItemNumber(first) > 0 || isAnsweredItem(r.Text, k, first), last: k}
		for q.last+1 < len(r.Lines) && goesOn(r.Text, q.last+1) {
			q.last++
			q.J = r.Lines[q.last].J
		}
		for i := q.I; i < q.J; i++ {
			if r.EndsSentence(min(i, len(r.Tokens)-2)) && i < q.J-1 && !q.numbered {
				addQuestion(r, inquiry{Span: text.Between(q.I, i+1), last: -1, end: -1})
				q.I = i + 1
			}
		}
		q.end = reasonBelow(r.Text, q)
		addQuestion(r, q)
	}
}

// isAnsweredItem reports whether line k is quoted, an item of a list with a dash or the
// like, and has an own line below it.
func isAnsweredItem(r *find.Text, k int, first text.Line) bool {
	return r.Is(first.I, "-", "*", "•") && k+1 < len(r.Lines) && !r.Quoted[r.Lines[k+1].I]
}

func addQuestion(r *sheet, q inquiry) {
	if len(r.questions) == mostAsked || q.Empty() || !q.numbered && !r.Is(q.J-1, "?") {
		return
	}
	r.questions = append(r.questions, q)
	for i := q.I; i < q.J; i++ {
		r.asks[i] = true
	}
}

// questionAbove returns the quoted question that ends, with its reason, on the line above line k.
func questionAbove(r *sheet, k int) (inquiry, bool) {
	i := slices.IndexFunc(r.questions, func(q inquiry) bool { return q.end == k-1 })
	if i < 0 || k >= len(r.Lines) || r.Quoted[r.Lines[k].I] || r.StartsParagraph(r.Lines[k].I) {
		return inquiry{}, false
	}
	return r.questions[i], true
}

// below returns what stands below line k up to the next quoted line, or blank one.
func below(r *find.Text, k int) text.Span {
	s := r.Body(r.Lines[k+1])
	for j := k + 2; j < len(r.Lines) && !r.Quoted[r.Lines[j].I] && !r.Lines[j].First; j++ {
		s.J = r.Lines[j].J
	}
	return s
}

// fieldAsked returns the field that a question asks for; "" where it asks for none that
// has a name, or for several.
func fieldAsked(r *find.Text, q inquiry) string {
	field, deep := "", 0
	for i := q.I; i < q.J; i++ {
		if r.Is(i, "(", ")") {
			deep += map[string]int{"(": 1, ")": -1}[r.At(i)]
			continue
		}
		name, j := labels().Longest(r.Tokens[:q.J], i)
		if name == "annual_miles" && r.Has(q.Span, "one way", "to work") && !r.Has(q.Span, "a year") {
			name = "commute_miles_one_way" // "how many miles is it one way?"
		}
		switch {
		case j == i || deep > 0 || name == "vehicle":
			continue
		case field != "" && field != name || strings.HasSuffix(name, "name"):
			return ""
		}
		field, i = name, j-1
	}
	return field
}

// needsProse reports whether an answer is no plain value. "Yes" depends on the question, "no" is a
// number only if we asked whether there are any, and one of several uses outweighs the others.
func needsProse(r *find.Text, c cell) bool {
	switch c.field {
	case "year":
		return r.Has(c.label, "model year")
	case "use":
		named := slices.DeleteFunc([]string{"business use", "commutes", "pleasure use"}, func(cue string) bool { return !r.Has(c.value, cue) })
		return len(named) > 1 || r.Among(c.value.I, "yes")
	case "accidents", "violations", "accidents+violations":
		counts := !r.Among(c.label.I, "asks yes or no")
		for i := c.label.I; i < c.label.J; i++ {
			counts = counts || r.Among(i, "asks how many")
		}
		return !counts || r.Among(c.value.I, "yes")
	}
	return r.Among(c.value.I, "yes")
}

// readYearAnswered reads the model year at the start of what stands below a question for it.
func readYearAnswered(r *garage) {
	for _, q := range r.questions {
		if q.end < 0 || q.end+1 >= len(r.Lines) || !r.Has(q.Span, "model year") {
			continue
		}
		s := r.Body(r.Lines[q.end+1])
		for r.Is(s.I, "it's", "its", "it", "is", "a", "es", "un", "una", "del") {
			s.I++
		}
		if y, j, ok := find.YearAt(r.Text, s.I, find.NewestYear(r.Text), false); ok && !r.Quoted[s.I] && r.Free(text.Between(s.I, j)) && (j >= s.J || r.Breaks(j) || r.Is(j, ".")) {
			r.ofVehicles("year", y, text.Between(s.I, j), quote.Stated)
			r.Take(text.Between(s.I, j))
		}
	}
}

// meetAskedCar notes the car that a question at m is about, and returns it; -1: none.
func meetAskedCar(r *sheet, m find.Mention) int {
	if !r.asks[m.I] || m.Make == "" && m.Model == "" {
		return -1
	}
	k := vehicleFor(r, m)
	if k < 0 {
		return -1
	}
	if v := r.vehicles[k]; v.known < 0 && v.asked.Empty() {
		v.asked = m
		v.make, v.model = cmp.Or(v.make, m.Make), cmp.Or(v.model, m.Model)
	}
	return k
}

// isOnlyAsked reports whether nothing but a question of ours names vehicle k.
func isOnlyAsked(r *sheet, k int) bool {
	v := r.vehicles[k]
	return !v.asked.Empty() && v.at.Empty()
}

// askedPersonAt reads whom a question of ours is about: "have you been licensed", "Ana's
// date of birth", "has Ana been licensed".
func askedPersonAt(r *party, i int) (int, int, bool) {
	if !r.asks[i] {
		return 0, i, false
	}
	if r.Is(i, "you", "your", "usted", "su") {
		_, kin := find.KinAt(r.Text, skipDescription(r.Text, i+1))
		return r.crews.of(0), i + 1, !kin
	}
	s := askAround(r.sheet, i)
	possessive := text.Noun(r.At(i)) != r.At(i)
	behind := r.Is(i-1, "of", "has", "have", "is", "does", "did", "was", "and", "de", "que", "tiene", "a")
	if r.Taken[i] || !r.Capital(i) || !possessive && !behind || !r.Has(s, "birth", "licensed") || find.Months[text.Noun(r.At(i))] > 0 || text.StopWord(text.Noun(r.At(i))) {
		return 0, i, false
	}
	n, ok := find.NameAt(r.Text, i, 2)
	if !ok {
		return 0, i, false
	}
	if k := r.isGiven(i); k >= 0 {
		return r.crews.of(k), n.J, true
	}
	if len(r.people) >= mostEntries || isFrom(r.sheet, n) {
		return 0, i, false
	}
	r.people = append(r.people, &person{known: -1, drives: true, asked: n, given: n.Given, surname: n.Surname, first: i, at: n.Span})
	return r.crews.of(len(r.people) - 1), n.J, true
}

// askAround returns the question that token i stands in.
func askAround(r *sheet, i int) text.Span {
	for _, q := range r.questions {
		if q.I <= i && i < q.J {
			return q.Span
		}
	}
	return text.Between(i, i)
}

// nameAsked names the cars and people that our questions named, where the mail states
// something of them and does not name them itself.
func nameAsked(r *sheet) {
	for k, v := range r.vehicles {
		of, m := entity{'v', k}, v.asked
		if m.Empty() || v.gone || !isDescribed(r, k) {
			continue
		}
		nameIn(r, of, "make", m.Make, m.MakeAt)
		nameIn(r, of, "model", m.Model, m.ModelAt)
	}
	for k, p := range r.people {
		of, n := entity{'d', k}, p.asked
		if k > 0 && p.known < 0 && p.relation != "" && r.Quoted[p.at.I] && isClaimed(r, of) && !r.hasClaim(of, "relationship") {
			r.claims = append(r.claims, claim{of: of, field: "relationship", value: p.relation, words: r.Raw(p.at), at: p.at.I, standing: quote.Inferred})
		}
		if n.Empty() || !isClaimed(r, of) {
			continue
		}
		nameIn(r, of, "given_name", n.Given, n.Span)
		nameIn(r, of, "surname", n.Surname, n.Span)
	}
}

// isDescribed reports whether the mail states more of vehicle k than its VIN, which names it.
func isDescribed(r *sheet, k int) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.of == entity{'v', k} && c.field != "vin" })
}

func nameIn(r *sheet, of entity, field, value string, at text.Span) {
	if value != "" && !r.hasClaim(of, field) {
		r.claims = append(r.claims, claim{of: of, field: field, value: value, words: r.Raw(at), at: at.I, standing: quote.Inferred})
	}
}

// readYearsOfCars reads the model year that a sentence gives a car: "The Civic is from 2019".
func readYearsOfCars(r *garage) {
	for _, p := range r.places {
		is := r.Skip(p.at.J, "is", "was", "es")
		i := r.Skip(is, "a", "from", "del")
		if is == p.at.J || i == is {
			continue
		}
		y, j, ok := find.YearAt(r.Text, i, find.NewestYear(r.Text), false)
		if of := (entity{'v', p.vehicle}); ok && endsClause(r.Text, j) && r.Free(text.Between(i, j)) && !r.hasClaim(of, "year") {
			r.say(of, "year", y, text.Between(i, j))
			r.Take(text.Between(i, j))
		}
	}
}
