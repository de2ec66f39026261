package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// person is somebody the mail names; people[0] is the writer.
type person struct {
	relation quote.Relationship
	gender   byte // 'f', 'm', or 0
	given    string
	surname  string
	nick     string   // what they are called besides, folded
	age      int      // as said; 0 where it is not
	known    int      // index into Known.Drivers, or -1
	drives   bool     // the mail takes this person for a driver
	idle     bool     // the mail says that this person does not drive
	removed  span     // words by which this driver is to be taken off; empty where none are
	outsider bool     // a neighbour and the like: no part of the application
	first    int      // token where first named
	at       span     // where named last
	asked    fullName // as a question of ours names this person
}

func (p *person) isDriver() bool {
	return !p.outsider && !p.idle && (p.known >= 0 || p.drives || p.relation == quote.Insured)
}

// meetKnown takes over who is known already; the writer comes first.
func (r *reader) meetKnown() {
	for i, d := range r.in.Known.Drivers {
		r.people = append(r.people, &person{relation: d.Relationship, given: d.GivenName, surname: d.Surname, known: i, drives: true})
	}
	if len(r.people) == 0 {
		r.people = []*person{{relation: quote.Insured, known: -1}}
	}
	if r.people[0].relation == "" {
		r.people[0].relation = quote.Insured
	}
}

// meetPeople finds who is named, and keeps who each token is about.
func (r *reader) meetPeople() {
	focus, last, paragraph := nobody, nobody, -1
	for i := 0; i < len(r.toks); i++ {
		if r.startsParagraph(i) {
			paragraph++
			if paragraph > 0 && focus == everybody {
				focus = nobody
			}
		}
		if g, ok := r.turnAt(i); ok {
			focus, last = g, g
		}
		if r.sentence(i).i == i && focus > everybody && r.unnamed(focus) && !(i > 0 && r.quoted[i-1] && !r.quoted[i]) {
			focus = nobody
		}
		if g, j, ok := r.personMetAt(i); ok {
			if g == everybody && i > 0 && r.who[i-1] > everybody && len(r.crews[r.who[i-1]]) > 1 && (r.isPersonEnd(i-1) || r.is(i-1, "are", "were", "have", "had", "got") && r.isPersonEnd(r.skipBackComma(i-1)-1)) {
				g = r.who[i-1] // "Ann and I both", "Ann and I are both"
			}
			if g == everybody && r.meansBoth(i, focus) {
				g = focus
			}
			last = g
			if focus = r.join(i, g, focus); r.sentence(j-1).i != r.sentence(i).i {
				focus = g // "me and my twins. Eli and Sam were born"
			}
			for k := i; k < j; k++ {
				r.who[k], r.lone[k] = focus, last
			}
			i = j - 1
			continue
		}
		if i > 0 && focus != last && last > everybody && r.speaksOfLast(i) {
			focus = last
		}
		r.who[i], r.lone[i] = focus, last
	}
}

// personMetAt is personAt, but of lines that are quoted it brings in nobody of whom neither the
// author nor a question says who that is: our own name below our mail, or a label of it.
func (r *reader) personMetAt(i int) (group, end int, ok bool) {
	people, claims := len(r.people), len(r.claims)
	group, end, ok = r.personAt(i)
	if !ok || !r.quoted[i] || group <= everybody || len(r.crews[group]) != 1 || r.crews[group][0] < people {
		return group, end, ok
	}
	if p := r.people[r.crews[group][0]]; p.relation != "" || p.asked.given != "" {
		return group, end, ok
	}
	r.people, r.claims = r.people[:people], r.claims[:claims]
	return nobody, i, false
}

// meansBoth reports whether "both" at token i means those in focus, who are named in its
// sentence: "Eli and Sam, dob for both 3/12/2008".
func (r *reader) meansBoth(i, focus int) bool {
	return focus > everybody && len(r.crews[focus]) > 1 && r.is(i, "both") && !r.is(i+1, "of") && slices.Contains(r.who[r.sentence(i).i:i], focus)
}

// speaksOfLast reports whether "who" at token i tells something of the one named last, and not
// of all that were named together: "my husband Ray and our daughter Mia, who just got hers".
func (r *reader) speaksOfLast(i int) bool {
	if !r.is(i, "who", "who's", "que", "whose") || !r.isPersonEnd(r.skipBackComma(i)-1) {
		return false
	}
	for k := i + 1; k < min(r.sentence(i).j, i+7); k++ {
		if r.is(k, "are", "were", "have", "both", "all", "each", "their", "they", "son", "tienen", "manejan", "drive") {
			return false
		}
	}
	return true
}

func (r *reader) skipBackComma(i int) int {
	if r.is(i-1, ",") {
		return i - 1
	}
	return i
}

// unnamed reports whether a group is one relative without a name, or one who does not drive: a
// sentence that names nobody is the writer's again.
func (r *reader) unnamed(group int) bool {
	members := r.crews[group]
	if len(members) != 1 || members[0] == 0 || r.people[members[0]].known >= 0 {
		return false
	}
	p := r.people[members[0]]
	return p.given == "" || p.idle
}

// personAt returns the group that token i brings into focus, and the end of
// the words that do.
func (r *reader) personAt(i int) (group, end int, ok bool) {
	if k, ok := r.seats[i]; ok && k < 0 {
		return nobody, i + 1, true
	} else if ok {
		return r.crews.of(k), i + 1, true
	}
	if k, j, ok := r.nickAt(i); ok {
		return r.crews.of(k), j, true
	}
	if r.startsAt("my name is", i) > i {
		if k, j, ok := r.selfNamed(i); ok {
			return r.crews.of(k), j, true
		}
	}
	if g, j, ok := r.askedPersonAt(i); ok {
		return g, j, true
	}
	if k, j, ok := r.theirRelative(i); ok {
		return r.crews.of(k), j, true
	}
	if g, j, ok := r.pronounAt(i); ok {
		return g, j, true
	}
	if g, j, ok := r.relativesAt(i); ok {
		return g, j, true
	}
	if k, j, ok := r.relativeAt(i); ok {
		return r.crews.of(k), j, true
	}
	if g, j, ok := r.namedTogetherAt(i); ok {
		return g, j, true
	}
	if k, j, ok := r.namedAt(i); ok {
		return r.crews.of(k), j, true
	}
	return 0, i, false
}

// namedTogetherAt reads the names of several people.
func (r *reader) namedTogetherAt(i int) (group, end int, ok bool) {
	if g, j, ok := r.pairAt(i); ok {
		return g, j, true
	}
	if g, j, ok := r.marriedPairAt(i); ok {
		return g, j, true
	}
	if g, j, ok := r.rosterAt(i); ok {
		return g, j, true
	}
	return r.bornTogetherAt(i)
}

// join puts the people before an "and" together with those behind it.
func (r *reader) join(i, g, focus int) int {
	if !r.is(i-1, "and", "&", "y", "e", "+", "nor") || focus < 2 || g < 2 || r.who[max(i-2, 0)] != focus || !r.isPersonEnd(i-2) || r.endsTimeOrPlace(i-2) {
		return g
	}
	return r.crews.of(append(slices.Clone(r.crews[focus]), r.crews[g]...)...)
}

// endsTimeOrPlace reports whether the name at token i is of a month or a town: "Linda got a ticket last
// May and I had two".
func (r *reader) endsTimeOrPlace(i int) bool {
	_, kin := r.kinAt(i)
	return !kin && r.isGiven(i) < 0 && r.capital(i) && r.is(i-1, "in", "at", "last", "this", "since", "until", "near", "to") && !r.is(i, "i")
}

// isPersonEnd reports whether token i ends the words for a person, perhaps with
// a date or the like in brackets behind.
func (r *reader) isPersonEnd(i int) bool {
	if r.is(i, ")") {
		return true
	}
	_, kin := r.kinAt(i)
	return kin || r.is(i, "i", "i'm", "im", "me", "myself", "mine", "ella", "yo") || r.isGiven(i) >= 0 || r.isSurname(i) || r.capital(i) && r.kind(i) == word && r.cased
}

// pronounAt reads the words that stand for somebody.
func (r *reader) pronounAt(i int) (group, end int, ok bool) {
	switch r.at(i) {
	case "i", "i'm", "i've", "i'd", "i'll", "im", "ive", "me", "myself", "mine", "mine's", "yo", "tengo", "naci", "manejo", "vivo", "quiero", "soy":
		if !r.has(span{i, i + 1}, "everyone") {
			return r.crews.of(0), i + 1, r.isWriter(i)
		}
	case "self":
		if i+1 < len(r.toks) && r.dated[i+1] {
			return r.crews.of(0), i + 1, true // "wife 1/8/1976 self 8/8/1973"
		}
	case "my", "mi":
		if j := r.startsAt("own affair", i+1); j > i+1 && !(r.is(i+1, "own") && r.isKin(i+2)) {
			return r.crews.of(0), i + 1, true
		}
	case "he", "his", "him", "he's", "hes", "he'll", "he'd", "el":
		return r.heOrShe('m', i)
	case "she", "her", "hers", "she's", "she'll", "she'd", "ella", "shes":
		return r.heOrShe('f', i)
	case "they", "their", "his/her", "they're", "they'll":
		return r.theyAt(i)
	}
	return r.allAt(i)
}

// isWriter reports whether a word for oneself at token i is spoken of the writer, and not one
// that only looks like it, or whom somebody else is with.
func (r *reader) isWriter(i int) bool {
	switch {
	case r.isOnlyBeside(i), r.startsAt("aside", i) > i:
		return false
	case r.is(i, "i"):
		return !r.is(i+1, "-", ".", ")") || !r.glued(i+1)
	case r.is(i, "yo"):
		return r.kind(i-1) != digits || r.isSpanish() // "my son, 17 yo"
	}
	return true
}

// heOrShe reads a word for one man or one woman.
func (r *reader) heOrShe(gender byte, i int) (group, end int, ok bool) {
	switch {
	case r.is(i, "his", "her") && r.is(i-1, "i'm", "im", "am") && r.isKin(i+1):
		return r.crews.of(0), i + 2, true // "I'm her dad"
	case r.askedAbout(i) > 0 && !r.isKin(i+1):
		return r.crews.of(r.askedAbout(i)), i + 1, true
	case r.is(i, "el") && !r.isEl(i):
		return 0, i, false
	case r.is(i, "ella") && r.capital(i) && r.cased && !r.isSpanish():
		return 0, i, false // Ella is a name
	}
	return r.lastPerson(gender, i)
}

// isEl reports whether "el" at token i is Spanish for "he", and not for "the".
func (r *reader) isEl(i int) bool {
	return strings.ContainsAny(r.raw(span{i, i + 1}), "éÉ") || r.among(i+1, "what he does") ||
		r.is(i-1, "y") && r.kind(i+1) == digits && !r.dated[i+1]
}

// theyAt reads a word for several, or for one whose gender is left open.
func (r *reader) theyAt(i int) (group, end int, ok bool) {
	if r.is(i, "they") && r.among(i+1, "what others tell") {
		return 0, i, false // "at the club they say"
	}
	if (r.among(i-1, "i am") || r.is(i-1, ",") && r.is(i-2, "me", "myself")) && r.isKin(i+1) {
		return r.crews.of(0), i + 2, true // "I'm their mom"
	}
	if g := r.who[max(i-1, 0)]; g > everybody && len(r.crews[g]) > 1 && r.crews[g][0] > 0 && r.meant == nil {
		return g, i + 1, true // "Eli and Sam got their licenses"
	}
	return r.lastPerson(0, i)
}

// allAt reads a word for everybody.
func (r *reader) allAt(i int) (group, end int, ok bool) {
	if r.is(i, "both") && (r.has(span{i + 1, i + 2}, "ticket", "accident") || r.is(i+1, "in", "from", "minor", "last", "this")) {
		return 0, i, false // "two violations, both speeding"
	}
	if r.is(i, "us") && !r.startsAsUs(i) {
		return 0, i, false
	}
	if j := r.startsAt("everyone", i); j > i+1 || j > i && !r.taken[i] && !r.isNeitherNor(i) { // "Accidentes: ninguno" is of one
		return everybody, j, true
	}
	return 0, i, false
}

// isOnlyBeside reports whether "me" at token i is whom somebody else is with: "he drives the Civic with
// me", "she lives with me and was born", but not "with me and my wife".
func (r *reader) isOnlyBeside(i int) bool {
	return r.is(i, "me") && r.is(i-1, "with") && !r.is(i+1, "being") && (!r.is(i+1, "and") || r.among(i+2, "tells of another"))
}

// startsAsUs reports whether "us" at token i is who is spoken of, "both of us", and not to whom
// something is done: "she lives with us", "it costs us more".
func (r *reader) startsAsUs(i int) bool {
	return !r.isCountry(i) && (r.is(i-1, "of", "between", "among", "both", "and") || r.kind(i-1) == mark || r.sentence(i).i == i)
}

// isCountry reports whether "US" at token i is the United States: "US license 12 years".
func (r *reader) isCountry(i int) bool {
	return r.is(i, "us") && r.raw(span{i, i + 1}) == "US" && (r.is(i-1, "the", "in", "a", "my") || r.startsAt("license words", i+1) > i+1)
}

// lastPerson finds whom "he" or "she" stands for: the one named last, of that
// gender or of none.
func (r *reader) lastPerson(gender byte, i int) (int, int, bool) {
	if r.meant != nil {
		return r.pronounOfStaff(gender, i)
	}
	best := -1
	for k, p := range r.people {
		if k > 0 && p.mayBeOf(gender) && (best < 0 || p.at.i >= r.people[best].at.i) {
			best = k
		}
	}
	if best < 0 {
		best = r.personAhead(gender, i)
	}
	if best < 0 && gender != 0 && r.sentence(i).i == i && len(r.in.Known.Drivers) == 1 {
		return r.crews.of(0), i + 1, true // a son answers for his mother: "She had a ticket"
	}
	if best < 0 {
		return 0, i, false
	}
	p := r.people[best]
	if p.gender == 0 {
		p.gender = gender
	}
	c := r.clause(i)
	if gender == 0 {
		c.i = i // what stands before "they" is of somebody else
	}
	if p.relation != "" && r.has(c, "has a license") && !r.has(c, "does not drive", "negation") && !r.quiet[i] {
		p.drives = true // "She has her permit"
	}
	return r.crews.of(best), i + 1, true
}

// isSurname reports whether token i is the surname of somebody met.
func (r *reader) isSurname(i int) bool {
	return slices.ContainsFunc(r.people, func(p *person) bool { return p.surname != "" && fold(p.surname) == noun(r.at(i)) })
}

// isGiven returns the person whose given name token i is, or -1.
func (r *reader) isGiven(i int) int {
	if r.kind(i) != word || r.cased && !r.capital(i) {
		return -1
	}
	for k, p := range r.people {
		if name := noun(r.at(i)); (p.given != "" && fold(p.given) == name || p.nick != "" && p.nick == name) && !r.taken[i] {
			return k
		}
	}
	return -1
}
