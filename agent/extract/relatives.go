package extract

import "ppamaild/quote"

// mostEntries is how many people, or vehicles, of one mail are kept apart.
const mostEntries = 16

// relativeAt reads "my wife Ana", "our 17 year old son Leo", "wife:", and
// returns the person.
func (r *reader) relativeAt(i int) (person, end int, ok bool) {
	at := i
	owned := r.is(i, "my", "our", "his", "her", "the", "mi", "nuestro", "nuestra", "an", "a", "old", "your")
	if owned {
		i++
		for range 6 {
			if !r.is(i, "-", "year", "yr", "years", "old", "teenage", "teen", "oldest", "youngest", "older", "younger", "elderly", "lovely", "dear", "adult", "other", "new", "next", "door", "college", "aged", "y", "o", "/") && r.kind(i) != digits || r.kind(i) == word && kinds[r.at(i+1)].relation == "" && !r.is(i+1, "-", "old", "year", "door", "aged", "wife", "yr") {
				break
			}
			i++
		}
	}
	kin, found := kinds[noun(r.at(i))]
	if !found || r.taken[i] {
		return 0, at, false
	}
	if !owned && !r.startsRelative(i) || r.is(at, "a", "an", "the") && !r.is(at-1, "have", "add", "and") && r.at(i) != "wife" && !r.has(r.sentence(i), "drives") || r.is(at, "your") {
		return 0, at, false
	}
	if r.is(i, "lady", "guy", "partner", "kid", "child", "teen") && !owned {
		return 0, at, false
	}
	if r.is(i, "lady") && !r.is(i-1, "old") || r.is(i-1, "student", "good") {
		return 0, at, false
	}
	name, end := r.nameOfRelative(i + 1)
	k := r.meet(kin, name, at)
	if k < 0 {
		return 0, at, false
	}
	r.noteRelative(k, at, end)
	return k, end, true
}

// startsRelative reports whether a word for a relative may stand without "my":
// at the start of a line or clause, or behind "and".
func (r *reader) startsRelative(i int) bool {
	return r.lines[r.lineOf(i)].i == i || r.sentence(i).i == i || r.body(r.lines[r.lineOf(i)]).i == i ||
		r.is(i-1, "and", "&", ",", "+", ";", "me", "husband", "wife", "for", "add", "y", "(", "self", "with", "myself") && !r.is(i+1, "'") ||
		r.is(i+1, ":", "-", "is")
}

// nameOfRelative reads the name behind "my wife": "Ana", ", Ana Lopez", "'s name
// is Ana", "is Ana", "is named Ana".
func (r *reader) nameOfRelative(i int) (fullName, int) {
	j := r.skip(i, ",", ":", "-", "(")
	if k := r.startsAt("is called", i); k > i {
		j = k
	}
	if n, ok := r.name(j, 3); ok && r.fitsName(n, j) {
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
	return r.is(n.j, "(", ",", ".", "is", "was", "born", "and", "has", "drives", "who", "'s", "dob", "-", ":", "nacio", "maneja", "also") || n.j >= r.sentence(from).j || r.kind(n.j) == digits
}

// meet returns the person that kin and name mean: one met before where that
// fits, else a new one; -1 where there are too many.
func (r *reader) meet(kin kin, name fullName, at int) int {
	for k, p := range r.people {
		same := p.relation == kin.relation && (p.gender == 0 || kin.gender == 0 || p.gender == kin.gender) && p.outsider == kin.outsider
		if k == 0 || !same && !(p.relation == "" && name.given != "" && p.given == name.given) {
			continue
		}
		if p.given != "" && name.given != "" && fold(p.given) != fold(name.given) && (kin.relation == quote.Child || kin.relation == quote.Other || kin.relation == quote.Parent) {
			continue
		}
		if name.given == "" && kin.relation == quote.Child && r.is(at+1, "other", "younger", "youngest", "older", "oldest") {
			continue
		}
		r.addName(k, name)
		if p.relation == "" {
			p.relation = kin.relation
		}
		if p.gender == 0 {
			p.gender = kin.gender
		}
		return k
	}
	if len(r.people) >= mostEntries {
		return -1
	}
	r.people = append(r.people, &person{relation: kin.relation, gender: kin.gender, outsider: kin.outsider, known: -1, at: span{at, at + 1}})
	k := len(r.people) - 1
	r.addName(k, name)
	return k
}

// addName claims a name of person k.
func (r *reader) addName(k int, n fullName) {
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
	case r.quiet[at] || r.has(r.clause(at), "told me"):
		return
	case r.has(span{end, min(s.j, end+9)}, "does not drive"):
		p.idle = true
		return
	case r.has(around, "drives", "covers both"), r.isNamedDriver(around, p, end):
		p.drives = true
	}
	if !p.outsider && p.known < 0 && p.relation != "" {
		r.say(entity{'d', k}, "relationship", p.relation, span{at, end})
	}
}

// isNamedDriver reports whether a named person comes with a birth date or an age
// at which people drive.
func (r *reader) isNamedDriver(around span, p *person, end int) bool {
	j := r.skip(end, "(", ",", ":", "-")
	if _, ok := r.date(r.skip(r.startsAt("birth", j), ":")); ok {
		return true
	}
	age, ok := r.number(j)
	return ok && p.given != "" && 15 <= age.n && age.n < 100 && !r.isMiles(age.j)
}

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
	if k, j, ok := r.selfNamed(i); ok {
		return k, j, true
	}
	return r.listed(i)
}

// selfNamed reads "my name is Maria Lopez", "I'm Maria Lopez", "this is roy
// tibbets", "Maria Lopez here", "myself (Grant Mulvaney".
func (r *reader) selfNamed(i int) (int, int, bool) {
	j := r.startsAt("my name is", i)
	if j == i {
		return 0, i, false
	}
	n, ok := r.name(j, 3)
	if r.is(i-1, "her", "his", "their", "su") || kinds[noun(r.at(i-1))].relation != "" {
		return r.theirName(i, n, ok)
	}
	weak := !r.is(j-1, "is", "name", "llamo", ":") || r.is(j-2, "this")
	if !ok || weak && n.surname == "" && !r.isFrom(n) {
		return 0, i, false
	}
	if r.people[0].given == "" || r.isFrom(n) || !weak {
		r.addName(0, n)
	}
	return 0, n.j, true
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
	from := displayName(r.in.FromName)
	same := fold(from.given) == fold(n.given) || n.surname != "" && (isShortFor(n.given, from.given) || isShortFor(from.given, n.given))
	return from.given != "" && n.given != "" && same && (n.surname == "" || from.surname == "" || fold(from.surname) == fold(n.surname))
}

// listed reads a full name that a birth date follows, as in a list of drivers.
func (r *reader) listed(i int) (int, int, bool) {
	if r.kind(i) != word || !r.cased || !r.capital(i) || r.taken[i] || stopWord(r.at(i)) || i > 0 && r.isNamePart(i-1, true) && r.gap(i) && r.row(i-1) == r.row(i) {
		return 0, i, false
	}
	n, ok := r.name(i, 3)
	if _, _, insurer := r.carrierAt(i); !ok || insurer || r.namesCarPlainly(i) {
		return 0, i, false
	}
	j := n.j
	for range 3 {
		j = r.skip(r.startsAt("birth", j), ",", "(", "-", ":", ";", "|")
	}
	v, dated := r.date(j)
	if _, born := v.born(r.today); !dated || !born || j == n.j && n.surname == "" {
		return 0, i, false
	}
	if n.surname == "" && !r.is(n.j, "(", ",", "-", ":") || r.today.Year()-v.y < 14 && !v.short {
		return 0, i, false
	}
	if r.isFrom(n) || r.is(i-1, "(", ",", "-", ":") && r.is(i-2, "me", "myself", "self", "i") || len(r.people) == 1 && r.people[0].given == "" && displayName(r.in.FromName).given == "" {
		r.addName(0, n)
		return 0, n.j, true
	}
	if len(r.people) >= mostEntries {
		return 0, i, false
	}
	r.people = append(r.people, &person{drives: true, known: -1, at: n.span})
	r.addName(len(r.people)-1, n)
	return len(r.people) - 1, n.j, true
}
