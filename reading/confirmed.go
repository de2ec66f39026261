package reading

// confirmed returns the quoted lines, by index, that the author says are right: a question
// that they answer with yes, and where all that we noted is right, the lines that note it.
// Something else that they say of a value outweighs it.
func (r *reader) confirmed() map[int]bool {
	lines := map[int]bool{}
	for _, q := range r.questions {
		if q.last >= 0 && q.last+1 < len(r.lines) && r.isYesOrNo(q.span) && r.saysYes(r.lines[q.last+1]) {
			for k := r.lineOf(q.i); k <= q.last; k++ {
				lines[k] = true
			}
		}
	}
	if !r.vouches() {
		return lines
	}
	for k, l := range r.lines {
		if own := r.unquoted(l); !own.empty() && r.quoted[l.i] && own.i == l.i+1 && !r.asks[l.j-1] && r.isItem(own) {
			lines[k] = true
		}
	}
	return lines
}

// isYesOrNo reports whether a question leaves nothing to be told but yes or no, as "is it
// still 9,000 miles?" does and "is it owned or leased?" does not.
func (r *reader) isYesOrNo(q span) bool {
	if !r.among(q.i, "asks yes or no") && !(r.is(q.i, "¿") && r.among(q.i+1, "asks yes or no")) {
		return false
	}
	for i := q.i; i < q.j; i++ {
		if _, _, state := r.state(i); state {
			continue // "Bend, OR"
		}
		if r.among(i, "asks for more") && !(r.is(i, "where", "what", "how", "donde") && i > q.i+2 && !r.is(i-1, "or", "and", ",", "o", "y")) {
			return false
		}
	}
	return true
}

// isAffirmed reports whether the answer to the quoted question around token i starts with yes.
func (r *reader) isAffirmed(i int) bool {
	for _, q := range r.questions {
		if q.i <= i && i < q.j {
			return q.last >= 0 && q.last+1 < len(r.lines) && r.saysYes(r.lines[q.last+1])
		}
	}
	return false
}

// saysYes reports whether an own line starts with yes and nothing that takes it back.
func (r *reader) saysYes(l line) bool {
	s := r.body(l)
	return !r.quoted[l.i] && r.among(s.i, "yes") && !r.has(span{s.i, r.sentence(s.i).j}, "negation") && !r.is(s.i+1, "but", "and", "pero")
}

// vouches reports whether the author says in a statement that what we noted is right.
func (r *reader) vouches() bool {
	for _, c := range r.cues["vouches"] {
		s := r.sentence(c.i)
		if !r.quoted[c.i] && !r.has(span{s.i, c.i}, "negation") && !r.is(s.j-1, "?") {
			return true
		}
	}
	return false
}
