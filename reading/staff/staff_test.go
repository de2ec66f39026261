package staff

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
)

var staffCase = quote.Application{
	NamedInsured: quote.NamedInsured{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04"},
	Drivers: []quote.Driver{
		{GivenName: "Maria", Surname: "Lopez", DateOfBirth: "1985-03-04", Relationship: quote.Insured},
		{GivenName: "Jorge", Relationship: quote.Spouse, DateOfBirth: "1983-08-01"}},
	Vehicles: []quote.Vehicle{{Year: new(2019), Make: "Honda", Model: "Civic", AnnualMiles: new(8000)}, {Year: new(2021), Make: "Toyota", Model: "RAV4"}},
}

func TestStaffFact(t *testing.T) {
	tests := []struct{ text, want string }{
		{"the Civic is a 2020", "vehicles[0].year=2020"},
		{"The RAV4 is a 2022, not a 2021.", "vehicles[1].year=2022"},
		{"year of the Civic: 2020", "vehicles[0].year=2020"},
		{"DOB is 3/5/1985 not 3/4/1985", `drivers[0].date_of_birth="1985-03-05" named_insured.date_of_birth="1985-03-05"`},
		{"The Civic is driven 12,000 miles a year.", "vehicles[0].annual_miles=12000"},
		{"12,000 miles, not 8,000", "vehicles[0].annual_miles=12000"},
		{"The zip is 97205", `garaging_address.state="OR" garaging_address.zip="97205"`},
		{"Jorge was born on 8/2/1983", `drivers[1].date_of_birth="1983-08-02"`},
		{"it's a 2018 Honda", "vehicles[0].year=2018"},
		{"it should be a 2022 Toyota", "vehicles[1].year=2022"},
		{"The Civic is a Honda Accord, not a Civic", ""},
		{"Too friendly. The Civic is a 2020", ""},
		{"the Civic is a 2020 and tell her we miss her", ""},
		{"not good enough", ""},
		{"Jorge has been licensed since 2005, and Maria is not a driver", ""},
		{"Maria doesn't drive, Jorge has been licensed for 21 years", ""},
		{"The Civic is not driven to work, 5,000 miles a year", `vehicles[0].annual_miles=5000 vehicles[0].use="pleasure"`},
		{"towing is no", "coverages.towing=false"},
		{"rental and towing should be no", "coverages.rental=false coverages.towing=false"},
		{"make it nicer", ""},
		{"the name is wrong", ""},
		{"the name is wrong, it's Lopes", ""},
		{"her name is misspelled", ""},
		{"the name is Lopes", ""}, // a given name or a surname
		{"her name is Marie, not Maria", `drivers[0].given_name="Marie" named_insured.given_name="Marie"`},
		{"her name is marie, not Maria", ""},
		{"first name: Marie", `drivers[0].given_name="Marie" named_insured.given_name="Marie"`},
		{"", ""},
		{"call me first", ""},
	}
	for _, tt := range tests {
		facts, ok := Fact(tt.text, quote.Case{Application: staffCase}, time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC), time.UTC)
		var got []string
		for _, f := range facts {
			if f.Standing != quote.Confirmed {
				t.Errorf("%q: %s is %s", tt.text, f.Path, f.Standing)
			}
			got = append(got, fmt.Sprintf("%s=%s", f.Path, f.Value))
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != tt.want || ok != (tt.want != "") {
			t.Errorf("%q: %s %v, want %s", tt.text, s, ok, tt.want)
		}
	}
}

// "She" of staff is the customer, who in a mail of their own is "I", unless their words
// have named somebody else; and what is replaced must be what they say.
func TestStaffFactOfWhom(t *testing.T) {
	husband := quote.Case{Application: staffCase, Facts: map[string]quote.Fact{"drivers[1].relationship": {Words: "My husband Jorge"}}}
	tests := []struct {
		known      quote.Case
		text, want string
	}{
		{husband, "her birth date is March 5, 1985", "drivers[0]"},
		{husband, "her birth date is March 5, 1985, not March 4, 1985", "drivers[0]"},
		{husband, "her birth date is 8/2/1983, not 8/1/1983", ""},
		{husband, "DOB is 8/2/1983 not 8/1/1983", ""},
		{husband, "her name is Marie, not Maria", "drivers[0]"},
		{husband, "her name is Marie, not Jorge", ""},
		{husband, "her husband's name is Tom", "drivers[1]"},
		{husband, "She has been licensed for 20 years", "drivers[0]"},
		{husband, "his birth date is 8/2/1983", ""}, // the customer may be a man
		{husband, "his birth date is 8/2/1983, not 8/1/1983", "drivers[1]"},
		{husband, "her husband was born on 8/2/1983", "drivers[1]"},
		{husband, "Jorge was wrong, his birth date is 8/2/1983", "drivers[1]"},
		{husband, "his wife was born on 8/2/1983", ""},
		{quote.Case{Application: staffCase}, "her birth date is March 5, 1985", ""},
		{quote.Case{Application: staffCase}, "their zip is 97205", "garaging_address"},
		{quote.Case{}, "her birth date is March 5, 1985", "drivers[0]"},
	}
	for _, tt := range tests {
		facts, ok := Fact(tt.text, tt.known, time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC), time.UTC)
		if ok != (tt.want != "") || ok && !slices.ContainsFunc(facts, func(f quote.Fact) bool { return strings.HasPrefix(f.Path, tt.want) }) {
			t.Errorf("%q: %v %+v, want it of %s", tt.text, ok, facts, tt.want)
		}
		for _, f := range facts {
			if strings.HasPrefix(tt.want, "drivers") && strings.HasPrefix(f.Path, "drivers") && !strings.HasPrefix(f.Path, tt.want) {
				t.Errorf("%q: also %s", tt.text, f.Path)
			}
		}
	}
}

// With one car that has a VIN only, words for a car are about that one.
func TestStaffFactOfTheOnlyCar(t *testing.T) {
	known := quote.Case{Application: staffCase}
	known.Application.Vehicles = []quote.Vehicle{{VIN: "1HGCM82633A004352"}}
	for text, want := range map[string]string{
		"the car is a 2003 Honda Accord EX": "vehicles[0].", "It is a 2003 Honda Accord": "vehicles[0].", "also a 2019 Kia Soul": "vehicles[1].",
	} {
		facts, ok := Fact(text, known, time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC), time.UTC)
		if !ok || slices.ContainsFunc(facts, func(f quote.Fact) bool { return !strings.HasPrefix(f.Path, want) }) {
			t.Errorf("%q: %v %+v", text, ok, facts)
		}
	}
}

// Corrections as people write them, some with the question that they answer.
func TestStaffFactInPlainWords(t *testing.T) {
	known := quote.Case{Application: staffCase}
	known.Application.Vehicles = staffCase.Vehicles[:1]
	for text, want := range map[string]string{
		"the zip is wrong, it should be 97302":           `garaging_address.zip="97302"`,
		"Her birth date is wrong.":                       "",
		"price the collision deductible at 1000 instead": "coverages.collision_deductible=1000",
		"the customer wants no comp and collision":       "coverages.collision_deductible=",
		"Maria only wants liability":                     "coverages.comprehensive_deductible=",
		"Jorge had an accident in February":              "drivers[1].accidents=1",
		"Jorge Lopez has one ticket from May 2025":       "drivers[1].violations=1",
		"she does not want towing":                       "coverages.towing=false",
		"AAA is not her insurer":                         "",
		"add rental":                                     "coverages.rental=true",
		"quote it with rental and towing":                "coverages.towing=true",
		"don't add rental":                               "coverages.rental=false",
	} {
		facts, ok := Fact(text, known, time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC), time.UTC)
		found := slices.ContainsFunc(facts, func(f quote.Fact) bool { return fmt.Sprintf("%s=%s", f.Path, f.Value) == want })
		if ok != (want != "") || ok && !found {
			t.Errorf("%q: %v %+v, want %s", text, ok, facts, want)
		}
	}
}

func TestReasonOf(t *testing.T) {
	prior := []string{"prior_insurance.carrier", "prior_insurance.expires"}
	words := func(w string) []Request { return []Request{{Kind: "add", Words: w}} }
	tests := []struct {
		text string
		want []Request
	}{
		{"shorter", []Request{{Kind: "shorter"}}},
		{"Too long.", []Request{{Kind: "shorter"}}},
		{"please make it shorter and write it in Spanish", []Request{{Kind: "shorter"}, {Kind: "language", Value: "es"}}},
		{"In English please", []Request{{Kind: "language", Value: "en"}}},
		{"Sorry, in English please", []Request{{Kind: "language", Value: "en"}}},
		{"Más corto, por favor, y pida el VIN.", []Request{{Kind: "shorter"}, {Kind: "add", Paths: []string{"vehicles[0].vin"}}}},
		{"No pregunte la fecha de nacimiento", []Request{{Kind: "drop", Paths: []string{"drivers[0].date_of_birth"}}}},
		{"also ask for the VIN", []Request{{Kind: "add", Paths: []string{"vehicles[0].vin"}}}},
		{"ask about prior insurance", []Request{{Kind: "add", Paths: prior}}},
		{"Ask for his phone and email", []Request{{Kind: "add", Paths: []string{"named_insured.phone", "named_insured.email"}}}},
		{"don't ask for his phone", []Request{{Kind: "drop", Paths: []string{"named_insured.phone"}}}},
		{"VIN is incorrect", []Request{{Kind: "wrong", Paths: []string{"vehicles[0].vin"}}}},
		{"The zip code looks wrong", []Request{{Kind: "wrong", Paths: []string{"garaging_address.zip"}}}},
		{"wrong VIN, please", []Request{{Kind: "wrong", Paths: []string{"vehicles[0].vin"}}}},
		{"the VIN is not right", []Request{{Kind: "wrong", Paths: []string{"vehicles[0].vin"}}}},
		{"the VIN is correct", nil},
		{"the tone is wrong", nil},
		{"Drop the question about annual mileage, and make it shorter.", []Request{{Kind: "drop", Paths: []string{"vehicles[0].annual_miles"}}, {Kind: "shorter"}}},
		{"ask whether the roof rack stays on", []Request{{Kind: "add", Words: "Please tell us whether the roof rack stays on."}}},
		{"also ask whether they own their home", []Request{{Kind: "add", Words: "Please tell us whether you own your home."}}},
		{"ask her if she is a member of AAA", []Request{{Kind: "add", Words: "Please tell us whether you are a member of AAA."}}},
		{"please ask the customer where their car is parked at night", []Request{{Kind: "add", Words: "Please tell us where your car is parked at night."}}},
		{"Ask about the roof rack, and make it shorter", []Request{{Kind: "add", Words: "Please tell us about the roof rack."}, {Kind: "shorter"}}},
		{"add a question about his trailer", []Request{{Kind: "add", Words: "Please tell us about your trailer."}}},
		{"ask them to send a photo of their car", []Request{{Kind: "add", Words: "Please send a photo of your car."}}},
		{"ask whether she owns her home", words("Please tell us whether you own your home.")},
		{"ask whether the customer owns a home", words("Please tell us whether you own a home.")},
		{"please also ask if he still carries umbrella insurance", words("Please tell us whether you still carry umbrella insurance.")},
		{"ask whether he moved there this year", words("Please tell us whether you moved there this year.")},
		{"ask too if there are teens in the house", words("Please tell us whether there are teens in the house.")},
		{"ask how often she watches the news", words("Please tell us how often you watch the news.")},
		{"ask about home ownership", words("Please tell us about home ownership.")},
		{"also ask: Do you own your home?", words("Do you own your home?")},
		{`Please add the question "do you rent, or own, your home?"`, words("Do you rent, or own, your home?")},
		{"also ask: What is your VIN?", []Request{{Kind: "add", Paths: []string{"vehicles[0].vin"}}}},
		{"also ask: is she nice?", nil},
		{"remove question 2", []Request{{Kind: "drop", Value: "2"}}},
		{"Drop question #3 please, and make it shorter", []Request{{Kind: "drop", Value: "3"}, {Kind: "shorter"}}},
		{"drop 2", nil},
		{"add a nicer greeting", nil},
		{"ask nicely", nil},
		{"ask", nil},
		{"shorter, and be nicer", nil},
		{"wrong tone", nil},
		{"the Civic is a 2020", nil},
		{"don't ask for the moon", nil},
		{"", nil},
	}
	for _, tt := range tests {
		if got := ReasonOf(tt.text, quote.Application{}); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %+v, want %+v", tt.text, got, tt.want)
		}
	}
}

// TestReasonOfAHousehold: the known drivers decide to whom a requested value belongs.
func TestReasonOfAHousehold(t *testing.T) {
	words := func(w string) []Request { return []Request{{Kind: "add", Words: w}} }
	paths := func(p ...string) []Request { return []Request{{Kind: "add", Paths: p}} }
	miles := 9000
	household := quote.Application{
		Drivers: []quote.Driver{
			{GivenName: "Ana", Relationship: quote.Insured},
			{GivenName: "Rosa", Relationship: quote.Spouse},
			{GivenName: "Leo", Relationship: quote.Child},
		},
		Vehicles: []quote.Vehicle{{Make: "Honda", Model: "Civic", AnnualMiles: &miles}, {Make: "Toyota", Model: "Camry"}},
	}
	tests := []struct {
		text string
		want []Request
	}{
		{"also ask for the VIN", paths("vehicles[0].vin", "vehicles[1].vin")},
		{"ask for the VIN of both cars", paths("vehicles[0].vin", "vehicles[1].vin")},
		{"Need to ask: Are there other drivers in your household?", words("Are there other drivers in your household?")},
		{"the VIN is wrong", []Request{{Kind: "wrong", Paths: []string{"vehicles[0].vin", "vehicles[1].vin"}}}},
		{"the Camry's VIN is wrong", []Request{{Kind: "wrong", Paths: []string{"vehicles[1].vin"}}}},
		{"drop the question about annual mileage", []Request{{Kind: "drop", Paths: []string{"vehicles[0].annual_miles", "vehicles[1].annual_miles"}}}},
		{"ask for the VIN of the second car", paths("vehicles[1].vin")},
		{"ask for the Camry's VIN", paths("vehicles[1].vin")},
		{"ask for the VIN of the other car", paths("vehicles[1].vin")},
		{"ask for the VIN of the third car", words("Please give us the VIN of the third car.")},
		{"ask for the VIN of the first Camry", words("Please give us the VIN of the first Camry.")},
		{"ask about the annual mileage", paths("vehicles[1].annual_miles")},
		{"drop the question about the second car's mileage", []Request{{Kind: "drop", Paths: []string{"vehicles[1].annual_miles"}}}},
		{"don't ask for the VIN of the Tundra", nil},
		{"ask for her license number", paths("drivers[0].license_number")},
		{"ask for the license number", paths("drivers[0].license_number", "drivers[1].license_number", "drivers[2].license_number")},
		{"ask for his wife's license number", paths("drivers[1].license_number")},
		{"ask for Leo's license number", paths("drivers[2].license_number")},
		{"ask for the date of birth of the second driver", paths("drivers[1].date_of_birth")},
		{"ask for her brother's date of birth", words("Please give us your brother's date of birth.")},
		{"ask for the spouse's name", paths("drivers[1].surname")},
		{"ask for the son's address", words("Please give us the son's address.")},
	}
	for _, tt := range tests {
		if got := ReasonOf(tt.text, household); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %+v, want %+v", tt.text, got, tt.want)
		}
	}
}
