package reading

import "ppamaild/quote"

// pairAt reads two people who are named together, "Farid and Leila Hosseini", where the mail says
// that it is they who write or who are to be insured; the one of them whom the header names,
// else the first, is who writes.
func (r *reader) pairAt(i int) (group, end int, ok bool) {
	if !r.cased || !r.capital(i) || r.kind(i) != word || len(r.people) > 2 || len(r.people) == 2 && r.onlyUnnamedSpouse() < 0 || !r.hasAndWithin(i, 7) || r.people[0].known >= 0 {
		return 0, i, false
	}
	first, ok := r.listedName(i)
	if !ok || !r.is(first.j, "and", "&", "y") || !r.capital(first.j+1) || r.kind(first.j+1) != word {
		return 0, i, false
	}
	second, ok := r.listedName(first.j + 1)
	if !ok || second.surname == "" || first.surname != "" && !r.mayBeBoth(i, first, second) {
		return 0, i, false
	}
	header := r.sentence(i).i == i && (r.isFrom(first) || r.isFrom(second))
	if !header && !r.presentsUs(i) && !r.isWholeLine(second.j, r.lines[r.lineOf(i)].j) {
		return 0, i, false
	}
	if first.surname == "" {
		first.surname, first.surnameRaw = second.surname, second.surnameRaw
	}
	writes, beside := first, second
	if r.isFrom(second) && !r.signsAlone(first) || !r.isFrom(first) && r.signsAlone(second) {
		writes, beside = second, first
	}
	if r.from.given != "" && !r.isFrom(writes) {
		return 0, i, false
	}
	r.addName(0, writes)
	k := r.onlyUnnamedSpouse() // "My husband and I are Ann and Bo Lee"
	if k < 0 {
		k = len(r.people)
		r.people = append(r.people, &person{known: -1, first: beside.i, at: beside.span, drives: true})
	}
	if r.has(r.sentence(i), "married") {
		r.people[k].relation = quote.Spouse
		r.say(entity{'d', k}, "relationship", quote.Spouse, beside.span)
	}
	r.addName(k, beside)
	return r.crews.of(0, k), second.j, true
}

// mayBeBoth reports whether two full names are of who writes and somebody beside: the header names
// one of them, or nobody, and they stand behind a colon.
func (r *reader) mayBeBoth(i int, first, second fullName) bool {
	return r.isFrom(first) || r.isFrom(second) || r.from.given == "" && r.is(i-1, ":")
}

// hasAndWithin reports whether an "and" is one of the n tokens behind token i.
func (r *reader) hasAndWithin(i, n int) bool {
	for k := i + 1; k <= i+n; k++ {
		if r.is(k, "and", "&", "y") {
			return true
		}
	}
	return false
}

// presentsUs reports whether words stand before token i behind which those who write name
// themselves: "we are", "our names are", "Drivers:".
func (r *reader) presentsUs(i int) bool {
	return r.endsAt("we are called", i) < i || r.is(i-1, ":") && r.has(r.sentence(i), "drives", "everyone")
}

// signsAlone reports whether the last line is the name of n alone, by its given name or what that is short
// for: "Bev Lee" of Beverly Lee.
func (r *reader) signsAlone(n fullName) bool {
	l := r.lines[len(r.lines)-1]
	signed, ok := r.signedName(l)
	return r.at(l.i) == fold(n.given) && r.isWholeLine(l.i+1, l.j) || ok && signed.fits(n)
}

// asHeader returns the name n of who writes, read as the From header has it: "Sarah Jo" is one
// given name where it is one there. Of a header that names two, it is the one who is n.
func (r *reader) asHeader(n fullName) fullName {
	if r.from.given == "" {
		for _, of := range r.couple {
			if n.fits(of) {
				r.from = of
			}
		}
	}
	if n.surname != "" && fold(n.given+" "+n.surname) == fold(r.from.given) {
		n.given, n.givenRaw, n.surname, n.surnameRaw = r.from.given, r.one(n.span), "", ""
	}
	return n
}

// marriedPairAt reads "Mr. and Mrs. Albert Finch", of whom he is named and she is his wife.
func (r *reader) marriedPairAt(i int) (group, end int, ok bool) {
	and := r.skip(i+1, ".")
	if !r.is(i, "mr") || !r.is(and, "and", "&") || !r.is(and+1, "mrs") || len(r.people) > 1 || r.people[0].known >= 0 {
		return 0, i, false
	}
	n, ok := r.name(and+1, 3)
	if !ok || n.surname == "" || r.from.given != "" && !r.isFrom(n) {
		return 0, i, false
	}
	r.addName(0, n)
	r.people = append(r.people, &person{relation: quote.Spouse, gender: 'f', known: -1, first: i, at: span{and + 1, n.j}, drives: true})
	r.say(entity{'d', 1}, "relationship", quote.Spouse, span{i, n.j})
	return r.crews.of(0, 1), n.j, true
}
