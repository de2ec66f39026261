package reading

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// theBeckers are who is known in the conversations of these tests: Tom, who is insured, and his wife.
func theBeckers() quote.Application {
	return quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom", Surname: "Becker"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured}, {GivenName: "Linda", Relationship: quote.Spouse}},
		Vehicles:     []quote.Vehicle{{Make: "Honda", Model: "Civic"}, {Make: "Subaru", Model: "Forester"}},
	}
}

// answerOf is a mail of the Beckers' thread, that Tom began, by whom the From header names.
func answerOf(from, text string) claims.Input {
	return claims.Input{Subject: "Re: quote", Text: text, FromName: from, Began: "Tom Becker", FromAddress: "x@customer.test", Replies: true, Known: theBeckers(),
		Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
}

// TestSharedAddress: a From header under which the insured began the thread does not tell who writes.
func TestSharedAddress(t *testing.T) {
	in := answerOf("Linda Becker", "I was born 8/9/1981.")
	in.Began = "Linda Becker"
	trap(t, in, `drivers[0].date_of_birth="1981-08-09" !drivers[1]`)
}

// TestOtherWriterAsked checks that numbered answers match our questions for every writer.
func TestOtherWriterAsked(t *testing.T) {
	in := answerOf("Linda Becker", "1. 8/9/1981\n2. 27\n3. 3/22/1983\n4. 25\n\nThanks,\nLinda")
	in.Asked = []string{"named_insured.date_of_birth", "drivers[0].years_licensed", "drivers[1].date_of_birth", "drivers[1].years_licensed"}
	trap(t, in, `drivers[0].date_of_birth="1981-08-09" named_insured.date_of_birth="1981-08-09" drivers[0].years_licensed=27 drivers[1].date_of_birth="1983-03-22" drivers[1].years_licensed=25`)
}

// TestSurnameOfMake: a make that is the writer's surname names a car only with a model or a year.
func TestSurnameOfMake(t *testing.T) {
	for text, want := range map[string]string{
		"Quote my 2022 Mazda CX-5.\n\nHank Ford\nFord Brothers Plumbing": "Mazda",
		"Quote my 2015 Ford F-150 please.\n\nHank Ford":                  "Ford",
	} {
		got := Read(claims.Input{Subject: "quote", Text: text, FromName: "Hank Ford",
			Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		var makes []string
		for _, f := range got.Facts {
			if strings.HasSuffix(f.Path, ".make") {
				makes = append(makes, string(f.Value))
			}
		}
		if !slices.Equal(makes, []string{`"` + want + `"`}) {
			t.Errorf("%q: makes %v, want %s", text, makes, want)
		}
	}
}
