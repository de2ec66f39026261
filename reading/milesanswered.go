package reading

import (
	"slices"

	"ppamaild/quote"
)

// readMilesAnswered reads the only number that can count miles in what stands below a quoted
// question for those of a year, where it may ask for more: "Pleasure. The odometer says I do
// 4,800." below "How is the car used and how many miles a year?".
func (r *reader) readMilesAnswered() {
	for k := 1; k < len(r.lines); k++ {
		if r.quoted[r.lines[k].i] || !r.quoted[r.lines[k-1].i] || !r.asksMiles(r.asked(k-1)) {
			continue
		}
		s := r.lines[k].span
		for j := k + 1; j < len(r.lines) && !r.quoted[r.lines[j].i] && !r.startsParagraph(r.lines[j].i); j++ {
			s.j = r.lines[j].j
		}
		if n, ok := r.onlyMiles(s); ok {
			r.ofVehicles("annual_miles", r.inMiles(n.n, n.j), n.span, quote.Stated)
			r.take(n.span)
		}
	}
}

// asksMiles reports whether a question asks how many miles a year somebody drives.
func (r *reader) asksMiles(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.is(i, "mileage", "kilometraje", "millaje") || r.isMiles(i) {
			return !r.has(s, "one way", "to work") || r.has(s, "a year")
		}
	}
	return false
}

// onlyMiles returns the only number in s that can count the miles of a year; it is none where
// miles were read there already.
func (r *reader) onlyMiles(s span) (number, bool) {
	var only number
	for i := s.i; i < s.j; i++ {
		if slices.ContainsFunc(r.claims, func(c claim) bool { return c.at == i && c.field == "annual_miles" }) {
			return number{}, false
		}
		n, ok := r.number(i)
		if !ok {
			continue
		}
		i = n.j - 1
		if n.dollar || n.n < 300 || n.n > 90_000 || !r.free(n.span) || r.dated[n.i] || r.mayBeYear(n) || r.zipAt(n.i) {
			continue
		}
		if only.n > 0 {
			return number{}, false
		}
		only = n
	}
	return only, only.n > 0
}

// mayBeYear reports whether n is written as the year of a car is.
func (r *reader) mayBeYear(n number) bool {
	return n.plain && n.size == 4 && 1950 <= n.n && n.n <= r.newestYear()
}
