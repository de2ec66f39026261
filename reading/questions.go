package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
)

// A quoted question of ours states nothing. It says what the words below it answer:
// which field, and of which person or car. Who and what it names is named for the
// application where the answer states something of them.

// inquiry is one that the mail quotes.
type inquiry struct {
	span
	numbered bool
	last     int // of the reader's lines, the one that it ends on; -1: within one
	end      int // of the reader's lines, the last of why it is asked; last where nothing says
}

// mostAsked bounds what a hostile mail can make of them.
const mostAsked = 64

// findQuestions finds what the quoted lines ask, "when?" and "3. Your date of birth"; what
// these quote themselves others asked.
func (r *reader) findQuestions() {
	r.asks = make([]bool, len(r.toks))
	for k := 0; k < len(r.lines); k++ {
		if !r.quoted[r.lines[k].i] || r.goesOn(k) || r.is(r.lines[k].i+1, ">") {
			continue
		}
		first := r.unquoted(r.lines[k])
		q := inquiry{span: r.body(first), numbered: r.itemNumber(first) > 0 || r.isAnsweredItem(k, first), last: k}
		for q.last+1 < len(r.lines) && r.goesOn(q.last+1) {
			q.last++
			q.j = r.lines[q.last].j
		}
		for i := q.i; i < q.j; i++ {
			if r.endsSentence(min(i, len(r.toks)-2)) && i < q.j-1 && !q.numbered {
				r.addQuestion(inquiry{span: span{q.i, i + 1}, last: -1, end: -1})
				q.i = i + 1
			}
		}
		q.end = r.reasonBelow(q)
		r.addQuestion(q)
	}
}

// isAnsweredItem reports whether line k is quoted, an item of a list with a dash or the
// like, and has an own line below it.
func (r *reader) isAnsweredItem(k int, first line) bool {
	return r.is(first.i, "-", "*", "•") && k+1 < len(r.lines) && !r.quoted[r.lines[k+1].i]
}

func (r *reader) addQuestion(q inquiry) {
	if len(r.questions) == mostAsked || q.empty() || !q.numbered && !r.is(q.j-1, "?") {
		return
	}
	r.questions = append(r.questions, q)
	for i := q.i; i < q.j; i++ {
		r.asks[i] = true
	}
}

// questionAbove returns the quoted question that ends, with why it is asked, on the line above line k.
func (r *reader) questionAbove(k int) (inquiry, bool) {
	i := slices.IndexFunc(r.questions, func(q inquiry) bool { return q.end == k-1 })
	if i < 0 || k >= len(r.lines) || r.quoted[r.lines[k].i] || r.startsParagraph(r.lines[k].i) {
		return inquiry{}, false
	}
	return r.questions[i], true
}

// below returns what stands below line k up to the next quoted line, or blank one.
func (r *reader) below(k int) span {
	s := r.body(r.lines[k+1])
	for j := k + 2; j < len(r.lines) && !r.quoted[r.lines[j].i] && !r.lines[j].first; j++ {
		s.j = r.lines[j].j
	}
	return s
}

// fieldAsked returns the field that a question asks for; "" where it asks for none that
// has a name, or for several.
func (r *reader) fieldAsked(q inquiry) string {
	field, deep := "", 0
	for i := q.i; i < q.j; i++ {
		if r.is(i, "(", ")") {
			deep += map[string]int{"(": 1, ")": -1}[r.at(i)]
			continue
		}
		name, j := labels().longest(r.toks[:q.j], i)
		if name == "annual_miles" && r.has(q.span, "one way", "to work") && !r.has(q.span, "a year") {
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

// needsProse reports whether an answer is no mere value: "yes" says it of what was asked,
// which may be anything; "no" tells how many only where it was asked whether there are
// any; and of several uses one outweighs the other.
func (r *reader) needsProse(c cell) bool {
	switch c.field {
	case "year":
		return r.has(c.label, "model year")
	case "use":
		named := slices.DeleteFunc([]string{"business use", "commutes", "pleasure use"}, func(cue string) bool { return !r.has(c.value, cue) })
		return len(named) > 1 || r.among(c.value.i, "yes")
	case "accidents", "violations", "accidents+violations":
		counts := !r.among(c.label.i, "asks yes or no")
		for i := c.label.i; i < c.label.j; i++ {
			counts = counts || r.among(i, "asks how many")
		}
		return !counts || r.among(c.value.i, "yes")
	}
	return r.among(c.value.i, "yes")
}

// readYearAnswered reads the model year at the start of what stands below a question for it.
func (r *reader) readYearAnswered() {
	for _, q := range r.questions {
		if q.end < 0 || q.end+1 >= len(r.lines) || !r.has(q.span, "model year") {
			continue
		}
		s := r.body(r.lines[q.end+1])
		for r.is(s.i, "it's", "its", "it", "is", "a", "es", "un", "una", "del") {
			s.i++
		}
		if y, j, ok := r.year(s.i, r.newestYear(), false); ok && !r.quoted[s.i] && r.free(span{s.i, j}) && (j >= s.j || r.breaks(j) || r.is(j, ".")) {
			r.ofVehicles("year", y, span{s.i, j}, quote.Stated)
			r.take(span{s.i, j})
		}
	}
}

// meetAskedCar notes the car that a question at m is about, and returns it; -1: none.
func (r *reader) meetAskedCar(m mention) int {
	if !r.asks[m.i] || m.make == "" && m.model == "" {
		return -1
	}
	k := r.vehicleFor(m)
	if k < 0 {
		return -1
	}
	if v := r.vehicles[k]; v.known < 0 && v.asked.empty() {
		v.asked = m
		v.make, v.model = cmp.Or(v.make, m.make), cmp.Or(v.model, m.model)
	}
	return k
}

// isOnlyAsked reports whether nothing but a question of ours names vehicle k.
func (r *reader) isOnlyAsked(k int) bool {
	v := r.vehicles[k]
	return !v.asked.empty() && v.at.empty()
}

// askedPersonAt reads whom a question of ours is about: "have you been licensed", "Ana's
// date of birth", "has Ana been licensed".
func (r *reader) askedPersonAt(i int) (int, int, bool) {
	if !r.asks[i] {
		return 0, i, false
	}
	if r.is(i, "you", "your", "usted", "su") {
		_, kin := r.kinAt(r.skipDescription(i + 1))
		return r.crews.of(0), i + 1, !kin
	}
	s := r.askAround(i)
	possessive := noun(r.at(i)) != r.at(i)
	behind := r.is(i-1, "of", "has", "have", "is", "does", "did", "was", "and", "de", "que", "tiene", "a")
	if r.taken[i] || !r.capital(i) || !possessive && !behind || !r.has(s, "birth", "licensed") || months[noun(r.at(i))] > 0 || stopWord(noun(r.at(i))) {
		return 0, i, false
	}
	n, ok := r.name(i, 2)
	if !ok {
		return 0, i, false
	}
	if k := r.isGiven(i); k >= 0 {
		return r.crews.of(k), n.j, true
	}
	if len(r.people) >= mostEntries || r.isFrom(n) {
		return 0, i, false
	}
	r.people = append(r.people, &person{known: -1, drives: true, asked: n, given: n.given, surname: n.surname, first: i, at: n.span})
	return r.crews.of(len(r.people) - 1), n.j, true
}

// askAround returns the question that token i stands in.
func (r *reader) askAround(i int) span {
	for _, q := range r.questions {
		if q.i <= i && i < q.j {
			return q.span
		}
	}
	return span{i, i}
}

// nameAsked names the cars and people that our questions named, where the mail states
// something of them and does not name them itself.
func (r *reader) nameAsked() {
	for k, v := range r.vehicles {
		of, m := entity{'v', k}, v.asked
		if m.empty() || v.gone || !r.isDescribed(k) {
			continue
		}
		r.nameIn(of, "make", m.make, m.makeAt)
		r.nameIn(of, "model", m.model, m.modelAt)
	}
	for k, p := range r.people {
		of, n := entity{'d', k}, p.asked
		if k > 0 && p.known < 0 && p.relation != "" && r.quoted[p.at.i] && r.isClaimed(of) && !r.hasClaim(of, "relationship") {
			r.claims = append(r.claims, claim{of: of, field: "relationship", value: p.relation, words: r.raw(p.at), at: p.at.i, standing: quote.Inferred})
		}
		if n.empty() || !r.isClaimed(of) {
			continue
		}
		r.nameIn(of, "given_name", n.given, n.span)
		r.nameIn(of, "surname", n.surname, n.span)
	}
}

// isDescribed reports whether the mail states more of vehicle k than its VIN, which
// names it.
func (r *reader) isDescribed(k int) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.of == entity{'v', k} && c.field != "vin" })
}

func (r *reader) nameIn(of entity, field, value string, at span) {
	if value != "" && !r.hasClaim(of, field) {
		r.claims = append(r.claims, claim{of: of, field: field, value: value, words: r.raw(at), at: at.i, standing: quote.Inferred})
	}
}

// readYearsOfCars reads the model year that a sentence gives a car: "The Civic is from 2019".
func (r *reader) readYearsOfCars() {
	for _, p := range r.places {
		is := r.skip(p.at.j, "is", "was", "es")
		i := r.skip(is, "a", "from", "del")
		if is == p.at.j || i == is {
			continue
		}
		y, j, ok := r.year(i, r.newestYear(), false)
		if of := (entity{'v', p.vehicle}); ok && r.endsClause(j) && r.free(span{i, j}) && !r.hasClaim(of, "year") {
			r.say(of, "year", y, span{i, j})
			r.take(span{i, j})
		}
	}
}
