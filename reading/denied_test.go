package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestDeniedReasons hands over for what is said, not for what is denied in more words.
func TestDeniedReasons(t *testing.T) {
	for text, want := range map[string]string{
		"2019 Civic. I've never had my license suspended.":                                     "",
		"2019 Civic. I have not had my license suspended or revoked.":                          "",
		"2019 Civic. Never had a DUI or my license suspended.":                                 "",
		"2019 Civic. I haven't driven since my license was suspended.":                         "suspended",
		"2019 Civic. I had my license suspended in 2024.":                                      "suspended",
		"2019 Civic. I've never had an accident but my license is suspended.":                  "suspended",
		"2019 Civic. I didn't know my license got suspended.":                                  "suspended",
		"2019 Civic. I'm with Geico. Had one accident back in 2021 but nothing since.":         "",
		"2019 Civic. One speeding ticket in 2019. Haven't had any since.":                      "",
		"2019 Civic. I had Geico until March and nothing since.":                               quote.ReferLapse,
		"2019 Civic. I had an accident in March, Geico dropped me, nothing since.":             quote.ReferLapse,
		"2019 Civic. I had an accident in May. My policy ended the month after, nothing since": quote.ReferLapse,
	} {
		if got := Read(claims.Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Refer; got != want {
			t.Errorf("%q: refer %q, want %q", text, got, want)
		}
	}
}
