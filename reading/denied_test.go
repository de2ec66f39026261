package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
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
		if got := Read(Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Refer; got != want {
			t.Errorf("%q: refer %q, want %q", text, got, want)
		}
	}
}

// TestYearsBesideDenial reads for how long somebody drives who says that they never lost their license.
func TestYearsBesideDenial(t *testing.T) {
	for text, want := range map[string]string{
		"I've been driving for 30 years and have never had my license suspended. 2019 Civic": `drivers[0].years_licensed=30`,
		"I've been licensed 30 years and had my license suspended. 2019 Civic":               `!drivers[0].years_licensed`,
	} {
		checkText(t, text, want)
	}
}

// TestLicenseNotHad reads no state of a license that is yet to get.
func TestLicenseNotHad(t *testing.T) {
	for text, want := range map[string]string{
		"I haven't gotten my Tennessee license yet. 2019 Civic":      `!drivers[0].license_state`,
		"I don't have an Ohio license yet. 2019 Civic":               `!drivers[0].license_state`,
		"I need to get my Texas license. 2019 Civic":                 `!drivers[0].license_state`,
		"I got my Texas license in 2010. 2019 Civic":                 `drivers[0].license_state="TX"`,
		"I have no tickets on my Ohio license. 2019 Civic":           `drivers[0].license_state="OH"`,
		"I have never had my Texas license suspended. 2019 Civic":    `drivers[0].license_state="TX"`,
		"I still have my Michigan license and need a Tennessee one.": `drivers[0].license_state="MI"`,
	} {
		checkText(t, text, want)
	}
}
