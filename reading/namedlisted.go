package reading

import (
	"slices"

	"ppamaild/quote"
)

// Names in lists are told by what stands with them on their line.

// standsAsItemFrom reports whether token i starts a clause or a line.
func (r *reader) standsAsItemFrom(i int) bool {
	return r.breaks(i-1) || r.is(i-1, "and", "&", "y") || r.body(r.lines[r.lineOf(i)]).i == i
}

// driverListed is personListed of somebody of no told age, who drives.
func (r *reader) driverListed(i int, n fullName, kin kin, end int) (k, j int, ok bool) {
	k = r.personListed(i, n, kin, end, 0)
	if k < 0 {
		return 0, i, false
	}
	r.people[k].drives = true
	return k, n.j, true
}

// personListed returns whom a name in a list means: a relative where it says so,
// the writer, or somebody new; -1 where there are too many.
func (r *reader) personListed(i int, n fullName, kin kin, end int, age int) int {
	switch {
	case kin.relation != "" && !kin.outsider:
		k := r.seatedAt(i - 1)
		if k > 0 {
			r.people[k].relation, r.people[k].gender = kin.relation, kin.gender
			r.addName(k, n)
		} else {
			k = r.meet(kin, n, n.j)
		}
		if k >= 0 {
			r.say(entity{'d', k}, "relationship", kin.relation, span{n.j, end})
		}
		return k
	case r.isUnnamed(i - 1):
		k := r.crews[r.lone[i-1]][0]
		r.addName(k, n)
		return k
	case r.isFrom(n), r.isAddressee(n), r.isSelfBehind(n.j), r.among(i-2, "self") && r.is(i-1, "(", ",", "-", ":", "="), r.isFirstNamed():
		r.addName(0, n)
		return 0
	case len(r.people) >= mostEntries:
		return -1
	}
	if k := r.unnamedOf(age); k > 0 {
		r.addName(k, n)
		r.say(entity{'d', k}, "relationship", r.people[k].relation, n.span)
		return k // "my wife and me", and both by name below
	}
	k := len(r.people)
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
	r.addName(k, n)
	r.beSibling(k, i, age)
	return k
}

// seatedAt returns the person, other than the writer, whom a form has numbered before token i
// and of whom nothing else is known; -1 where there is none.
func (r *reader) seatedAt(i int) int {
	if i < 0 || r.lone[i] <= everybody || len(r.crews[r.lone[i]]) != 1 {
		return -1
	}
	k := r.crews[r.lone[i]][0]
	if p := r.people[k]; k == 0 || p.given != "" || p.relation != "" || p.known >= 0 {
		return -1
	}
	return k
}

// unnamedOf returns the first relative who drives, has no name so far, and can be of an
// age: that which was said, a spouse not a generation apart from the writer, a
// child a generation later; -1 where there is none.
func (r *reader) unnamedOf(age int) int {
	writers, known := r.ageOf(0)
	return slices.IndexFunc(r.people, func(p *person) bool {
		switch {
		case p.given != "" || p.relation == "" || p.relation == quote.Insured || !p.isDriver() || p.known >= 0:
			return false
		case p.age > 0:
			return p.age == age
		case known && p.relation == quote.Spouse:
			return age > writers-25 && age < writers+25
		case known && p.relation == quote.Child:
			return age <= writers-14
		}
		return true
	})
}

// isUnnamed reports whether token i, as in "he's Ben Carver" or "Him: Ben
// Carver", stands for one person whose name is not known yet.
func (r *reader) isUnnamed(i int) bool {
	alone := r.is(i, ".") && (r.isKin(i-1) || r.is(i-1, "old")) && r.isNameAlone(i+1)
	pointed := alone || r.is(i, ":", "-") && r.is(i-1, "him", "her", "he", "she") || r.is(i, ":") && r.isKin(i-1) || r.is(i, "llama") && r.is(i-1, "se")
	if i < 0 || !pointed && !r.among(i, "he is") && !r.is(i, "is") || r.lone[i] <= everybody || len(r.crews[r.lone[i]]) != 1 {
		return false
	}
	k := r.crews[r.lone[i]][0]
	return k > 0 && r.people[k].given == ""
}

// kinBehind reads "(husband)", "(me)" or ", my daughter" behind a name, and where it
// ends: in brackets, whatever else they say but a date.
func (r *reader) kinBehind(i int) (kin, int) {
	j := r.skip(r.skip(i, "(", ",", "-"), "my", "our", "the", "his", "her", "mi", "su", "nuestro", "nuestra")
	k, ok := r.kinAt(j)
	if r.isSelfBehind(i) {
		j = r.selfAt(i + 1)
	} else if j == i || !ok {
		return kin{}, i
	}
	if r.is(j+1, "-") && r.is(j+2, "in") && r.is(j+4, "law") {
		k.relation = quote.Other
	}
	for end := j + 1; r.is(i, "(") && end < min(len(r.toks), j+8) && !r.dated[end] && r.startsAt("birth", end) == end; end++ {
		if r.is(end, ")") {
			return k, end + 1
		}
	}
	return k, r.skip(j+1, ")")
}

// isSelfBehind reports whether "(me", ", myself" or "(that's me" stands at token i.
func (r *reader) isSelfBehind(i int) bool {
	return r.is(i, "(", ",", "-") && r.is(r.selfAt(i+1), "me", "myself", "self")
}

// selfAt skips what may stand before "me" where somebody points at their own name.
func (r *reader) selfAt(i int) int {
	if r.is(i, "that's", "this", "that", "it's", "thats") {
		return r.skip(i+1, "is")
	}
	return i
}

// listedName reads a name that starts at token i, and not before.
func (r *reader) listedName(i int) (fullName, bool) {
	if r.taken[i] || r.cased && !r.capital(i) || r.gap(i) && r.row(i-1) == r.row(i) && r.isNamePart(i-1, true) {
		return fullName{}, false
	}
	if _, _, insurer := r.carrierAt(i); insurer || r.namesCarPlainly(i) {
		return fullName{}, false
	}
	n, ok := r.name(i, 3)
	if len(n.surname) == 1 {
		n.surname, n.surnameRaw = "", "" // "Carla D."
	}
	return n, ok && (r.cased || r.isFrom(n) || r.isAddressee(n) || r.isDatedItem(n))
}

// isDatedItem reports whether n, in a mail without capitals, is the name of an item that goes on
// with a birth date, and is of the sender's family or says who that is: "KYLE BANKS 07/30/1967",
// "pete 2/9/69 (hubby)".
func (r *reader) isDatedItem(n fullName) bool {
	j := r.skip(n.j, ",", "-", ":")
	listed := r.is(n.i-1, ",") && n.i > 1 && r.dated[n.i-2]
	if n.j >= len(r.toks) || !r.dated[min(j, len(r.toks)-1)] || r.body(r.lines[r.lineOf(n.i)]).i != n.i && !listed || n.j-n.i > 3 {
		return false
	}
	v, ok := r.date(j)
	if !ok || !r.bornAsDriver(v) {
		return false
	}
	_, end := r.kinBehind(v.j)
	return end > v.j || listed || n.surname != "" && fold(n.surname) == fold(r.from.surname)
}

// isFirstNamed reports whether neither the mail nor its header has named
// anybody so far.
func (r *reader) isFirstNamed() bool {
	return len(r.people) == 1 && r.people[0].given == "" && r.from.given == ""
}
