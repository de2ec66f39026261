package reading

import "slices"

// Who is short of time answers all our questions on one line: "1. 1/2/80 2. 28 years", or
// "1/2/80, 28, 97701".

// leastAnswers is how many answers without numbers are told from prose.
const leastAnswers = 3

// answersOnLine returns the answers that a line gives to several questions, in their order;
// nil where it does not. An answer that is left out is empty.
func (r *reader) answersOnLine(l line) []span {
	if len(r.in.Asked) < 2 || l.j <= r.subjectEnd() {
		return nil
	}
	if parts := r.numberedParts(l.span); len(parts) > 1 {
		return parts
	}
	parts := []span{{l.i, l.i}}
	for i := l.i; i < l.j; i++ {
		if r.is(i, ",", ";") && r.gap(i+1) {
			parts = append(parts, span{i + 1, i + 1})
			continue
		}
		parts[len(parts)-1].j = i + 1
	}
	long := slices.ContainsFunc(parts, func(s span) bool { return s.empty() || s.j-s.i > 8 })
	if long || len(parts) != len(r.in.Asked) || len(parts) < leastAnswers {
		return nil
	}
	return parts
}

// numberedParts cuts s at the numbers 1, 2, 3 of its answers.
func (r *reader) numberedParts(s span) []span {
	var parts []span
	for i := s.i; i < s.j; i++ {
		n, ok := r.digitsAt(i, 2)
		if !ok || n != len(parts)+1 || !r.gap(i) || !r.is(i+1, ".", ")", ":") || !r.glued(i+1) || !r.gap(i+2) || n == 1 && i != s.i {
			continue
		}
		if n > 1 {
			parts[n-2].j = i
		}
		parts = append(parts, span{i + 2, s.j})
	}
	return parts
}

// putAnswers understands those answers: all of them, or none.
func (r *reader) putAnswers(parts []span, form *formState) bool {
	if len(parts) < 2 || len(parts) > len(r.in.Asked) {
		return false
	}
	cells := make([]cell, len(parts))
	for n, s := range parts {
		for s.j > s.i && r.is(s.j-1, ",", ";", ".") {
			s.j--
		}
		c, ok := r.answerTo(r.in.Asked[n], s)
		if _, _, fits := r.parse(c.field, s); !ok || !fits && c.field != "given_name" && c.field != "surname" {
			return false
		}
		cells[n] = c
	}
	for _, c := range cells {
		if c.label.i > 1 && r.is(c.label.i-1, ".", ")", ":") {
			r.take(span{c.label.i - 2, c.label.i})
		}
		r.put(c, form)
	}
	return true
}
