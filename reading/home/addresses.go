// Package home reads where the author lives and how to reach the author, and takes private numbers.
package home

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadAddresses reads where the vehicles are garaged: the place that is said to
// be, else the only one that is no PO box, mailing address or former home. Two
// that compete are both claimed, and so come out as a conflict.
func ReadAddresses(r *Home) {
	var garaged, others []find.Address
	FindAddresses(r, func(a int) (find.Address, bool) { return town(r, a) })
	slices.SortFunc(r.addresses, func(a, b find.Address) int { return a.I - b.I })
	for k, a := range r.addresses {
		if !a.Street.Empty() && a.City.Empty() {
			r.addresses[k].City = townBefore(r.Sheet, a)
		}
	}
	for k, a := range r.addresses {
		if a.Box || r.Quiet[a.I] || isFormer(r.Text, a) || isForeign(r.Sheet, a) || hasLeft(r.Sheet, a) {
			continue
		}
		a = inSameTown(r, a, k)
		if r.Named("garaged", a.I, 8) && !isAtSchool(r.Text, a) {
			garaged = append(garaged, a)
		} else {
			others = append(others, a)
		}
	}
	garaged, others = withoutElsewhere(r.Sheet, garaged), withoutElsewhere(r.Sheet, others)
	others = withoutOthersHomes(r.Sheet, corrected(r.Text, others), garaged)
	if next, moves := nextHome(r.Text, slices.Concat(garaged, others)); moves {
		garaged = []find.Address{next}
	} else if len(garaged) == 0 {
		garaged = others
	} else if len(garaged) == 1 {
		garaged = append(garaged, slices.DeleteFunc(others, func(a find.Address) bool {
			below := garaged[0].City.Empty() && garaged[0].J < a.I && a.I < garaged[0].J+9 // "City / State / ZIP: Bend / OR / 97701"
			ours := garaged[0].Street.Empty() && garaged[0].ZIP.Empty() && !garaged[0].City.Empty() && a.City.Empty() && !a.ZIP.Empty()
			return !ours && (!a.Street.Empty() || !a.City.Empty() && !below || garaged[0].Street.Empty()) // "Parked at 9 Elm Ave, Bend. Zip 97701."
		})...)
	}
	garaged = merged(r.Sheet, garaged)
	for _, a := range garaged {
		sayAddress(r.Sheet, a)
	}
}

// withoutOthersHomes leaves out of places where somebody else lives, if a street of the author's
// own is known, or among them or those where the cars are: "My son lives at 12 Elm St, I live at 9
// Oak Ave".
func withoutOthersHomes(r *claims.Sheet, all, garaged []find.Address) []find.Address {
	ours := slices.DeleteFunc(slices.Clone(all), func(a find.Address) bool { return isHomeOfOthers(r, a) || isAtSchool(r.Text, a) })
	if r.Mail.Known.GaragingAddress.Street != "" || slices.ContainsFunc(slices.Concat(garaged, ours), func(a find.Address) bool { return !a.Street.Empty() }) {
		return ours
	}
	return all
}

// isAtSchool reports whether a is where somebody else is at school: "kept on campus at 9 Oak Ave",
// "he's in a dorm at".
func isAtSchool(r *find.Text, a find.Address) bool {
	school := false
	for k := max(r.Sentence(a.I).I, a.I-12); k < a.I; k++ {
		if r.Is(k, "i", "i'm", "we", "we're") {
			return false
		}
		school = school || a.I-k <= 6 && r.Among(k, "of a school")
	}
	return school && !a.Street.Empty()
}

// isHomeOfOthers reports whether a is a street at which somebody else is said to live.
func isHomeOfOthers(r *claims.Sheet, a find.Address) bool {
	k := a.I - 1
	for r.Is(k, "at", "on", "in", "now", "over", "en", "el", "la") {
		k--
	}
	return !a.Street.Empty() && k < a.I-1 && r.Is(k, "live", "lives", "living", "stays", "staying", "resides", "vive", "viven") && isOfOthers(r, k-1)
}

// corrected leaves of places that we had noted, and that the author says are right, what they do
// not say otherwise themselves: "All the rest is right. The zip is 97603."
func corrected(r *find.Text, all []find.Address) []find.Address {
	var said struct{ street, city, state, zip bool }
	for _, a := range all {
		if !r.Quoted[a.I] {
			said.street = said.street || !a.Street.Empty()
			said.city = said.city || !a.City.Empty()
			said.state = said.state || a.Code != ""
			said.zip = said.zip || !a.ZIP.Empty()
		}
	}
	var kept []find.Address
	for _, a := range all {
		if r.Quoted[a.I] {
			if said.street {
				continue
			}
			if said.city {
				a.City = text.Span{}
			}
			if said.state {
				a.State, a.Code = text.Span{}, ""
			}
			if said.zip {
				a.ZIP = text.Span{}
			}
		}
		kept = append(kept, a)
	}
	return kept
}

// merged leaves of places those with a street, where there are any with a town; the only
// one takes what it lacks from the others, where they say nothing else: "12 Oak Street in
// Medford. The zip is 97501", "I'm in Medford, at 12 Oak Street, 97501".
func merged(r *claims.Sheet, all []find.Address) []find.Address {
	streets := slices.DeleteFunc(slices.Clone(all), func(a find.Address) bool { return a.Street.Empty() })
	if len(streets) == 1 {
		whole := &streets[0]
		for _, a := range all {
			if fits(r, a, *whole) {
				whole.City, whole.State, whole.ZIP = either(whole.City, a.City), either(whole.State, a.State), either(whole.ZIP, a.ZIP)
				whole.Code = cmp.Or(whole.Code, a.Code)
			}
		}
	}
	if slices.ContainsFunc(streets, func(a find.Address) bool { return !a.City.Empty() }) {
		return streets
	}
	return all
}

func either(s, or text.Span) text.Span {
	if s.Empty() {
		return or
	}
	return s
}

// fits reports whether a, which has no street, can be a part of where b is: it has only
// what b lacks, or the same, and is in the same state.
func fits(r *claims.Sheet, a, b find.Address) bool {
	return a.Street.Empty() && cmp.Or(stateOf(r, a), stateOf(r, b)) == cmp.Or(stateOf(r, b), stateOf(r, a)) &&
		(a.City.Empty() || b.City.Empty()) && (a.ZIP.Empty() || b.ZIP.Empty())
}

// stateOf returns the state of a place, by its name or its ZIP code, or "".
func stateOf(r *claims.Sheet, a find.Address) string {
	code, _ := quote.StateOfZIP(find.Written(r.Text, a.ZIP))
	return cmp.Or(a.Code, code)
}

// mostAddresses bounds the places of one mail.
const mostAddresses = 32

// FindAddresses finds places and takes their words.
func FindAddresses(r *Home, read func(int) (find.Address, bool)) {
	for i := 0; i < len(r.Tokens) && len(r.addresses) < mostAddresses; i++ {
		if r.Taken[i] {
			continue
		}
		if a, ok := read(i); ok && r.Free(a.Span) {
			r.Take(a.Span)
			r.addresses = append(r.addresses, a)
			i = max(i, a.J-1)
		}
	}
}

// isFormer reports whether a is where somebody lived, or gets mail.
func isFormer(r *find.Text, a find.Address) bool {
	if r.Is(a.I-1, "not") {
		return true // "97405 not 97401"
	}
	if r.Is(a.J, "antes", "before", "previously", "formerly") {
		return true // "509 Cherry Ave, Yakima antes, pero ahora vivo en …"
	}
	from := max(r.Sentence(a.I).I, a.I-8)
	old, was := r.Before("old place", from, a.I)
	now, is := r.Before("new place", from, a.I)
	nearer := now.J <= old.I && r.Is(old.I, "old", "previous", "former", "prior", "last") // "I'm at … now, the old address was"
	return was && (!is || nearer || old.J >= now.J && old.I < now.I)
}

// isForeign reports whether a is of somebody or something else.
func isForeign(r *claims.Sheet, a find.Address) bool {
	dwells := dwellsAt(r, a.I-1) || r.EndsAt("dwells in", a.I) < a.I
	return r.Named("not garaged", a.I, 6) && !dwells || isOfSeller(r, a.I) || r.Is(a.I-1, "at") && find.IsKin(r.Text, a.I-2) && !r.Is(a.I-4, "with") && !listsWriter(r, a.I-2) || a.Street.Empty() && garage.OutsiderSpeaks(r, r.Sentence(a.I), a.I)
}

// listsWriter reports whether the list of people that ends with token i has the writer in it: "me,
// my wife and our son".
func listsWriter(r *claims.Sheet, i int) bool {
	for k := i; k >= max(r.Sentence(i).I, i-claims.MostEntries); k-- {
		switch {
		case r.Is(k, "me", "myself", "i", "us", "yo", "mi"):
			return true
		case !find.IsKin(r.Text, k) && !who.Owners.Has(r.At(k)) && !who.Descriptions.Has(r.At(k)) && !r.Capital(k) && !r.Is(k, ",", "and", "&", "+", "y", "plus"):
			return false
		}
	}
	return false
}

func sayAddress(r *claims.Sheet, a find.Address) {
	if !a.Street.Empty() {
		street := StreetCase(find.Written(r.Text, a.Street))
		if number, name, of := strings.Cut(street, " de "); of && r.Is(a.Street.I+1, "de") {
			street = number + " " + strings.TrimPrefix(name, "la ")
		}
		r.Say(claims.Application, "garaging_address.street", street, a.Street)
	}
	if !a.City.Empty() {
		r.Say(claims.Application, "garaging_address.city", townCase(r.Words(a.City)), a.City)
	}
	if a.Code != "" {
		r.Say(claims.Application, "garaging_address.state", a.Code, a.State)
	}
	if !a.ZIP.Empty() {
		zip := find.Written(r.Text, a.ZIP)
		r.Say(claims.Application, "garaging_address.zip", zip, a.ZIP)
		if code, ok := quote.StateOfZIP(zip); ok && a.Code == "" {
			r.Infer(claims.Application, "garaging_address.state", code, a.ZIP)
		}
	}
}

// town reads a place without a street: "live in Gresham OR 97030", "Beverly
// Hills 90210", "97205", "I'm in Oakland, CA".
func town(r *Home, i int) (find.Address, bool) {
	if find.ZIPAt(r.Text, i) {
		return bareZIP(r.Sheet, i)
	}
	if a, ok := homeNamed(r.Sheet, i); ok {
		return a, true
	}
	if j := r.StartsAt("lives in", i); j > i {
		return homeTown(r.Sheet, i, j)
	}
	if r.Is(i, "to", "a") && r.Capital(i+1) && isMovedTo(r.Text, i) {
		return homeTown(r.Sheet, i, i+1) // "we moved from Reno to Medford"
	}
	if a, ok := townItem(r.Sheet, i); ok {
		return a, true
	}
	if a, ok := townBehindName(r.Sheet, i); ok {
		return a, true
	}
	if !r.Capital(i) || !r.Cased && (r.Capital(i-1) || i > 0 && !r.Breaks(i-1) && r.Row(i-1) == r.Row(i)) || r.Kind(i) != text.Word || text.StopWord(r.At(i)) && !(find.MayBeArticle(r.Text, i) || r.Is(i, "los", "las", "el", "la") && r.Capital(i+1)) || find.IsNamePart(r.Text, i-1, true) && r.Capital(i-1) && !r.Is(i-1, "zip") && r.Row(i-1) == r.Row(i) {
		return find.Address{}, false
	}
	if r.Has(text.Between(i, i+1), "license words") {
		return find.Address{}, false // "DL OR 4821973"
	}
	if n, ok := find.NameAt(r.Text, i, 3); ok && (who.IsFrom(r.Sheet, n) || r.IsGiven(i) >= 0) {
		return find.Address{}, false // "Ann Lee, 97205"
	}
	if r.Is(i-1, "new") && r.Capital(i-1) && r.Cased && r.Row(i-1) == r.Row(i) {
		i-- // "…, New London, WI"
	}
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(i, i)})
	if a.I = i; r.StartsAt("license words", a.J) > a.J && a.ZIP.Empty() {
		return a, false // "Doug CA license C9021447"
	}
	for k := a.City.I; k < a.City.J; k++ {
		if !r.Capital(k) && r.Kind(k) != text.Mark {
			return a, false
		}
	}
	whole := r.Clause(i) == text.Between(i, a.J) // "…, Reno Nevada, …"
	if r.Is(a.City.J-1, "county") {
		a.City = text.Span{}
		return a, !a.State.Empty() // "Jefferson County, Oregon"
	}
	return a, !a.City.Empty() && (r.Cased || !a.ZIP.Empty()) && (whole || !a.ZIP.Empty() || r.Is(a.City.J, ",") || len(r.At(a.State.I)) == 2)
}

// townItem reads a town and its state by themselves as an item of a mail without capitals, "- yuba
// city california", or with their ZIP code as a clause: "2015 jetta, yuba city california 95991."
func townItem(r *claims.Sheet, i int) (find.Address, bool) {
	l := r.Lines[r.LineOf(i)]
	if r.Clause(i).I == i && !r.Cased && !r.Capital(i) && mayBeTown(r, i) && !text.StopWord(r.At(i)) {
		a := find.TownAfter(r.Text, find.Address{Span: text.Between(i, i)})
		of, _ := quote.StateOfZIP(find.Written(r.Text, a.ZIP))
		if r.EndsClause(a.J) && a.City.I == i && !a.City.Empty() && !a.ZIP.Empty() && of == a.Code {
			return a, true
		}
	}
	if r.Cased || r.Capital(i) || !r.IsItem(l) || r.Body(l).I != i || l.J-i > 6 || !mayBeTown(r, i) || text.StopWord(r.At(i)) {
		return find.Address{}, false
	}
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(i, i)})
	last := a.J >= l.J || a.J == l.J-1 && r.Is(a.J, ".", ",")
	return a, last && a.City.I == i && !a.City.Empty() && !a.State.Empty() && !r.Has(a.City, "record words", "licensed")
}

// homeTown reads the town behind "live in" and the like, which start at token i and end at j.
func homeTown(r *claims.Sheet, i, j int) (find.Address, bool) {
	if find.ZIPAt(r.Text, j) {
		return bareZIP(r, j)
	}
	a, dwells := find.TownAfter(r.Text, find.Address{Span: text.Between(j, j)}), r.Has(text.Between(i, i+1), "dwells in") || dwellsAt(r, j-1) || j == i+1 && r.Is(i, "to", "a")
	if dwells && isOfOthers(r, j-1) {
		return a, false // "my parents live in Ashland"
	}
	code, end, inState := find.StateAt(r.Text, j)
	switch {
	case dwells && inState && a.State.Empty() && a.ZIP.Empty():
		a.State, a.Code, a.J = text.Between(j, end), code, end // "we live in Oregon now, at …"
	case a.State.Empty() && a.ZIP.Empty() && (dwells || r.Is(i, "in") && who.IsFromPart(r, i-1)):
		if a.City = find.TownAlone(r.Text, j); !a.City.Empty() && !namesTown(r, a.City) {
			return a, false
		}
		a.J = a.City.J
	case a.City.Empty() && !a.ZIP.Empty() && dwells && !find.TownAlone(r.Text, j).Empty():
		a.City = find.TownAlone(r.Text, j) // "in Oakland near the lake, 94610"
	case a.City.Empty() && a.ZIP.Empty() && !dwells:
		return a, false // "from Texas"
	case a.City.Empty() && !a.ZIP.Empty() && r.Has(text.Between(j, a.ZIP.I), "lives in"):
		return a, false // "in an apartment in Milpitas, 95035"
	}
	a.I = j
	return a, a.J > j
}

// bareZIP reads a ZIP code that stands alone or behind the writer's name, or with its town
// behind it.
func bareZIP(r *claims.Sheet, i int) (find.Address, bool) {
	a := find.Address{Span: text.Between(i, i)}
	a = find.ZIPAfter(r.Text, a)
	if !isBareZIP(r, i, a.J) {
		return a, false
	}
	k := r.Skip(r.Skip(r.SkipPast(a.J, ",", "in", "en", "(", "aqui", "here", "that's", "thats", "which", "is", "it's"), "es"), "city")
	end := k
	for end < k+3 && r.Kind(end) == text.Word && !text.StopWord(r.At(end)) && (r.Gap(end) || r.Is(end-1, "(")) && (r.Capital(end) || !r.Cased) {
		end++
	}
	if end > k && (end >= r.Sentence(i).J-1 || r.Is(end, ",", ".", ")")) && mayBeTown(r, k) && r.Row(k) == r.Row(i) {
		a.City, a.J = text.Between(k, end), end
	} else {
		a.City = townBeforeZIP(r, i)
	}
	return a, true
}

// isBareZIP reports whether a ZIP code is meant by token i, whose last part ends at end, though
// no address is around it.
func isBareZIP(r *claims.Sheet, i, end int) bool {
	if r.Named("zip", i, 4) {
		return true
	}
	if strings.HasSuffix(r.At(i), "000") {
		return false // thousands without a label are miles
	}
	ends := r.Breaks(end) || r.Is(end, ".") || end >= r.Sentence(i).J
	return r.Named("lives in", i, 5) || standsAlone(r.Text, i) || who.IsFromPart(r, i-1) && ends // "Ann Lee 97205."
}

func standsAlone(r *find.Text, i int) bool {
	return r.Breaks(i-1) || r.Sentence(i).I == i || r.Body(r.Lines[r.LineOf(i)]).I == i ||
		r.Is(i-1, "in", ".", "@", "near", "from", "#", "it's", "is", "its", "es")
}

// mayBeTown reports whether the name of a town may start at token i.
func mayBeTown(r *claims.Sheet, i int) bool {
	return len(r.At(i)) > 2 && find.Months.Get()[r.At(i)] == 0 && !find.NamesCar(r.Text, i)
}

// townCase writes a town that is all lower or all upper case the usual way; its first
// word has a capital, whatever it is.
func townCase(s string) string {
	s = find.NameCase(s)
	return strings.ToUpper(s[:1]) + s[1:]
}

// StreetCase writes a street that is all lower or all upper case the usual way.
func StreetCase(s string) string {
	s = strings.TrimRight(s, ".,")
	if s != strings.ToLower(s) && s != strings.ToUpper(s) {
		return s
	}
	words := strings.Fields(strings.ToLower(s))
	for i, w := range words {
		switch bare := strings.Trim(w, ".,"); {
		case find.Directions.Has(bare) && len(bare) < 3:
			words[i] = strings.ToUpper(w)
		case bare != "" && (bare[0] < '0' || bare[0] > '9'):
			words[i] = find.NameCase(w)
		case len(bare) == 2 && bare[1] > '9': // unit 4b
			words[i] = strings.ToUpper(w)
		}
	}
	return strings.Join(words, " ")
}

// Home is where the author lives, and how to reach them.
type Home struct {
	*who.Party
	addresses []find.Address
	Pii       []string
	licenses  []text.Span
	phones    []phone
}
