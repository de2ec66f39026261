package reading

import "ppamaild/quote"

// countIncidents reads how many accidents or tickets each place speaks of.
func (r *reader) countIncidents(cue, field string) {
	for _, c := range r.cues[cue] {
		if r.quiet[c.i] || r.taken[c.i] || r.is(c.i-1, "per", "each") {
			continue
		}
		n, at, ok := r.incidents(c)
		if n > 0 && (r.is(c.i-1, "parking") || r.is(c.j, "of", "for") && r.is(c.j+1, "parking")) {
			continue // that counts for nothing
		}
		if !ok || n == 0 && r.startsAt("exception", c.j) > c.j || n > 0 && (r.is(c.i, "points") || cue == "past claim" || r.isOld(c) || field == "accidents" && r.isBlameless(c)) {
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
			if k := r.beforeHad(i); n.n == 1 && r.is(k-1, "never", "not", "nor", "nary") && !r.is(c.j, "but") {
				return 0, span{k - 1, c.j}, true // "never one ticket"
			}
			return n.n, span{i, c.j}, true
		}
		if _, _, year := r.year(i, r.today.Year(), false); !year && !r.is(i, incidentWords...) && !r.isCounted(i, c) {
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

// beforeHad returns the token of "had" or "gotten" before token i, else i.
func (r *reader) beforeHad(i int) int {
	if r.is(i-1, "had", "gotten", "got", "have") {
		return i - 1
	}
	return i
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
		return 0, span{c.i, j + 1}, r.is(j, "none", "ninguno", "ninguna") && (r.breaks(j+1) || r.sentence(j).j <= j+2 || r.startsAt("everyone", j) > j+1)
	}
	if r.is(j, "none", "no", "nope", "zero", "never", "nil", "ninguno", "ninguna") {
		return 0, span{c.i, j + 1}, true
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
	if !ok {
		return -1
	}
	for k := c.j; k < i; k++ {
		counted := r.is(k, "one", "two", "1", "2") && !r.is(k+1, "of")
		listed := r.is(k, ",", "and", "y", "plus") && r.is(k+1, "a", "an", "un", "una")
		more := r.is(k, "mas") && r.is(k-1, "nada", "no") && r.is(k+1, "una", "un") // "nada más una multa"
		if counted || listed || more || r.among(k, "limits a denial") || r.startsAt("exception", k) > k || r.is(k, ".") && !r.glued(k+1) {
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
