package reading

import (
	"slices"

	"ppamaild/quote"
)

// incident is how many accidents or tickets are told at a place; of everybody where only others
// are denied: "no other tickets".
type incident struct {
	field  string
	n      int
	at     span
	others bool
	rest   bool // of what else there is: "otherwise no tickets"
}

// readIncidents reads how many accidents and tickets there were, at first those of which somebody had
// one: who had drives.
func (r *reader) readIncidents() {
	told := r.countIncidents(nil, "accident", "accidents")
	told = r.countIncidents(told, "past claim", "accidents")
	told = r.countIncidents(told, "ticket", "violations")
	slices.SortStableFunc(told, func(a, b incident) int { return min(b.n, 1) - min(a.n, 1) })
	for _, one := range told {
		switch {
		case one.others:
			r.sayOf(r.everyDriver(), one.field, 0, one.at, quote.Inferred)
		case one.rest:
			r.sayRecord(one.field, 0, one.at, quote.Inferred)
		default:
			r.sayRecord(one.field, one.n, one.at, quote.Stated)
		}
	}
}

// readDatedRecord reads lines that one below the other begin with the day of something, "3/14/2024
// speeding", where it is plain of each what that was: together they are how many there were.
func (r *reader) readDatedRecord() {
	for k := 0; k < len(r.lines); k++ {
		told := map[string]int{}
		last := k
		for ; last < len(r.lines) && last-k < mostEntries; last++ {
			field, ok := r.datedIncident(r.lines[last])
			if !ok {
				break
			}
			told[field]++
		}
		if last-k < 2 {
			continue
		}
		list := span{r.lines[k].i, r.lines[last-1].j}
		for _, field := range []string{"accidents", "violations"} {
			if n := told[field]; n > 0 {
				r.sayRecord(field, n, list, quote.Stated)
			}
		}
		r.take(list)
		k = last
	}
}

// datedIncident returns of which kind what a line tells behind the date that it begins with is; "" of what
// counts for nothing.
func (r *reader) datedIncident(l line) (field string, ok bool) {
	s := r.body(l)
	v, ok := r.date(s.i)
	if day, past := v.gone(r.today); !ok || v.y == 0 || r.quiet[s.i] || !r.free(s) || !past || day.Year() < r.today.Year()-20 {
		return "", false
	}
	accident, ticket := r.has(s, "accident", "struck"), r.has(s, "ticket")
	switch {
	case !accident && !ticket || r.has(s, "negation") && !r.has(s, "not my fault"):
		return "", false
	case r.isOldIn(s), r.has(s, "not my fault"):
		return "", true
	case accident:
		return "accidents", true
	}
	return "violations", true
}

// countIncidents adds to told how many accidents or tickets each place of a cue speaks of.
func (r *reader) countIncidents(told []incident, cue, field string) []incident {
	for _, c := range r.cues[cue] {
		if r.quiet[c.i] || r.taken[c.i] || r.is(c.i-1, "per", "each", "ea", "every") {
			continue
		}
		n, at, ok := r.incidents(c)
		if r.speaksOfAny(c) {
			continue
		}
		if n > 0 && (r.is(c.i-1, "parking") || r.is(c.j, "of", "for") && r.is(c.j+1, "parking")) {
			continue // that counts for nothing
		}
		if ok && n == 0 && r.readExcepted(field, c) {
			continue
		}
		if !ok || n > 0 && (r.is(c.i, "points") || cue == "past claim" || r.isOld(c) || n == 1 && r.isOldBehind(c, cue) || field == "accidents" && r.isBlameless(c)) {
			continue
		}
		others := n == 0 && (r.is(c.i-1, "other") || r.is(at.i+1, "other"))
		rest := n == 0 && r.has(span{r.sentence(c.i).i, at.i}, "exception")
		told = append(told, incident{field, n, at, others, rest})
	}
	return told
}

// incidents reads the number before a word such as "ticket".
func (r *reader) incidents(c span) (int, span, bool) {
	if r.has(c, "incident told") { // "never crashed"
		return 0, c, true
	}
	if k := r.skip(c.j, "-"); r.is(k, "free") && r.row(k) == r.row(c.i) {
		return 0, span{c.i, k + 1}, true // "DUI-free"
	}
	s := r.sentence(c.i)
	if n := map[string]int{"once": 1, "twice": 2}[r.at(c.j)]; n > 0 && !r.denied(c.i, s) {
		return n, span{c.i, c.j + 1}, true
	}
	if n, at, ok := r.countBehind(c); ok {
		return n, at, true
	}
	from := max(s.i, c.i-6)
	for i := c.i - 1; i >= from; i-- {
		if r.is(i, "couple") && r.is(i-1, "a") && !r.denied(i, s) {
			return 2, span{i - 1, c.j}, true
		}
		if r.is(i, "a", "an", "another", "una", "un") || r.is(i, "first", "only") && r.is(i-1, "my", "his", "her", "our", "the") && r.is(c.j-1, "ticket", "accident", "wreck", "citation", "violation") {
			if r.denied(i, s) && !(r.is(i, "only") && !r.denied(i, r.clause(i))) { // "no accidents, the DUI is my only violation"
				return 0, span{i, c.j}, true
			}
			return 1, span{i, c.j}, true
		}
		if n, ok := r.number(i); ok && n.j <= c.i && !n.dollar && !isYears(r.at(n.j)) && (n.n < 10) {
			if k := r.notEven(i); n.n == 1 && k < i && !r.is(c.j, "but") {
				return 0, span{k, c.j}, true // "never one ticket"
			}
			return n.n, span{i, c.j}, true
		}
		if _, _, year := r.year(i, r.today.Year(), false); !year && !r.is(i, incidentWords...) && !r.isCounted(i, c) && !(r.is(i, "for") && r.is(c.i, "speeding")) { // "I got one for speeding"
			break
		}
	}
	if r.denied(c.i, s) {
		return 0, span{r.denial(c.i, s), c.j}, true
	}
	if r.is(c.i-1, "the") && r.is(c.j, "that", "which") {
		return 1, span{c.i - 1, c.j}, true // "the ticket that came with it"
	}
	when := r.skip(c.j, "in", "(", ":", ",")
	v, dated := r.date(when)
	_, _, year := r.year(when, r.today.Year(), false)
	if r.has(c, "one incident") || (dated && v.y != 0 || year) && (c.i == s.i || r.breaks(c.i-1) || r.body(r.lines[r.lineOf(c.i)]).i == c.i) {
		return 1, c, true // "at-fault accident 2/2025"
	}
	return 0, c, false
}

// notEven returns where a negation stands that ends before token i, but for words like "had" and
// "even"; else i: "have not had one".
func (r *reader) notEven(i int) int {
	for k := i; ; k-- {
		if n := r.endsAt("negation", k); n < k {
			return n
		}
		if !r.is(k-1, "had", "gotten", "got", "have", "even", "a", "been", "in", "so", "much", "as") {
			return i
		}
	}
}

// isCounted reports whether token i is any word between a number and the noun at c:
// "one seatbelt ticket".
func (r *reader) isCounted(i int, c span) bool {
	n, ok := r.number(i - 1)
	return i == c.i-1 && r.kind(i) == word && !stopWord(r.at(i)) && ok && n.j == i && !r.is(i-2, "of", "los", "las", "the")
}

// countBehind reads the number behind a colon: "accidents: none".
func (r *reader) countBehind(c span) (int, span, bool) {
	j := r.skip(c.j, ":", "=", "?")
	if r.is(j, "-") && !r.glued(j) && !r.glued(j+1) && r.row(j) == r.row(c.i) {
		j++ // "Accidents - none"
	}
	if r.is(j, "knock") {
		j = r.skip(r.skip(r.skip(j+1, "on"), "wood"), ",")
	}
	if j == c.j {
		if n, ok := r.number(j); ok && n.n < 10 && !n.dollar && r.breaks(c.i-1) && (r.breaks(n.j) || r.is(n.j, ".")) {
			return n.n, span{c.i, n.j}, true // "…, tickets 1."
		}
		return 0, span{c.i, j + 1}, r.is(j, "none", "ninguno", "ninguna") && (r.breaks(j+1) || r.sentence(j).j <= j+2 || r.startsAt("everyone", j) > j+1)
	}
	if r.is(j, "none", "no", "nope", "zero", "never", "nil", "ninguno", "ninguna") {
		return 0, span{c.i, j + 1}, true
	}
	if r.is(j, "una", "uno", "un", "one") && (r.is(j, "una", "uno", "un") || r.breaks(j+1) || r.is(j+1, ".")) {
		return 1, span{c.i, j + 1}, true
	}
	n, ok := r.number(j)
	return n.n, span{c.i, n.j}, ok && n.n < 10 && !n.dollar && !isYears(r.at(n.j)) && !r.isMiles(n.j)
}

// incidentWords may stand between a number and its noun.
var incidentWords = []string{"speeding", "at", "-", "fault", "minor", "small", "moving", "traffic", "major", "single", "parking",
	"car", "little", "auto", "recent", "chargeable", "not", "non", "red", "light", "cell", "phone", "dumb", "stupid", "prior", "camera",
	"hov", "lane", "carpool", "seatbelt", "seat", "belt", "stop", "sign", "parked", "rear", "end", "backing", "lot", "texting", "failure"}

// denial returns where a negation that reaches token i stands, or -1: "no
// accidents or tickets", "haven't had any tickets", "neither of us has any".
func (r *reader) denial(i int, s span) int {
	c, ok := r.before("negation", max(s.i, i-14), i)
	if !ok || r.is(c.i, "none", "zero", "ninguno", "ninguna") && r.is(c.j, ",", ";") && r.endsAt("accident", c.i)+r.endsAt("ticket", c.i) < 2*c.i {
		return -1 // "accidents none, tickets one"
	}
	for k := c.j; k < i; k++ {
		counted := r.is(k, "one", "two", "1", "2") && !r.is(k+1, "of") && !(r.is(k, "one", "1") && r.notEven(k) < k)
		listed := r.is(k, ",", "and", "y", "plus") && r.is(k+1, "a", "an", "the", "that", "un", "una")
		more := r.is(k, "mas") && r.is(k-1, "nada", "no") && r.is(k+1, "una", "un") // "nada más una multa"
		turned := k > c.j && r.is(k-1, ",", "and", "y", ";") && (r.among(k, "tells of one") || r.is(k, "my", "his", "her", "mi", "su") && r.is(k+1, "last", "only", "first"))
		anew := k > c.j && !r.is(c.i, "neither", "none", "nobody", "ni") && (r.is(k-1, ",", ";", "but") || r.is(k-1, "and", "y") && !r.isPersonEnd(k-2)) && r.isToldAnew(k)
		if counted || listed || more || turned || anew || r.among(k, "limits a denial") || r.startsAt("exception", k) > k || r.is(k, ".") && !r.glued(k+1) {
			return -1
		}
	}
	return c.i
}

func (r *reader) denied(i int, s span) bool { return r.denial(i, s) >= 0 }

// isOld reports whether the sentence dates an incident more than 36 months back.
func (r *reader) isOld(c span) bool {
	return r.isOldIn(span{c.j, min(r.sentence(c.i).j, c.j+10)})
}

// isOldBehind reports whether the next sentence does so: "One ticket. It was in 2021."
func (r *reader) isOldBehind(c span, cue string) bool {
	next := r.sentence(c.i).j
	i := r.skip(next, "it", "that", "this", "one", "the", "my", "his", "her")
	if j := r.startsAt(cue, i); j > i {
		i = j
	}
	if i == next || !r.is(i, "was", "is", "happened", "occurred", "dates", "goes", "were") {
		return false
	}
	return r.isOldIn(span{i, min(r.sentence(i).j, i+8)})
}

// isOldIn reports whether the first date of s is more than 36 months back.
func (r *reader) isOldIn(s span) bool {
	for i := s.i; i < s.j; i++ {
		if v, ok := r.date(i); ok && v.y != 0 {
			if v.short {
				v.y += 2000
			}
			return (r.today.Year()-v.y)*12+int(r.today.Month())-max(v.m, 1) > 36 && v.m > 0
		}
		if y, _, ok := r.year(i, r.today.Year(), false); ok {
			return r.today.Year()-y > 3
		}
		if n, ok := r.number(i); ok {
			if k := r.skip(n.j, "+", "or"); isYears(r.at(k)) && r.is(k+1, "ago", "back") {
				return n.n > 3
			}
		}
		if r.has(span{i, i + 1}, "long ago") {
			return true
		}
	}
	return false
}

// isBlameless reports whether the sentence, or the next one, says that the
// accident was not the driver's fault.
func (r *reader) isBlameless(c span) bool {
	s := r.sentence(c.i)
	return r.has(span{max(s.i, c.i-10), min(len(r.toks), s.j+6)}, "not my fault")
}
