package extract

import (
	"slices"

	"ppamaild/quote"
)

// readRecord reads accidents and violations: none where the mail says so, else
// the number it gives.
func (r *reader) readRecord() {
	for _, c := range r.cues["clean record"] {
		if !r.quiet[c.i] && !r.has(span{max(r.sentence(c.i).i, c.i-4), c.i}, "negation") {
			r.sayClean(c)
		}
	}
	for i := range r.toks {
		if c := (span{i, i + 1}); r.is(i, "clean") && (r.standsAsItem(c) || r.has(span{i + 1, i + 3}, "exception")) && !r.quiet[i] {
			r.sayClean(c) // an item of a list
		}
	}
	r.countIncidents("accident", "accidents")
	r.countIncidents("past claim", "accidents")
	r.countIncidents("ticket", "violations")
	r.readOwnFault()
	r.readNone()
}

// standsAsItem reports whether c is all of its clause but for a full stop.
func (d *document) standsAsItem(c span) bool {
	all := d.clause(c.i)
	if d.is(all.j-1, ".", "!") {
		all.j--
	}
	if isYears(d.at(c.i-1)) || d.among(c.i-1, "before clean") {
		all.i = max(all.i, c.i) // "licensed 30 years clean", "both clean"
	}
	return all == c
}

// sayClean claims a clean record; with exceptions, it holds only for what they
// leave open.
func (r *reader) sayClean(c span) {
	standing := quote.Stated
	if r.has(r.sentence(c.i), "exception") {
		standing = quote.Inferred
	}
	for _, field := range []string{"accidents", "violations"} {
		if several := r.who[c.i] > everybody && len(r.crews[r.who[c.i]]) > 1; !several && r.is(c.j-1, "records", "histories", "drivers", "licenses") {
			r.sayOf(r.everyDriver(), field, 0, c, standing)
		} else {
			r.sayRecord(field, 0, c, standing)
		}
	}
}

// countIncidents reads how many accidents or tickets each place speaks of.
func (r *reader) countIncidents(cue, field string) {
	for _, c := range r.cues[cue] {
		if r.quiet[c.i] || r.taken[c.i] || r.is(c.i-1, "per", "each") {
			continue
		}
		n, at, ok := r.incidents(c)
		if !ok || n > 0 && (r.is(c.i, "points") || cue == "past claim" || r.isOld(c) || field == "accidents" && r.isBlameless(c)) {
			continue
		}
		r.sayRecord(field, n, at, quote.Stated)
	}
}

// incidents reads the number before a word such as "ticket".
func (r *reader) incidents(c span) (int, span, bool) {
	if r.has(c, "incident told") { // "never crashed"
		return 0, c, true
	}
	s := r.sentence(c.i)
	if n, at, ok := r.countBehind(c); ok {
		return n, at, true
	}
	from := max(s.i, c.i-6)
	for i := c.i - 1; i >= from; i-- {
		if r.is(i, "a", "an", "another", "una", "un") {
			if r.denied(i, s) {
				return 0, span{i, c.j}, true
			}
			return 1, span{i, c.j}, true
		}
		if n, ok := r.number(i); ok && n.j <= c.i && !n.dollar && !isYears(r.at(n.j)) && (n.n < 10) {
			return n.n, span{i, c.j}, true
		}
		if !r.is(i, incidentWords...) && !r.isCounted(i, c) {
			break
		}
	}
	if r.denied(c.i, s) {
		return 0, span{r.denial(c.i, s), c.j}, true
	}
	v, dated := r.date(r.skip(c.j, "in", "(", ":", ","))
	if r.has(c, "one incident") || dated && v.y != 0 && (c.i == s.i || r.breaks(c.i-1) || r.body(r.lines[r.lineOf(c.i)]).i == c.i) {
		return 1, c, true // "at-fault accident 2/2025"
	}
	return 0, c, false
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
	if j == c.j {
		return 0, c, false
	}
	if r.is(j, "none", "no", "zero", "never", "nil", "ninguno", "ninguna") {
		return 0, span{c.i, j + 1}, true
	}
	n, ok := r.number(j)
	return n.n, span{c.i, n.j}, ok && n.n < 10 && !n.dollar && !isYears(r.at(n.j)) && !r.isMiles(n.j)
}

// incidentWords may stand between a number and its noun.
var incidentWords = []string{"speeding", "at", "-", "fault", "minor", "small", "moving", "traffic", "major", "single", "parking",
	"car", "little", "auto", "recent", "chargeable", "not", "non", "red", "light", "cell", "phone", "dumb", "stupid", "prior"}

// denial returns where a negation that reaches token i stands, or -1: "no
// accidents or tickets", "haven't had any tickets", "neither of us has any".
func (r *reader) denial(i int, s span) int {
	c, ok := r.before("negation", max(s.i, i-14), i)
	if !ok {
		return -1
	}
	for k := c.j; k < i; k++ {
		counted := r.is(k, "one", "two", "1", "2") && !r.is(k+1, "of")
		listed := r.is(k, ",", "and", "y", "plus") && r.is(k+1, "a", "an", "un", "una")
		if counted || listed || r.among(k, "limits a denial") || r.is(k, ".") && !r.glued(k+1) {
			return -1
		}
	}
	return c.i
}

func (r *reader) denied(i int, s span) bool { return r.denial(i, s) >= 0 }

// isOld reports whether the sentence dates an incident more than 36 months back.
func (r *reader) isOld(c span) bool {
	s := r.sentence(c.i)
	for i := c.j; i < min(s.j, c.j+10); i++ {
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

// sayRecord claims a number of incidents of whom the sentence is about. Without a
// subject, "no accidents or tickets" is said of every driver, one ticket of the
// writer.
func (r *reader) sayRecord(field string, n int, at span, standing quote.Standing) {
	r.sayOf(r.recordOf(n, at), field, n, at, standing)
}

// recordOf returns whose record the words at tell of.
func (r *reader) recordOf(n int, at span) []int {
	j := at.j
	for r.is(j, "or", "and", ",", "/") && r.has(span{j + 1, j + 2}, "accident", "ticket") {
		j = max(r.startsAt("accident", j+1), r.startsAt("ticket", j+1))
	}
	if r.is(j, "for") && r.who[min(j+1, len(r.toks)-1)] > everybody {
		return r.peopleAt(j + 1) // "no tickets or accidents for me"
	}
	people := r.peopleAt(at.i)
	if n > 0 {
		if each := r.everyoneIn(at.i) && r.has(span{r.clause(at.i).i, at.i}, "everyone"); each && !r.sharesOne(at) {
			return r.everyDriver()
		}
		if len(people) > 1 && r.sharesOne(at) {
			return r.whoseOfAll(at, people)
		}
		return people
	}
	every := r.everyoneIn(at.i) || r.namesNobody(at.i) && r.has(r.sentence(at.i), "everyone") // "No accidents, no tickets, either of us."
	if every || r.who[at.i] == nobody || r.followsSeveral(at.i) || r.is(at.i-2, "household", "family", "house") {
		return r.everyDriver()
	}
	return people
}

// sharesOne reports whether an incident is one for all: "one ticket between us".
func (r *reader) sharesOne(at span) bool {
	return r.has(span{at.j, min(r.sentence(at.i).j, at.j+2)}, "between all") || r.has(span{max(0, at.i-3), at.i}, "between all")
}

// whoseOfAll returns the one of several people of whom the words behind an incident say
// that it is theirs: "(mine, for speeding)"; nobody where they don't.
func (r *reader) whoseOfAll(at span, people []int) []int {
	for i := at.j; i < min(r.sentence(at.i).j, at.j+6); i++ {
		if r.is(i, "mine", "me") {
			return []int{0}
		}
		if k := r.isGiven(i); k >= 0 && slices.Contains(people, k) {
			return []int{k}
		}
	}
	return nil
}

// namesNobody reports whether the sentence around token i begins with a denial and
// is of nobody by name.
func (r *reader) namesNobody(i int) bool {
	s := r.sentence(i)
	if s.j-s.i > 40 {
		return false
	}
	for k := s.i; k < s.j; k++ {
		if r.who[k] > everybody && r.who[k] != r.who[max(s.i-1, 0)] {
			return false
		}
	}
	return r.startsAt("negation", s.i) > s.i
}

// followsSeveral reports whether the sentence around token i names nobody, and
// the one before it more than one person: "… (mine), … (Jorge's). No accidents."
func (r *reader) followsSeveral(i int) bool {
	s := r.sentence(i)
	if s.i == 0 || r.lone[s.i] != r.lone[s.i-1] || r.lone[r.clause(i).j-1] != r.lone[s.i] {
		return false
	}
	before := r.sentence(s.i - 1)
	for k := s.i; k < min(i, s.i+30); k++ {
		if r.among(k, "personal") || r.lone[k] != r.lone[s.i] || r.isGiven(k) >= 0 {
			return false
		}
	}
	for k := before.i + 1; k < before.j; k++ {
		if r.lone[k] != r.lone[k-1] && r.lone[before.i] > everybody {
			return k > before.i+1 && before.j-before.i > 12
		}
	}
	return false
}

// readNone reads "I have none" as none of what its sentence counted before, or of what
// the one before it counted of others: "He has a ticket. She has none."
func (r *reader) readNone() {
	for i := range r.toks {
		if !r.is(i, "none", "nothing") || !r.is(i-1, "have", "has", "had", "got") && r.isGiven(i-1) < 0 || r.quiet[i] || r.is(i, "nothing") && !r.breaks(i+1) && !r.is(i+1, ".", "!") {
			continue
		}
		s := r.sentence(i)
		from := r.sentence(max(0, s.i-1)).i
		for _, field := range []string{"accidents", "violations"} {
			if r.counted(field, span{s.i, i}) || !r.has(s, "accident", "ticket") && r.counted(field, span{from, s.i}) {
				r.sayRecord(field, 0, span{i - 1, i + 1}, quote.Stated)
			}
		}
	}
}

// counted reports whether s says how many accidents or tickets somebody has.
func (r *reader) counted(field string, s span) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == field && s.i <= c.at && c.at < s.j })
}

// readOwnFault reads "I rear-ended a truck in 2024, my fault" as an accident.
func (r *reader) readOwnFault() {
	for _, c := range r.cues["own fault"] {
		s := r.sentence(c.i)
		hit, ok := r.before("struck", s.i, c.i)
		if ok && !r.quiet[c.i] && !r.has(s, "accident", "not my fault") && r.endsAt("negation", c.i) == c.i && !r.isOld(hit) {
			r.sayRecord("accidents", 1, span{hit.i, c.j}, quote.Stated)
		}
	}
}

func (r *reader) sayOf(people []int, field string, n int, at span, standing quote.Standing) {
	for _, k := range people {
		if n > 0 {
			r.people[k].drives = true
		}
		r.claim(entity{'d', k}, field, n, at, standing)
	}
}
