package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
)

// readAddresses reads where the vehicles are garaged: the place that is said to
// be, else the only one that is no PO box, mailing address or former home. Two
// that compete are both claimed, and so come out as a conflict.
func (r *reader) readAddresses() {
	var garaged, others []address
	r.findAddresses(r.town)
	slices.SortFunc(r.addresses, func(a, b address) int { return a.i - b.i })
	for k, a := range r.addresses {
		if !a.street.empty() && a.city.empty() {
			r.addresses[k].city = r.townBefore(a)
		}
	}
	for k, a := range r.addresses {
		if a.box || r.quiet[a.i] || r.isFormer(a) || r.isForeign(a) || r.hasLeft(a) {
			continue
		}
		a = r.inSameTown(a, k)
		if r.named("garaged", a.i, 8) && !r.isAtSchool(a) {
			garaged = append(garaged, a)
		} else {
			others = append(others, a)
		}
	}
	garaged, others = r.withoutElsewhere(garaged), r.withoutElsewhere(others)
	others = r.withoutOthersHomes(r.corrected(others), garaged)
	if next, moves := r.nextHome(slices.Concat(garaged, others)); moves {
		garaged = []address{next}
	} else if len(garaged) == 0 {
		garaged = others
	} else if len(garaged) == 1 {
		garaged = append(garaged, slices.DeleteFunc(others, func(a address) bool {
			below := garaged[0].city.empty() && garaged[0].j < a.i && a.i < garaged[0].j+9 // "City / State / ZIP: Bend / OR / 97701"
			ours := garaged[0].street.empty() && garaged[0].zip.empty() && !garaged[0].city.empty() && a.city.empty() && !a.zip.empty()
			return !ours && (!a.street.empty() || !a.city.empty() && !below || garaged[0].street.empty()) // "Parked at 9 Elm Ave, Bend. Zip 97701."
		})...)
	}
	garaged = r.merged(garaged)
	for _, a := range garaged {
		r.sayAddress(a)
	}
}

// withoutOthersHomes leaves out of places where somebody else lives, if a street of the author's own is
// known, or among them or those where the cars are: "My son lives at 12 Elm St, I live at 9 Oak Ave".
func (r *reader) withoutOthersHomes(all, garaged []address) []address {
	ours := slices.DeleteFunc(slices.Clone(all), func(a address) bool { return r.isHomeOfOthers(a) || r.isAtSchool(a) })
	if r.in.Known.GaragingAddress.Street != "" || slices.ContainsFunc(slices.Concat(garaged, ours), func(a address) bool { return !a.street.empty() }) {
		return ours
	}
	return all
}

// isAtSchool reports whether a is where somebody else is at school: "kept on campus at 9 Oak Ave", "he's in a dorm at".
func (r *reader) isAtSchool(a address) bool {
	school := false
	for k := max(r.sentence(a.i).i, a.i-12); k < a.i; k++ {
		if r.is(k, "i", "i'm", "we", "we're") {
			return false
		}
		school = school || a.i-k <= 6 && r.among(k, "of a school")
	}
	return school && !a.street.empty()
}

// isHomeOfOthers reports whether a is a street at which somebody else is said to live.
func (r *reader) isHomeOfOthers(a address) bool {
	k := a.i - 1
	for r.is(k, "at", "on", "in", "now", "over", "en", "el", "la") {
		k--
	}
	return !a.street.empty() && k < a.i-1 && r.is(k, "live", "lives", "living", "stays", "staying", "resides", "vive", "viven") && r.isOfOthers(k-1)
}

// corrected leaves of places that we had noted, and that the author says are right, what they do
// not say otherwise themselves: "All the rest is right. The zip is 97603."
func (r *reader) corrected(all []address) []address {
	var said struct{ street, city, state, zip bool }
	for _, a := range all {
		if !r.quoted[a.i] {
			said.street = said.street || !a.street.empty()
			said.city = said.city || !a.city.empty()
			said.state = said.state || a.code != ""
			said.zip = said.zip || !a.zip.empty()
		}
	}
	var kept []address
	for _, a := range all {
		if r.quoted[a.i] {
			if said.street {
				continue
			}
			if said.city {
				a.city = span{}
			}
			if said.state {
				a.state, a.code = span{}, ""
			}
			if said.zip {
				a.zip = span{}
			}
		}
		kept = append(kept, a)
	}
	return kept
}

// merged leaves of places those with a street, where there are any with a town; the only
// one takes what it lacks from the others, where they say nothing else: "12 Oak Street in
// Medford. The zip is 97501", "I'm in Medford, at 12 Oak Street, 97501".
func (r *reader) merged(all []address) []address {
	streets := slices.DeleteFunc(slices.Clone(all), func(a address) bool { return a.street.empty() })
	if len(streets) == 1 {
		whole := &streets[0]
		for _, a := range all {
			if r.fits(a, *whole) {
				whole.city, whole.state, whole.zip = either(whole.city, a.city), either(whole.state, a.state), either(whole.zip, a.zip)
				whole.code = cmp.Or(whole.code, a.code)
			}
		}
	}
	if slices.ContainsFunc(streets, func(a address) bool { return !a.city.empty() }) {
		return streets
	}
	return all
}

func either(s, or span) span {
	if s.empty() {
		return or
	}
	return s
}

// fits reports whether a, which has no street, can be a part of where b is: it has only
// what b lacks, or the same, and is in the same state.
func (r *reader) fits(a, b address) bool {
	return a.street.empty() && cmp.Or(r.stateOf(a), r.stateOf(b)) == cmp.Or(r.stateOf(b), r.stateOf(a)) &&
		(a.city.empty() || b.city.empty()) && (a.zip.empty() || b.zip.empty())
}

// stateOf returns the state of a place, by its name or its ZIP code, or "".
func (r *reader) stateOf(a address) string {
	code, _ := quote.StateOfZIP(r.written(a.zip))
	return cmp.Or(a.code, code)
}

// mostAddresses bounds the places of one mail.
const mostAddresses = 32

// findAddresses finds places and takes their words.
func (r *reader) findAddresses(read func(int) (address, bool)) {
	for i := 0; i < len(r.toks) && len(r.addresses) < mostAddresses; i++ {
		if r.taken[i] {
			continue
		}
		if a, ok := read(i); ok && r.free(a.span) {
			r.take(a.span)
			r.addresses = append(r.addresses, a)
			i = max(i, a.j-1)
		}
	}
}

// isFormer reports whether a is where somebody lived, or gets mail.
func (r *reader) isFormer(a address) bool {
	if r.is(a.i-1, "not") {
		return true // "97405 not 97401"
	}
	if r.is(a.j, "antes", "before", "previously", "formerly") {
		return true // "509 Cherry Ave, Yakima antes, pero ahora vivo en …"
	}
	from := max(r.sentence(a.i).i, a.i-8)
	old, was := r.before("old place", from, a.i)
	now, is := r.before("new place", from, a.i)
	nearer := now.j <= old.i && r.is(old.i, "old", "previous", "former", "prior", "last") // "I'm at … now, the old address was"
	return was && (!is || nearer || old.j >= now.j && old.i < now.i)
}

// isForeign reports whether a is of somebody or something else.
func (r *reader) isForeign(a address) bool {
	dwells := r.dwellsAt(a.i-1) || r.endsAt("dwells in", a.i) < a.i
	return r.named("not garaged", a.i, 6) && !dwells || r.isOfSeller(a.i) || r.is(a.i-1, "at") && r.isKin(a.i-2) && !r.is(a.i-4, "with") && !r.listsWriter(a.i-2) || a.street.empty() && r.outsiderSpeaks(r.sentence(a.i), a.i)
}

// listsWriter reports whether the list of people that ends with token i has the writer in it: "me, my
// wife and our son".
func (r *reader) listsWriter(i int) bool {
	for k := i; k >= max(r.sentence(i).i, i-mostEntries); k-- {
		switch {
		case r.is(k, "me", "myself", "i", "us", "yo", "mi"):
			return true
		case !r.isKin(k) && !owners[r.at(k)] && !descriptions[r.at(k)] && !r.capital(k) && !r.is(k, ",", "and", "&", "+", "y", "plus"):
			return false
		}
	}
	return false
}

func (r *reader) sayAddress(a address) {
	if !a.street.empty() {
		street := streetCase(r.written(a.street))
		if number, name, of := strings.Cut(street, " de "); of && r.is(a.street.i+1, "de") {
			street = number + " " + strings.TrimPrefix(name, "la ")
		}
		r.say(theApplication, "garaging_address.street", street, a.street)
	}
	if !a.city.empty() {
		r.say(theApplication, "garaging_address.city", townCase(r.one(a.city)), a.city)
	}
	if a.code != "" {
		r.say(theApplication, "garaging_address.state", a.code, a.state)
	}
	if !a.zip.empty() {
		zip := r.written(a.zip)
		r.say(theApplication, "garaging_address.zip", zip, a.zip)
		if code, ok := quote.StateOfZIP(zip); ok && a.code == "" {
			r.infer(theApplication, "garaging_address.state", code, a.zip)
		}
	}
}

// livesElsewhere reports whether a whole address was read in another state than a ZIP code's.
func (r *reader) livesElsewhere(zip string) bool {
	state, _ := quote.StateOfZIP(zip)
	return slices.ContainsFunc(r.addresses, func(a address) bool {
		return !a.street.empty() && !a.zip.empty() && r.stateOf(a) != state
	})
}

// town reads a place without a street: "live in Gresham OR 97030", "Beverly
// Hills 90210", "97205", "I'm in Oakland, CA".
func (r *reader) town(i int) (address, bool) {
	if r.zipAt(i) && !r.livesElsewhere(r.at(i)) {
		return r.bareZIP(i)
	}
	if a, ok := r.homeNamed(i); ok {
		return a, true
	}
	if j := r.startsAt("lives in", i); j > i {
		return r.homeTown(i, j)
	}
	if r.is(i, "to", "a") && r.capital(i+1) && r.isMovedTo(i) {
		return r.homeTown(i, i+1) // "we moved from Reno to Medford"
	}
	if a, ok := r.townItem(i); ok {
		return a, true
	}
	if a, ok := r.townBehindName(i); ok {
		return a, true
	}
	if !r.capital(i) || !r.cased && (r.capital(i-1) || i > 0 && !r.breaks(i-1) && r.row(i-1) == r.row(i)) || r.kind(i) != word || stopWord(r.at(i)) && !(r.mayBeArticleOfTown(i) || r.is(i, "los", "las", "el", "la") && r.capital(i+1)) || r.isNamePart(i-1, true) && r.capital(i-1) && !r.is(i-1, "zip") && r.row(i-1) == r.row(i) {
		return address{}, false
	}
	if r.has(span{i, i + 1}, "license words") {
		return address{}, false // "DL OR 4821973"
	}
	if n, ok := r.name(i, 3); ok && (r.isFrom(n) || r.isGiven(i) >= 0) {
		return address{}, false // "Ann Lee, 97205"
	}
	if r.is(i-1, "new") && r.capital(i-1) && r.cased && r.row(i-1) == r.row(i) {
		i-- // "…, New London, WI"
	}
	a := r.townAfter(address{span: span{i, i}})
	if a.i = i; r.startsAt("license words", a.j) > a.j && a.zip.empty() {
		return a, false // "Doug CA license C9021447"
	}
	for k := a.city.i; k < a.city.j; k++ {
		if !r.capital(k) && r.kind(k) != mark {
			return a, false
		}
	}
	whole := r.clause(i) == span{i, a.j} // "…, Reno Nevada, …"
	if r.is(a.city.j-1, "county") {
		a.city = span{}
		return a, !a.state.empty() // "Jefferson County, Oregon"
	}
	return a, !a.city.empty() && (r.cased || !a.zip.empty()) && (whole || !a.zip.empty() || r.is(a.city.j, ",") || len(r.at(a.state.i)) == 2)
}

// townItem reads a town and its state by themselves as an item of a mail without capitals,
// "- yuba city california", or with their ZIP code as a clause: "2015 jetta, yuba city california 95991."
func (r *reader) townItem(i int) (address, bool) {
	l := r.lines[r.lineOf(i)]
	if r.clause(i).i == i && !r.cased && !r.capital(i) && r.mayBeTown(i) && !stopWord(r.at(i)) {
		a := r.townAfter(address{span: span{i, i}})
		of, _ := quote.StateOfZIP(r.written(a.zip))
		if r.endsClause(a.j) && a.city.i == i && !a.city.empty() && !a.zip.empty() && of == a.code {
			return a, true
		}
	}
	if r.cased || r.capital(i) || !r.isItem(l) || r.body(l).i != i || l.j-i > 6 || !r.mayBeTown(i) || stopWord(r.at(i)) {
		return address{}, false
	}
	a := r.townAfter(address{span: span{i, i}})
	last := a.j >= l.j || a.j == l.j-1 && r.is(a.j, ".", ",")
	return a, last && a.city.i == i && !a.city.empty() && !a.state.empty() && !r.has(a.city, "record words", "licensed")
}

// homeTown reads the town behind "live in" and the like, which start at token i
// and end at j.
func (r *reader) homeTown(i, j int) (address, bool) {
	if r.zipAt(j) {
		return r.bareZIP(j)
	}
	a, dwells := r.townAfter(address{span: span{j, j}}), r.has(span{i, i + 1}, "dwells in") || r.dwellsAt(j-1) || j == i+1 && r.is(i, "to", "a")
	if dwells && r.isOfOthers(j-1) {
		return a, false // "my parents live in Ashland"
	}
	code, end, inState := r.state(j)
	switch {
	case dwells && inState && a.state.empty() && a.zip.empty() && !r.namesOthers(span{max(r.sentence(i).i, i-4), i + 1}):
		a.state, a.code, a.j = span{j, end}, code, end // "we live in Oregon now, at …"
	case a.state.empty() && a.zip.empty() && (dwells || r.is(i, "in") && r.isFromPart(i-1)):
		if a.city = r.townAlone(j); !a.city.empty() && !r.namesTown(a.city) {
			return a, false
		}
		a.j = a.city.j
	case a.city.empty() && !a.zip.empty() && dwells && !r.townAlone(j).empty():
		a.city = r.townAlone(j) // "in Oakland near the lake, 94610"
	case a.city.empty() && a.zip.empty() && !dwells:
		return a, false // "from Texas"
	case a.city.empty() && !a.zip.empty() && r.has(span{j, a.zip.i}, "lives in"):
		return a, false // "in an apartment in Milpitas, 95035"
	}
	a.i = j
	return a, a.j > j
}

// namesOthers reports whether s speaks of somebody else than the writer: "my son's 24 and lives".
func (r *reader) namesOthers(s span) bool {
	for k := s.i; k < s.j; k++ {
		if r.isKin(k) || plurals[r.at(k)] != "" || r.is(k, "he", "she", "they", "who", "lives", "vive", "viven") {
			return true
		}
	}
	return false
}

// isFromPart reports whether token i is a name of the From header: "Ann Lee in
// Bend".
func (r *reader) isFromPart(i int) bool {
	name := r.at(i)
	return name != "" && (name == fold(r.from.surname) || name == fold(r.from.given))
}

// bareZIP reads a ZIP code that stands alone or behind the writer's name, or with its town
// behind it.
func (r *reader) bareZIP(i int) (address, bool) {
	a := address{span: span{i, i}}
	a = r.zipAfter(a)
	if !r.isBareZIP(i, a.j) {
		return a, false
	}
	k := r.skip(r.skip(r.skipPast(a.j, ",", "in", "en", "(", "aqui", "here", "that's", "thats", "which", "is", "it's"), "es"), "city")
	end := k
	for end < k+3 && r.kind(end) == word && !stopWord(r.at(end)) && (r.gap(end) || r.is(end-1, "(")) && (r.capital(end) || !r.cased) {
		end++
	}
	if end > k && (end >= r.sentence(i).j-1 || r.is(end, ",", ".", ")")) && r.mayBeTown(k) && r.row(k) == r.row(i) {
		a.city, a.j = span{k, end}, end
	} else {
		a.city = r.townBeforeZIP(i)
	}
	return a, true
}

// isBareZIP reports whether a ZIP code is meant by token i, whose last part ends at end, though
// no address is around it.
func (r *reader) isBareZIP(i, end int) bool {
	if r.named("zip", i, 4) {
		return true
	}
	if strings.HasSuffix(r.at(i), "000") {
		return false // thousands without a label are miles
	}
	ends := r.breaks(end) || r.is(end, ".") || end >= r.sentence(i).j
	return r.named("lives in", i, 5) || r.standsAlone(i) || r.isFromPart(i-1) && ends // "Ann Lee 97205."
}

// standsAlone reports whether token i starts a clause or an answer.
func (r *reader) standsAlone(i int) bool {
	return r.breaks(i-1) || r.sentence(i).i == i || r.body(r.lines[r.lineOf(i)]).i == i ||
		r.is(i-1, "in", ".", "@", "near", "from", "#", "it's", "is", "its", "es")
}

// mayBeTown reports whether the name of a town may start at token i.
func (r *reader) mayBeTown(i int) bool {
	return len(r.at(i)) > 2 && months[r.at(i)] == 0 && !r.namesCar(i) && !r.cueAt(i)
}

// cueAt reports whether token i is part of a known phrase.
func (r *reader) cueAt(i int) bool {
	for _, name := range []string{"birth", "licensed", "ownership", "use words", "record words"} {
		if r.has(span{i, i + 1}, name) {
			return true
		}
	}
	return false
}

// townCase writes a town that is all lower or all upper case the usual way; its first
// word has a capital, whatever it is.
func townCase(s string) string {
	s = nameCase(s)
	return strings.ToUpper(s[:1]) + s[1:]
}

// streetCase writes a street that is all lower or all upper case the usual way.
func streetCase(s string) string {
	s = strings.TrimRight(s, ".,")
	if s != strings.ToLower(s) && s != strings.ToUpper(s) {
		return s
	}
	words := strings.Fields(strings.ToLower(s))
	for i, w := range words {
		switch bare := strings.Trim(w, ".,"); {
		case directions[bare] && len(bare) < 3:
			words[i] = strings.ToUpper(w)
		case bare != "" && (bare[0] < '0' || bare[0] > '9'):
			words[i] = nameCase(w)
		case len(bare) == 2 && bare[1] > '9': // unit 4b
			words[i] = strings.ToUpper(w)
		}
	}
	return strings.Join(words, " ")
}
