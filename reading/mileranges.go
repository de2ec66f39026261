package reading

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/quote"
)

// Who is asked for the miles of a year often answers with a range, "3-4 thousand", or with a day's.
// Where we did ask, that is an answer: the upper end of a range whose ends lie close together. It
// is none where we did not, and none where the ends lie far apart: then we ask.

// rangeAsked reads the range, or the miles of so many days a week, that n starts as those of a
// year, where we asked for these.
func (r *reader) rangeAsked(n number) (int, span, bool) {
	if !r.asksForMiles() || n.dollar || n.short || r.isNoYears(n) {
		return 0, n.span, false
	}
	if miles, at, ok := r.byDays(n); ok {
		return miles, at, true
	}
	low, high, ok := r.rangeFrom(n)
	if !ok {
		return 0, n.span, false
	}
	j, _ := r.unitBehind(high)
	at, times := span{n.i, high.j}, 1
	if c, period, ok := r.periodAt(r.skipHedges(j)); ok {
		at.j, times = c.j, period
	} else if r.among(j, "not a drive") || r.is(j, "each", "one", "round", "to", "in", "every", "over", "cada", "-", "/") {
		return 0, at, false
	}
	lower, upper := r.inMiles(low*times, high.j), r.inMiles(high.n*times, high.j)
	near := upper-lower <= 2000 || 2*upper <= 3*lower
	return upper, at, near && 500 <= lower && upper <= 60_000
}

// rangeFrom returns both ends of "3-4 thousand", "8,000 to 10,000", "entre 8 y 10 mil", where n is
// the first.
func (r *reader) rangeFrom(n number) (low int, high number, ok bool) {
	between := r.is(n.i-1, "between", "entre")
	j, _ := r.unitBehind(n)
	if n.j < j {
		return 0, high, false // "8-mile"
	}
	if !r.is(j, "-", "–", "to", "or", "a", "o", "hasta") && !(between && r.is(j, "and", "y")) {
		return 0, high, false
	}
	high, ok = r.number(j + 1)
	if !ok || high.dollar || high.short || r.row(high.i) != r.row(n.i) || r.is(j, "a") && high.spelt {
		return 0, high, false
	}
	low = n.n
	if n.plain && n.n < 100 && !high.plain && high.n >= 1000 {
		low *= 1000 // "3-4 thousand"
	}
	return low, high, low < high.n && !r.mayBeYear(high)
}

// byDays reads "20 miles a day, 5 days a week" as the miles of a year. A drive to work is not all
// that a car is driven.
func (r *reader) byDays(n number) (int, span, bool) {
	j, _ := r.unitBehind(n)
	if !r.is(j, "a", "per", "/", "each", "every") || !r.is(j+1, "day") {
		return 0, n.span, false
	}
	days, ok := r.number(r.skip(j+2, ",", "for", "x"))
	if !ok || days.n < 1 || days.n > 7 || !r.is(days.j, "days", "day") || !r.is(days.j+1, "a", "per", "/", "each") || !r.is(days.j+2, "week", "wk") {
		return 0, n.span, false
	}
	at, miles := span{n.i, days.j + 3}, r.inMiles(n.n*days.n*52, n.j)
	s := r.sentence(n.i)
	works := r.has(s, "commutes", "the commute", "to work", "round trip", "one way") || r.worksIn(span{s.i, n.i})
	return miles, at, !works && 500 <= miles && miles <= 60_000
}

// asksForMiles reports whether our last questions asked for the miles of a year.
func (r *reader) asksForMiles() bool {
	return slices.ContainsFunc(r.in.Asked, func(path string) bool { return strings.HasSuffix(path, "].annual_miles") })
}

// readRangeAsked claims such a range of the vehicles whose miles we asked for, where it says that
// it counts miles, or is all that its clause says.
func (r *reader) readRangeAsked(n number) bool {
	miles, at, ok := r.rangeAsked(n)
	if !ok || !r.countsMiles(n, at) {
		return false
	}
	for _, k := range r.vehiclesAt(at, "annual_miles") {
		if r.asksMilesOf(k) && !r.hasClaim(entity{'v', k}, "annual_miles") {
			r.claim(entity{'v', k}, "annual_miles", miles, at, quote.Inferred)
		}
	}
	r.take(at)
	return true
}

// countsMiles reports whether what n starts and at holds can be nothing but miles of a year: in a
// reply that we asked for them in, thousands that stand alone are.
func (r *reader) countsMiles(n number, at span) bool {
	for i := n.i; i < at.j+2; i++ {
		if r.isMiles(i) || i >= n.j && r.periodFollows(i) {
			return !r.isMoney(n, n.n)
		}
	}
	_, high, ok := r.rangeFrom(n)
	s := r.clause(n.i)
	said := r.named("driving", n.i, 6) || s.j-s.i < 9 && r.endsClause(at.j)
	return ok && said && high.n >= 1000 && !r.mayBeYear(n) && !r.isMoney(n, n.n)
}

// asksMilesOf reports whether our last questions asked how far vehicle k is driven in a year.
func (r *reader) asksMilesOf(k int) bool {
	known := r.vehicles[k].known
	return known >= 0 && slices.Contains(r.in.Asked, fmt.Sprintf("vehicles[%d].annual_miles", known))
}

// isOfCarAsked reports whether n is thousands right behind words for a car whose miles we asked for:
// "mine 12k, hers 8k", or behind what somebody drives whose car that is: "I drive 12k and she 8k".
func (r *reader) isOfCarAsked(n number) bool {
	k := n.i
	for r.among(k-1, "hedges") && !r.breaks(k-1) || r.is(k-1, "is", "does", "gets", ":", "=", "maybe", "probably", "like") {
		k--
	}
	v := r.referredTo(k - 1)
	if g := r.which[n.i]; v < 0 && r.is(k-1, "drive", "drives", "do", "does", "put", "puts", "manejo", "maneja") && g > everybody && len(r.fleets[g]) == 1 {
		v = r.fleets[g][0]
	}
	ends := r.endsClause(n.j) || r.is(n.j, "and", "&", "y")
	return v >= 0 && n.n >= 1000 && !n.plain && ends && r.asksMilesOf(v) && !r.isMoney(n, n.n)
}
