package reading

import (
	"testing"

	"ppamaild/quote"
)

// beckers are a couple with two cars.
func beckers() quote.Application {
	return quote.Application{
		NamedInsured:    quote.NamedInsured{GivenName: "Tom", Surname: "Becker", DateOfBirth: "1981-08-09"},
		GaragingAddress: quote.Address{Street: "88 Maple Ave", City: "Bend", State: "OR", ZIP: "97701"},
		Drivers: []quote.Driver{
			{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured, DateOfBirth: "1981-08-09", YearsLicensed: new(27)},
			{GivenName: "Linda", Relationship: quote.Spouse, DateOfBirth: "1983-03-22", YearsLicensed: new(25)},
		},
		Vehicles: []quote.Vehicle{
			{Year: new(2017), Make: "Honda", Model: "Civic", Use: quote.Commute, AnnualMiles: new(10000)},
			{Year: new(2020), Make: "Subaru", Model: "Forester", Use: quote.Pleasure, AnnualMiles: new(6000)},
		},
	}
}

// withdrawn lists the elements that a reading takes off.
func withdrawn(r Reading) (paths string) {
	for _, f := range r.Facts {
		if len(f.Value) == 0 && f.Path[len(f.Path)-1] == ']' {
			paths += f.Path
		}
	}
	return paths
}

// TestTakenOff: who is to be taken off the quote goes, and nobody else does.
func TestTakenOff(t *testing.T) {
	nairs := quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Priya", Surname: "Nair"},
		Drivers: []quote.Driver{{GivenName: "Priya", Surname: "Nair", Relationship: quote.Insured}, {GivenName: "Anil", Relationship: quote.Spouse},
			{GivenName: "Rohan", Relationship: quote.Child}, {GivenName: "Maya", Relationship: quote.Child}},
		Vehicles: []quote.Vehicle{{Make: "Toyota", Model: "Highlander"}, {Make: "Honda", Model: "Accord"}, {Make: "Mazda", Model: "Mazda3"}},
	}
	for _, tt := range []struct {
		known      quote.Application
		text, want string
	}{
		{beckers(), "Take Linda off, she is getting her own policy.", "drivers[1]"},
		{beckers(), "Remove Linda from the quote.", "drivers[1]"},
		{beckers(), "My wife will not be driving.", "drivers[1]"},
		{beckers(), "Could you please take my wife off the quote?", "drivers[1]"},
		{beckers(), "Please remove Linda, we are getting divorced.", "drivers[1]"},
		{beckers(), "please take her off. Deductible 500", "drivers[1]"},
		{beckers(), "She has her own policy actually so leave her off. Deductible 250 comp 500 collision, 100/300/100.", "drivers[1]"},
		{beckers(), "I want to take my wife Linda off of the policy, it costs too much.", "drivers[1]"},
		{beckers(), "Hi Dana,\n\nPlease delete Linda as a driver. The Civic is a 2018.", "drivers[1]"},
		{beckers(), "Don't include Linda in the quote.", "drivers[1]"},
		{beckers(), "Let's drop Linda and see what it costs.", "drivers[1]"},
		{beckers(), "Can you leave Linda out of it?", "drivers[1]"},
		{beckers(), "linda wont be driving anymore", "drivers[1]"},
		{beckers(), "Por favor quite a mi esposa de la cotización.", "drivers[1]"},
		{beckers(), "Mi esposa ya no maneja.", "drivers[1]"},
		{nairs, "Let's leave Rohan off, he has no car at school and takes the bus.", "drivers[2]"},
		{nairs, "Please take Rohan and Maya off the quote for now.", "drivers[3]drivers[2]"},
		{nairs, "Maya gave up her license.", "drivers[3]"},

		{beckers(), "Take Linda off the Civic.", ""},
		{beckers(), "Take Linda's ticket off.", ""},
		{beckers(), "Remove my wife's Subaru.", "vehicles[1]"},
		{beckers(), "What if we take Linda off?", ""},
		{beckers(), "Should I take Linda off the quote?", ""},
		{beckers(), "How much would it be to leave Linda off?", ""},
		{beckers(), "Please don't take Linda off the quote.", ""},
		{beckers(), "I drop Linda off at work, 8 miles.", ""},
		{beckers(), "I take Linda to work, 8 miles each way.", ""},
		{beckers(), "Linda doesn't drive far.", ""},
		{beckers(), "Linda won't be driving the Civic.", ""},
		{beckers(), "Linda doesn't drive at night.", ""},
		{beckers(), "Linda doesn't drive it to work.", ""},
		{beckers(), "If Linda is too expensive take her off.", ""},
		{beckers(), "Linda has her own policy until December, then it ends.", ""},
		{beckers(), "Remove Linda as the driver of the Civic.", ""},
		{beckers(), "Take me off.", ""},
		{beckers(), "Leave Linda on the quote.", ""},
		{beckers(), "I'll take Linda off to the airport.", ""},
		{nairs, "Leave her off.", ""},
		{nairs, "My daughter does not drive to school.", ""},
		{nairs, "Take the kids off your list of worries.", ""},
	} {
		got, _ := factsOfReply(tt.known, nil, tt.text)
		if paths := withdrawn(got); paths != tt.want {
			t.Errorf("%q takes off %q, want %q", tt.text, paths, tt.want)
		}
		if tt.want != "" && got.Intent != provideInfo {
			t.Errorf("%q is of intent %q", tt.text, got.Intent)
		}
	}
}
