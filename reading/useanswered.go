package reading

import "ppamaild/quote"

// weighed returns the use that an answer s comes to whose first words at c mean use: work for which
// something is done with the car outweighs a drive to it, "for work, I carry my tools"; a drive to work
// outweighs what else is told of, "hauling on weekends, and to my job M-F", but not what is called
// pleasure; and who takes others to school has no drive of their own.
func (r *reader) weighed(use quote.Use, c, s span) (quote.Use, span) {
	if use == quote.Commute && (r.escortsBetween(s.i, c.i) || r.isPickup(c)) {
		use = quote.Pleasure
	}
	if use == quote.Commute {
		for _, b := range r.cues["business use"] {
			if s.i <= b.i && b.j <= s.j && !r.isNoUse(b) && !r.has(span{max(r.clause(b.i).i, b.i-5), b.i}, "negation") {
				return quote.Business, b
			}
		}
	}
	if use != quote.Pleasure || r.is(c.i, "pleasure", "pleas", "placer", "personal", "recreational", "leisure", "fun", "for", "just") {
		return use, c
	}
	for i := s.i; i < s.j; i++ {
		j := r.driveToWorkAt(i)
		if j > i && !r.has(span{max(r.clause(i).i, i-5), i}, "negation") && !r.escortsBetween(s.i, i) && !r.isWithoutCar(span{i, j}) && !r.has(r.clause(i), "formerly", "no more", "now and then") && !r.isSeldom(span{i, j}) {
			return quote.Commute, span{i, j}
		}
	}
	return use, c
}

// driveToWorkAt returns the end of the words for a drive to work at token i: "to my job", "office 2
// days"; else i.
func (r *reader) driveToWorkAt(i int) int {
	if r.is(i, "to") {
		if end := r.jobAt(i + 1); end > i+1 {
			return end
		}
	}
	if r.is(i, "office", "oficina") && !r.is(i-1, "home") {
		n, ok := r.number(r.skip(i+1, ":", "-", ","))
		if ok && n.n <= 5 && r.is(n.j, "days", "day", "x", "dias") {
			return n.j + 1
		}
		if m, ok := r.number(i - 4); ok && m.n <= 5 && r.is(i-3, "days", "day") {
			return i + 1 // "2 days in the office"
		}
	}
	if end := r.startsAt("commutes", i); end > i && !r.is(i, "school", "community") {
		return end
	}
	return i
}

// isSeldom reports whether the words around a drive say that it is no habit: "to the office once a
// month".
func (r *reader) isSeldom(c span) bool {
	s := r.clause(c.i)
	for i := s.i; i < s.j; i++ {
		if r.is(i, "sometimes", "occasionally", "occasional", "rarely", "seldom", "once", "twice", "hardly", "used", "instead") {
			return true
		}
	}
	return false
}

// isPickup reports whether "school" at c is where somebody takes others: "school pickup".
func (r *reader) isPickup(c span) bool {
	j := r.skip(c.j, "-")
	return r.is(c.j-1, "school") && (r.is(j, "pickup", "pickups", "dropoff", "dropoffs", "run", "runs", "drop", "pick") || r.is(j, "carpool"))
}
