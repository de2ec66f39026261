package subject

import (
	"slices"
	"strings"
	"time"
)

// Span is a stretch of time. Until is exclusive; a zero end is open.
type Span struct{ Since, Until time.Time }

// Spans are stretches of time that neither meet nor overlap, the earliest first.
type Spans []Span

// String says it in words: "in 2024", "from 2025-05-01 on".
func (s Spans) String() string {
	texts := make([]string, 0, len(s))
	for _, one := range s {
		texts = append(texts, one.String())
	}
	return strings.Join(texts, " and ")
}

// String says it in words, both ends inclusive.
func (s Span) String() string {
	last := s.Until.AddDate(0, 0, -1)
	switch {
	case s.Since.IsZero() && s.Until.IsZero():
		return "at any time"
	case s.Until.IsZero():
		return "from " + s.Since.Format(time.DateOnly) + " on"
	case s.Since.IsZero():
		return "until " + last.Format(time.DateOnly)
	case s.Since.YearDay() == 1 && s.Until.Equal(s.Since.AddDate(1, 0, 0)):
		return "in " + s.Since.Format("2006")
	}
	return s.Since.Format(time.DateOnly) + " to " + last.Format(time.DateOnly)
}

// Plus is all of both.
func (s Spans) Plus(more ...Span) Spans {
	all := append(slices.Clone(s), more...)
	slices.SortFunc(all, func(a, b Span) int { return a.Since.Compare(b.Since) })
	var united Spans
	for _, next := range all {
		last := len(united) - 1
		if last < 0 || !united[last].Until.IsZero() && united[last].Until.Before(next.Since) {
			united = append(united, next)
		} else if !united[last].Until.IsZero() {
			united[last].Until = later(united[last].Until, next.Until)
		}
	}
	return united
}

// less is s without a span; of any time where s is none. Nothing may be left.
func (s Spans) less(gone Span) Spans {
	if len(s) == 0 {
		s = Spans{{}}
	}
	var left Spans
	for _, one := range s {
		before, after := one, one
		before.Until = sooner(one.Until, gone.Since)
		if one.Since.Before(gone.Until) {
			after.Since = gone.Until
		}
		if !gone.Since.IsZero() && before.lasts() {
			left = append(left, before)
		}
		if !gone.Until.IsZero() && after.lasts() {
			left = append(left, after)
		}
	}
	return left.Plus()
}

func (s Span) lasts() bool { return s.Until.IsZero() || s.Since.Before(s.Until) }

// later is the later of two ends, of which a zero one is open.
func later(a, b time.Time) time.Time {
	if a.IsZero() || b.IsZero() {
		return time.Time{}
	}
	if a.After(b) {
		return a
	}
	return b
}

// sooner is the earlier of two ends, of which a zero one is open.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
