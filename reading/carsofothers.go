package reading

import (
	"slices"

	"ppamaild/quote"
)

// Employers, roommates and landlords have cars too, and others' are borrowed: the mail names them, and asks for no
// insurance of them.

// isOthersCar reports whether m, which is named for the first time, is the car of an employer, a roommate or the like, or
// is borrowed: "the company's Malibu", "my roommate has a Civic", "I borrow my mom's Buick". It is none of those where it
// became the author's, or cover is wanted for it.
func (r *reader) isOthersCar(m mention) bool {
	s := r.sentence(m.i)
	from := max(s.i, m.i-farthest)
	if r.isBorrowed(m, from) {
		return true
	}
	if _, ok := r.saidBehind("is an employer's", m, s); ok || r.is(m.j, "(", ",", "-") && r.startsAt("called an employer's", m.j+1) > m.j+1 {
		return true
	}
	k := m.i - 1
	for k >= from && (r.among(k, "between others and car") || r.capital(k) && sets()["share a home"][r.at(k-1)]) {
		k--
	}
	if k < from || !r.isTheirCar(k, m) || r.isGotIn(span{from, k}) {
		return false
	}
	return !r.asksForCover(r.near(s, m.span)) || r.has(r.near(s, m.span), "negation", "insured apart", "has a policy")
}

// isTheirCar reports whether token k is an employer or somebody who shares the author's home, and the words from it to m
// say that the car is theirs.
func (r *reader) isTheirCar(k int, m mention) bool {
	possessive := noun(r.at(k)) != r.at(k)
	switch who := noun(r.at(k)); {
	case sets()["employers"][who]:
		lent := r.is(k, "company", "employer") && (k+1 == m.i || r.among(k+1, "a car") && !r.is(k+1, "that", "it"))
		return possessive || lent || r.among(k+1, "provides a car") || r.is(k+1, "-") && r.among(k+2, "provides a car")
	case sets()["share a home"][who]:
		joined := possessive && (r.is(k-1, "and", "&", "+") || r.is(k-2, "and", "&", "+"))
		named := r.capital(k+1) && r.among(k+2, "keeps a car") // "my roommate Jen has"
		return !r.sharers && !joined && (possessive || named || r.among(k+1, "keeps a car"))
	}
	return false
}

// isBorrowed reports whether the author borrows m: "I borrow my mom's Buick", but not a wife's or a child's.
func (r *reader) isBorrowed(m mention, from int) bool {
	for k := m.i - 1; k >= max(from, m.i-6); k-- {
		if r.is(k, "borrow", "borrowing", "borrowed", "loaner") || r.is(k, "lent", "loaned", "lends") && r.is(k+1, "me", "us") {
			return true
		}
		kin, ok := r.kinAt(k)
		if ok && (kin.relation == quote.Spouse || kin.relation == quote.Child) || noun(r.at(k)) == r.at(k) && !owners[r.at(k)] && !r.is(k, "a", "an", "the", "old", "me", "us", "his", "her", "their") {
			return false
		}
	}
	return false
}

// isGotIn reports whether s speaks of how somebody came to own something.
func (r *reader) isGotIn(s span) bool {
	for k := s.i; k < s.j; k++ {
		if r.among(k, "gets a thing") || r.is(k, "took", "taking", "acquired", "from", "off") {
			return true
		}
	}
	return false
}

// asksForCover reports whether s holds a word for wishing that something be insured.
func (r *reader) asksForCover(s span) bool {
	return slices.ContainsFunc(r.toks[s.i:s.j], func(t token) bool { return sets()["wishes cover"][t.norm] })
}

// findSharers notes whether cover is wanted together with somebody who shares the author's home: "a policy for me and my
// roommate".
func (r *reader) findSharers() {
	for i := range r.toks {
		if !r.quiet[i] && sets()["share a home"][noun(r.at(i))] {
			near := r.near(r.sentence(i), span{i, i + 1})
			r.sharers = r.sharers || r.asksForCover(near) && !r.has(near, "has a policy", "negation", "insured apart")
		}
	}
}

// isOfCarOfOthers reports whether a value at s is told of such a car: the one behind it, or the last that its sentence
// names before it, or the sentence before where it goes on with "it", or the only one, not far behind it.
func (r *reader) isOfCarOfOthers(s span) bool {
	if v, behind := r.vehicleBehind(s); behind {
		return r.vehicles[v].apart
	}
	k, _ := slices.BinarySearchFunc(r.places, s.i, func(p placed, i int) int { return p.at.i - i })
	told := r.sentence(s.i)
	if k < len(r.places) && r.vehicles[r.places[k].vehicle].apart && !r.refersIn(span{told.i, s.j}) && r.leadsTo(s.j, r.places[k].at.i) {
		return true
	}
	if k == 0 || !r.vehicles[r.places[k-1].vehicle].apart {
		return false
	}
	last := r.sentence(r.places[k-1].at.i)
	return last == told && !r.refersIn(span{r.places[k-1].at.j, s.i}) || last.j == told.i && r.is(told.i, "it", "it's", "that", "that's", "its")
}

// leadsTo reports whether what stands from token i to a car at token at goes on to it: "for work I drive a company
// Malibu", but not "4,000 miles on it since I drive a company Malibu".
func (r *reader) leadsTo(i, at int) bool {
	for k := i; k < at; k++ {
		if r.breaks(k) || r.is(k, "it", "this", "mine", "since", "because", "so", "and", "as", "when") {
			return false
		}
	}
	return at-i < farthest && r.together(i-1, at)
}
