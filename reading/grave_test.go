package reading

import (
	"slices"
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestGraveOffences checks that staff see the sentence with a grave offense, but no sentence that
// denies, quotes or only supposes an offense.
func TestGraveOffences(t *testing.T) {
	for text, want := range map[string][]string{
		"2015 Kia Soul. I had a DUI in 2021 if that matters.":              {"I had a DUI in 2021 if that matters."},
		"2015 Kia Soul. My husband was cited for reckless driving in May.": {"My husband was cited for reckless driving in May."},
		"2015 Kia Soul. Does a DWI from 2016 still count?":                 {"Does a DWI from 2016 still count?"},
		"2015 Kia Soul. Me multaron por manejar borracho en 2019.":         {"Me multaron por manejar borracho en 2019."},
		"2015 Kia Soul. No DUIs, no tickets, nothing.":                     nil,
		"2015 Kia Soul. I never had a DUI.":                                nil,
		"2015 Kia Soul. One speeding ticket in 2025.":                      nil,
		"2015 Kia Soul.\n> I had a DUI in 2021.":                           nil,
	} {
		in := claims.Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		if got := Read(in).Grave; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
