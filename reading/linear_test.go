package reading

import (
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/sandbox/raced"
)

// pieces has tokens and phrases of every kind.
var pieces = []string{
	"7 ", "10k ", "83414 ", "2019 ", "3/4/85 ", "$500 ", "twenty ", "oh ", "word ", "Ann ", "de la ", "my wife ", "son ",
	"Honda ", "Civic ", "the car ", "Elm ", "St ", "Apt ", "Portland ", "OR ", "licensed ", "born ", "no ", "not ", "miles ",
	"accident ", "her ", "and ", ", ", ". ", "- ", "-- \n", "\n", "1. ", ": ", "? ", "> ",
}

// stepsFor returns the number of steps that a mail takes.
func stepsFor(in claims.Input) int {
	r := New(in)
	const plenty = 1 << 40
	r.StepsLeft = plenty
	read(r, in.Text)
	return plenty - r.StepsLeft
}

// Finding 8: a text of twice the length takes about twice the steps.
func TestStepsAreLinear(t *testing.T) {
	t.Parallel()
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	const size, wallClock = 512, raced.Slowdown * 2 * time.Minute
	start, shapes := time.Now(), 0
	for i, a := range pieces {
		for j, b := range pieces {
			if (i+j)%2 == 1 && i > j {
				continue // the other order is tried
			}
			shapes++
			in := inputsOf("")[shapes%2]
			text := strings.Repeat(a+b, size/len(a+b))
			in.Text = "Hello, I need a quote.\n" + text
			once := stepsFor(in)
			in.Text += text
			if twice := stepsFor(in); twice > 11*once/4+2000 {
				t.Errorf("%q: %d steps, and %d for twice the text", a+b, once, twice)
			}
		}
	}
	if took := time.Since(start); shapes < 200 || took > wallClock {
		t.Errorf("%d shapes took %v", shapes, took)
	}
}

var knownCase = quote.Application{
	NamedInsured: quote.NamedInsured{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04"},
	Drivers: []quote.Driver{
		{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04", Relationship: quote.Insured},
		{GivenName: "Jorge", Relationship: quote.Spouse, DateOfBirth: "1983-08-01"}},
	Vehicles: []quote.Vehicle{{Year: new(2019), Make: "Honda", Model: "Civic", AnnualMiles: new(8000)}, {Year: new(2021), Make: "Toyota", Model: "RAV4"}},
}

// inputsOf returns a text as a first mail, as an answer, and as a mail from another person.
func inputsOf(text string) []claims.Input {
	date := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	asked := []string{"drivers[0].years_licensed", "drivers[1].years_licensed", "vehicles[0].driver", "vehicles[0].annual_miles", "vehicles[1].annual_miles"}
	return []claims.Input{
		{Text: text, FromName: "Ann Lee", Date: date},
		{Subject: "Re: Your quote", Text: text, FromName: "Maria Lopez", Date: date, Known: knownCase, Asked: asked, Replies: true},
		{Text: text, FromName: "Ann Lee", Signature: text, Hidden: text, Forwarded: text, Date: date, Known: knownCase, Began: "Maria Lopez"},
	}
}
