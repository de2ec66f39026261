package reading

import (
	"testing"

	"ppamaild/reading/claims"
	"ppamaild/reading/intent"
)

// TestStopsAndRenters reads requests to cancel, and renters' insurance in mails about cars.
func TestStopsAndRenters(t *testing.T) {
	for text, want := range map[string]string{
		"I sold the car. I don't need the insurance no more, please send back what is left.":                   intent.Cancel,
		"How much is renters insurance for a duplex? We already have car insurance and are fine with that.":    intent.OtherLine,
		"2015 Kia Soul. Can you stop my insurance from going up? I'd like a quote.":                            intent.NewQuote,
		"2015 Kia Soul. I want to stop my insurance with Geico and come to you, so a quote please. Dee Quill.": intent.NewQuote,
	} {
		if got := Read(claims.Input{Subject: "insurance", Text: text}).Intent; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
