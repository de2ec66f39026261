package extract

import "ppamaild/quote"

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
