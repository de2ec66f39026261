package home

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// A town is often named apart from its street and its ZIP code: "I've been in Ashland for years,
// at 540 Oak St", "Emeryville (zip 94608)", "home is Napa".

// dwellsAt reports whether "in" at token i stands behind words for where somebody lives or keeps
// a car: "we're over in", "I've been in", "it stays in", "renting a room in", "with my mom in".
func dwellsAt(r *claims.Sheet, i int) bool {
	if !r.Is(i, "in", "en") {
		return false
	}
	k := skipBackAmong(r.Text, i, "beside a home")
	if find.IsKin(r.Text, k-1) && r.Among(k-2, "whose policy") && r.Is(k-3, "with", "con") {
		k = skipBackAmong(r.Text, k-3, "beside a home")
	}
	switch {
	case r.Is(k-1, "i'm", "im", "we're", "i've", "we've", "estoy", "estamos"):
		return true
	case r.Is(k-1, "am", "are", "been"):
		return r.Is(k-2, "i", "we", "i've", "we've", "ive", "have")
	case r.Among(k-1, "homes"):
		return !r.Among(k-2, "no home of today") && (text.Noun(r.At(k-2)) == r.At(k-2) || r.Is(k-2, "it's", "that's"))
	}
	return r.Among(k-1, "dwells")
}

func skipBackAmong(r *find.Text, i int, set string) int {
	for n := 0; n < 4 && r.Among(i-1, set); n++ {
		i--
	}
	return i
}

// isOfOthers reports whether somebody else than the writer is who lives, of which the word stands
// at token i: "my parents live", "she lives", but not "my wife and I live".
func isOfOthers(r *claims.Sheet, i int) bool {
	for k := i; k >= max(r.Sentence(i).I, i-5); k-- {
		switch {
		case r.Among(k, "i or we"):
			return false
		case find.NamesInsurer(r.Text, text.Between(k, k+1)):
			return true // "Travelers is based in Hartford"
		case isOtherDriver(r, k):
			return true
		case r.Is(k, "he", "she", "they", "he's", "she's", "they're"), find.IsKin(r.Text, k), find.Table("relatives")[r.At(k)] != "":
			beside := r.Is(k-2, "with", "con") || r.Is(k-2, "and", "&", "y") && r.Is(k-3, "me", "i", "myself", "yo")
			return !beside || r.Is(k, "he", "she")
		}
	}
	return false
}

// isOtherDriver reports whether token i is the given name of a known driver who is not insured.
func isOtherDriver(r *claims.Sheet, i int) bool {
	return slices.ContainsFunc(r.Mail.Known.Drivers, func(d quote.Driver) bool {
		return d.Relationship != quote.Insured && d.GivenName != "" && text.Fold(d.GivenName) == text.Noun(r.At(i))
	})
}

// homeNamed reads a town that is named as a home without "in": "home is Napa", "calling Vacaville
// home", "Hello from Astoria!", "Out of Tillamook."
func homeNamed(r *claims.Sheet, i int) (find.Address, bool) {
	j := i + 1
	switch {
	case r.Is(i, "home", "home's"):
		j = r.Skip(r.Skip(r.Skip(j, "is", "has"), "been"), "now", "in")
		if j == i+1 && !r.Is(i, "home's") {
			return find.Address{}, false
		}
	case r.Is(i, "calling", "call", "town's", "city's"):
	case r.Is(i, "from") && r.Is(i-1, "commute", "commuting"):
	case r.Is(i, "from") && r.Is(i-1, "hello", "hi", "hey", "greetings", "writing", "emailing", "saludos", "hola"):
	case r.Is(i, "from") && !find.NamesInsurer(r.Text, text.Between(j, j+1)) && (who.IsFromPart(r, i-1) || r.Is(i-1, ",") && r.Kind(i-2) == text.Digits):
	case r.Is(i, "out") && r.Is(i+1, "of") && r.Clause(i).I == i:
		j++
	default:
		return find.Address{}, false
	}
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(j, j)})
	if a.City.Empty() {
		a.City = find.TownAlone(r.Text, j)
		a.J = max(a.J, a.City.J)
	}
	ends := !a.ZIP.Empty() || r.Breaks(a.J) || r.Is(a.J, ".", "!") || r.Among(a.J, "behind a town") || a.J >= r.Sentence(j).J
	switch {
	case r.Is(i, "calling", "call"):
		ends = r.Is(a.J, "home")
	case r.Is(i-1, "commute", "commuting"):
		ends = ends || r.Is(a.J, "to", "into")
	}
	a.I = j
	return a, !a.City.Empty() && a.City.I == j && ends && namesTown(r, a.City)
}

// namesTown tells the name of a town from that of a county, of a month and of a person.
func namesTown(r *claims.Sheet, s text.Span) bool {
	short := r.Is(s.I, "st", "ft", "mt", "la", "el")
	if !r.Capital(s.I) || r.Kind(s.J) == text.Digits && !find.ZIPAt(r.Text, s.J) && r.Glued(s.J+1) || !short && !mayBeTown(r, s.I) || r.Is(s.J-1, "county", "area") || r.Is(s.J, "county", "area") {
		return false
	}
	return !find.IsKin(r.Text, s.I) && !who.IsFromPart(r, s.I) && !r.Among(s.I, "no town")
}

// townUpTo reads a town that stands before token end, with nothing between but marks and words of
// the set; plain is whether these are marks alone.
func townUpTo(r *claims.Sheet, end int, between string) (town text.Span, plain bool) {
	j := end
	plain = true
	for n := 0; n < 6 && r.Among(j-1, between); n++ {
		j--
		plain = plain && (r.Kind(j) == text.Mark || r.Is(j, "at", "on", "en"))
	}
	i := j
	for i > 0 && j-i < 3 && r.Kind(i-1) == text.Word && r.Capital(i-1) && (!text.StopWord(r.At(i-1)) || r.Is(i-1, "city") && r.Capital(i-2)) && r.Free(text.Between(i-1, i)) && r.Row(i-1) == r.Row(j-1) {
		i--
	}
	if j == end || i == j || !r.Cased || !namesTown(r, text.Between(i, j)) || !r.Together(i, end) {
		return text.Span{}, false
	}
	return text.Between(i, j), plain
}

// townBefore reads a town that stands before its street: "Visalia, 2415 W Tulare Ave, 93277",
// "I'm staying in Ashland at 95 Oak St", "with us in Tualatin (8900 SW Elm St)".
func townBefore(r *claims.Sheet, a find.Address) text.Span {
	town, plain := townUpTo(r, a.I, "between town and street")
	i := town.I
	switch {
	case town.Empty():
		return townUncased(r, a.I)
	case r.Among(i-2, "no home there"):
		return text.Span{}
	case !plain:
		plain = dwellsAt(r, i-1)
	case r.Is(i-1, "in", "en", ":", "been"), r.Is(i-1, "is") && r.Among(i-2, "homes"), r.Is(i-1, "is") && r.Is(i-2, "address"), r.Is(i-1, ",") && r.Is(i-2, "area"):
	default:
		plain = town.J-i == 1 && r.Sentence(i).I == i && r.Is(town.J, ",")
	}
	if !plain {
		return text.Span{}
	}
	return town
}

// townUncased reads a town without a capital between words for where the writer lives and the
// street at token end: "i live in eugene at 1860 Alder St".
func townUncased(r *claims.Sheet, end int) text.Span {
	j := end
	for n := 0; n < 2 && r.Is(j-1, "at", "on", ","); n++ {
		j--
	}
	for i := j - 1; j < end && i > 0 && i >= j-2 && r.Row(i) == r.Row(j); i-- {
		if r.Kind(i) != text.Word || r.Capital(i) || text.StopWord(r.At(i)) || !mayBeTown(r, i) || r.Among(i, "no town") || r.Among(i, "part of a house") || r.Among(i, "homes") || r.Among(i, "a place") || r.Among(i, "no town but a kind of home") {
			return text.Span{}
		}
		if dwellsAt(r, i-1) && !isOfOthers(r, i-2) {
			return text.Between(i, j)
		}
	}
	return text.Span{}
}

// townBeforeZIP reads a town that stands before the ZIP code at token i: "Elk Grove to be exact
// (95624)", "in the Bay Area, Hayward, zip code 94541".
func townBeforeZIP(r *claims.Sheet, i int) text.Span {
	town, plain := townUpTo(r, i, "between town and zip")
	before := r.Is(town.I-1, "in", "en", "from", "near", "to")
	if town.Empty() || r.Among(town.I-2, "no home there") || !before && (plain || !r.Breaks(town.I-1) && r.Sentence(town.I).I != town.I) {
		return text.Span{}
	}
	return town
}

// isMovedTo reports whether "to" at token i is where somebody moved: "we moved from Reno to
// Medford", "I moved over here to Bend".
func isMovedTo(r *find.Text, i int) bool {
	_, left := r.Before("old place", max(0, i-6), i)
	return left || r.Is(skipBackAmong(r, i, "beside a home")-1, "moved", "relocated")
}

// isOfSeller reports whether a dealer by the name of a make stands before token i: "bought at
// Roseburg Toyota, 1234 Garden Valley Blvd".
func isOfSeller(r *claims.Sheet, i int) bool {
	_, _, made := find.MakeAt(r.Text, i-2)
	return made && r.Is(i-1, ",", "at", "(", "-") && r.Capital(i-2)
}

// townBehindName reads a town and its state that end a sentence without capitals which else has
// nothing but the author's name, by their header: "darlene hobbs medford oregon".
func townBehindName(r *claims.Sheet, i int) (find.Address, bool) {
	from := r.Body(r.Lines[r.LineOf(i)]).I
	from = max(from, r.Sentence(i).I)
	if r.Capital(i) || !mayBeTown(r, i) || text.StopWord(r.At(i)) || i == from || who.IsFromPart(r, i) {
		return find.Address{}, false
	}
	for k := from; k < i; k++ {
		if !who.IsFromPart(r, k) && !(r.Is(k, ",", "-", "in", "from") && k == i-1) {
			return find.Address{}, false
		}
	}
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(i, i)})
	ends := r.Sentence(i).J <= a.J || r.Sentence(i).J == a.J+1 && r.Is(a.J, ".", "!", ",")
	return a, ends && a.City.I == i && !a.City.Empty() && !a.State.Empty()
}

// hasLeft reports whether the mail says elsewhere that nobody lives on the street of a any
// longer: "we're not on Gilbert St anymore", "I left Gilbert St".
func hasLeft(r *claims.Sheet, a find.Address) bool {
	if a.Street.Empty() {
		return false
	}
	return slices.ContainsFunc(r.Cues["left a street"], func(c text.Span) bool {
		end := find.StreetEnd(r.Text, c.J)
		if end == 0 || r.Quiet[c.I] || r.Is(c.I, "not") && !r.Has(text.Between(end, min(r.Sentence(c.I).J, end+3)), "no more") {
			return false
		}
		return strings.Contains(text.Fold(r.Words(a.Street)), text.Fold(r.Words(text.Between(c.J, end))))
	})
}

// inSameTown completes a street, the k-th address, behind which "same town" or "same zip"
// stands, by one before it that has a town, or one behind.
func inSameTown(r *Home, a find.Address, k int) find.Address {
	c, ok := r.Cue("same town", text.Between(a.J, min(r.Sentence(a.J-1).J, a.J+4)))
	if !ok || a.Street.Empty() || !a.ZIP.Empty() {
		return a
	}
	for _, b := range slices.Concat(r.addresses[:k], r.addresses[k+1:]) {
		if b.City.Empty() || r.Quiet[b.I] || !a.City.Empty() && text.Fold(r.Words(a.City)) != text.Fold(r.Words(b.City)) {
			continue
		}
		a.City, a.State, a.Code = either(a.City, b.City), either(a.State, b.State), cmp.Or(a.Code, b.Code)
		for i := c.I; i < min(r.Sentence(c.I).J, c.J+3); i++ {
			if r.Is(i, "zip", "zipcode") {
				a.ZIP = b.ZIP
			}
		}
		return a
	}
	return a
}

// nextHome returns the place that somebody is moving to, where the mail says that cover is to
// begin with the move: "we're moving to 14 Pine St on December 10, that's when I need it".
func nextHome(r *find.Text, all []find.Address) (find.Address, bool) {
	for _, a := range all {
		_, moving := r.Before("is moving to", max(r.Sentence(a.I).I, a.I-4), a.I)
		s := r.Sentence(a.J - 1)
		if moving && !a.Street.Empty() && r.Has(text.Between(a.J, r.Sentence(s.J).J), "start with the move") {
			return a, true
		}
	}
	return find.Address{}, false
}

// withoutElsewhere leaves out of places, once it is known where the cars are kept, those that the
// mail names for something else: "My daughter lives in Reno, Nevada", "I work in Vancouver,
// Washington", "I moved here from 45 Oak Ave". Only plain words of a move or a correction change
// what we know.
func withoutElsewhere(r *claims.Sheet, all []find.Address) []find.Address {
	if known := r.Mail.Known.GaragingAddress; known == (quote.Address{}) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(a find.Address) bool { return !r.Quoted[a.I] && isNamedForElse(r, a) && !answersWhere(r, a) })
}

// answersWhere reports whether a stands in the answer to our question for where the cars are kept,
// whatever else that says: "1. same as where I work, 77 Cherry St".
func answersWhere(r *claims.Sheet, a find.Address) bool {
	n := r.ItemNumber(r.Lines[r.LineOf(a.I)])
	return n > 0 && n <= len(r.Mail.Asked) && strings.HasPrefix(r.Mail.Asked[n-1], "garaging_address")
}

// isNamedForElse reports whether the sentence that leads to a says that it is something else than a
// home of the author's.
func isNamedForElse(r *claims.Sheet, a find.Address) bool {
	s := r.Sentence(a.I)
	before := text.Between(max(s.I, a.I-20), a.I)
	if k := skipBackAmong(r.Text, a.I, "beside a home"); r.Is(k-1, "from", "de") && r.EndsAt("comes from", k) < k {
		return true // "We moved here from 45 Oak Ave"
	}
	behind := text.Between(a.J, min(s.J, a.J+20))
	if saysHome(r, before) {
		return false
	}
	atWork := r.Has(before, "workplace of") && !r.Has(behind, "day and night")
	return atWork || r.Has(before, "stays for a time") || isOfKin(r, before, behind) || isOfContact(r.Text, a)
}

// isOfContact reports whether a is where somebody is found in an emergency: the sentence says so,
// or a line by itself not far above.
func isOfContact(r *find.Text, a find.Address) bool {
	s := r.Sentence(a.I)
	if r.Has(text.Between(max(s.I, a.I-20), min(s.J, a.J+12)), "emergency contact") {
		return true
	}
	c, ok := r.Before("emergency contact", max(0, a.I-12), a.I)
	return ok && r.Is(c.J, ":") && r.Row(c.J+1) > r.Row(c.J) && r.Row(a.I)-r.Row(c.J) < 3
}

// saysHome reports whether s has words for where the author lives now, or moved.
func saysHome(r *claims.Sheet, s text.Span) bool {
	for k := s.I; k < s.J; k++ {
		home := r.StartsAt("says a home", k) > k && !find.IsKin(r.Text, k-1) && !r.Is(k-1, "his", "her", "their")
		moved := r.Is(k, "live", "living", "reside", "residing", "vivo", "vivimos", "move", "moved", "moving", "relocated", "relocating", "mude", "mudamos")
		if home || moved && !isOfOthers(r, k-1) {
			return true
		}
	}
	return false
}

// isOfKin reports whether s, which an address ends, says no more than where somebody else lives or
// is, and speaks neither of a car nor of the author, and what follows of no car and no move: "My
// daughter lives in", "our son's address is".
func isOfKin(r *claims.Sheet, s, behind text.Span) bool {
	said := false
	for k := s.I; k < s.J; k++ {
		switch own := r.Among(k, "i or we") && !r.Is(k, "our"); {
		case own, find.NamesCar(r.Text, k), r.Among(k, "a car"):
			return false
		case find.IsKin(r.Text, k), isOtherDriver(r, k), r.Is(k, "he", "she", "they", "he's", "she's", "they're"), find.Table("relatives")[r.At(k)] != "":
			said = said || dwellsBehind(r.Text, k, s.J)
		}
	}
	for k := behind.I; k < behind.J; k++ {
		carless := r.Is(k-1, "a") && r.Is(k-2, "without", "no")
		if find.NamesCar(r.Text, k) || r.Among(k, "a car") && !r.Is(k, "it", "that", "one") && !carless || r.Is(k, "moved", "moving") {
			return false
		}
	}
	return said
}

// dwellsBehind reports whether words for where somebody lives or is stand behind the word for them
// at token k, and lead up to the address at token end.
func dwellsBehind(r *find.Text, k, end int) bool {
	of := r.Is(k, "he's", "she's", "they're")
	for i := k + 1; i < min(end, k+6); i++ {
		if r.Among(i, "homes") || r.Is(i, "address") {
			return true // "my daughter's address is"
		}
		of = of || r.Is(i, "lives", "live", "lived", "living", "stays", "resides", "is", "are", "moved", "goes", "attends", "works", "vive", "viven")
	}
	return of && r.Is(end-1, "in", "at", "on", "to", "near", "en")
}
