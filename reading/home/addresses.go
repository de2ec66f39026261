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

// ReadAddresses reads where the vehicles are garaged: the place that the mail says, else the only
// place that is no PO box, mailing address or former home. Two such places become a conflict.
func ReadAddresses(r *Home) {
	var garaged, others []find.Address
	FindAddresses(r, func(a int) (find.Address, bool) { return town(r, a) })
	slices.SortFunc(r.addresses, func(a, b find.Address) int { return a.I - b.I })
	for _, a := range r.addresses {
		if a.Box || r.Quiet[a.I] || isFormer(r.Text, a) || isForeign(r.Sheet, a) || isOffice(r.Sheet, a) {
			continue
		}
		if r.Named("garaged", a.I, 8) && !isOfSchool(r.Text, a) {
			garaged = append(garaged, a)
		} else {
			others = append(others, a)
		}
	}
	garaged, others = withoutElsewhere(r.Sheet, garaged, others)
	if next, moves := nextHome(r.Text, slices.Concat(garaged, others)); moves {
		garaged = []find.Address{next}
	} else if len(garaged) == 0 {
		garaged = others
	} else if len(garaged) == 1 {
		garaged = append(garaged, slices.DeleteFunc(others, func(a find.Address) bool { return !fits(a, garaged[0]) })...)
	}
	for _, a := range merged(garaged) {
		sayAddress(r.Sheet, a)
	}
}

// withoutElsewhere leaves out the places that are no homes of the author, if the author's home is
// known or the mail states another street: "My son lives at 12 Elm St, I live at 9 Oak Ave".
func withoutElsewhere(r *claims.Sheet, garaged, others []find.Address) (kept, keptOthers []find.Address) {
	elsewhere := func(a find.Address) bool { return !r.Quoted[a.I] && isElsewhere(r, a) }
	kept, keptOthers = slices.DeleteFunc(slices.Clone(garaged), elsewhere), slices.DeleteFunc(slices.Clone(others), elsewhere)
	hasStreet := func(a find.Address) bool { return !a.Street.Empty() }
	if r.Mail.Known.GaragingAddress != (quote.Address{}) || slices.ContainsFunc(slices.Concat(kept, keptOthers), hasStreet) {
		return kept, keptOthers
	}
	return garaged, others
}

// merged leaves out the places without a street if a place has a street and a town. The only street
// takes the missing parts of places that fit: "12 Oak Street in Medford. The zip is 97501", "I'm in
// Medford, at 12 Oak Street, 97501".
func merged(all []find.Address) []find.Address {
	streets := slices.DeleteFunc(slices.Clone(all), func(a find.Address) bool { return a.Street.Empty() })
	if len(streets) == 1 {
		whole := &streets[0]
		for _, a := range all {
			if fits(a, *whole) {
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

// fits reports whether a, without a street, has only parts that b lacks, in the same state.
func fits(a, b find.Address) bool {
	return a.Street.Empty() && cmp.Or(a.Code, b.Code) == cmp.Or(b.Code, a.Code) &&
		(a.City.Empty() || b.City.Empty()) && (a.ZIP.Empty() || b.ZIP.Empty())
}

// mostAddresses bounds the places of one mail.
const mostAddresses = 32

// FindAddresses finds places and takes their words.
func FindAddresses(r *Home, read func(int) (find.Address, bool)) {
	for i := 0; i < len(r.Tokens) && len(r.addresses) < mostAddresses; i++ {
		if r.Taken[i] || r.Kind(i) == text.Mark {
			continue
		}
		if a, ok := read(i); ok && r.Free(a.Span) {
			r.Take(a.Span)
			r.addresses = append(r.addresses, a)
			i = max(i, a.J-1)
		}
	}
}

// isFormer reports whether a is a former home or a mailing address.
func isFormer(r *find.Text, a find.Address) bool {
	if r.Is(a.I-1, "not") || r.Is(a.J, "before", "formerly", "antes") {
		return true // "97405 not 97401"
	}
	from := max(r.Sentence(a.I).I, a.I-8)
	old, was := r.Before("old place", from, a.I)
	now, is := r.Before("new place", from, a.I)
	nearer := now.J <= old.I && r.Is(old.I, "old", "previous", "former", "prior", "last") // "I'm at … now, the old address was"
	return was && (!is || nearer || old.J >= now.J && old.I < now.I)
}

// isForeign reports whether a belongs to another person or to a business.
func isForeign(r *claims.Sheet, a find.Address) bool {
	dwells := dwellsAt(r, a.I-1) || r.EndsAt("dwells in", a.I) < a.I
	return r.Named("not garaged", a.I, 6) && !dwells || r.Is(a.I-1, "at") && find.IsKin(r.Text, a.I-2) && !r.Is(a.I-4, "with") || a.Street.Empty() && garage.OutsiderSpeaks(r, r.Sentence(a.I), a.I)
}

// isOffice reports whether a title or a business precedes a in a signature: "Sue Ott, CPA".
func isOffice(r *claims.Sheet, a find.Address) bool {
	k := r.LineOf(a.I)
	for first := max(k-3, 0); k > first && !r.Lines[k].First; {
		k--
	}
	for i := r.Lines[k].I; i < a.I && !a.Street.Empty(); i++ {
		if r.Capital(i) && r.Among(i, "office") && (r.Row(i) != r.Row(a.I) || r.IsTableMark(a.I-1)) {
			return !r.Is(a.I-1, ":") && !slices.Contains(r.Mail.Asked, "garaging_address.street")
		}
	}
	return false
}

func sayAddress(r *claims.Sheet, a find.Address) {
	if !a.Street.Empty() {
		street := StreetCase(r.Words(a.Street))
		if number, name, of := strings.Cut(street, " de "); of && r.Is(a.Street.I+1, "de") {
			street = number + " " + strings.TrimPrefix(name, "la ")
		}
		r.Say(claims.Application, "garaging_address.street", street, a.Street)
	}
	street := r.Kind(a.City.I-1) == text.Digits && find.Directions.Has(r.At(a.City.I)) && len(r.At(a.City.I)) < 3
	if !a.City.Empty() && !street { // not "8920 SE Ankeny Portland"
		r.Say(claims.Application, "garaging_address.city", townCase(r.Words(a.City)), a.City)
	}
	if a.Code != "" {
		r.Say(claims.Application, "garaging_address.state", a.Code, a.State)
	}
	if !a.ZIP.Empty() {
		zip := r.Words(a.ZIP)
		r.Say(claims.Application, "garaging_address.zip", zip, a.ZIP)
		if code, ok := quote.StateOfZIP(zip); ok && a.Code == "" {
			r.Infer(claims.Application, "garaging_address.state", code, a.ZIP)
		}
	}
}

// town reads a place without a street: "live in Gresham OR 97030", "97205", "I'm in Oakland, CA".
func town(r *Home, i int) (find.Address, bool) {
	if find.ZIPAt(r.Text, i) {
		return bareZIP(r.Sheet, i)
	}
	if j := r.StartsAt("lives in", i); j > i {
		return homeTown(r.Sheet, i, j)
	}
	if a, ok := townUncased(r.Sheet, i); ok {
		return a, true
	}
	if !r.Capital(i) || !r.Cased && (r.Capital(i-1) || i > 0 && !r.Breaks(i-1) && r.Row(i-1) == r.Row(i)) || r.Kind(i) != text.Word || r.IsStop(i) && !(find.MayBeArticle(r.Text, i) || r.Is(i, "los", "las", "el", "la") && r.Capital(i+1)) || find.IsNamePart(r.Text, i-1, true) && r.Capital(i-1) && !r.Is(i-1, "zip") && r.Row(i-1) == r.Row(i) {
		return find.Address{}, false
	}
	if r.Has(text.Between(i, i+1), "license words") {
		return find.Address{}, false // "DL OR 4821973"
	}
	if n, ok := find.NameAt(r.Text, i, 4); ok && (who.IsFrom(r.Sheet, n) || r.IsGiven(i) >= 0) {
		return find.Address{}, false // "Ann Lee, 97205"
	}
	if r.Is(i-1, "new") && r.Capital(i-1) && r.Cased && r.Row(i-1) == r.Row(i) {
		i-- // "…, New London, WI"
	}
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(i, i)})
	a.I = i
	whole := r.Clause(i) == text.Between(i, a.J) // "…, Reno Nevada, …"
	return a, r.Capital(a.City.J-1) && (r.Cased || !a.ZIP.Empty()) && (whole || !a.ZIP.Empty() || r.Is(a.City.J, ",") || len(r.At(a.State.I)) == 2)
}

// homeTown reads the town behind words such as "live in", from token i to token j.
func homeTown(r *claims.Sheet, i, j int) (find.Address, bool) {
	if find.ZIPAt(r.Text, j) {
		return bareZIP(r, j)
	}
	a, dwells := find.TownAfter(r.Text, find.Address{Span: text.Between(j, j)}), r.Has(text.Between(i, i+1), "dwells in") || dwellsAt(r, j-1)
	if dwells && isOfOthers(r, j-1) {
		return a, false // "my parents live in Ashland"
	}
	switch {
	case a.State.Empty() && a.ZIP.Empty() && (dwells || r.Is(i, "in") && who.IsFromPart(r, i-1)):
		if a.City = find.TownAlone(r.Text, j); !a.City.Empty() && !namesTown(r, a.City) {
			return a, false
		}
		a.J = a.City.J
	case a.City.Empty() && a.ZIP.Empty() && !dwells:
		return a, false // "from Texas"
	case a.City.Empty() && !a.ZIP.Empty() && r.Has(text.Between(j, a.ZIP.I), "lives in"):
		return a, false // "in an apartment in Milpitas, 95035"
	}
	a.I = j
	return a, a.J > j
}

// bareZIP reads a ZIP code alone or behind the author's name, with a town behind.
func bareZIP(r *claims.Sheet, i int) (find.Address, bool) {
	a := find.ZIPAfter(r.Text, find.Address{Span: text.Between(i, i)})
	if !isBareZIP(r, i, a.J) {
		return a, false
	}
	k := r.Skip(r.Skip(r.SkipPast(a.J, ",", "in", "en", "(", "aqui", "here", "that's", "thats", "which", "is", "it's"), "es"), "city")
	end := k
	for end < k+3 && r.Kind(end) == text.Word && !r.IsStop(end) && (r.Gap(end) || r.Is(end-1, "(")) && (r.Capital(end) || !r.Cased) {
		end++
	}
	if end > k && (end >= r.Sentence(i).J-1 || r.Is(end, ",", ".", ")")) && mayBeTown(r, k) && r.Row(k) == r.Row(i) {
		a.City, a.J = text.Between(k, end), end
	}
	return a, true
}

// isBareZIP reports whether token i to token end is a ZIP code with a label, or alone.
func isBareZIP(r *claims.Sheet, i, end int) bool {
	starts := r.Breaks(i-1) || r.Sentence(i).I == i || r.Body(r.Lines[r.LineOf(i)]).I == i ||
		r.Is(i-1, "in", ".", "@", "near", "from", "#", "it's", "is", "its", "es") || r.Named("lives in", i, 5)
	ends := r.Breaks(end) || r.Is(end, ".") || end >= r.Sentence(i).J
	thousands := strings.HasSuffix(r.At(i), "000")                                          // of miles
	return r.Named("zip", i, 4) || !thousands && (starts || who.IsFromPart(r, i-1) && ends) // "Ann Lee 97205."
}

// mayBeTown reports whether the name of a town may start at token i.
func mayBeTown(r *claims.Sheet, i int) bool {
	return len(r.At(i)) > 2 && find.Months.Get()[r.At(i)] == 0 && !find.NamesCar(r.Text, i)
}

// townCase writes a town in all lower or all upper case the usual way, with a first capital.
func townCase(s string) string {
	s = find.NameCase(s)
	return strings.ToUpper(s[:1]) + s[1:]
}

// StreetCase writes a street in all lower or all upper case the usual way.
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

// Home has the author's address, phone numbers and private numbers.
type Home struct {
	*who.Party
	addresses []find.Address
	Pii       []string
	licenses  []text.Span
	phones    []phone
}
