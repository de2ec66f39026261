package subject

import (
	"strings"
	"time"

	"ppamaild/lazyregexp"
)

var (
	clauses = lazyregexp.MustCompile(`[.;!?]\s+|\n+|,?\s+but\s+|,\s*(?:and\s+)?(?i:not|also|only|just|without|no)\b|[.;!?]$`)
	against = lazyregexp.MustCompile(`(?i)\b(?:not|without|no|except|excluding|exclude|omit|skip|drop|remove|leave out|don'?t|do not)\b`)
	only    = lazyregexp.MustCompile(`(?i)\b(?:only|just|nothing but)\b`)
)

// ApplyFeedback changes the subjects by feedback. Clauses add, remove, or keep only the named
// subjects. It returns the clauses that it could not use.
func (r Reader) ApplyFeedback(s Subjects, feedback string,
	at time.Time) (changed Subjects, unused []string) {
	for _, clause := range feedbackClauses(feedback) {
		next, ok := r.applyClause(s, clause, at)
		if !ok {
			unused = append(unused, clause)
			continue
		}
		s = next
	}
	return s, unused
}

// feedbackClauses returns the clauses of a text, each with the word that gives its direction.
func feedbackClauses(text string) []string {
	var all []string
	add := func(clause string) {
		if clause = strings.Trim(clause, " \t\r\n,;.!?"); clause != "" {
			all = append(all, clause)
		}
	}
	last := 0
	for _, at := range clauses.FindAllStringIndex(text, -1) {
		add(text[last:at[0]])
		last = at[0]
	}
	add(text[last:])
	return all
}

// applyClause changes the subjects by a clause. It reports false for a clause that it can't use.
func (r Reader) applyClause(s Subjects, clause string, at time.Time) (Subjects, bool) {
	negative := against.MatchString(clause)
	said := r.Read(against.ReplaceAllString(clause, "of"), at)
	switch {
	case said.IsEmpty() && len(said.Spans) == 0:
		return s, false
	case negative:
		return s.subtract(said)
	case only.MatchString(clause):
		return s.restrictTo(said), true
	}
	spans := s.Spans
	if len(spans) > 0 { // without spans it already means any time
		spans = spans.Plus(said.Spans...)
	}
	s = s.With(said)
	s.Spans = spans
	return s, true
}

// subtract returns s without the named subjects or time. It reports false if nothing would remain
// or change.
func (s Subjects) subtract(said Subjects) (Subjects, bool) {
	left, found := s.remove(said)
	for _, gone := range said.Spans {
		if left.Spans = left.Spans.subtract(gone); len(left.Spans) == 0 {
			return s, false
		}
		found = true
	}
	if left.IsEmpty() && !s.IsEmpty() {
		return s, false
	}
	return left, found
}

// restrictTo returns s with only the named subjects or time.
func (s Subjects) restrictTo(said Subjects) Subjects {
	if said.IsEmpty() {
		s.Spans = said.Spans
		return s
	}
	if len(said.Spans) == 0 {
		said.Spans = s.Spans
	}
	return said
}
