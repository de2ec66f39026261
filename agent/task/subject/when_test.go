package subject

import (
	"testing"
	"time"
)

// A month before the last day of a month is the last day of the month before.
func TestMonthsBackFromALastDay(t *testing.T) {
	for text, want := range map[string][2]string{
		"the past 3 months":   {"2026-05-31", "2026-02-28"},
		"the last two months": {"2026-04-30", "2026-02-28"},
		"the last 1 month":    {"2026-07-31", "2026-06-30"},
		"the past 2 quarters": {"2026-08-31", "2026-02-28"},
		"the past two years":  {"2028-02-29", "2026-02-28"},
		"the last 5 months":   {"2026-03-15", "2025-10-15"},
		"last month":          {"2026-03-31", "2026-02-01"},
	} {
		now, err := time.Parse(time.DateOnly, want[0])
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := relativeSpan(text, now.Add(9*time.Hour)); !ok || s.Since.Format(time.DateOnly) != want[1] {
			t.Errorf("%s on %s: from %s on", text, want[0], s.Since.Format(time.DateOnly))
		}
	}
}
