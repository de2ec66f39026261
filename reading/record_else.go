package reading

import "ppamaild/quote"

// readNothingYet reads "licensed since June, nothing yet" as a clean record.
func (r *reader) readNothingYet() {
	for _, c := range r.cues["nothing yet"] {
		if !r.quiet[c.i] && r.breaks(c.i-1) && r.has(span{r.sentence(c.i).i, c.i}, "licensed", "birth", "new driver") {
			r.sayClean(c)
		}
	}
}

// readNothingElse reads "one at-fault accident in 2024, nothing else" as none of the other kind.
func (r *reader) readNothingElse() {
	for _, c := range r.cues["nothing else"] {
		s := r.sentence(c.i)
		if r.quiet[c.i] || !r.endsThere(c.j) || !r.has(span{s.i, c.i}, "accident", "ticket") {
			continue
		}
		for _, field := range []string{"accidents", "violations"} {
			r.sayOf(r.peopleAt(c.i), field, 0, c, quote.Inferred)
		}
	}
}
