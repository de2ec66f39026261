package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestAnswerNamesWorkplace: a workplace in the answer to another question is no address of the car.
func TestAnswerNamesWorkplace(t *testing.T) {
	known := quote.Application{GaragingAddress: quote.Address{City: "Medford", State: "OR"}}
	for text, want := range map[string]string{
		"2. 5/5/1962, I work at 77 Cherry St, Medford OR 97501": `!garaging_address.street`,
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
