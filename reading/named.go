package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// namings are the ways in which somebody is named, the surest first. Each returns the person
// that token i names and the end of the words that do.
var namings = []func(r *reader, i int) (person, end int, ok bool){
	(*reader).metAgain,
	(*reader).partNamed,
	(*reader).selfNamed,
	(*reader).unnamedBefore,
	(*reader).behalfAt,
	(*reader).titledAt,
	(*reader).listed,
	(*reader).kinNamed,
	(*reader).licensedItem,
	(*reader).describedByAge,
	(*reader).toldOfByName,
	(*reader).namedBehindBirth,
	(*reader).namedInBrackets,
	(*reader).addedByName,
	(*reader).answersWhoDrives,
	(*reader).companion,
	(*reader).writerListed,
}

// namedAt reads a name: of somebody met before, of the writer, behind "Driver
// 2", or with a birth date.
func (r *reader) namedAt(i int) (person, end int, ok bool) {
	for _, read := range namings {
		if k, j, ok := read(r, i); ok {
			return k, j, true
		}
	}
	k := r.isShortGiven(i)
	return k, i + 1, k >= 0
}

// metAgain reads the given name of somebody met before, perhaps with a surname that is new.
func (r *reader) metAgain(i int) (person, end int, ok bool) {
	k := r.isGiven(i)
	if k < 0 {
		return 0, i, false
	}
	p, end := r.people[k], i+1
	if n, ok := r.name(i, 3); ok && n.surname != "" && (p.surname == "" || n.surname == p.surname) {
		if p.surname == "" {
			r.addName(k, n)
		}
		end = n.j
	}
	p.drives = p.drives || r.has(r.clause(i), "drives")
	if k > 0 && !r.quiet[i] {
		p.at = span{i, end}
	}
	return k, end, true
}

// unnamedBefore reads the name of the one that the word before stands for: "He is Caleb Ostrander".
func (r *reader) unnamedBefore(i int) (person, end int, ok bool) {
	if !r.isUnnamed(i - 1) {
		return 0, i, false
	}
	n, ok := r.nameOfUnnamed(i)
	if !ok || n.surname == "" && !r.breaks(n.j) && !r.is(n.j, "and", ".") {
		return 0, i, false
	}
	k := r.crews[r.lone[i-1]][0]
	r.addName(k, n)
	return k, n.j, true
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
func (r *reader) selfNamed(i int) (person, end int, ok bool) {
	j := r.startsAt("my name is", i)
	if r.is(i, "name", "name's") && r.is(i-1, "family", "last", "given", "first", "middle", "maiden") {
		return 0, i, false // "my last name is Ash"
	}
	if r.is(i-1, "me") {
		j = i // "me tony valdez 7/7/79"
	}
	n, ok := r.name(j, 3)
	if ok && j == i {
		if end, is := r.standsForWriter(i, n); is {
			r.addName(0, n)
			return 0, end, true
		}
	}
	if j == i && (!ok || !r.is(i-1, "me") || n.j >= len(r.toks) || !r.dated[n.j]) {
		return 0, i, false
	}
	if r.is(i-1, "her", "his", "their", "su") || r.isKin(i-1) || r.is(i-1, ":") && r.isKin(i-2) {
		return r.theirName(i, n, ok)
	}
	if k, owned := r.ownerOfName(i); owned && j > i {
		if ok && k > 0 {
			r.addName(k, n)
		}
		return k, n.j, ok && k > 0
	}
	if !ok {
		return 0, i, false
	}
	return r.saidOfSelf(i, j, n)
}

// standsForWriter reports whether a name that nothing introduces is the writer's by where it
// stands, and the end of the words that say so.
func (r *reader) standsForWriter(i int, n fullName) (end int, is bool) {
	if r.isSpeaking(i, n) {
		return n.j + 1, true
	}
	nobody := r.from.given == "" && r.people[0].given == ""
	inBrackets := r.is(i-1, "(") && r.is(i-2, "me", "myself", "self") && r.is(n.j, ")") // "me (Ann Lee)"
	switch {
	case r.isBesideI(i, n) && (nobody || r.isFrom(n)),
		inBrackets && (nobody && r.cased || r.isFrom(n)),
		r.isAnsweredName(i, n),
		n.surname != "" && r.is(n.j, ",") && r.sentence(i).i == i && r.isInAddress(n):
		return n.j, true
	}
	return i, false
}

// isSpeaking reports whether a name is that of "Maria Lopez here".
func (r *reader) isSpeaking(i int, n fullName) bool {
	begins := r.sentence(i).i == i || r.breaks(i-1) || r.is(i-1, "hi", "hello", "hey")
	return begins && r.is(n.j, "here", "writing", "speaking") && (n.surname != "" || r.isFrom(n))
}

// saidOfSelf takes the name at j, behind words at i that say more or less plainly that it is
// the writer's: "this is" may be said of anybody.
func (r *reader) saidOfSelf(i, j int, n fullName) (person, end int, ok bool) {
	weak := !r.is(j-1, "is", "name", "names", "llamo", ":") || r.is(j-2, "this") || r.is(j-1, "name") && r.is(j-2, "my")
	sure := n.surname != "" || r.isOnlyName(n)
	if weak && !r.isFrom(n) && (!sure || !r.cased && !r.isIntroduced(n)) {
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
		j = r.skip(r.skip(r.startsAt("birth", r.skip(j, "was")), ",", "(", "-", ":", ";", "|", "is", "=", "on", "in", "el"), "male", "female", "m", "f", "married", "single")
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
