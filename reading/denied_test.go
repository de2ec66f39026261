package reading

import (
	"strings"
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

// TestToldBehindDenial: a denial ends where the sentence tells of an incident.
func TestToldBehindDenial(t *testing.T) {
	for said, want := range map[string]string{
		"No accidents, I got a ticket in 2025.":                               "0 1",
		"No accidents, got a speeding ticket last year.":                      "0 1",
		"No tickets, I've had an accident in 2025.":                           "1 0",
		"No accidents and I got a ticket in 2025.":                            "0 1",
		"Never had an accident, I did get a ticket in 2025.":                  "0 1",
		"Never got a ticket, had an accident, or a claim.":                    "0 0",
		"I've been driving 20 years and never had a ticket. No accidents.":    "0 0",
		"I have no accidents, and have never had a ticket.":                   "0 0",
		"I've never had an accident or gotten a ticket.":                      "0 0",
		"No one here has had a ticket, had an accident, or made a claim.":     "0 0",
		"No driver has received a ticket, has had an accident, or has a DUI.": "0 0",
		"I have no history of accidents, getting tickets, or DUI.":            "0 0",
	} {
		accidents, tickets, _ := strings.Cut(want, " ")
		checkText(t, "2020 Mazda 3. "+said,
			"drivers[0].accidents="+accidents+" drivers[0].violations="+tickets)
	}
}
