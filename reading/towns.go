package reading

import (
	"slices"

	"ppamaild/quote"
)

// A town is often named apart from its street and its ZIP code: "I've been in Ashland for years,
// at 540 Oak St", "Emeryville (zip 94608)", "home is Napa".

// dwellsAt reports whether "in" at token i stands behind words for where somebody lives or keeps
// a car: "we're over in", "I've been in", "it stays in", "renting a room in", "with my mom in".
func (r *reader) dwellsAt(i int) bool {
	if !r.is(i, "in", "en") {
		return false
	}
	k := r.skipBackAmong(i, "beside a home")
	if r.isKin(k-1) && r.among(k-2, "whose policy") && r.is(k-3, "with", "con") {
		k = r.skipBackAmong(k-3, "beside a home")
	}
	switch {
	case r.is(k-1, "i'm", "im", "we're", "i've", "we've", "estoy", "estamos"):
		return true
	case r.is(k-1, "am", "are", "been"):
		return r.is(k-2, "i", "we", "i've", "we've", "ive", "have")
	case r.among(k-1, "homes"):
		return !r.among(k-2, "no home of today") && (noun(r.at(k-2)) == r.at(k-2) || r.is(k-2, "it's", "that's"))
	}
	return r.among(k-1, "dwells")
}

func (r *reader) skipBackAmong(i int, set string) int {
	for n := 0; n < 4 && r.among(i-1, set); n++ {
		i--
	}
	return i
}

// isOfOthers reports whether somebody else than the writer is who lives, of which the word stands at
// token i: "my parents live", "she lives", but not "my wife and I live".
func (r *reader) isOfOthers(i int) bool {
	for k := i; k >= max(r.sentence(i).i, i-5); k-- {
		switch {
		case r.among(k, "i or we"):
			return false
		case r.namesInsurer(span{k, k + 1}):
			return true // "Travelers is based in Hartford"
		case r.isOtherDriver(k):
			return true
		case r.is(k, "he", "she", "they", "he's", "she's", "they're"), r.isKin(k), plurals[r.at(k)] != "":
			beside := r.is(k-2, "with", "con") || r.is(k-2, "and", "&", "y") && r.is(k-3, "me", "i", "myself", "yo")
			return !beside || r.is(k, "he", "she")
		}
	}
	return false
}

// isOtherDriver reports whether token i is the given name of a driver whom we know and who is not insured.
func (r *reader) isOtherDriver(i int) bool {
	return slices.ContainsFunc(r.in.Known.Drivers, func(d quote.Driver) bool {
		return d.Relationship != quote.Insured && d.GivenName != "" && fold(d.GivenName) == noun(r.at(i))
	})
}

// homeNamed reads a town that is named as a home without "in": "home is Napa", "calling Vacaville
// home", "Hello from Astoria!", "Out of Tillamook."
func (r *reader) homeNamed(i int) (address, bool) {
	j := i + 1
	switch {
	case r.is(i, "home", "home's"):
		j = r.skip(r.skip(r.skip(j, "is", "has"), "been"), "now", "in")
		if j == i+1 && !r.is(i, "home's") {
			return address{}, false
		}
	case r.is(i, "calling", "call", "town's", "city's"):
	case r.is(i, "from") && r.is(i-1, "commute", "commuting"):
	case r.is(i, "from") && r.is(i-1, "hello", "hi", "hey", "greetings", "writing", "emailing", "saludos", "hola"):
	case r.is(i, "from") && !r.namesInsurer(span{j, j + 1}) && (r.isFromPart(i-1) || r.is(i-1, ",") && r.kind(i-2) == digits):
	case r.is(i, "out") && r.is(i+1, "of") && r.clause(i).i == i:
		j++
	default:
		return address{}, false
	}
	a := r.townAfter(address{span: span{j, j}})
	if a.city.empty() {
		a.city = r.townAlone(j)
		a.j = max(a.j, a.city.j)
	}
	ends := !a.zip.empty() || r.breaks(a.j) || r.is(a.j, ".", "!") || r.among(a.j, "behind a town") || a.j >= r.sentence(j).j
	switch {
	case r.is(i, "calling", "call"):
		ends = r.is(a.j, "home")
	case r.is(i-1, "commute", "commuting"):
		ends = ends || r.is(a.j, "to", "into")
	}
	a.i = j
	return a, !a.city.empty() && a.city.i == j && ends && r.namesTown(a.city)
}

// namesTown tells the name of a town from that of a county, of a month and of a person.
func (r *reader) namesTown(s span) bool {
	short := r.is(s.i, "st", "ft", "mt", "la", "el")
	if !r.capital(s.i) || r.kind(s.j) == digits && !r.zipAt(s.j) && r.glued(s.j+1) || !short && !r.mayBeTown(s.i) || r.is(s.j-1, "county", "area") || r.is(s.j, "county", "area") {
		return false
	}
	return !r.isKin(s.i) && !r.isFromPart(s.i) && !r.among(s.i, "no town")
}

// townUpTo reads a town that stands before token end, with nothing between but marks and words of the
// set; plain is whether these are marks alone.
func (r *reader) townUpTo(end int, between string) (town span, plain bool) {
	j := end
	plain = true
	for n := 0; n < 6 && r.among(j-1, between); n++ {
		j--
		plain = plain && (r.kind(j) == mark || r.is(j, "at", "on", "en"))
	}
	i := j
	for i > 0 && j-i < 3 && r.kind(i-1) == word && r.capital(i-1) && (!stopWord(r.at(i-1)) || r.is(i-1, "city") && r.capital(i-2)) && r.free(span{i - 1, i}) && r.row(i-1) == r.row(j-1) {
		i--
	}
	if j == end || i == j || !r.cased || !r.namesTown(span{i, j}) || !r.together(i, end) {
		return span{}, false
	}
	return span{i, j}, plain
}

// townBefore reads a town that stands before its street: "Visalia, 2415 W Tulare Ave, 93277",
// "I'm staying in Ashland at 95 Oak St", "with us in Tualatin (8900 SW Elm St)".
func (r *reader) townBefore(a address) span {
	town, plain := r.townUpTo(a.i, "between town and street")
	i := town.i
	switch {
	case town.empty():
		return r.townUncased(a.i)
	case r.among(i-2, "no home there"):
		return span{}
	case !plain:
		plain = r.dwellsAt(i - 1)
	case r.is(i-1, "in", "en", ":", "been"), r.is(i-1, "is") && r.among(i-2, "homes"), r.is(i-1, "is") && r.is(i-2, "address"), r.is(i-1, ",") && r.is(i-2, "area"):
	default:
		plain = town.j-i == 1 && r.sentence(i).i == i && r.is(town.j, ",")
	}
	if !plain {
		return span{}
	}
	return town
}

// townUncased reads a town without a capital between words for where the writer lives and the street at
// token end: "i live in eugene at 1860 Alder St".
func (r *reader) townUncased(end int) span {
	j := end
	for n := 0; n < 2 && r.is(j-1, "at", "on", ","); n++ {
		j--
	}
	for i := j - 1; j < end && i > 0 && i >= j-2 && r.row(i) == r.row(j); i-- {
		if r.kind(i) != word || r.capital(i) || stopWord(r.at(i)) || !r.mayBeTown(i) || r.among(i, "no town") || r.among(i, "part of a house") || r.among(i, "homes") || r.among(i, "a place") || r.among(i, "no town but a kind of home") {
			return span{}
		}
		if r.dwellsAt(i-1) && !r.isOfOthers(i-2) {
			return span{i, j}
		}
	}
	return span{}
}

// townBeforeZIP reads a town that stands before the ZIP code at token i: "Elk Grove to be exact
// (95624)", "in the Bay Area, Hayward, zip code 94541".
func (r *reader) townBeforeZIP(i int) span {
	town, plain := r.townUpTo(i, "between town and zip")
	before := r.is(town.i-1, "in", "en", "from", "near", "to")
	if town.empty() || r.among(town.i-2, "no home there") || !before && (plain || !r.breaks(town.i-1) && r.sentence(town.i).i != town.i) {
		return span{}
	}
	return town
}

// isMovedTo reports whether "to" at token i is where somebody moved: "we moved from Reno to Medford",
// "I moved over here to Bend".
func (r *reader) isMovedTo(i int) bool {
	_, left := r.before("old place", max(0, i-6), i)
	return left || r.is(r.skipBackAmong(i, "beside a home")-1, "moved", "relocated")
}

// isOfSeller reports whether a dealer by the name of a make stands before token i: "bought at Roseburg
// Toyota, 1234 Garden Valley Blvd".
func (r *reader) isOfSeller(i int) bool {
	_, _, made := r.makeAt(i - 2)
	return made && r.is(i-1, ",", "at", "(", "-") && r.capital(i-2)
}

// townBehindName reads a town and its state that end a sentence without capitals which else has
// nothing but the author's name, by their header: "darlene hobbs medford oregon".
func (r *reader) townBehindName(i int) (address, bool) {
	from := r.body(r.lines[r.lineOf(i)]).i
	from = max(from, r.sentence(i).i)
	if r.capital(i) || !r.mayBeTown(i) || stopWord(r.at(i)) || i == from || r.isFromPart(i) {
		return address{}, false
	}
	for k := from; k < i; k++ {
		if !r.isFromPart(k) && !(r.is(k, ",", "-", "in", "from") && k == i-1) {
			return address{}, false
		}
	}
	a := r.townAfter(address{span: span{i, i}})
	ends := r.sentence(i).j <= a.j || r.sentence(i).j == a.j+1 && r.is(a.j, ".", "!", ",")
	return a, ends && a.city.i == i && !a.city.empty() && !a.state.empty()
}
