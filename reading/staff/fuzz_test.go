package staff

import (
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
)

func FuzzStaff(f *testing.F) {
	for _, mail := range seeds(f) {
		f.Add(mail)
	}
	for _, piece := range []string{"not 8,000 ", "the year of the Civic: 2020\n", "leave out the Civic and ", "ask whether ", "her license, ", "1. ", "(((", "\xff"} {
		f.Add(strings.Repeat(piece, 5))
	}
	f.Fuzz(func(_ *testing.T, words string) {
		for _, known := range []quote.Application{{}, staffCase} {
			ReasonOf(words, known)
			Fact(words, quote.Case{Application: known}, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), nil)
		}
	})
}
