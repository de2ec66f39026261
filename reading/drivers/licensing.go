package drivers

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadLicensing reads how long people have been licensed, in years completed.
func ReadLicensing(r *who.Party) {
	for _, c := range r.Cues["licensed"] {
		if r.Quiet[c.I] || r.Taken[c.I] || r.Has(r.Clause(c.I), "suspended", "license back") || r.Is(c.J-1, "driving") && r.Among(c.J, "of driving") {
			continue
		}
		if list, at := parallel(r.Sheet, r.Skip(c.J, "since", "in", ":")); list != nil {
			for k, of := range r.EveryDriver() {
				r.Say(claims.Driver(of), "years_licensed", list[k], at)
			}
			continue
		}
		if r.Is(c.I-1, "twins", "kids", "boys", "girls") {
			continue // who are named nowhere near
		}
		if n, at, ok := licensedBehind(r, c); ok {
			sayYears(r, c, n, at)
			andSince(r, at)
			continue
		}
		if n, at, ok := yearsBefore(r.Sheet, c); ok {
			sayYears(r, c, n, at)
			andSince(r, text.Between(at.I, c.J))
		}
	}
	readLicenseMeant(r)
	readYearsElided(r)
	readYearsPossessed(r)
	readYearsAnswered(r)
	readYearsBehindBirth(r)
	for _, c := range r.Cues["new driver"] {
		r.OfDrivers("years_licensed", 0, c, quote.Inferred)
	}
}

// readLicenseMeant reads "had it since 2012" and "got hers in 2019" where a license is meant:
// named shortly before, and before "it" no vehicle since.
func readLicenseMeant(r *who.Party) {
	for _, c := range r.Cues["license meant"] {
		_, ok := r.Before("license words", max(0, c.I-40), c.I)
		car := !meansLicense(r.Garage, c.I)
		theirs := r.Is(c.J-1, "his", "hers", "mine") || r.Is(c.J-2, "his", "hers", "mine")
		if !ok || car && !theirs || r.Quiet[c.I] {
			continue
		}
		n, at, ok := licensedBehind(r, text.Between(c.I, c.J-backed(r.Text, c)))
		if ok && r.Free(at) && at.I <= c.J+3 && r.Who[at.I] == r.Who[max(c.J-1, 0)] {
			sayYears(r, c, n, at)
		}
	}
}

// backed is 1 where a cue ends with a word that a value depends on: "got it in".
func backed(r *find.Text, c text.Span) int {
	if r.Is(c.J-1, "in", "at", "since", "for", "desde", "en", "when") {
		return 1
	}
	return 0
}

// readYearsElided reads "she has 12", "his are 20 years" in the sentence behind one that
// says how many years somebody else has been licensed.
func readYearsElided(r *who.Party) {
	for _, c := range slices.Clone(r.Claims) {
		if c.Field != "years_licensed" || c.At < 0 || r.Has(r.Sentence(c.At), "accident", "ticket") {
			continue
		}
		next := r.Sentence(c.At).J
		s := r.Sentence(next)
		for i := s.I + 1; i < min(s.J, s.I+24); i++ {
			if !r.Is(i-1, "has", "have", "tiene", "tengo", "lleva", "is", "at") || r.Who[i] == r.Who[c.At] || r.Who[i] <= claims.Everybody {
				continue
			}
			n, ok := find.NumberAt(r.Text, i)
			years := find.IsYears(r.At(n.J)) && !r.Is(n.J+1, "old")
			if !ok || n.Dollar || n.N >= 80 || !r.Free(n.Span) || !years && (r.Is(i-1, "is") || n.J < s.J-1) {
				continue
			}
			if !r.HasClaim(claims.Driver(r.PeopleAt(i)[0]), "years_licensed") {
				r.OfDrivers("years_licensed", n.N, n.Span, quote.Stated)
			}
		}
	}
}

// readYearsAnswered reads "21 yrs", "since '02" and "21 years for me, 18 for him" at the
// start of what stands below a quoted question for how long somebody has been licensed.
func readYearsAnswered(r *who.Party) {
	for k := 1; k < len(r.Lines); k++ {
		l := r.Lines[k]
		if r.Is(l.I, ">") || !r.Is(r.Lines[k-1].I, ">") || !r.Has(askedOnLine(r.Text, k-1), "licensed") {
			continue
		}
		i := l.I
		if who.IsPersonEnd(r.Sheet, i) && i+1 < l.J && !r.Dated[i] {
			i++ // "Me since 1971"
		}
		if n, at, ok := yearsAnswered(r, i); ok && r.Free(at) {
			sayYears(r, at, n, at)
			andSince(r, at)
		}
	}
}

// forWhom returns who stands behind "for" behind a value: "20 for him".
func forWhom(r *who.Party, at text.Span) ([]int, bool) {
	i := at.J + 1
	if !r.Is(at.J, "for") || i >= r.Sentence(at.I).J || r.Who[i] <= claims.Nobody || !who.IsPersonEnd(r.Sheet, i) && !r.Is(i, "him", "her", "them") {
		return nil, false
	}
	return r.PeopleAt(i), true
}

// andFor reads ", 20 for him" behind "18 years for me".
func andFor(r *who.Party, at text.Span) {
	for range claims.MostEntries {
		n, next, ok := yearsAnswered(r, r.Skip(r.Skip(at.J+2, ","), "and", "y"))
		people, of := forWhom(r, next)
		if !ok || !of || !r.Is(at.J, "for") {
			return
		}
		r.SayOf(people, "years_licensed", n, next, quote.Stated)
		at = next
	}
}

// yearsAnswered reads years licensed at token i: "21", "21 years", "since 2003".
func yearsAnswered(r *who.Party, i int) (int, text.Span, bool) {
	if j := r.Skip(i, "since", "desde"); j > i {
		j = r.Skip(r.Skip(j, "i", "she", "he", "yo"), "was", "turned", "age", "los", "tenia")
		return yearsAt(r, j, text.Between(i, j))
	}
	if v, ok := find.DateAt(r.Text, i); ok && v.Y != 0 && (r.Breaks(v.J) || r.Is(v.J, ".") || r.Row(v.J) != r.Row(i)) {
		return yearsSince(r.Text, v)
	}
	n, ok := find.NumberAt(r.Text, i)
	if !ok || n.Dollar || n.N >= 80 || r.Dated[i] {
		return 0, text.Span{}, false
	}
	if find.IsYears(r.At(n.J)) {
		return n.N, text.Between(n.I, n.J+1), !r.Is(n.J+1, "old")
	}
	return n.N, n.Span, r.Is(n.J, "for") || r.Breaks(n.J) || r.Row(n.J) != r.Row(i)
}

// readYearsBehindBirth reads "28 years" as an item behind a birth date, "8/2/1980, 28
// years", where it is too little to be an age.
func readYearsBehindBirth(r *who.Party) {
	for _, c := range slices.Clone(r.Claims) {
		day, birth := c.Value.(quote.Date)
		if !birth || c.Field != "date_of_birth" || c.At < 0 || r.HasClaim(c.Of, "years_licensed") {
			continue
		}
		if saySinceBehind(r, c) {
			continue
		}
		i := r.Clause(c.At).J
		n, ok := find.NumberAt(r.Text, i+1)
		s := text.Between(i+1, n.J+1)
		age, _ := quote.Age(day, r.DateOf())
		if ok && r.Is(i, ",", "-", ";") && find.IsYears(r.At(n.J)) && n.N <= age-14 && StandsAsItem(r.Text, s) && r.Free(n.Span) {
			r.Say(c.Of, "years_licensed", n.N, s)
		}
	}
}

// askedOnLine returns the quoted question that ends with line k.
func askedOnLine(r *find.Text, k int) text.Span {
	s := r.Lines[k].Span
	for asked.GoesOn(r, k) && k > 0 {
		k--
		s.I = r.Lines[k].I
	}
	return s
}

// andSince reads "and he since 2002", "Ana 2004", "and hers 8" behind what another was said of.
func andSince(r *who.Party, at text.Span) {
	whom := r.Who[at.I]
	for i := at.J; i < min(r.Sentence(at.I).J, at.J+18); i++ {
		if r.Who[i] == whom || !r.Is(i, "since", "desde", "for", "hers", "his", "her", "him", "she", "he", "el", "ella", "yo") && !who.IsPersonEnd(r.Sheet, i) {
			continue
		}
		n, s, ok := yearsAt(r, i+1, text.Between(i, i+1))
		if m, bare := find.NumberAt(r.Text, i+1); !ok && bare && !m.Dollar && m.N < 80 && (m.J >= r.Sentence(i).J-1 || r.Breaks(m.J) || r.Is(i, "hers", "his", "el", "ella") && r.Kind(m.J) == text.Word && !find.IsYears(r.At(m.J))) {
			n, s, ok = m.N, m.Span, true // "he has had his for 8", "Ana 8"
		}
		if ok {
			r.OfDrivers("years_licensed", n, s, quote.Stated)
			whom = r.Who[i]
		}
	}
}

func sayYears(r *who.Party, c text.Span, n int, at text.Span) {
	if people, ok := forWhom(r, at); ok {
		r.SayOf(people, "years_licensed", n, at, quote.Stated)
		andFor(r, at)
		return
	}
	if k, ok := garage.AskedOf(r.Sheet, "drivers", "years_licensed"); ok && r.Who[c.I] == claims.Nobody && k < len(r.People) {
		r.Say(claims.Driver(k), "years_licensed", n, at)
		return
	}
	own := (r.Among(c.I-1, "personal") || r.Among(c.I-2, "personal") && r.Is(c.I-1, "have", "has", "had", "been", "was", "got")) && r.Who[c.I] > claims.Everybody
	if everyoneIn(r, c.I) && !own {
		for _, k := range r.EveryDriver() {
			r.Say(claims.Driver(k), "years_licensed", n, at)
		}
		return
	}
	r.OfDrivers("years_licensed", n, at, quote.Stated)
}

func everyoneIn(r *who.Party, i int) bool {
	named := r.Who[i] > claims.Everybody && len(r.Crews[r.Who[i]]) > 1 // "Ann and I both"
	return r.Has(garage.ClauseOrSentence(r.Text, i), "everyone") && r.Who[i] != claims.Everybody && !named
}

// parallel reads "38, 35 and 2 years" or "1988, 1991 and 2024" at token i as one
// number of years for each driver.
func parallel(r *claims.Sheet, i int) ([]int, text.Span) {
	var list []int
	start, years := i, 0
	for {
		n, ok := find.NumberAt(r.Text, i)
		if !ok || n.Dollar || n.N > 80 && n.Size != 4 {
			return nil, text.Span{}
		}
		if since, _, ok := yearsSince(r.Text, find.Date{Y: n.N, Span: n.Span}); ok && n.Size == 4 {
			n.N = since
			years++
		}
		list = append(list, n.N)
		i = n.J
		if !r.Is(i, ",", "and", "/") {
			break
		}
		for r.Is(i, ",", "and", "/") {
			i++
		}
	}
	if len(list) < 2 || len(list) != len(r.EveryDriver()) || years != len(list) && (years > 0 || !find.IsYears(r.At(i))) {
		return nil, text.Span{}
	}
	if years > 0 {
		return list, text.Between(start, i)
	}
	return list, text.Between(start, i+1)
}

// licensedBehind reads what follows the cue: "since 2008", "for 12 years", "at 16".
func licensedBehind(r *who.Party, c text.Span) (int, text.Span, bool) {
	end := min(r.Sentence(c.I).J, c.J+10)
	for i := c.J; i < end; i++ {
		if r.Is(i, ";") || r.StartsAt("licensed", i) > i || r.Is(i, "and", "but", ",") && i > c.J && r.StartsAt("birth", i+1) > i+1 {
			break
		}
		if n, at, ok := yearsAt(r, i, c); ok {
			return n, at, true
		}
		if j := lately(r.Sheet, i); j > i {
			return 0, text.Between(c.I, j), true
		}
		age := r.Is(i-1, "at", "was", "were", "turned")
		if r.Kind(i) == text.Digits && !r.Taken[i] && !age && !r.Is(i+1, "year", "years") || find.IsMiles(r.Text, i) {
			break
		}
	}
	return 0, text.Span{}, false
}

// ReadLicenseStates reads "Texas license", "licensed in California", "OR 4821973".
func ReadLicenseStates(r *who.Party, licenses []text.Span) {
	for _, s := range licenses {
		for _, i := range []int{s.I - 1, s.I - 2, s.J, s.J + 1} {
			if code, j, ok := find.StateAt(r.Text, max(i, 0)); ok && r.Sentence(s.I) == r.Sentence(i) && (j <= s.I || i >= s.J) {
				r.OfDrivers("license_state", code, text.Between(i, j), quote.Stated)
				break
			}
		}
	}
	for _, c := range r.Cues["license words"] {
		if r.Has(text.Between(c.J, min(r.Sentence(c.I).J, c.J+4)), "license to come") {
			continue // "a California license is applied for"
		}
		if code, j, ok := find.StateAt(r.Text, c.J); ok && (r.Is(c.J-1, "in", "from", "of", "de", "en") || r.Is(c.J-1, "license") && r.Breaks(j)) {
			r.OfDrivers("license_state", code, text.Between(c.J, j), quote.Stated)
		}
		if code, j, ok := find.StateAt(r.Text, c.J+1); ok && r.Is(c.J, ":") {
			r.OfDrivers("license_state", code, text.Between(c.J+1, j), quote.Stated)
		}
		for i := c.J; i < min(r.Clause(c.I).J, c.J+5); i++ {
			if code, j, ok := find.StateAt(r.Text, i+2); ok && find.IsYears(r.At(i)) && r.Is(i+1, "in", "en") {
				r.OfDrivers("license_state", code, text.Between(i+2, j), quote.Stated) // "licensed 12 years in Oregon"
			}
		}
		for n := 1; n < 3; n++ {
			if code, j, ok := find.StateAt(r.Text, max(c.I-n, 0)); ok && j == c.I && c.I-n >= 0 && len(r.At(j-1)) > 1 && r.Capital(c.I-n) {
				r.OfDrivers("license_state", code, text.Between(c.I-n, j), quote.Stated)
				break
			}
		}
	}
}

// CountsFromAge reports whether years licensed were counted from the age at which somebody
// got the license: "licensed since I was 17" states an age.
func CountsFromAge(r *claims.Sheet, c claims.Claim) bool {
	n, ok := find.NumberAt(r.Text, c.At)
	return ok && n.N != c.Value && n.N < 100 && (r.Is(c.At-1, "was", "at", "turned", "age", "since") || r.Is(c.At-1, "of") && r.Is(c.At-2, "age"))
}

// ReadPermits reads that somebody besides the writer has a learner's permit: how many years
// they have been licensed is asked in other words then.
func ReadPermits(r *who.Party) {
	for _, c := range permits(r.Sheet) {
		for _, k := range r.PeopleAt(c.I) {
			of := claims.Driver(k)
			if k != r.Writer && len(r.PeopleAt(c.I)) == 1 && !r.HasClaim(of, "years_licensed") && r.EndsAt("negation", c.I) == c.I {
				r.Say(of, "years_licensed", claims.Unclear(claims.LearnersPermit), c)
			}
		}
	}
}

// permits returns where a learner's permit is spoken of; "permit" as an item by itself is one:
// "Maya 11/2/2010 permit", "5. Maya, permit".
func permits(r *claims.Sheet) []text.Span {
	found := slices.Clone(r.Cues["learner's permit"])
	for i := range r.Tokens {
		if isBarePermit(r, i) {
			found = append(found, text.Between(i, i+1))
		}
	}
	return found
}

// isBarePermit reports whether "permit" stands at token i, and is all that an item, a line or what
// stands behind a name or a birth date says.
func isBarePermit(r *claims.Sheet, i int) bool {
	if !r.Is(i, "permit", "permiso") || !r.EndsClause(i+1) && !r.Is(i+1, ".", ")", "and", "y") {
		return false
	}
	before := i == r.SubjectEnd() || r.Breaks(i-1) || dateEnds(r, i) || r.IsGiven(i-1) >= 0 || r.Body(r.Lines[r.LineOf(i)]).I == i
	return before && !r.Quiet[i]
}

func dateEnds(r *claims.Sheet, i int) bool {
	for k := max(i-6, 0); k < i; k++ {
		if v, ok := find.DateAt(r.Text, k); ok && v.J == i && v.Y != 0 && v.D != 0 {
			return true
		}
	}
	return false
}

// readYearsPossessed reads "hers is from 2015", "mine dates back to 1990" and "Ana's since 2004"
// where a license is meant: spoken of shortly before, and no vehicle since.
func readYearsPossessed(r *who.Party) {
	for i := range r.Tokens {
		if !r.Is(i, "hers", "his", "mine") && (text.Noun(r.At(i)) == r.At(i) || r.IsGiven(i) < 0) || r.Quiet[i] || r.Who[i] <= claims.Everybody {
			continue
		}
		j := r.Skip(r.Skip(r.Skip(i+1, "is", "was", "dates", "goes"), "only", "back", "just"), "to", "from", "in", "since", "for")
		if j == i+1 || !meansLicense(r.Garage, i) || len(r.PeopleAt(i)) != 1 {
			continue
		}
		n, at, ok := yearsAt(r, j, text.Between(i, i+1))
		if ok && at.I <= j && r.Free(at) && !r.HasClaim(claims.Driver(r.PeopleAt(i)[0]), "years_licensed") {
			r.OfDrivers("years_licensed", n, at, quote.Stated)
		}
	}
}

// meansLicense reports whether what is left out before token i can be a license: one was
// spoken of shortly before, and no vehicle since.
func meansLicense(r *garage.Garage, i int) bool {
	c, ok := r.Before("license words", max(0, i-40), i)
	return ok && !slices.ContainsFunc(r.Places, func(p garage.Placed) bool { return c.I < p.At.I && p.At.I < i })
}

// saySinceBehind claims "since 1985" right behind a birth date as how long that person has been
// licensed: "me 3/31/1969 since 1985", "Errol, 10/5/1970, also since 1988".
func saySinceBehind(r *who.Party, birth claims.Claim) bool {
	i := r.Skip(r.Skip(claims.EndOf(r.Text, birth), ",", ")", ";", "-", "|"), "also", "and", "tambien")
	if !r.Is(i, "since", "desde") || !r.Together(birth.At, i+1) || r.Quiet[i] {
		return false
	}
	n, at, ok := yearsAt(r, i+1, text.Between(i, i+1))
	ok = ok && at.I == i+1 && r.Free(at)
	if ok {
		r.Say(birth.Of, "years_licensed", n, at)
	}
	return ok
}
