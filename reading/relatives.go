package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
)

// mostEntries is how many people, or vehicles, of one mail are kept apart.
const mostEntries = 16

// relativeWords are the words for one relative: "our 17 year old son", "her brother-in-law".
type relativeWords struct {
	kin
	at, end int  // where they begin and end
	owned   bool // by somebody: "my", "her", "Ana's"
	ofNamed bool // who is named
	former  bool // "my ex wife"
}

// relativeAt reads "my wife Ana", "our 17 year old son Leo", "wife:", and
// returns the person.
func (r *reader) relativeAt(i int) (person, end int, ok bool) {
	w, ok := r.relativeWordsAt(i)
	if !ok {
		return 0, i, false
	}
	if w.relation == quote.Insured {
		return 0, w.end, true // "Linda's husband"
	}
	name, end := r.nameOfRelative(w.end)
	if w.relation == quote.Spouse && name.given != "" {
		name = r.knownByHeader(name) // of "Ann and Bo Lee"
	}
	k := r.unrelated(i, w.owned)
	if w.owned && (name.given == "" || name.i > w.end) {
		k = r.introduced(i, w.end, w.kin)
	}
	if k < 0 {
		k = r.meet(w.kin, name, i)
	} else {
		r.people[k].relation, end = w.relation, w.end
	}
	if k < 0 {
		return 0, i, false
	}
	r.noteRelative(k, i, end)
	return k, end, true
}

// relativeWordsAt reads the words for a relative that begin at token at, and what they make
// that relative to who is insured.
func (r *reader) relativeWordsAt(at int) (relativeWords, bool) {
	w := relativeWords{at: at}
	i := at
	w.owned = owners[r.at(i)] || (r.quiet[i] || r.quoted[i]) && r.is(i, "your", "su") // we ask of "your son"
	w.ofNamed = !w.owned && r.isNamedOwner(i)
	if w.owned = w.owned || w.ofNamed; w.owned {
		i = r.skipDescription(i + 1)
	}
	w.former = w.owned && i-1 > at && r.is(i-1, "ex")
	var found bool
	if w.kin, found = r.kinAt(i); !found && r.isChildInOtherWords(at, i) {
		w.kin, found, i = kinds()["child"], true, i-1
	}
	if found && w.owned && r.isTheirs(i) {
		through := w.relation
		i++
		w.kin, _ = r.kinAt(i)
		w.relation = relationOf(through, w.relation)
	}
	if !found || r.taken[i] || !r.isRelative(at, i, w.owned) {
		return w, false
	}
	if r.isFormerKin(at, i) {
		if !w.former && !r.tellsBirth(i+1) {
			return w, false
		}
		w.relation, w.outsider = quote.Other, true
	}
	if in := r.skip(i+1, "-"); r.is(in, "in") && r.is(r.skip(in+1, "-"), "law") {
		w.relation, i = quote.Other, r.skip(in+1, "-")
	}
	w.end = i + 1
	return r.related(w), true
}

// related tells what somebody else's relative is to who is insured.
func (r *reader) related(w relativeWords) relativeWords {
	if owner := r.isGiven(w.at); w.ofNamed && r.people[owner].relation == quote.Spouse && w.relation == quote.Spouse && !w.former {
		w.relation = quote.Insured
	} else if w.ofNamed {
		w.relation = relationOf(r.people[owner].relation, w.relation)
	} else if r.is(w.at, "her", "his") {
		w.relation = r.relationThrough(w.at, w.kin)
	}
	if w.outsider && r.isForOutsider(w.at) {
		w.kin = kinds()["cousin"]
	}
	return w
}

// isFormerKin reports whether the words for a relative from token at to i, or right before them, say
// that this is over: "my late husband", "Ex-wife".
func (r *reader) isFormerKin(at, i int) bool {
	for k := max(at-2, 0); k < i; k++ {
		if r.is(k, "ex", "late", "former", "deceased") && (k >= at || r.is(k+1, "-") && k+2 == at && !r.isTrimEX(k)) {
			return true
		}
	}
	return false
}

// isTrimEX reports whether "ex" at token i is how a car is equipped, and a dash stands behind it: "2016
// Honda CR-V EX - my wife Karen drives it", but not "my ex - wife".
func (r *reader) isTrimEX(i int) bool {
	return r.is(i, "ex") && r.gap(i+1) && !owners[r.at(i-1)] && !r.breaks(i-1)
}

// tellsBirth reports whether a birth is told of right behind token i.
func (r *reader) tellsBirth(i int) bool {
	end := min(r.sentence(i-1).j, i+4)
	return r.has(span{i, end}, "birth") || i < end && slices.Contains(r.dated[i:end], true)
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
	last := r.isWholeLine(i+1, r.lines[r.lineOf(i)].j)
	if owned || i == s.i || r.lone[i-1] <= everybody || !r.breaks(i-1) && !last {
		return -1
	}
	k := r.crews[r.lone[i-1]][0]
	if k == 0 || r.people[k].relation != "" || r.people[k].at.i < s.i && !r.is(i-1, "=") {
		return -1
	}
	return k
}

// skipBullet returns the token behind the mark of an item that token i may be.
func (r *reader) skipBullet(i int) int { return r.skip(i, "-", "*", "•", "·", "+") }

// owners may stand before a word for a relative.
var owners = wordSet("my our his her the mi mis nuestros nuestras nuestro nuestra an a un una old")

// descriptions may stand between them.
var descriptions = wordSet("ex late former deceased year yr years old teenage oldest youngest eldest middle older younger elderly lovely dear adult other new next door college aged y o step better own domestic significant twin two three four five au")

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
		return r.startsRelative(i) && !r.isGenerations(i) && (r.is(i, "partner") && r.is(i+1, ":") || !r.is(i, "lady", "guy", "partner", "kid", "child", "teen", "boy", "girl", "mujer", "senora", "pareja", "prima", "bf", "gf"))
	}
	return !r.is(at, "a", "an", "the", "un", "una") || r.is(at, "the") && r.is(at-1, "is") && r.isGiven(at-2) > 0 || r.is(at-1, "have", "add", "and", "plus", "tengo", "agregar") || r.is(i, "wife") || r.has(r.sentence(i), "drives")
}

// isGenerations reports whether the word for a relative at token i is of a pair like "father and son", one
// of whom writes: nobody knows which.
func (r *reader) isGenerations(i int) bool {
	first := i
	if r.is(i-1, "and", "&", "/", "y") {
		first = i - 2
	}
	older, ok1 := r.kinAt(first)
	younger, ok2 := r.kinAt(first + 2)
	parted := older.relation == quote.Parent && younger.relation == quote.Child || older.relation == quote.Child && younger.relation == quote.Parent
	listed := owners[r.at(first-1)] || r.is(r.skipBackComma(first)-1, "me", "myself", "self", "i", "yo")
	return ok1 && ok2 && parted && !listed && r.is(first+1, "and", "&", "/", "y")
}

// startsRelative reports whether a word for a relative may stand without "my":
// at the start of a line or clause, or behind "and".
func (r *reader) startsRelative(i int) bool {
	if l := r.lines[r.lineOf(i)]; l.i == i || r.body(l).i == i || r.sentence(i).i == i || i > 0 && r.dated[i-1] {
		return true
	}
	if r.isWholeLine(i+1, r.lines[r.lineOf(i)].j) && r.lone[max(i-1, 0)] > everybody && r.kind(i-1) != word {
		return true // "2. Ann Lee 7/8/81 lic 2001 spouse"
	}
	if r.is(i-1, "-") && r.is(i-2, "ex") && !r.isTrimEX(i-2) {
		return true
	}
	if r.is(i-1, "-") && r.gap(i-1) && r.gap(i) && i > 1 && r.focused(i-2) {
		return true // "2018 Honda Accord LX - wife Karen drives it"
	}
	return r.is(i-1, "and", "&", ",", "+", ";", "plus", "yo", "me", "husband", "wife", "for", "add", "y", "(", ":", "self", "with", "myself", "=") && !r.is(i+1, "'") ||
		r.is(i+1, ":", "-", "is")
}

// nameOfRelative reads the name behind "my wife": "Ana", ", Ana Lopez", "'s name
// is Ana", "is Ana", "is named Ana".
func (r *reader) nameOfRelative(i int) (fullName, int) {
	if strings.HasSuffix(r.at(i-1), "'s") && owners[r.at(i-2)] && r.is(i-3, "in") {
		return fullName{}, i // "in my father's Studebaker"
	}
	j := r.skip(i, ",", ":", "-", "(")
	if k := r.startsAt("is called", i); k > i {
		j = k
	}
	if n, ok := r.number(i + 1); ok && r.is(i, "of") && isYears(r.at(n.j)) {
		j = r.skip(n.j+1, ",") // "my wife of 41 years, Lorna"
	}
	if r.is(j, "don", "dona") && r.isSpanish() {
		j++
	}
	if l := r.lines[r.lineOf(i-1)]; r.isWholeLine(i, l.j) && r.lineOf(i-1)+1 < len(r.lines) && l.j-l.i < 5 && r.isKin(i-1) {
		if n, ok := r.nameBelow(r.lines[r.lineOf(i-1)+1]); ok {
			return n, n.j
		}
	}
	r.nameOnly = mayBeName[r.at(j)] && (r.cased && r.capital(j) || !r.cased && r.isPlainGiven(j)) // "my husband Grant and I"
	most := 3
	if r.nameOnly && !r.cased {
		most = 1
	}
	n, ok := r.name(j, most)
	r.nameOnly = false
	below := r.lineOf(j) > r.lineOf(i-1) && fold(n.given) == r.author // "Me and my wife:", and who writes comes first
	if ok && !below && r.together(i-1, j+1) && r.fitsName(n, j) {
		return n, n.j
	}
	return fullName{}, i
}

// isPlainGiven reports whether the word at token j is a name in a mail without capitals: "my
// husband mark was born".
func (r *reader) isPlainGiven(j int) bool {
	return givenWords[r.at(j)] && r.at(j) != "will" && (r.among(j+1, "after a name") || r.kind(j+1) == digits)
}

// fitsName guards against words that only look like names: in a mail without
// capitals, a name must be followed by something that can follow one.
func (r *reader) fitsName(n fullName, from int) bool {
	if r.is(n.j, "de") && r.kind(n.j+1) == digits {
		return true // "mi hijo leo rey de 19 años"
	}
	if r.cased {
		return !r.namesCar(from) || r.is(n.j, "(", ",", "is", "was", "born") || r.isBorneByKin(from)
	}
	if r.capital(n.i) && (!r.capital(n.i-1) || n.surname != "" && r.capital(n.j-1) && r.startsAt("birth", n.j) > n.j) || strings.HasSuffix(r.at(n.j-1), "'s") {
		return true
	}
	if n.surname != "" && fold(n.surname) == fold(r.from.surname) {
		return true // "OUR SON TYLER LEE STAYS WITH US" of Gladys Lee
	}
	return r.among(n.j, "after a name") || n.j >= r.sentence(from).j || r.kind(n.j) == digits || r.dated[n.j]
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
	if k == 0 {
		n = r.asHeader(n)
	}
	if k == 0 && r.isNickname(n) {
		n.given, n.givenRaw = r.from.given, r.from.givenRaw
	}
	if n.given != "" {
		p.given = n.given
		r.claimName(k, "given_name", n.given, n.givenRaw, n.i)
		r.noteNick(k, n)
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
	case p.age == 0 && r.isTooYoung(at, end):
		p.idle = true
		return
	case r.among(at-1, "leaves out") && !r.is(at-2, "one", "and", "or") && noun(r.at(end-1)) == r.at(end-1), r.is(at-1, "o") && r.is(at-3, "w"):
		p.idle = true // "a quote without my son"
		return
	case r.has(r.clause(at), "told me"):
		return
	case r.has(span{end, r.endOfPart(end, min(s.j, end+9))}, "does not drive"), r.has(span{end, min(s.j, end+24)}, "insured apart"), r.hasDied(end), r.isMourned(k, at, end), r.hasParted(p, end):
		p.idle = true
		return
	case r.isOnlyPlaced(at, end) && !(p.relation == quote.Spouse && r.keepsCar(end)):
	case r.has(around, "drives"), r.isUnderHead(at), r.coversBoth(around, end), r.isNamedDriver(around, p, end), p.relation == quote.Spouse && (p.given != "" || r.keepsCar(end)):
		p.drives = true
	}
	if !p.outsider && p.known < 0 && p.relation != "" {
		r.say(entity{'d', k}, "relationship", p.relation, span{at, end})
	}
}

// coversBoth reports whether s names the writer together with the relative whose words end
// at token end: "my wife and I", but not "my nephew set it up and I can't turn it off".
func (r *reader) coversBoth(s span, end int) bool {
	for _, c := range r.cues["covers both"] {
		if s.i > c.i || c.j > s.j {
			continue
		}
		clause := c.i > end && r.is(c.i, "and", "y", "&", "+") && r.is(c.i+1, "i", "yo")
		if before := r.skipBackComma(c.i) - 1; !clause || r.isPersonEnd(before) || r.isSurname(before) {
			return true
		}
	}
	return false
}

// leastAge is at what age somebody is listed as a driver at the soonest.
const leastAge = 15

// isOnlyPlaced reports whether the relative whose words are tokens at to end is named for
// where somebody goes, or whose a thing is, and not at the wheel: "we drive to our
// daughter's in Fresno", "my aunt's old car", "I ride to work with my brother".
func (r *reader) isOnlyPlaced(at, end int) bool {
	s := r.sentence(at)
	switch {
	case r.among(at-1, "cares for"), r.is(at-1, "of") && r.is(at-2, "care"):
		return !r.is(end, "drives", "also", "has", "who")
	case r.is(end, "gave", "sold", "left", "willed", "gifted", "lent", "loaned") && r.is(end+1, "me", "us", "it", "him", "her", "them", "to"):
		return true // "the Mazda that my mother gave us, which Mia will drive"
	case r.isSeller(at, end):
		return true
	case r.is(at-1, "on", "in") && r.has(span{max(s.i, at-9), at}, "learned to drive"):
		return true // "I learned to drive on my uncle's truck and got my license in 1962"
	case r.is(end, "bought", "got") && (r.is(end+1, "me", "us") || r.is(end+1, "for") && r.is(end+2, "me", "us")):
		return true // "the Forte that our dad bought for us"
	case r.is(at-1, "to", "from", "at", "near", "by", "past") && noun(r.at(end-1)) != r.at(end-1) && r.isKin(end-1):
		return true // "I visit at my aunt's, and do no driving at night"
	case r.has(span{end, min(s.j, end+9)}, "drives"):
		return false
	case noun(r.at(end-1)) != r.at(end-1):
		return r.kind(end) == word && !r.among(end, "of a driver") || r.endsWayTo(at, end)
	case r.is(at-1, "with"):
		return r.has(span{max(s.i, at-6), at}, "rides along")
	}
	at = r.firstOfKin(at)
	return r.is(at-1, "to", "from", "visit", "visiting", "see", "seeing", "near") || r.is(end, "gave", "sold", "left", "willed", "gifted", "lent", "loaned")
}

// isSeller reports whether the relative whose words are tokens at to end is the one a thing was had
// from, and the sentence goes on with something else than what they do: "bought it from my uncle so
// there's no loan on it", but not "bought it from my dad, who drives it too".
func (r *reader) isSeller(at, end int) bool {
	s := r.sentence(at)
	if !r.is(at-1, "from", "off") {
		return false
	}
	for k := end; k < min(s.j, end+4); k++ {
		if r.is(k, "who", "he", "she", "they", "we", "he's", "she's", "he'll", "she'll", "both") {
			return false
		}
	}
	for k := max(s.i, at-12); k < at-1; k++ {
		if r.among(k, "gets a thing") {
			return true
		}
	}
	return false
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
	j := r.skip(r.skip(end, "(", ",", ":", "-"), "is", "es", "was", "tiene")
	if _, ok := r.date(r.skip(r.startsAt("birth", j), ":")); ok {
		return true
	}
	age, ok := r.number(j)
	return ok && (p.given != "" || r.tellsOfDriver(r.behindAge(age))) && 15 <= age.n && age.n < 100 && !r.isMiles(age.j)
}
