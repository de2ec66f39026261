package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// sue is a customer of whom we know the car and where it is kept.
func sue() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Sue", Surname: "Albright"},
		GaragingAddress: quote.Address{Street: "331 Pine St Apt 4", City: "Eugene", State: "OR", ZIP: "97401"},
		Drivers:         []quote.Driver{{GivenName: "Sue", Surname: "Albright", Relationship: quote.Insured}},
		Vehicles:        []quote.Vehicle{{Year: new(2019), Make: "Hyundai", Model: "Tucson"}},
	}
}

// factsOfReply returns the facts in a reply to our questions.
func factsOfReply(known quote.Application, asked []string, text string) (Reading, map[string]string) {
	got := Read(claims.Input{Subject: "Re: Car insurance", Text: text, Replies: true, Known: known, Asked: asked, FromName: "Pat Miller",
		Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
	facts := map[string]string{}
	for _, f := range got.Facts {
		facts[f.Path] = string(f.Value)
	}
	return got, facts
}

func checkReply(t *testing.T, known quote.Application, asked []string, text, want string) {
	t.Helper()
	_, facts := factsOfReply(known, asked, text)
	for _, w := range wants(want) {
		checkFact(t, text, w, facts)
	}
}
