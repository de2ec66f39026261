package driving

import (
	"slices"

	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// skipAbout skips the words for a rough number before token j: "9,000 or so miles", "10,000-ish".
func skipAbout(r *claims.Sheet, j int) int {
	k := r.Skip(j, "+", "plus")
	if r.Is(j, "or") && r.Is(j+1, "so", "less") || r.Is(j, "-") && r.Is(j+1, "ish") {
		k = j + 2
	}
	if _, _, period := find.PeriodAt(r.Text, k); period || find.IsMiles(r.Text, k) {
		return k
	}
	return j
}

// isOfMiles reports whether the word before n names miles: "miles: 9,000".
func isOfMiles(r *claims.Sheet, n find.Number) bool {
	j := find.SkipBack(r.Text, n.I)
	return r.Is(j-1, "miles") && r.Kind(j-2) != text.Digits && (j == n.I || n.N <= 30_000)
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
		if !r.Quiet[n.I] {
			r.Say(c.Of, "annual_miles", miles, n.Span)
			fixed := &r.Claims[len(r.Claims)-1]
			fixed.Fix = fixed.Fix || !r.Has(r.Sentence(n.I), "told me")
		}
		return true
	}
	return false
}
