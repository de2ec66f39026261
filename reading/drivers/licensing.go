package drivers

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadLicensing reads the number of completed years since people were licensed.
func ReadLicensing(r *who.Party) {
	for _, c := range r.Cues["licensed"] {
		if r.Quiet[c.I] || r.Taken[c.I] || r.Has(r.Clause(c.I), "suspended", "license back") ||
			r.Is(c.J-1, "driving") && (r.Among(c.J, "of driving") || r.Is(c.I-1, "reckless", "careless")) {
			continue
		}
		if list, at := parallel(r.Sheet, r.Skip(c.J, "since", "in", ":")); list != nil {
			for k, of := range r.EveryDriver() {
				r.Say(claims.Driver(of), "years_licensed", list[k], at)
			}
			continue
		}
		n, at, ok := licensedBehind(r, c)
		if !ok {
			n, at, ok = yearsBefore(r.Sheet, c)
		}
		if ok {
			r.OfDrivers("years_licensed", n, at, quote.Stated)
			andSince(r, text.Between(at.I, max(at.J, c.J)))
		}
	}
	readLicenseMeant(r)
	readYearsAnswered(r)
	readYearsBehindBirth(r)
	for _, c := range r.Cues["new driver"] {
		if r.Is(c.I-2, "have", "add", "got", "adding") {
			continue // "We have a new driver" is not about the author
		}
		r.OfDrivers("years_licensed", 0, c, quote.Inferred)
	}
}

// readLicenseMeant reads "had it since 2012" behind a license, with no vehicle named between.
func readLicenseMeant(r *who.Party) {
	for _, c := range r.Cues["license meant"] {
		license, ok := r.Before("license words", max(0, c.I-40), c.I)
		car := slices.ContainsFunc(r.Places, func(p garage.Placed) bool { return license.I < p.At.I && p.At.I < c.I })
		theirs := r.Is(c.J-1, "his", "hers", "mine") || r.Is(c.J-2, "his", "hers", "mine")
		if !ok || car && !theirs || r.Quiet[c.I] || r.Is(c.J, "permit", "permiso") {
			continue
		}
		n, at, ok := licensedBehind(r, c)
		if ok && r.Free(at) && at.I <= c.J+3 && r.Who[at.I] == r.Who[max(c.J-1, 0)] {
			r.OfDrivers("years_licensed", n, at, quote.Stated)
		}
	}
}

// readYearsAnswered reads "21 years" and "since 2002" below a quoted question about licenses.
func readYearsAnswered(r *who.Party) {
	for _, q := range r.Questions {
		if q.End+1 == len(r.Lines) || r.Quoted[r.Lines[q.End+1].I] {
			continue
		}
		i := r.Lines[q.End+1].I
		n, at, ok := licensedBehind(r, text.Between(i, i))
		if ok && r.Has(q.Span, "licensed") && r.Free(at) {
			r.OfDrivers("years_licensed", n, at, quote.Stated)
			andSince(r, at)
		}
	}
}

// readYearsBehindBirth reads "28 years", too few for an age, behind a birth date.
func readYearsBehindBirth(r *who.Party) {
	for _, c := range slices.Clone(r.Claims) {
		day, birth := c.Value.(quote.Date)
		if !birth || c.Field != "date_of_birth" || c.At < 0 || r.HasClaim(c.Of, "years_licensed") {
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

// andSince reads the years of another person behind the first: "and he since 2002", "and hers 8".
func andSince(r *who.Party, at text.Span) {
	whom := r.Who[at.I]
	for i := at.J; i < min(r.Sentence(at.I).J, at.J+18); i++ {
		possessed := r.Is(i, "hers", "his", "el", "ella")
		starts := possessed || r.Is(i, "since", "desde", "for", "her", "him", "she", "he", "yo")
		if r.Who[i] == whom || !starts && !who.IsPersonEnd(r.Sheet, i) {
			continue
		}
		n, s, ok := yearsAt(r, i+1, text.Between(i, i+1))
		if m, bare := find.NumberAt(r.Text, i+1); !ok && bare && !m.Dollar && m.N < 80 {
			ends := r.Free(m.Span) && (m.J >= r.Sentence(i).J-1 || r.Breaks(m.J))
			n, s, ok = m.N, m.Span, ends || possessed && r.Kind(m.J) == text.Word // "Ana 8"
		}
		if ok {
			r.OfDrivers("years_licensed", n, s, quote.Stated)
			whom = r.Who[i]
		}
	}
}

// parallel reads "38, 35 and 2 years" at token i as one number of years for each driver.
func parallel(r *claims.Sheet, i int) ([]int, text.Span) {
	var list []int
	start, years := i, 0
	for {
		n, ok := find.NumberAt(r.Text, i)
		if !ok || n.Dollar {
			return nil, text.Span{}
		}
		if since, _, ok := yearsSince(r.Text, find.Date{Y: n.N, Span: n.Span}); ok && n.Size == 4 {
			n.N = since
			years++
		}
		list = append(list, n.N)
		if i = r.SkipPast(n.J, ",", "and", "/"); i == n.J {
			break
		}
	}
	units := find.IsYears(r.At(i))
	if len(list) < 2 || len(list) != len(r.EveryDriver()) || years != len(list) && (years > 0 || !units) {
		return nil, text.Span{}
	}
	return list, text.Between(start, i)
}

// licensedBehind reads the years behind the cue: "since 2008", "for 12 years", "at 16".
func licensedBehind(r *who.Party, c text.Span) (int, text.Span, bool) {
	for i := c.J; i < min(r.Sentence(c.I).J, c.J+10); i++ {
		if n, at, ok := yearsAt(r, i, c); ok {
			return n, at, true
		}
		age := r.Is(i-1, "at", "was", "were", "turned")
		number := r.Kind(i) == text.Digits && !r.Taken[i] && !age && !r.Is(i+1, "year", "years")
		incident := r.Has(text.Between(i, i+1), "accident", "ticket", "exception")
		if number || incident || r.Is(i, ";") || r.StartsAt("licensed", i+1) > i+1 || find.IsMiles(r.Text, i) {
			break
		}
	}
	return 0, text.Span{}, false
}

// ReadLicenseStates reads "Texas license", "licensed in California", "OR 4821973".
func ReadLicenseStates(r *who.Party, licenses []text.Span) {
	for _, s := range licenses {
		for _, i := range []int{s.I - 1, s.I - 2, s.J, s.J + 1} {
			code, j, ok := find.StateAt(r.Text, max(i, 0))
			if ok && r.Sentence(s.I) == r.Sentence(i) && (j <= s.I || i >= s.J) {
				r.OfDrivers("license_state", code, text.Between(i, j), quote.Stated)
				break
			}
		}
	}
	for _, c := range r.Cues["license words"] {
		if r.Has(text.Between(c.J, min(r.Sentence(c.I).J, c.J+4)), "license to come") {
			continue // "a California license is applied for"
		}
		code, j, ok := find.StateAt(r.Text, c.J)
		if ok && (r.Is(c.J-1, "in", "from", "of", "de", "en") || r.Is(c.J-1, "license") && r.Breaks(j)) {
			r.OfDrivers("license_state", code, text.Between(c.J, j), quote.Stated)
		}
		for n := 1; n < 3; n++ {
			code, j, ok := find.StateAt(r.Text, max(c.I-n, 0))
			if ok && j == c.I && c.I-n >= 0 && len(r.At(j-1)) > 1 && r.Capital(c.I-n) {
				r.OfDrivers("license_state", code, text.Between(c.I-n, j), quote.Stated)
				break
			}
		}
	}
}

// CountsFromAge reports whether the years were counted from an age: "licensed since I was 17".
func CountsFromAge(r *claims.Sheet, c claims.Claim) bool {
	n, ok := find.NumberAt(r.Text, c.At)
	return ok && n.N != c.Value && n.N < 100 && r.Is(c.At-1, "was", "at", "turned", "age", "since", "of")
}

// ReadPermits reads that a person other than the writer has a learner's permit.
func ReadPermits(r *who.Party) {
	for _, c := range r.Cues["learner's permit"] {
		people := r.PeopleAt(c.I)
		if len(people) != 1 || people[0] == r.Writer || r.EndsAt("negation", c.I) < c.I {
			continue
		}
		if of := claims.Driver(people[0]); !r.HasClaim(of, "years_licensed") {
			r.Say(of, "years_licensed", claims.Unclear(claims.LearnersPermit), c)
		}
	}
}
