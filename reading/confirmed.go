package reading

import "ppamaild/reading/text"

// confirmed returns the quoted lines, by index, that the author says are right: a question
// that they answer with yes, and where all that we noted is right, the lines that note it.
// Something else that they say of a value outweighs it.
func (r *reader) confirmed() map[int]bool {
	lines := map[int]bool{}
	for _, q := range r.questions {
		if q.last >= 0 && q.last+1 < len(r.Lines) && r.isYesOrNo(q.Span) && r.saysYes(r.Lines[q.last+1]) {
			for k := r.LineOf(q.I); k <= q.last; k++ {
				lines[k] = true
			}
		}
	}
	if !r.vouches() {
		return lines
	}
	for k, l := range r.Lines {
		if own := r.Unquoted(l); !own.Empty() && r.Quoted[l.I] && own.I == l.I+1 && !r.asks[l.J-1] && r.IsItem(own) {
			lines[k] = true
		}
	}
	return lines
}

// isYesOrNo reports whether a question leaves nothing to be told but yes or no, as "is it
// still 9,000 miles?" does and "is it owned or leased?" does not.
func (r *reader) isYesOrNo(q text.Span) bool {
	if !r.Among(q.I, "asks yes or no") && !(r.Is(q.I, "¿") && r.Among(q.I+1, "asks yes or no")) {
		return false
	}
	for i := q.I; i < q.J; i++ {
		if _, _, state := r.state(i); state {
			continue // "Bend, OR"
		}
		if r.Among(i, "asks for more") && !(r.Is(i, "where", "what", "how", "donde") && i > q.I+2 && !r.Is(i-1, "or", "and", ",", "o", "y")) {
			return false
		}
	}
	return true
}

// isAffirmed reports whether the answer to the quoted question around token i starts with yes.
func (r *reader) isAffirmed(i int) bool {
	for _, q := range r.questions {
		if q.I <= i && i < q.J {
			return q.last >= 0 && q.last+1 < len(r.Lines) && r.saysYes(r.Lines[q.last+1])
		}
	}
	return false
}

// saysYes reports whether an own line starts with yes and nothing that takes it back.
func (r *reader) saysYes(l text.Line) bool {
	s := r.Body(l)
	return !r.Quoted[l.I] && r.Among(s.I, "yes") && !r.Has(text.Between(s.I, r.Sentence(s.I).J), "negation") && !r.Is(s.I+1, "but", "and", "pero")
}

// vouches reports whether the author says in a statement that what we noted is right.
func (r *reader) vouches() bool {
	for _, c := range r.Cues["vouches"] {
		s := r.Sentence(c.I)
		if !r.Quoted[c.I] && !r.Has(text.Between(s.I, c.I), "negation") && !r.Is(s.J-1, "?") {
			return true
		}
	}
	return false
}

// yesOrNoTo reads "yes on the" and "no to" before what starts at token i.
func (r *reader) yesOrNoTo(i int) (yes, said bool) {
	i--
	for r.Is(i, "the", "a", "al", "la", "el") {
		i--
	}
	if !r.Is(i, "on", "to", "for", "a", "al") {
		return false, false
	}
	return r.Is(i-1, "yes", "si", "yep", "yeah"), r.Is(i-1, "yes", "si", "yep", "yeah", "no", "nope")
}
