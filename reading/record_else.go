package reading

import (
	"slices"

	"ppamaild/quote"
)

// readNothingYet reads "licensed since June, nothing yet" as a clean record.
func (r *reader) readNothingYet() {
	for _, c := range r.cues["nothing yet"] {
		if !r.quiet[c.i] && r.breaks(c.i-1) && r.has(span{r.sentence(c.i).i, c.i}, "licensed", "birth", "new driver") {
			r.sayClean(c)
		}
	}
}

// readNothingElse reads "one at-fault accident in 2024, nothing else" as none of the other kind.
func (r *reader) readNothingElse() {
	for _, c := range r.cues["nothing else"] {
		s := r.sentence(c.i)
		if r.quiet[c.i] || !r.endsThere(c.j) || !r.has(span{s.i, c.i}, "accident", "ticket") {
			continue
		}
		for _, field := range []string{"accidents", "violations"} {
			r.sayOf(r.peopleAt(c.i), field, 0, c, quote.Inferred)
		}
	}
}

// speaksOfAny reports whether the words at c are of no record in particular: "two tickets can double a
// premium", "is it true that a clean record gets a discount?"
func (r *reader) speaksOfAny(c span) bool {
	s := r.sentence(c.i)
	if r.is(s.j-1, "?") && r.is(c.i-1, "a", "an", "any", "one") && c.i-2 == r.skip(s.i, "and", "so", "but") && r.is(c.i-2, "is", "are", "does", "do", "will", "would", "can") {
		return true // "is a ticket from Nevada going to count?"
	}
	return r.among(c.j, "does to a price") && r.row(c.j) == r.row(c.j-1) && !r.among(c.i-1, "whose policy") && r.startsAt("negation", c.j) == c.j
}

// hasRecord reports whether the words at tell of the record of person k in particular, who is named:
// "my wife Sue has a clean record".
func (r *reader) hasRecord(k int, at span) bool {
	g := r.who[at.i]
	return g > everybody && slices.Contains(r.crews[g], k) && r.people[k].mayDrive()
}

// mayDrive reports whether p is a relative who is named, and of whom a record tells that they drive.
func (p *person) mayDrive() bool {
	return p.given != "" && p.relation != "" && !p.outsider && !p.idle
}
