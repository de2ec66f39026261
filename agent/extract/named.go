package extract

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// namedAt reads a name: of somebody met before, of the writer, behind "Driver
// 2", or with a birth date.
func (r *reader) namedAt(i int) (person, end int, ok bool) {
	if k := r.isGiven(i); k >= 0 {
		end = i + 1
		if n, ok := r.name(i, 3); ok && n.surname != "" && (r.people[k].surname == "" || n.surname == r.people[k].surname) {
			if r.people[k].surname == "" {
				r.addName(k, n)
			}
			end = n.j
		}
		if c := r.clause(i); r.has(c, "drives") {
			r.people[k].drives = true
		}
		return k, end, true
	}
	if k, j, ok := r.partNamed(i); ok {
		return k, j, true
	}
	if k, j, ok := r.selfNamed(i); ok {
		return k, j, true
	}
	if r.isUnnamed(i - 1) {
		if n, ok := r.nameOfUnnamed(i); ok && (n.surname != "" || r.breaks(n.j) || r.is(n.j, "and", ".")) {
			k := r.crews[r.lone[i-1]][0]
			r.addName(k, n)
			return k, n.j, true // "He is Caleb Ostrander"
		}
	}
	if k, j, ok := r.behalfAt(i); ok {
		return k, j, true
	}
	if k, j, ok := r.titledAt(i); ok {
		return k, j, true
	}
	if k, j, ok := r.listed(i); ok {
		return k, j, true
	}
	if k, j, ok := r.kinNamed(i); ok {
		return k, j, true
	}
	if k, j, ok := r.licensedItem(i); ok {
		return k, j, true
	}
	if k, j, ok := r.describedByAge(i); ok {
		return k, j, true
	}
	if k, j, ok := r.namedInBrackets(i); ok {
		return k, j, true
	}
	if k, j, ok := r.addedByName(i); ok {
		return k, j, true
	}
	if k, j, ok := r.companion(i); ok {
		return k, j, true
	}
	if k, j, ok := r.writerListed(i); ok {
		return k, j, true
	}
	k := r.isShortGiven(i)
	return k, i + 1, k >= 0
}

// nameOfUnnamed reads the name behind "she's" also in a mail without capitals, where a birth
// date is next, or the name has its capitals all the same: "she's ana lopez, 3/14/1995".
func (r *reader) nameOfUnnamed(i int) (fullName, bool) {
	n, ok := r.listedName(i)
	if ok || r.cased {
		return n, ok
	}
	n, ok = r.name(i, 2)
	if !ok || n.surname == "" || r.taken[i] || r.namesCarPlainly(i) {
		return n, false
	}
	j := r.skip(n.j, ",", "(", "-")
	j = r.skip(r.startsAt("birth", j), ":", "is")
	return n, j < len(r.toks) && r.dated[j] || r.capital(i) && r.capital(n.j-1) && strings.ToUpper(r.raw(n.span)) != r.raw(n.span)
}

// kinNamed reads "Ines Quill (wife)" and "Ines (my wife)", where the sentence is about drivers.
func (r *reader) kinNamed(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) {
		return 0, i, false
	}
	onLine := (i == 0 || r.row(i) != r.row(i-1) || r.kind(i-1) != word) && r.body(r.lines[r.lineOf(i)]).i == i
	if !onLine && !r.is(i+1, "(") && !r.is(i+2, "(") && !r.is(i+3, "(") {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	if !ok || r.isFrom(n) || !r.standsAsItemFrom(i) && r.sentence(i).i != i {
		return 0, i, false
	}
	kin, end := r.kinBehind(n.j)
	if whole := onLine && end > n.j && end <= r.lines[r.lineOf(i)].j && r.is(n.j, ",", "-", "=", ":") && r.isWholeLine(end, r.lines[r.lineOf(i)].j); !r.is(n.j, "(") && !whole {
		return 0, i, false
	}
	s := r.sentence(i)
	told := r.has(span{max(s.i, i-16), min(s.j, end+14)}, "drives") || r.isUnderDrivers(i)
	if kin.relation == "" || kin.outsider || r.is(n.j, "(") && !r.is(end-1, ")") || !told && kin.relation != quote.Spouse {
		return 0, i, false
	}
	k := r.personListed(i, n, kin, end, 0)
	if k <= 0 {
		return 0, i, false
	}
	r.people[k].drives = true
	return k, n.j, true
}

// isShortGiven returns the one person whose given name token i is short for, or -1: "Roz" is
// the Rosalind named before.
func (r *reader) isShortGiven(i int) int {
	name := noun(r.at(i))
	if r.kind(i) != word || !r.cased || !r.capital(i) || len(name) < 3 || r.taken[i] {
		return -1
	}
	found := -1
	for k, p := range r.people {
		alike := len(p.given) > len(name) && strings.EqualFold(p.given[:3], name[:3]) // as few are
		if p.given == "" || p.outsider || !alike && shortNames[name] == "" || !isShortFor(name, p.given) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = k
	}
	if found >= 0 && (r.isSurname(i) || stopWord(name) || months[name] > 0 || particles[name] || r.namesCar(i)) {
		return -1
	}
	return found
}

// selfNamed reads "my name is Maria Lopez", "I'm Maria Lopez", "this is roy
// tibbets", "Maria Lopez here", "myself (Grant Mulvaney".
func (r *reader) selfNamed(i int) (int, int, bool) {
	j := r.startsAt("my name is", i)
	if r.is(i-1, "me") {
		j = i // "me tony valdez 7/7/79"
	}
	n, ok := r.name(j, 3)
	if ok && j == i && (n.surname != "" || r.isFrom(n)) && r.is(n.j, "here", "writing", "speaking") && (r.sentence(i).i == i || r.breaks(i-1) || r.is(i-1, "hi", "hello", "hey")) {
		r.addName(0, n)
		return 0, n.j + 1, true
	}
	if ok && j == i && r.isBesideI(i, n) && (r.from.given == "" && r.people[0].given == "" || r.isFrom(n)) {
		r.addName(0, n)
		return 0, n.j, true
	}
	if ok && j == i && r.is(i-1, "(") && r.is(i-2, "me", "myself", "self") && r.is(n.j, ")") && (r.cased || r.isFrom(n)) && (r.people[0].given == "" || r.isFrom(n)) && (r.from.given == "" || r.isFrom(n)) {
		r.addName(0, n)
		return 0, n.j, true // "me (Ann Lee)"
	}
	if ok && j == i && (r.isAnsweredName(i, n) || n.surname != "" && r.is(n.j, ",") && r.sentence(i).i == i && r.isInAddress(n)) {
		r.addName(0, n)
		return 0, n.j, true
	}
	if j == i && (!ok || !r.is(i-1, "me") || n.j >= len(r.toks) || !r.dated[n.j]) {
		return 0, i, false
	}
	if r.is(i-1, "her", "his", "their", "su") || r.isKin(i-1) {
		return r.theirName(i, n, ok)
	}
	weak := !r.is(j-1, "is", "name", "llamo", ":") || r.is(j-2, "this") || r.is(j-1, "name") && r.is(j-2, "my")
	if !ok || weak && (n.surname == "" && !r.isOnlyName(n) || !r.cased && !r.isIntroduced(n)) && !r.isFrom(n) {
		return 0, i, false
	}
	if r.people[0].given == "" || r.isFrom(n) || !weak {
		r.addName(0, n)
	}
	return 0, n.j, true
}

// isAnsweredName reports whether n is all of a numbered answer, and the sender's address
// has a part of it.
func (r *reader) isAnsweredName(i int, n fullName) bool {
	l := r.lines[r.lineOf(i)]
	return r.addressHas(n) && r.people[0].given == "" && n.surname != "" && r.itemNumber(l) > 0 && r.body(l).i == i && r.isWholeLine(n.j, l.j)
}

// isIntroduced reports whether n, in a mail without capitals, is surely a name: the
// sender's address has a part of it, or the header names nobody, and what stands
// behind it can follow a name.
func (r *reader) isIntroduced(n fullName) bool {
	return (r.from.given == "" || r.addressHas(n)) && r.fitsName(n, n.i)
}

// theirName reads "her name is Ana Becker" for whom "her" stands.
func (r *reader) theirName(i int, n fullName, ok bool) (int, int, bool) {
	g := r.who[i-1]
	if !ok || g <= everybody || len(r.crews[g]) != 1 {
		return 0, i, false
	}
	r.addName(r.crews[g][0], n)
	return r.crews[g][0], n.j, true
}

// isFrom reports whether n is the name in the From header, as far as it goes.
func (r *reader) isFrom(n fullName) bool {
	if r.isInAddress(n) || r.isNickname(n) {
		return true
	}
	if mine := r.people[0].given; r.from.given == "" && (mine == "" || fold(mine) == fold(n.given)) && slices.ContainsFunc(r.couple, n.fits) {
		return true
	}
	return n.fits(r.from)
}

// isNickname reports whether n is what the From header says the sender is called: Billie Strand
// of `Wilhelmina "Billie" Strand`.
func (r *reader) isNickname(n fullName) bool {
	return r.nick != "" && fold(n.given) == r.nick && (n.surname == "" || sameSurname(fold(n.surname), fold(r.from.surname)))
}

// fits reports whether n is the name from, as far as both go.
func (n fullName) fits(from fullName) bool {
	if from.given == "" || n.given == "" || n.surname != "" && from.surname != "" && !sameSurname(fold(from.surname), fold(n.surname)) {
		return false
	}
	return fold(from.given) == fold(n.given) || n.surname != "" && (isShortFor(n.given, from.given) || isShortFor(from.given, n.given))
}

// sameSurname reports whether two surnames are one, of which either may be the first or the
// second alone.
func sameSurname(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || strings.HasPrefix(b, a+" ") || strings.HasSuffix(b, " "+a)
}

// isInAddress reports whether both names of n stand in the sender's address:
// "ana.lopez@…".
func (r *reader) isInAddress(n fullName) bool {
	local, _, _ := strings.Cut(r.in.FromAddress, "@")
	local = fold(local)
	return len(n.given) > 2 && len(n.surname) > 2 && strings.Contains(local, fold(n.given)) && strings.Contains(local, fold(n.surname))
}

// listed reads a full name that a birth date follows, as in a list of drivers.
func (r *reader) listed(i int) (int, int, bool) {
	n, ok := r.listedName(i)
	if !ok && !r.cased {
		n, ok = r.uncasedName(i)
	}
	if !ok || n.surname == "" && r.is(i-1, "in", "at", "from", "near", "of", "en", "de") {
		return 0, i, false // "a hairdresser in Yreka, dob 10/10/1972"
	}
	kin, end := r.kinBehind(n.j)
	j := end
	for range 3 {
		j = r.skip(r.skip(r.startsAt("birth", j), ",", "(", "-", ":", ";", "|", "is", "=", "on", "in", "el"), "male", "female", "m", "f", "married", "single")
	}
	v, ok := r.date(j)
	if v = r.complete(v); !ok {
		return r.listedByAge(i, n)
	}
	if !r.bornAsDriver(v) || n.surname == "" && !r.is(n.j, "(", ",", "-", ":") && !(r.cased && (r.standsAsItemFrom(i) || r.isFrom(n) || r.is(i-1, "for") && r.named("birth", i, 24)) || r.isFrom(n) && (r.standsAsItemFrom(i) || r.sentence(i).i == i)) && !r.isDatedItem(n) {
		return 0, i, false
	}
	if next, ok := r.date(r.behindComma(v.j)); ok && next.y != 0 && next.d != 0 && r.is(i-1, "and", "&", "y") && kin.relation == "" {
		return 0, i, false // "Pat and Ann Doe, born 8/8/73 and 1/8/76"
	}
	day, _ := v.born(r.today)
	age, _ := quote.Age(day, r.dateOf())
	k := r.personListed(i, n, kin, end, age)
	if k < 0 {
		return 0, i, false
	}
	r.people[k].drives = true
	r.say(entity{'d', k}, "date_of_birth", day, v.span)
	r.take(v.span)
	return k, n.j, true
}

// describedByAge reads a given name at the start of a sentence that says how old somebody
// is, at an age at which people drive: "Hannah is 17, birthday July 30", "Rick's birthday is".
func (r *reader) describedByAge(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) || len(r.people) >= mostEntries {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	if plurals[r.at(i)] != "" || r.isKin(i) {
		return 0, i, false
	}
	born := r.is(n.j, "was", "is") && r.startsAt("birth", n.j+1) > n.j+1 || r.isBornOn(n)
	opens := r.sentence(i).i == i || r.standsAsItemFrom(i) || r.isBehindOwnAge(i)
	if !opens && !r.isBornOn(n) {
		return 0, i, false
	}
	atWheel := ok && n.j == i+1 && r.onlyUnnamedSpouse() > 0 && r.has(span{n.j, n.j + 4}, "drives") && r.is(n.j, "is", "drives", "does", "will", "also", "uses")
	if !ok || n.j != i+1 || r.isFrom(n) || !(born || atWheel || r.saysLicensed(n.j) || r.saysAge(n.j) || n.givenRaw != r.raw(n.span) && r.startsAt("birth", n.j) > n.j) {
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
	k := r.personListed(i, n, kin, end, 0)
	if k < 0 {
		return 0, i, false
	}
	r.people[k].drives = true
	return k, n.j, true
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

// isBehindOwnAge reports whether the author has just told their own age before token i: "I'm 29, Ray
// is 31".
func (r *reader) isBehindOwnAge(i int) bool {
	j := i - 1
	for r.is(j, ",", "and", "&", ")") {
		j--
	}
	return j < i-1 && r.kind(j) == digits && len(r.at(j)) == 2 && (r.is(j-1, "i'm", "im", "am") || r.is(j-1, "(") && r.is(j-2, "i", "me"))
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

// standsAsItemFrom reports whether token i starts a clause or a line.
func (r *reader) standsAsItemFrom(i int) bool {
	return r.breaks(i-1) || r.is(i-1, "and", "&", "y") || r.body(r.lines[r.lineOf(i)]).i == i
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
	pointed := alone || r.is(i, ":", "-") && r.is(i-1, "him", "her", "he", "she") || r.is(i, "llama") && r.is(i-1, "se")
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
