package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
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

// factsOfReply returns what a reply to questions of ours states.
func factsOfReply(known quote.Application, asked []string, text string) (Reading, map[string]string) {
	got := Read(Input{Subject: "Re: Car insurance", Text: text, Replies: true, Known: known, Asked: asked, FromName: "Pat Miller",
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

// TestSignedFrom: the address of an office in a signature is not where the car is kept.
func TestSignedFrom(t *testing.T) {
	const none = `!garaging_address.street !garaging_address.city !garaging_address.zip`
	asked := []string{"drivers[0].date_of_birth", "drivers[0].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles"}
	answers := "1. 12/1/57\n2. 52\n3. pleasure\n4. 6000\n\n"
	for _, signed := range []string{
		"Sue Albright\nAlbright Realty\n1200 Willamette St, Suite 300\nEugene, OR 97401\n541-555-0117",
		"Sue Albright\nSenior Engineer, Nike\n(503) 555-0142\n1 Bowerman Dr, Beaverton OR 97005",
		"Thanks,\nSue Albright, CPA\n55 Industrial Way\nBend, OR 97702",
		"Best regards,\n\nSue Albright\nOffice Manager | Cedar Dental\n55 Industrial Way, Bend, OR 97702\nwww.cedardental.test",
		"Sue Albright | Albright Realty | 55 Industrial Way, Bend, OR 97702 | 541-555-0117",
		"Sue\n\nSue Albright\nDirector of Nursing\nSt. Charles Medical Center\n2500 NE Neff Rd\nBend, OR 97701\nsue@work.test",
		"Albright Roofing LLC\n55 Industrial Way\nBend, OR 97702",
	} {
		checkReply(t, sue(), asked, answers+signed, none+" vehicles[0].annual_miles=6000")
	}
	moved := `garaging_address.street="55 Elm Way" garaging_address.zip="97702"`
	for _, text := range []string{
		"We moved:\n\nSue Albright\n55 Elm Way\nBend, OR 97702",
		"The car is kept at 55 Elm Way, Bend, OR 97702 now.\n\nSue Albright\nAlbright Realty",
		"Sue Albright\nAlbright Realty\n\nThe new address is 55 Elm Way, Bend, OR 97702.",
		"My new address:\n55 Elm Way\nBend, OR 97702\n\nSue Albright\nAlbright Realty\n541-555-0117",
		"Sue & Bill Albright\n55 Elm Way\nBend, OR 97702",
		"Sue Albright\nGaraged at:\n55 Elm Way\nBend, OR 97702",
	} {
		checkReply(t, sue(), nil, answers+text, moved)
	}
	known := sue()
	known.GaragingAddress.ZIP = ""
	checkReply(t, known, []string{"garaging_address.zip"}, "Here you go.\n\nSue Albright\nAlbright Realty\n331 Pine St Apt 4\nEugene, OR 97401", `garaging_address.zip="97401"`)
	known.GaragingAddress = quote.Address{}
	checkReply(t, known, []string{"garaging_address.street"}, "See below.\n\nSue Albright\nAlbright Realty\n55 Elm Way\nBend, OR 97702", moved)
}
