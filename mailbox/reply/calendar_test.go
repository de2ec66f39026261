package reply

import (
	"regexp"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestHasDate(t *testing.T) {
	for s, want := range map[string]bool{
		"in 2026": true, "20/11": true, "20.11.": true, "20-1": true, "20 nov": true, "20nov": true, "nov 20": true, "nov. 20": true, "２０ nov": true, "20 нояб": true, "2026年": true, "on 2 and": true,
		"": false, "20": false, "at 10:00": false, "20 11": false, "20/ 11": false, "no 20": false, "nov  20": false, "nov.. 20": false, "nov20 x": false, "20  nov": false, "no. 1": false,
	} {
		if got := hasDate(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

// TestHasDateIsThePattern compares hasDate with the regular expression that it replaces.
func TestHasDateIsThePattern(t *testing.T) {
	pattern := regexp.MustCompile(`\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}|\p{Nd}{1,2} ?\pL{3,}|\pL{3,}\.? \p{Nd}{1,2}`)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.OneOf(rapid.SampledFrom([]rune("1 a./-é٣")), rapid.RuneFrom(nil, unicode.L, unicode.Nd))).Draw(t, "s")
		if got, want := hasDate(s), pattern.MatchString(s); got != want {
			t.Fatalf("%q: %v, by the pattern %v", s, got, want)
		}
	})
}
