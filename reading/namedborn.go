package reading

import "ppamaild/quote"

// Names are told from other words by the age or the birth date that stands with them.

// describedByAge reads a given name at the start of a sentence that says how old somebody
// is, at an age at which people drive: "Hannah is 17, birthday July 30", "Rick's birthday is".
func (r *reader) describedByAge(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) || len(r.people) >= mostEntries || plurals[r.at(i)] != "" || r.isKin(i) {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	if !ok || n.j != i+1 || r.isFrom(n) || !r.opensDescription(n) || !r.isToldOf(n) {
		return 0, i, false
	}
	if k := r.isShortGiven(i); k >= 0 {
		return k, n.j, true // "Liz has been licensed", of Elizabeth
	}
	if k := r.onlyUnnamedSpouse(); k > 0 {
		r.addName(k, n)
		return k, n.j, true // "My husband and I drive. Ted has been licensed 45 years."
	}
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span, drives: true})
	k := len(r.people) - 1
	r.addName(k, n)
	r.beSibling(k, i, r.ageBorn(n.j))
	return k, n.j, true
}

// opensDescription reports whether n stands where somebody new can be told of.
func (r *reader) opensDescription(n fullName) bool {
	return r.sentence(n.i).i == n.i || r.standsAsItemFrom(n.i) || r.isBornOn(n)
}

// isToldOf reports whether what follows n is said of a driver: an age, a birth, a license, or
// that the one spouse without a name drives.
func (r *reader) isToldOf(n fullName) bool {
	if r.is(n.j, "was", "is") && r.startsAt("birth", n.j+1) > n.j+1 || n.givenRaw != r.raw(n.span) && r.startsAt("birth", n.j) > n.j {
		return true
	}
	if r.isBornOn(n) || r.saysLicensed(n.j) || r.saysAge(n.j) {
		return true
	}
	return r.is(n.j, "is", "drives", "does", "will", "also", "uses") && r.has(span{n.j, n.j + 4}, "drives") && r.onlyUnnamedSpouse() > 0
}

// toldOfByName reads a given name that starts a line and is told of as "he" or "she" who drives: "Marco, he
// has no car but borrows mine". Other words that stand so, "Luckily, she", are nowhere else a name.
func (r *reader) toldOfByName(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) || !r.is(i+1, ",", "-") || !r.is(i+2, "he", "she", "he's", "she's", "hes", "shes", "who") || r.body(r.lines[r.lineOf(i)]).i != i || len(r.people) >= mostEntries {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	s := r.sentence(i)
	if !ok || n.j != i+1 || r.isFrom(n) || r.quiet[i] || !r.has(s, "drives", "borrows") || r.has(s, "does not drive") || !r.isNameElsewhere(i) {
		return 0, i, false
	}
	k := len(r.people)
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span, drives: true})
	r.addName(k, n)
	return k, n.j, true
}

// isNameElsewhere reports whether the word at token i has a capital inside of a sentence, too.
func (r *reader) isNameElsewhere(i int) bool {
	for k, t := range r.toks {
		if k != i && t.norm == r.at(i) && t.capital && (r.sentence(k).i != k || r.is(k+1, "and", "&")) {
			return true
		}
	}
	return false
}

// addedByName reads the name of whom the author wants on the policy: "I need Mona on the policy",
// "include Mona as a driver".
func (r *reader) addedByName(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) || !r.is(i-1, "add", "adding", "need", "include", "including", "put", "putting", "want", "cover", "covering", "insure") || len(r.people) >= mostEntries || r.quiet[i] {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	if !ok || r.isFrom(n) || n.j-n.i > 3 {
		return 0, i, false
	}
	onto := r.is(n.j, "on", "to") && r.is(n.j+1, "the", "my", "our", "this") && r.is(n.j+2, "policy", "quote", "insurance")
	if !onto && !(r.is(n.j, "as") && r.has(span{n.j, min(n.j+4, len(r.toks))}, "drives")) {
		return 0, i, false
	}
	k := len(r.people)
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span, drives: true})
	r.addName(k, n)
	return k, n.j, true
}

// namedBehindBirth reads the name of whom the birth date is that begins an item before it: "11-30-66 Carmen
// (wife)" behind "7-9-64 me,".
func (r *reader) namedBehindBirth(i int) (person, end int, ok bool) {
	if i == 0 || !r.dated[i-1] || r.dated[i] || r.taken[i] || len(r.people) >= mostEntries {
		return 0, i, false
	}
	from := i - 1
	for from > 0 && r.dated[from-1] {
		from--
	}
	v, ok := r.date(from)
	n, named := r.name(i, 2)
	kin, behind := r.kinBehind(n.j)
	if !ok || !named || v.j != i || !r.leadsItem(v.span, n.j) || !r.bornAsDriver(v) || r.namesCarPlainly(i) || !r.capital(i) && kin.relation == "" {
		return 0, i, false
	}
	return r.driverListed(i, n, kin, behind)
}

// namedInBrackets reads the name of whom a birth date is, in brackets behind it or behind "for":
// "DOBs are 06/17/1984 (Carla) and 11/02/1982 (Ben)", "5/24/1979 for Gwen and 1/3/1977 for Hal".
func (r *reader) namedInBrackets(i int) (int, int, bool) {
	if !r.is(i-1, "(", "for") || i < 2 || !r.dated[i-2] || !r.named("birth", i, 24) || len(r.people) >= mostEntries {
		return 0, i, false
	}
	n, ok := r.name(i, 2)
	kin, end := r.kinBehind(n.j)
	ends := r.is(end, ")") || r.is(end-1, ")") || r.is(i-1, "for") && (r.breaks(end) || r.is(end, "and", "."))
	if !ok || r.taken[i] || !ends || !r.cased && kin.relation == "" && !r.isFrom(n) {
		return 0, i, false
	}
	return r.driverListed(i, n, kin, end)
}

// ageBorn returns the age of who was born on the day right behind token i, 0 where there is none.
func (r *reader) ageBorn(i int) int {
	i = r.skip(r.startsAt("birth", r.skip(i, "is", "was")), ":")
	v, ok := r.date(r.skip(r.skip(i, "is", "was"), "a", "on"))
	if !ok {
		return 0
	}
	day, _ := v.born(r.today)
	age, _ := quote.Age(day, r.dateOf())
	return age
}

// isBornOn reports whether the day on which somebody was born stands right behind the name n,
// "Mona's is May 15th, 2005", "Pete's a 2/9/69", or which driver that is.
func (r *reader) isBornOn(n fullName) bool {
	possessive := n.givenRaw != r.raw(n.span)
	if j := r.skip(n.j, "is", "will"); (possessive || j > n.j) && r.isWhichDriver(r.skip(j, "be")) {
		return true // "Fran will be the second driver"
	}
	if !possessive {
		return false
	}
	v, ok := r.date(r.skip(r.skip(n.j, "is", "was"), "a", "on"))
	return ok && v.y != 0 && r.bornAsDriver(v)
}

// isWhichDriver reports whether "the main driver" stands at token i.
func (r *reader) isWhichDriver(i int) bool {
	return r.is(i, "the", "a", "our") && r.is(i+1, "main", "primary", "principal", "second", "other", "third", "additional") && r.is(i+2, "driver")
}

// saysAge reports whether "is 17" or "just turned 18" stands at token i.
func (r *reader) saysAge(i int) bool {
	if !r.is(i, "is", "turned", "just") {
		return false
	}
	age, ok := r.number(r.skip(r.skip(i, "is", "just"), "turned"))
	ends := r.breaks(age.j) || r.is(age.j, ".", "and", "years", "year", "yrs", "-")
	return ok && 15 <= age.n && age.n <= 95 && ends
}

// bornAsDriver reports whether v can be the birth date of somebody who drives.
func (r *reader) bornAsDriver(v date) bool {
	day, ok := v.born(r.today)
	age, known := quote.Age(day, r.dateOf())
	return ok && known && 14 <= age && age <= 95
}
