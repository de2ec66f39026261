package quoting

import (
	"testing"

	"ppamaild/agent"
	"ppamaild/quote/quotetest"
	"ppamaild/reading"
)

// TestQuotedLinesRequestNothing: a line of the agency between the customer's lines takes nothing off.
func TestQuotedLinesRequestNothing(t *testing.T) {
	s := &agent.State{}
	s.CustomerInfo.Case.Application = quotetest.Family()
	for text, want := range map[string]int{
		"> - Rental car: no\nYes please.\n> - Towing: no\nFine.": 0,
		"> - Rental car: no\nNo rental, and no towing.":          2,
	} {
		if got := requestsOf(Toolbox{}, s, reading.Input{Text: text}, "en"); len(got.Facts) != want {
			t.Errorf("%q: %v", text, got.Facts)
		}
	}
}
