package subject

import (
	"slices"
	"strings"
	"time"
)

// Span is a span of time. Until is exclusive. A zero end is open.
type Span struct{ Since, Until time.Time }

// Spans are separate spans of time, earliest first.
type Spans []Span

// String describes the spans in words: "in 2024", "from 2025-05-01 on".
func (s Spans) String() string {
	texts := make([]string, 0, len(s))
	for _, one := range s {
		texts = append(texts, one.String())
	}
	return strings.Join(texts, " and ")
}

// String describes the span in words, with inclusive ends.
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

// Plus returns the union of both.
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

// subtract returns s without a span; no spans mean any time. The result may be empty.
func (s Spans) subtract(gone Span) Spans {
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

// later returns the later of two ends; zero is open.
func later(a, b time.Time) time.Time {
	if a.IsZero() || b.IsZero() {
		return time.Time{}
	}
	if a.After(b) {
		return a
	}
	return b
}

// sooner returns the earlier of two ends; zero is open.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
