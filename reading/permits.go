package reading

import "slices"

// readPermits reads that somebody besides the writer has a learner's permit: how many years
// they have been licensed is asked in other words then.
func (r *reader) readPermits() {
	for _, c := range r.permits() {
		for _, k := range r.peopleAt(c.i) {
			of := entity{'d', k}
			if k != r.writer && len(r.peopleAt(c.i)) == 1 && !r.hasClaim(of, "years_licensed") && r.endsAt("negation", c.i) == c.i {
				r.say(of, "years_licensed", unclear(LearnersPermit), c)
			}
		}
	}
}

// permits returns where a learner's permit is spoken of; "permit" as an item by itself is one: "Maya 11/2/2010
// permit", "5. Maya, permit".
func (r *reader) permits() []span {
	found := slices.Clone(r.cues["learner's permit"])
	for i := range r.toks {
		if r.isBarePermit(i) {
			found = append(found, span{i, i + 1})
		}
	}
	return found
}

// isBarePermit reports whether "permit" stands at token i, and is all that an item, a line or what stands behind a
// name or a birth date says.
func (r *reader) isBarePermit(i int) bool {
	if !r.is(i, "permit", "permiso") || !r.endsClause(i+1) && !r.is(i+1, ".", ")", "and", "y") {
		return false
	}
	before := i == r.subjectEnd() || r.breaks(i-1) || r.dateEnds(i) || r.isGiven(i-1) >= 0 || r.body(r.lines[r.lineOf(i)]).i == i
	return before && !r.quiet[i]
}

// dateEnds reports whether a day with its year ends before token i.
func (r *reader) dateEnds(i int) bool {
	for k := max(i-6, 0); k < i; k++ {
		if v, ok := r.date(k); ok && v.j == i && v.y != 0 && v.d != 0 {
			return true
		}
	}
	return false
}
