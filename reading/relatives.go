package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
)

// mostEntries is how many people, or vehicles, of one mail are kept apart.
const mostEntries = 16

// relativeAt reads "my wife Ana", "our 17 year old son Leo", "wife:", and
// returns the person.
func (r *reader) relativeAt(i int) (person, end int, ok bool) {
	at, owned := i, owners[r.at(i)] || (r.quiet[i] || r.quoted[i]) && r.is(i, "your", "su") // we ask of "your son"
	if owned {
		i = r.skipDescription(i + 1)
	}
	kin, found := r.kinAt(i)
	if !found && r.isChildInOtherWords(at, i) {
		kin, found, i = kinds()["child"], true, i-1
	}
	if !found || r.taken[i] || !r.isRelative(at, i, owned) {
		return 0, at, false
	}
	if r.is(r.skip(i+1, "-"), "in") && r.is(r.skip(r.skip(i+1, "-")+1, "-"), "law") {
		kin.relation = quote.Other
		i = r.skip(r.skip(i+1, "-")+1, "-")
	}
	if kin.relation == quote.Parent && r.is(at, "her", "his") && r.hasSpouse() {
		kin.relation = quote.Other // an in-law
	}
	name, end := r.nameOfRelative(i + 1)
	k := r.unrelated(at, owned)
	if owned && (name.given == "" || name.i > i+1) {
		k = r.introduced(at, i+1, kin)
	}
	if k < 0 {
		k = r.meet(kin, name, at)
	} else {
		r.people[k].relation, end = kin.relation, i+1
	}
	if k < 0 {
		return 0, at, false
	}
	r.noteRelative(k, at, end)
	return k, end, true
}

func (r *reader) hasSpouse() bool {
	return slices.ContainsFunc(r.people, func(p *person) bool { return p.relation == quote.Spouse })
}

// isChildInOtherWords reports whether the words from token at up to token i are "our 15 yr
// old" or "my youngest".
func (r *reader) isChildInOtherWords(at, i int) bool {
	if !r.is(at, "our", "my") {
		return false
	}
	n, ok := r.number(at + 1)
	return r.is(i-1, "oldest", "youngest", "eldest", "middle") || r.is(i-1, "old") && ok && n.n < 26
}

// unrelated returns the person named before token i in its sentence whom a bare
// "spouse" there is said of, or -1: "Ana Lopez, 3/4/85, spouse".
func (r *reader) unrelated(i int, owned bool) int {
	s := r.sentence(i)
	if owned || i == s.i || r.lone[i-1] <= everybody || !r.breaks(i-1) {
		return -1
	}
	k := r.crews[r.lone[i-1]][0]
	if k == 0 || r.people[k].relation != "" || r.people[k].at.i < s.i {
		return -1
	}
	return k
}

// introduced returns the person named right before "is my wife" or "our son" at
// token at, or before "my wife," that ends before token end, somebody new where the
// sentence starts with the name; else -1.
func (r *reader) introduced(at, end int, kin kin) int {
	j := at
	for range 2 {
		if r.is(j-1, "is", "'s", ",", "(", "=") {
			j--
		}
	}
	if k := r.personEnding(j, r.is(j, "is") || r.is(j, ",") && r.is(end, ",")); k != 0 {
		if k > 0 && r.people[k].relation != "" && r.people[k].relation != kin.relation {
			return -1
		}
		return k
	}
	return -1
}

// personEnding returns the person whose name ends before token j, somebody new where
// anew allows that: -1 where there is none, and 0 for the writer.
func (r *reader) personEnding(j int, anew bool) int {
	if k := r.isGiven(j - 1); k >= 0 {
		return k
	}
	if g := r.lone[max(j-1, 0)]; r.isSurname(j-1) && g > everybody && len(r.crews[g]) == 1 {
		return r.crews[g][0]
	}
	n, ok := r.name(r.skipBullet(r.sentence(max(j-1, 0)).i), 3)
	if !ok || n.j != j || !anew || !r.cased || r.isFrom(n) || len(r.people) >= mostEntries {
		return -1
	}
	if k := r.isGiven(n.i); k >= 0 {
		return k
	}
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
	r.addName(len(r.people)-1, n)
	return len(r.people) - 1
}

// skipBullet returns the token behind the mark of an item that token i may be.
func (r *reader) skipBullet(i int) int { return r.skip(i, "-", "*", "•", "·", "+") }

// owners may stand before a word for a relative.
var owners = wordSet("my our his her the mi nuestro nuestra an a old")

// descriptions may stand between them.
var descriptions = wordSet("year yr years old teenage oldest youngest eldest middle older younger elderly lovely dear adult other new next door college aged y o")

func (r *reader) skipDescription(i int) int {
	for range 6 {
		if !descriptions[r.at(i)] && !r.is(i, "-", "/") && r.kind(i) != digits {
			break
		}
		i++
	}
	return i
}

// isRelative reports whether the word at i, whose phrase starts at token at,
// means a relative of the writer: "a daughter" does where she is to be added.
func (r *reader) isRelative(at, i int, owned bool) bool {
	if r.is(i, "lady") && !r.is(i-1, "old") || r.is(i-1, "student", "good") {
		return false
	}
	if !owned {
		return r.startsRelative(i) && !r.is(i, "lady", "guy", "partner", "kid", "child", "teen", "boy", "girl")
	}
	return !r.is(at, "a", "an", "the") || r.is(at-1, "have", "add", "and") || r.is(i, "wife") || r.has(r.sentence(i), "drives")
}

// startsRelative reports whether a word for a relative may stand without "my":
// at the start of a line or clause, or behind "and".
func (r *reader) startsRelative(i int) bool {
	if l := r.lines[r.lineOf(i)]; l.i == i || r.body(l).i == i || r.sentence(i).i == i || i > 0 && r.dated[i-1] {
		return true
	}
	return r.is(i-1, "and", "&", ",", "+", ";", "me", "husband", "wife", "for", "add", "y", "(", "self", "with", "myself") && !r.is(i+1, "'") ||
		r.is(i+1, ":", "-", "is")
}

// nameOfRelative reads the name behind "my wife": "Ana", ", Ana Lopez", "'s name
// is Ana", "is Ana", "is named Ana".
func (r *reader) nameOfRelative(i int) (fullName, int) {
	j := r.skip(i, ",", ":", "-", "(")
	if k := r.startsAt("is called", i); k > i {
		j = k
	}
	r.nameOnly = r.cased && r.capital(j) && mayBeName[r.at(j)] // "my husband Grant and I"
	n, ok := r.name(j, 3)
	r.nameOnly = false
	if ok && r.together(i-1, j+1) && r.fitsName(n, j) {
		return n, n.j
	}
	return fullName{}, i
}

// fitsName guards against words that only look like names: in a mail without
// capitals, a name must be followed by something that can follow one.
func (r *reader) fitsName(n fullName, from int) bool {
	if r.cased {
		return !r.namesCar(from) || r.is(n.j, "(", ",", "is", "was", "born")
	}
	if r.capital(n.i) && !r.capital(n.i-1) || strings.HasSuffix(r.at(n.j-1), "'s") {
		return true
	}
	return r.among(n.j, "after a name") || n.j >= r.sentence(from).j || r.kind(n.j) == digits
}

// meet returns the person that kin and name mean: one met before where that
// fits, else a new one; -1 where there are too many.
func (r *reader) meet(kin kin, name fullName, at int) int {
	for k, p := range r.people {
		another := name.given == "" && kin.relation == quote.Child && r.among(at+1, "other child")
		if k == 0 || another || !p.mayBe(kin, name) {
			continue
		}
		r.addName(k, name)
		if p.relation == "" {
			p.relation = kin.relation
		}
		p.gender = cmp.Or(p.gender, kin.gender)
		return k
	}
	if len(r.people) >= mostEntries {
		return -1
	}
	r.people = append(r.people, &person{relation: kin.relation, gender: kin.gender, outsider: kin.outsider, known: -1, first: at, at: span{at, at + 1}})
	k := len(r.people) - 1
	r.addName(k, name)
	return k
}

// mayBe reports whether kin and name can mean p. There is one spouse; children
// and others of another name are other people.
func (p *person) mayBe(kin kin, name fullName) bool {
	same := p.relation == kin.relation && p.outsider == kin.outsider && (p.gender == kin.gender || p.gender == 0 || kin.gender == 0)
	if p.given == "" || name.given == "" {
		return same
	}
	if fold(p.given) == fold(name.given) {
		return same || p.relation == ""
	}
	return same && kin.relation == quote.Spouse
}

// addName claims a name of person k.
func (r *reader) addName(k int, n fullName) {
	if k == 0 && n.i >= 0 && r.quiet[n.i] {
		return // what we call the writer is not what they do
	}
	p := r.people[k]
	if n.given != "" {
		p.given = n.given
		r.claimName(k, "given_name", n.given, n.givenRaw, n.i)
	}
	if n.surname != "" {
		p.surname = n.surname
		r.claimName(k, "surname", n.surname, n.surnameRaw, n.i)
	}
}

func (r *reader) claimName(k int, field, value, words string, at int) {
	if !r.people[k].outsider && (at < 0 || !r.quiet[at]) {
		r.claims = append(r.claims, claim{of: entity{'d', k}, field: field, value: value, words: words, at: at, standing: quote.Stated})
	}
}

// noteRelative finds out from the sentence whether the relative drives, and
// claims the relationship.
func (r *reader) noteRelative(k, at, end int) {
	p, s := r.people[k], r.sentence(at)
	p.at = span{at, end}
	around := span{max(s.i, at-8), min(s.j, end+14)}
	switch {
	case r.quiet[at]:
		p.drives = p.drives || r.is(at, "your", "su") && (r.has(s, "birth", "licensed") || r.has(s, "drives") && r.isAffirmed(at))
		return
	case r.has(r.clause(at), "told me"):
		return
	case r.has(span{end, min(s.j, end+9)}, "does not drive"), r.has(span{end, min(s.j, end+24)}, "insured apart"), r.is(end, "passed") && (end+1 >= s.j || r.kind(end+1) == mark):
		p.idle = true
		return
	case r.isOnlyPlaced(at, end) && !(p.relation == quote.Spouse && r.keepsCar(end)):
	case r.has(around, "drives", "covers both"), r.isNamedDriver(around, p, end), p.relation == quote.Spouse && r.keepsCar(end):
		p.drives = true
	}
	if !p.outsider && p.known < 0 && p.relation != "" {
		r.say(entity{'d', k}, "relationship", p.relation, span{at, end})
	}
}

// isOnlyPlaced reports whether the relative whose words are tokens at to end is named for
// where somebody goes, or whose a thing is, and not at the wheel: "we drive to our
// daughter's in Fresno", "my aunt's old car", "I ride to work with my brother".
func (r *reader) isOnlyPlaced(at, end int) bool {
	s := r.sentence(at)
	switch {
	case r.has(span{end, min(s.j, end+9)}, "drives"):
		return false
	case noun(r.at(end-1)) != r.at(end-1):
		return r.kind(end) == word && !r.among(end, "of a driver")
	case r.is(at-1, "with"):
		return r.has(span{max(s.i, at-6), at}, "rides along")
	}
	return r.is(at-1, "to", "from", "visit", "visiting", "see", "seeing", "near") || r.is(end, "gave", "sold", "left", "willed", "gifted", "lent", "loaned")
}

// keepsCar reports whether a vehicle is said to be that of the relative whose words end at
// token end, or to be used by them: "my wife has a 2016 Ford", "my wife's Ford", "the Ford (my wife's)".
func (r *reader) keepsCar(end int) bool {
	possessive := noun(r.at(end-1)) != r.at(end-1)
	for k := end; k < min(r.sentence(end-1).j, end+6); k++ {
		if v := r.mentionedAt(k); v >= 0 {
			return !r.vehicles[v].gone && (possessive || r.has(span{end, k}, "keeps"))
		}
	}
	for k := end - 1; possessive && k > max(0, end-6); k-- {
		if r.focused(k) {
			return true
		}
	}
	return false
}

// isNamedDriver reports whether a named person comes with a birth date or an age
// at which people drive.
func (r *reader) isNamedDriver(around span, p *person, end int) bool {
	j := r.skip(r.skip(end, "(", ",", ":", "-"), "is", "es", "was")
	if _, ok := r.date(r.skip(r.startsAt("birth", j), ":")); ok {
		return true
	}
	age, ok := r.number(j)
	return ok && p.given != "" && 15 <= age.n && age.n < 100 && !r.isMiles(age.j)
}
