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

// Heed changes what a task is about by feedback: it adds what a clause names, takes away
// what a clause is against, and keeps that alone which a clause wants only. It returns
// the clauses that named nothing which could be heeded.
func (r Reader) Heed(s Subjects, feedback string, at time.Time) (heeded Subjects, not []string) {
	for _, clause := range parts(feedback) {
		next, ok := r.heed(s, clause, at)
		if !ok {
			not = append(not, clause)
			continue
		}
		s = next
	}
	return s, not
}

// parts are the clauses of a text, each with the word that says which way it goes.
func parts(text string) []string {
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

func (r Reader) heed(s Subjects, clause string, at time.Time) (Subjects, bool) {
	negative := against.MatchString(clause)
	said := r.Read(against.ReplaceAllString(clause, "of"), at)
	switch {
	case said.IsNobody() && len(said.Spans) == 0:
		return s, false
	case negative:
		return s.less(said)
	case only.MatchString(clause):
		return s.narrowed(said), true
	}
	spans := s.Spans
	if len(spans) > 0 { // without any it is of any time already
		spans = spans.Plus(said.Spans...)
	}
	s = s.With(said)
	s.Spans = spans
	return s, true
}

// less is s without what is named, or without the time that is named; false where that
// leaves nothing or takes nothing away.
func (s Subjects) less(said Subjects) (Subjects, bool) {
	left, found := s.without(said)
	for _, gone := range said.Spans {
		if left.Spans = left.Spans.less(gone); len(left.Spans) == 0 {
			return s, false
		}
		found = true
	}
	if left.IsNobody() && !s.IsNobody() {
		return s, false
	}
	return left, found
}

// narrowed is s with only what is named, and with only the time that is.
func (s Subjects) narrowed(said Subjects) Subjects {
	if said.IsNobody() {
		s.Spans = said.Spans
		return s
	}
	if len(said.Spans) == 0 {
		said.Spans = s.Spans
	}
	return said
}
