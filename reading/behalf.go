package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// behalfAt reads the full name of somebody who is no relative and for whom the mail is
// written: "on behalf of Dr. Ann Lee", "I'm the assistant to Mr. Bo Ash".
func (r *reader) behalfAt(i int) (k, end int, ok bool) {
	if !r.cased || len(r.cues["on behalf"]) == 0 || !r.capital(i) || r.quiet[i] || r.people[0].known >= 0 || r.endsAt("on behalf", i) == i || len(r.people) >= mostEntries {
		return 0, i, false
	}
	n, ok := r.name(i, 3)
	if !ok || n.surname == "" || r.isFrom(n) || r.namesCar(n.i) || r.isGiven(n.i) >= 0 {
		return 0, i, false
	}
	r.people = append(r.people, &person{known: -1, first: i, at: n.span})
	r.addName(len(r.people)-1, n)
	return len(r.people) - 1, n.j, true
}

// titledAt reads "Mr. Lee" and "Mrs. Lee's" for the one person of that surname who was named
// before, and is not who writes.
func (r *reader) titledAt(i int) (k, end int, ok bool) {
	if !titles[r.at(i)] || !r.capital(i) {
		return 0, i, false
	}
	j, found := r.skip(i+1, "."), -1
	for k, p := range r.people {
		if k > 0 && p.surname != "" && fold(p.surname) == noun(r.at(j)) {
			if found >= 0 {
				return 0, i, false
			}
			found = k
		}
	}
	return found, j + 1, found >= 0
}

// isForOutsider reports whether the words for somebody that start at token at say for whom
// the mail is written: a neighbor is no outsider then.
func (r *reader) isForOutsider(at int) bool {
	return r.startsAt("on behalf", at) > at || r.endsAt("on behalf", at) < at || r.endsAt("on behalf", at+1) < at+1
}

// parentsInsured finds the two for whom a son or a daughter asks, "a quote for my parents",
// at c: the one named first is insured, and the other that one's spouse.
func (r *reader) parentsInsured(c span) bool {
	j := c.j
	if !r.is(j, "parents", "folks", "padres", "papas") || r.isForBoth(span{c.i, j + 1}) || r.speaksOfSelf() {
		return false
	}
	first := slices.IndexFunc(r.people, func(p *person) bool {
		return p.relation == quote.Parent && p.given != "" && !p.idle && p.known < 0
	})
	if first < 0 {
		return false
	}
	r.insure(first)
	return true
}

// isUnderDrivers reports whether token i stands in a list whose heading is of drivers:
// "Licensed people in the house:".
func (r *reader) isUnderDrivers(i int) bool {
	line := r.lineOf(i)
	for k := line - 1; k >= max(0, line-mostEntries); k-- {
		l := r.lines[k]
		if r.is(l.j-1, ":") || l.i > r.subjectEnd() && r.startsAt("drivers are listed", l.i) > l.i && l.j-l.i < 5 {
			return r.has(l.span, "drives")
		}
		if l.j-l.i > 9 || r.is(l.j-1, ".", "?", "!") {
			return false
		}
	}
	return false
}

// isUnderHead reports whether what drivers are told of ends with a colon before token i in its
// sentence, "Four of us drive it: me, my wife", or stands above as a heading.
func (r *reader) isUnderHead(i int) bool {
	s := r.sentence(i)
	for k := max(s.i, i-40); k < i; k++ {
		if r.is(k, ":") {
			return r.has(span{s.i, k}, "drives")
		}
	}
	l := r.lines[r.lineOf(i)]
	return i < l.i+6 && r.isUnderDrivers(i)
}

// theirRelative reads "her husband" and "his father" with a name, where that is of somebody met
// before.
func (r *reader) theirRelative(i int) (k, end int, ok bool) {
	if !r.is(i, "her", "his") || r.quiet[i] || !r.isKin(i+1) || noun(r.at(i+1)) != r.at(i+1) || r.is(i+2, "-") {
		return 0, i, false
	}
	if n, _ := r.nameOfRelative(i + 2); n.given == "" {
		return 0, i, false
	}
	return r.relativeAt(i)
}

// relationThrough returns what a relative of the person whom "her" or "his" at token at stands for
// is to who is insured.
func (r *reader) relationThrough(at int, kin kin) quote.Relationship {
	gender := byte('f')
	if r.is(at, "his") {
		gender = 'm'
	}
	var of *person
	for _, p := range r.people[1:] {
		if p.mayBeOf(gender) && p.first < at && (of == nil || p.at.i >= of.at.i) {
			of = p
		}
	}
	if of == nil {
		return kin.relation
	}
	return relationOf(of.relation, kin.relation)
}

// relationOf returns what somebody is to who is insured who is so related to a relative.
func relationOf(through, to quote.Relationship) quote.Relationship {
	switch {
	case through == "" || through == quote.Insured:
		return to
	case through == quote.Spouse && to == quote.Child:
		return quote.Child
	case through == quote.Parent && to == quote.Spouse:
		return quote.Parent
	}
	return quote.Other
}

// isTheirs reports whether token i is the possessive of a word for a relative, and the next a word
// for who that one has: "my daughter's boyfriend".
func (r *reader) isTheirs(i int) bool {
	next, ok := r.kinAt(i + 1)
	return ok && !next.outsider && strings.HasSuffix(r.at(i), "'s") && !r.taken[i+1]
}
