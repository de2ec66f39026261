package reading

// Who has a quote asks what another would be: "what if I take the truck off?", "what if we drive only
// 6,000 miles?" Such a mail gets the price of that; what may happen one day, or be bought, has none.

// pricesIf reports whether the supposition at c is of the quote that the author has.
func (r *reader) pricesIf(c span) bool {
	if len(r.in.Known.Vehicles) == 0 || !r.is(c.i, "what") || !r.is(c.j-1, "i", "we") {
		return false
	}
	s := r.sentence(c.i)
	k := c.j
	for r.is(k, "only", "just", "also", "were", "was", "to") {
		k++
	}
	return r.among(k, "alters a quote") && !r.has(s, "accident", "ticket", "past claim", "event") && r.speaksOfQuoted(span{k, min(s.j, k+farthest)})
}

// speaksOfQuoted reports whether s names a coverage, a car that we know, miles, or how it is paid.
func (r *reader) speaksOfQuoted(s span) bool {
	if r.has(s, "comprehensive", "collision", "deductible", "rental", "towing", "uninsured motorist", "medical payments", "discount paid_in_full") {
		return true
	}
	for i := s.i; i < s.j; i++ {
		if r.isMiles(i) || r.is(i, "liability") || r.among(i, "a car") || r.namesCar(i) || r.isOtherDriver(i) {
			return true
		}
	}
	return false
}
