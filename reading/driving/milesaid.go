package driving

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// skipAbout skips what makes the miles before token j a rough number: "9,000 or so miles",
// "15k+ a year", "10,000-ish".
func skipAbout(r *claims.Sheet, j int) int {
	k := j
	switch {
	case r.Is(j, "+", "plus"):
		k = j + 1
	case r.Is(j, "or") && r.Is(j+1, "so", "less"), r.Is(j, "-") && r.Is(j+1, "ish"):
		k = j + 2
	}
	if _, _, period := find.PeriodAt(r.Text, k); period || find.IsMiles(r.Text, k) {
		return k
	}
	return j
}

// periodIs reads the month or week that leads to n: "cada semana hago 150 millas".
func periodIs(r *find.Text, n find.Number, period *int) bool {
	times, ok := periodBefore(r, n)
	*period = times
	return ok && times > 1
}

// isOfMiles reports whether n is said of miles that the words before it name: "miles:
// 9,000", "I don't put many miles on it, maybe 3,000".
func isOfMiles(r *claims.Sheet, n find.Number) bool {
	if j := find.SkipBack(r.Text, n.I); r.Is(j-1, "miles") && r.Kind(j-2) != text.Digits {
		return j == n.I || n.N <= 30_000
	}
	end := n.J
	for r.Among(end, "hedges") && !r.Breaks(end) || r.Is(end, "maybe", "probably", "quizas") {
		end++
	}
	from := max(r.Sentence(n.I).I, n.I-12)
	if n.N < 1000 || n.N > 30_000 || !r.EndsClause(end) || !r.Has(text.Between(from, n.I), "at the wheel") {
		return false
	}
	for k := n.I - 1; k >= from; k-- {
		if r.Kind(k) == text.Digits || r.Kind(k) == text.Mixed || r.Is(k, "$") {
			return false
		}
		if r.Is(k, "miles", "mileage", "millas", "millaje") {
			return r.Is(k-1, "many", "much", "of", "lot", "muchas", "big")
		}
	}
	return false
}

// readRestated reads a second mileage, perhaps without a unit, that replaces the first mileage of a
// vehicle: "6,500 miles a year... no, closer to 8,000". miles is the reading of n, if n was read.
func readRestated(r *garage.Garage, n find.Number, miles int, read bool) bool {
	if !read {
		miles = n.N
	}
	if n.N < 1000 || n.N > 60_000 || n.Dollar || n.Plain && 1980 <= n.N && n.N <= 2030 || r.EndsAt("restates", n.I) == n.I {
		return false
	}
	for k := len(r.Claims) - 1; k >= 0; k-- {
		c := r.Claims[k]
		if c.Field != "annual_miles" || c.At < max(0, n.I-claims.MostApart) || c.At >= n.I || r.Which[c.At] != r.Which[n.I] || slices.Contains(r.Refers[c.At+1:n.I], true) {
			continue
		}
		switch {
		case r.Quiet[n.I]:
		case isInDoubt(r.Text, n.I):
			r.Claims = slices.Delete(r.Claims, k, k+1)
		default:
			r.Say(c.Of, "annual_miles", miles, n.Span)
			fixed := &r.Claims[len(r.Claims)-1]
			fixed.Fix = fixed.Fix || !r.Has(r.Sentence(n.I), "told me")
		}
		return true
	}
	return false
}

// isInDoubt reports whether the author can't say which of several numbers is right, in the
// sentence of token i or at the start of the next one.
func isInDoubt(r *find.Text, i int) bool {
	s := r.Sentence(i)
	return r.Has(text.Between(s.I, min(len(r.Tokens), s.J+6)), "in doubt")
}

// driveBehind returns the drive to work that "to the …" at token j, behind n, comes to within
// its clause.
func driveBehind(r *Driving, n find.Number, j int) (text.Span, bool) {
	if !r.Is(j, "to", "al", "a") {
		return text.Span{}, false
	}
	k, _ := slices.BinarySearchFunc(r.drives, j, func(c text.Span, i int) int { return c.I - i })
	if k == len(r.drives) || r.drives[k].I >= min(r.Clause(n.I).J, j+8) {
		return text.Span{}, false
	}
	return r.drives[k], true
}

// readRespectively reads "10,000 and 3,000 miles a year respectively", one number for
// each vehicle, from its first number on. Where no vehicle is named in the sentence, that
// there are as many of both says the same.
func readRespectively(r *garage.Garage, n find.Number) bool {
	s, live := r.Sentence(n.I), r.LiveVehicles()
	if len(live) < 2 {
		return false
	}
	list := []find.Number{n}
	for m, ok := nextOfList(r.Sheet, n); ok && len(list) < claims.MostEntries; m, ok = nextOfList(r.Sheet, m) {
		list = append(list, m)
	}
	last := list[len(list)-1]
	if len(list) != len(live) {
		return false
	}
	if _, _, ok := yearly(r, last); !ok || !r.Has(text.Between(n.J, min(s.J, n.J+20)), "respectively") && !isListOfMiles(r, list, s) {
		return false
	}
	for k, m := range list {
		r.Say(claims.Car(live[k]), "annual_miles", m.N, m.Span)
		r.Take(m.Span)
	}
	return true
}

func nextOfList(r *claims.Sheet, n find.Number) (find.Number, bool) {
	j, _ := find.UnitBehind(r.Text, n)
	k := r.Skip(r.Skip(j, ","), "and", "y", "&")
	if k == j {
		return find.Number{}, false
	}
	return find.NumberAt(r.Text, k)
}

// isListOfMiles reports whether numbers in sentence s can only be those of all vehicles in turn.
func isListOfMiles(r *garage.Garage, list []find.Number, s text.Span) bool {
	few := slices.ContainsFunc(list, func(n find.Number) bool { return n.N < 1000 || n.Dollar })
	return !few && !r.Is(list[0].I-1, "between") && !slices.Contains(r.Refers[s.I:s.J], true)
}

// periodOfList returns the period that stands at the end of a list for all its numbers:
// "8k on the Civic and 5k on the RAV4 each year".
func periodOfList(r *garage.Garage, n find.Number) (int, bool) {
	if j, _ := find.UnitBehind(r.Text, n); n.Dollar || !r.Is(j, "on", "for", "in", "en", "para") || len(r.LiveVehicles()) < 2 {
		return 0, false
	}
	if _, ok := garage.VehicleBehind(r, n.Span); !ok {
		return 0, false
	}
	s := r.Sentence(n.I)
	for _, p := range find.Periods {
		if c, ok := r.Cue(p.Cue, text.Between(n.J, min(s.J, n.J+24))); ok && !r.Is(c.I-1, "last", "this", "next") && !isMoney(r.Text, n, n.N*p.Times) {
			return p.Times, true
		}
	}
	return 0, false
}

// settleMiles drops miles that were reckoned from those of a week or a month where the
// mail gives about as many for the year: "200 miles a week, call it 10,000 a year".
func settleMiles(r *claims.Sheet) {
	said := make(map[claims.Entity][]int)
	for _, c := range r.Claims {
		if n, ok := c.Value.(int); ok && c.Field == "annual_miles" && c.Standing == quote.Stated {
			said[c.Of] = append(said[c.Of], n)
		}
	}
	r.Claims = slices.DeleteFunc(r.Claims, func(c claims.Claim) bool {
		n, _ := c.Value.(int)
		return c.Field == "annual_miles" && c.Standing == quote.Inferred && slices.ContainsFunc(said[c.Of], func(year int) bool {
			return n <= year+year/4 && year <= n+n/4
		})
	})
}
