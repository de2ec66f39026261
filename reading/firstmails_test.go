package reading

import (
	"testing"

	"ppamaild/reading/claims"
)

// TestLapseDenied checks that a denial in a list causes no referral.
func TestLapseDenied(t *testing.T) {
	for text, want := range map[string]string{
		"I have never had insurance lapse. Quote for a 2012 Civic":                                  "",
		"I never let my coverage lapse. Quote for a 2012 Civic":                                     "",
		"Never had an accident, a ticket, or a lapse in coverage. Quote for a 2012 Civic":           "",
		"I have never had a license suspended, insurance lapse or accident. Quote for a 2012 Civic": "",
		"I've never had a ticket, insurance lapsed in June. Quote for a 2012 Civic":                 "lapse",
		"I let my insurance lapse. Quote for a 2012 Civic":                                          "lapse",
		"I never had a license. Quote for a 2012 Civic":                                             "unlicensed",
	} {
		if got := Read(claims.Input{Subject: "quote", Text: text}).Refer; got != want {
			t.Errorf("%q refers as %q, want %q", text, got, want)
		}
	}
}
