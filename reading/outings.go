package reading

import (
	"slices"

	"ppamaild/quote"
)

// readOutings reads that vehicles of whose use the mail says nothing else are driven for
// pleasure, where they go to places that people visit for themselves: "we use it for
// lunch and the movies", "it only goes to the dentist and to my aunt's".
func (r *reader) readOutings() {
	for i := range r.toks {
		if !r.is(i, "to", "for") || r.quiet[i] || r.taken[i] {
			continue
		}
		end := r.outingAt(i + 1)
		if end == i+1 || !r.isHabit(i) || r.worksIn(r.sentence(i)) {
			continue
		}
		at := span{i, end}
		for _, k := range r.vehiclesAt(at, "use") {
			if of := (entity{'v', k}); !r.hasClaim(of, "use") {
				r.infer(of, "use", quote.Pleasure, at)
			}
		}
	}
}

// outingAt returns the end of the words for a place that people visit for themselves, or for
// the home of a relative, at token i; else i.
func (r *reader) outingAt(i int) int {
	k := i
	if r.among(k, "whose car") || r.is(k, "a", "an", "their") {
		k++
	}
	if kin, ok := r.kinAt(k); ok && k > i && !kin.outsider && noun(r.at(k)) != r.at(k) {
		if r.among(k+1, "homes") || r.is(k+1, "on", "in", "and", "every", "once", "with", "or") || r.endsClause(k+1) {
			return k + 1 // and not "my brother's wedding"
		}
		return i
	}
	if r.among(k+1, "outings") && r.kind(k) == word && !r.among(k, "outings") && !stopWord(r.at(k)) {
		k++ // "the corner store"
	}
	if !r.among(k, "outings") || r.isJob(k) || r.is(k+1, "where", "job") {
		return i
	}
	return k + 1
}

// isHabit reports whether the words before token i tell where a vehicle is driven again and
// again, not what somebody did once or has yet to do; or whether they name the vehicle as an
// item of a list does: "2012 Rio, Omar, to friends".
func (r *reader) isHabit(i int) bool {
	s := span{max(r.sentence(i).i, i-mostItems), i}
	if r.has(span{max(r.clause(i).i, i-5), i}, "negation") {
		return false
	}
	for k := i - 1; k >= s.i; k-- {
		if r.among(k, "goes once") || r.among(k, "goes somewhere") && r.is(k-1, "to") && r.among(k-2, "is yet to") {
			return false
		}
		if r.among(k, "goes somewhere") {
			return r.is(i, "to") || r.is(k, "use", "uses", "used", "is")
		}
		if r.mentionedAt(k) >= 0 {
			return r.breaks(i-1) && r.row(k) == r.row(i)
		}
	}
	return false
}

// worksIn reports whether s speaks of work, of a drive there, or of business.
func (r *reader) worksIn(s span) bool {
	return r.tellsJob(s) || r.has(s, "business use", "rideshare", "workdays") ||
		slices.ContainsFunc(r.drives, func(c span) bool { return s.i <= c.i && c.i < s.j })
}
