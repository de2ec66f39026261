package reading

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// ofTwoCars is a case of two drivers and two cars in which nothing else is known.
func ofTwoCars() quote.Application {
	civic, forester := 2017, 2020
	return quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom", Surname: "Becker"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured}, {GivenName: "Linda", Surname: "Becker", Relationship: quote.Spouse}},
		Vehicles:     []quote.Vehicle{{Year: &civic, Make: "Honda", Model: "Civic"}, {Year: &forester, Make: "Subaru", Model: "Forester"}}}
}

// answered reads an answer of Tom Becker to questions for those paths.
func answered(known quote.Application, asked []string, text string) Reading {
	return Read(claims.Input{Subject: "Re: Car insurance quote", Text: text, FromName: "Tom Becker", FromAddress: "tb@customer.test", Replies: true,
		Date: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), Known: known, Asked: asked})
}

// checkAnswered compares the facts of a reading with "path=value", which a blank parts, and no others.
func checkAnswered(t *testing.T, text string, got Reading, want string) {
	t.Helper()
	var facts []string
	for _, f := range got.Facts {
		facts = append(facts, f.Path+"="+string(f.Value))
	}
	for _, c := range got.Conflicts {
		facts = append(facts, c.Path+"=conflict")
	}
	slices.Sort(facts)
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(facts, wanted) {
		t.Errorf("%q\n\t%s\nwant\t%s", text, strings.Join(facts, " "), strings.Join(wanted, " "))
	}
}
