package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestAnswerToWhereTheCarIsKept: what answers our question for the address is where the car is kept,
// also where it is a place of work; what another answer tells of such a place is not.
func TestAnswerToWhereTheCarIsKept(t *testing.T) {
	known := quote.Application{GaragingAddress: quote.Address{City: "Medford", State: "OR"}}
	for text, want := range map[string]string{
		"1. same as where I work, 77 Cherry St, Medford OR 97501\n2. 5/5/1962": `garaging_address.street="77 Cherry St" garaging_address.zip="97501"`,
		"2. 5/5/1962, I work at 77 Cherry St, Medford OR 97501":                `!garaging_address.street`,
	} {
		in := claims.Input{Text: text, Replies: true, Known: known, Asked: []string{"garaging_address", "drivers[0].date_of_birth"}, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		facts := map[string]string{}
		for _, f := range Read(in).Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(want) {
			checkFact(t, text, w, facts)
		}
	}
}
