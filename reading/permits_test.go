package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestPermits checks that a learner's permit is no license. A driver who states the years with
// a license gets no question about a permit.
func TestPermits(t *testing.T) {
	for text, want := range map[string]bool{
		"My daughter Zoe just got her learner's permit, she turned 15.":                 true,
		"Our son Leo, 16, has his permit and drives the Soul.":                          true,
		"My daughter Zoe has her learner's permit, so 0 years licensed, born 3/4/2010.": false,
		"My daughter Zoe, born 3/4/2006, licensed 2 years.":                             false,
	} {
		in := claims.Input{Subject: "quote", Text: "2015 Kia Soul. " + text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		got := false
		for _, c := range Read(in).Conflicts {
			got = got || c.Path == "drivers[1].years_licensed" && len(c.Values) == 1
		}
		if got != want {
			t.Errorf("%q: a permit is %t, want %t", text, got, want)
		}
	}
}

// TestYearsFromAnAgeAreInferred checks that calculated years do not count as stated.
func TestYearsFromAnAgeAreInferred(t *testing.T) {
	for text, want := range map[string]quote.Standing{
		"Born 3/4/1985, licensed since I was 17.":     quote.Inferred,
		"Born 3/4/1985, I have a license since 2002.": quote.Stated,
		"Born 3/4/1985, licensed 24 years.":           quote.Stated,
	} {
		in := claims.Input{Subject: "quote", Text: "2015 Kia Soul. " + text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		var got quote.Standing
		for _, f := range Read(in).Facts {
			if f.Path == "drivers[0].years_licensed" {
				got = f.Standing
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
