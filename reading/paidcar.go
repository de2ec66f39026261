package reading

import "ppamaild/quote"

// readPaidInFull reads of a vehicle that it is paid in full.
func (r *reader) readPaidInFull() {
	for _, c := range r.cues["discount paid_in_full"] {
		if r.isPaidCar(c) && !r.quiet[c.i] {
			r.ofVehicles("ownership", quote.Owned, c, quote.Stated)
		}
	}
}

// isPaidCar tells "my Camry is paid in full" and "paid in full years ago" from how the
// insurance is to be paid.
func (r *reader) isPaidCar(c span) bool {
	if len(r.liveVehicles()) == 0 || !r.is(c.i, "paid") || r.asksDiscount(r.sentence(c.i)) {
		return false
	}
	line := r.lines[r.lineOf(c.i)]
	since := r.is(c.j, "for", "already", "ago", "last") || r.is(c.j+1, "ago") || r.isKnownYear(c.j)
	return since || r.is(c.i-1, "is", "it's", "its", "was", "been", ",", "are") && (r.carOnLine(c.i) || r.refersIn(r.clause(c.i)) || r.is(c.i-1, "it's")) && !r.has(line.span, "coverage")
}

// isKnownYear reports whether "in 2021" stands at token i.
func (r *reader) isKnownYear(i int) bool {
	y, _, ok := r.year(r.skip(i, "in", "back"), r.today.Year(), false)
	return ok && r.is(i, "in", "back") && y > 0
}
