package reading

import "slices"

// isClaim tells an accident that is reported from one that a driver's record has.
func (r *reader) isClaim(wantsQuote bool) bool {
	if r.reportsClaim(wantsQuote) {
		return !wantsQuote || r.facts() < 4
	}
	return !wantsQuote && r.facts() < 4 && (r.any("aftermath") || r.isDamagedLately())
}

// isDamagedLately reports whether a sentence speaks of damage, and of today or
// yesterday.
func (r *reader) isDamagedLately() bool {
	return slices.ContainsFunc(r.cues["lately"], func(c span) bool {
		return !r.quiet[c.i] && r.has(r.sentence(c.i), "damaged", "accident") && !r.isSupposed(c, true)
	})
}

// isSupposed reports whether the sentence asks what would be, rather than tells
// what was: "am I covered if I hit a deer?". An event that comes before the "if"
// did happen.
func (r *reader) isSupposed(c span, event bool) bool {
	s := r.sentence(c.i)
	if r.has(span{s.i, c.i}, "supposes") {
		return true
	}
	asks := r.is(s.j-1, "?")
	if asks && r.is(c.i-1, "a", "an", "any") && r.is(r.skip(s.i, "and"), "is", "are", "does", "would") {
		return true // "is a cracked windshield one or the other?"
	}
	return asks && (!event && (r.has(s, "supposes") || r.is(r.skip(s.i, "and"), "is", "are", "does", "do", "would", "what", "how", "which")) || r.has(s, "is it covered") && !r.among(c.i-1, "whose car"))
}

// reportsClaim leaves out what a request for a quote dates in the past, and what
// is only supposed.
func (r *reader) reportsClaim(wantsQuote bool) bool {
	for _, of := range []struct {
		cue   string
		event bool
	}{{"files a claim", true}, {"claim matter", false}} {
		for _, c := range r.cues[of.cue] {
			if !r.quiet[c.i] && !((wantsQuote || of.event) && r.isPast(c)) && !r.isSupposed(c, of.event) {
				return true
			}
		}
	}
	return false
}

// isPast reports whether the sentence of c names an earlier year behind it, which is
// no car's then, or a season or month that is over, or months and years "ago". The month before this one may be weeks ago.
func (r *reader) isPast(c span) bool {
	s := r.sentence(c.i)
	for i := max(s.i, c.i-12); i < min(s.j, c.j+12); i++ {
		if y, _, ok := r.year(i, r.today.Year()-1, false); i >= c.j && ok && y > r.today.Year()-20 {
			return true
		}
		if r.is(i, "ago") && r.is(i-1, "years", "year", "months", "yrs") || r.is(i, "year", "spring", "summer", "fall", "winter") && r.is(i-1, "last") {
			return true
		}
		if m := months[r.at(i+1)]; r.is(i, "last") && m > 0 && m != int(r.today.Month()+10)%12+1 {
			return true
		}
	}
	return false
}
