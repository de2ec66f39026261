package reading

import "slices"

// Fragments answer our questions one after the other: "12/1/57. 52. pleasure. 6k", "12/1/57 52
// pleasure 6000", "(1) 97520. (2) October 14, 1948.", "First: December 1, 1957. Second: 52 years."

// readRun understands the answers that run on along line k, and reports whether it has any.
func (r *reader) readRun(k int, form *formState) bool {
	l := r.lines[k]
	if len(r.in.Asked) < 2 || l.j <= r.subjectEnd() {
		return false
	}
	if parts := r.numberedRun(l.span); len(parts) > 1 {
		if parts = r.numberedRun(r.paragraphFrom(k)); len(parts) > len(r.in.Asked) {
			return false
		}
		if last := &parts[len(parts)-1]; last.j-last.i > longestAnswer {
			last.j = min(last.j, r.sentence(last.i).j) // "4) 7500. Also, it's a 2018."
		}
		return r.putFitting(r.in.Asked[:len(parts)], parts, len(parts)/2, form)
	}
	if parts := r.fragments(l.span); parts != nil {
		return r.putFitting(r.in.Asked[:len(parts)], parts, r.misfitsOf(parts), form)
	}
	return r.putWords(l.span, form)
}

// longestGreeting bounds how many words may stand before the first of answers that run on.
const longestGreeting = 4

// longestRun bounds over how many lines answers may run on.
const longestRun = 40

// paragraphFrom is the text from line k on, up to a blank line or a quoted one.
func (r *reader) paragraphFrom(k int) span {
	s, end := r.lines[k].span, min(len(r.lines), k+longestRun)
	for k++; k < end && !r.lines[k].first && !r.quoted[r.lines[k].i]; k++ {
		s.j = r.lines[k].j
	}
	return s
}

// numberedRun cuts s at the numbers 1, 2, 3 of its answers, "(1)", "2." or "Third:", where the
// first two of them stand on the first line; nil where it has none.
func (r *reader) numberedRun(s span) []span {
	var parts []span
	for i := s.i; i < s.j; i++ {
		inside := len(parts) > 0 || i-s.i <= longestGreeting && r.is(i+1, ")") // "Wade here 1) 3/3/70 2) 40 years"
		if i > s.i && !r.breaks(i-1) && !r.is(i-1, ".", "!", "?", ",") && !(inside && r.gap(i)) {
			continue
		}
		n, end := r.runNumber(i)
		if n != len(parts)+1 || end >= s.j {
			continue
		}
		if n > 1 {
			parts[n-2].j = i
		}
		parts = append(parts, span{end, s.j})
	}
	return parts
}

// runNumber reads the number of an answer at token i, and what marks it.
func (r *reader) runNumber(i int) (n, end int) {
	if n := ordinals[r.at(i)]; n > 0 && r.is(i+1, ":", "-", "=") {
		return n, i + 2
	}
	open := r.is(i, "(")
	if open {
		i++
	}
	n, ok := r.digitsAt(i, 2)
	switch {
	case !ok || open != r.is(i+1, ")") && open:
		return 0, i
	case r.is(i+1, ".", ")", ":") && r.glued(i+1) && r.gap(i+2):
		return n, i + 2
	}
	return 0, i
}

// fragments cuts s at full stops, or else at semicolons or commas, into as many answers as we had
// questions, or fewer where the last says that the rest is not known; else nil.
func (r *reader) fragments(s span) []span {
	for _, marks := range [][]string{{".", "!"}, {";"}, {","}, {",", ".", ";"}} {
		parts := []span{{s.i, s.i}}
		for i := s.i; i < s.j; i++ {
			if r.is(i, marks...) && (r.gap(i+1) || i+1 == s.j) {
				parts = append(parts, span{i + 1, i + 1})
				continue
			}
			parts[len(parts)-1].j = i + 1
		}
		parts = slices.DeleteFunc(parts, func(p span) bool { return p.empty() })
		if n := len(parts) - 1; n > 1 && r.isRest(parts[n]) {
			if parts = parts[:n]; n <= len(r.in.Asked) {
				return parts
			}
		}
		if len(parts) == len(r.in.Asked) && len(parts) >= leastAnswers {
			return parts
		}
	}
	return nil
}

// isRest reports whether s says that who writes does not know the rest.
func (r *reader) isRest(s span) bool {
	i := r.skip(s.i, "and", "the", "y", "lo", "el")
	if !r.is(i, "rest", "others", "other", "demas", "resto") {
		return false
	}
	for ; i < s.j; i++ {
		if r.is(i, "know", "sure", "idea", "later", "unknown", "clue", "idk", "unsure", "se") {
			return true
		}
	}
	return false
}

// misfitsOf is how many of as many answers as we had questions may be something that is not
// understood: one, of four and more.
func (r *reader) misfitsOf(parts []span) int {
	if len(parts) > leastAnswers && len(parts) == len(r.in.Asked) {
		return 1
	}
	return 0
}

// putWords understands a line of values without marks between them: each must begin where the one
// before ends, and the line must end with the last.
func (r *reader) putWords(s span, form *formState) bool {
	if len(r.in.Asked) < leastAnswers || s.j-s.i > 60 {
		return false
	}
	parts := make([]span, 0, len(r.in.Asked))
	i := s.i
	for _, path := range r.in.Asked {
		_, at, ok := r.parse(fieldOf(path), span{i, s.j})
		if !ok || at.i > i+1 || at.i > i && !r.is(i, "for", "since", "about", "just", "mostly", "para", "desde") {
			return false
		}
		parts = append(parts, span{i, at.j})
		for i = at.j; i < s.j && (r.is(i, ",", ";", ".", "/", "miles", "mi", "only", "millas", "+") || isYears(r.at(i))); i++ {
			parts[len(parts)-1].j = i + 1
		}
	}
	return i == s.j && r.putFitting(r.in.Asked, parts, 0, form)
}
