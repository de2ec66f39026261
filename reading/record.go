package reading

import (
	"slices"

	"ppamaild/quote"
)

// readRecord reads accidents and violations: none where the mail says so, else
// the number it gives.
func (r *reader) readRecord() {
	for _, c := range r.cues["clean record"] {
		if !r.quiet[c.i] && !r.has(c, "everyone else") && !r.has(span{max(r.sentence(c.i).i, c.i-4), c.i}, "negation") {
			r.sayClean(c)
		}
	}
	for i := range r.toks {
		if c := (span{i, i + 1}); r.is(i, "clean") && !r.isOthersClean(i) && (r.standsAsItem(c) || r.has(span{i + 1, i + 3}, "exception")) && !r.quiet[i] {
			r.sayClean(c) // an item of a list
		}
	}
	r.countIncidents("accident", "accidents")
	r.countIncidents("past claim", "accidents")
	r.countIncidents("ticket", "violations")
	r.readOwnFault()
	r.readPairs()
	r.readNeither()
	r.readNone()
	r.readRecordTopics()
	r.readOnly()
	for _, c := range r.cues["everyone else"] {
		for _, field := range []string{"accidents", "violations"} {
			r.sayOf(r.spotless(), field, 0, c, quote.Stated)
		}
	}
}

// readNeither reads "me neither" as none of what its sentence, or the one before, denies
// of somebody else.
func (r *reader) readNeither() {
	for _, c := range r.cues["me neither"] {
		s := r.sentence(c.i)
		from := r.sentence(max(0, s.i-1)).i
		for _, field := range []string{"accidents", "violations"} {
			if !r.quiet[c.i] && (r.counted(field, span{s.i, c.i}) || !r.has(s, "accident", "ticket") && r.counted(field, span{from, s.i})) {
				r.say(entity{'d', 0}, field, 0, c)
			}
		}
	}
}

// readPairs reads "0/0" as an item of its own, and "accidents/tickets 0/1", as a number of
// each.
func (r *reader) readPairs() {
	for i := range r.toks {
		first, ok1 := r.digitsAt(i, 1)
		second, ok2 := r.digitsAt(i+2, 1)
		s := span{i, i + 3}
		if !ok1 || !ok2 || !r.is(i+1, "/") || !r.glued(i+1) || !r.glued(i+2) || r.quiet[i] || !r.free(s) {
			continue
		}
		j := r.skipBack(i)
		ticket := r.endsAt("ticket", j)
		labelled := ticket < j && r.is(ticket-1, "/") && r.endsAt("accident", ticket-1) < ticket-1
		if labelled || first+second == 0 && r.standsAsItem(s) {
			r.sayRecord("accidents", first, s, quote.Stated)
			r.sayRecord("violations", second, s, quote.Stated)
			r.take(s)
		}
	}
}

// isOthersClean reports whether "everyone else is clean" ends with token i.
func (r *reader) isOthersClean(i int) bool {
	c, ok := r.before("everyone else", max(0, i-6), i+1)
	return ok && c.j == i+1
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

// spotless are the drivers of whom the mail tells no incident.
func (r *reader) spotless() []int {
	return slices.DeleteFunc(r.everyDriver(), func(k int) bool {
		return slices.ContainsFunc(r.claims, func(c claim) bool {
			return c.of == (entity{'d', k}) && (c.field == "accidents" || c.field == "violations") && c.value != 0
		})
	})
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
	if r.is(j, "for", "on") && r.who[min(j+1, len(r.toks)-1)] > everybody {
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
	every := !r.turnsTo(at.i) && (r.everyoneIn(at.i) || r.namesNobody(at.i) && r.has(r.sentence(at.i), "everyone")) // "No accidents, no tickets, either of us."
	if every || r.who[at.i] == nobody || r.followsSeveral(at.i) || r.is(at.i-2, "household", "family", "house") {
		return r.everyDriver()
	}
	return people
}

// turnsTo reports whether the sentence around token i has turned from everybody to
// somebody: "no accidents for either of us, and I have no tickets".
func (r *reader) turnsTo(i int) bool {
	c, ok := r.before("everyone", r.sentence(i).i, i)
	for k := c.j; ok && k < i; k++ {
		if r.who[k] > everybody && r.who[k] != r.who[k-1] && r.is(k, "i", "he", "she", "i've", "he's", "she's") {
			return true
		}
	}
	return false
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
		if !r.is(i, "none", "nothing", "0", "zero", "nada", "ninguno", "ninguna") || r.quiet[i] || !r.is(i-1, "have", "has", "had", "got", "tengo", "tiene", "tuve") && !r.namesOne(i-1) || !r.is(i, "none") && !r.endsThere(i+1) {
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

// namesOne reports whether token i stands for one person, by name or as "I" and "she".
func (r *reader) namesOne(i int) bool {
	return r.isGiven(i) >= 0 || r.among(i, "personal") || r.is(i, "me", "her", "him", "yo", "el", "ella", "mine", "hers")
}

// endsThere reports whether nothing follows at token i that goes on with a denial: "nada",
// "nada de nada", "none of those".
func (r *reader) endsThere(i int) bool {
	if r.is(i, "de") && r.is(i+1, "nada") {
		i += 2
	}
	return r.breaks(i) || r.is(i, ".", "!", "y", "and") || i >= r.sentence(i-1).j
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
