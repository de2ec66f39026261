package fields

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/templates"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// household is a quote for three people and two cars.
func household() quote.Case {
	return quote.Case{Application: quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Robert", Surname: "Keller",
			DateOfBirth: "1975-05-05"},
		GaragingAddress: quote.Address{Street: "12 Elm Street", City: "Portland", State: "OR",
			ZIP: "97201"},
		EffectiveDate: "2026-12-01",
		Drivers: []quote.Driver{
			{GivenName: "Robert", Surname: "Keller", DateOfBirth: "1975-05-05",
				Relationship: quote.Insured,
				LicenseState: "OR", YearsLicensed: new(25), Accidents: new(0), Violations: new(0)},
			{GivenName: "Janet", Surname: "Keller", DateOfBirth: "1978-02-01",
				Relationship: quote.Spouse,
				LicenseState: "OR", YearsLicensed: new(20), Accidents: new(0), Violations: new(0)},
			{GivenName: "Erik", Surname: "Keller", DateOfBirth: "2008-03-03",
				Relationship: quote.Child,
				LicenseState: "OR", YearsLicensed: new(1), Accidents: new(1), Violations: new(0)},
		},
		Vehicles: []quote.Vehicle{
			{Year: new(2020), Make: "Honda", Model: "Pilot", Use: quote.Commute,
				AnnualMiles:        new(16000),
				CommuteMilesOneWay: new(12), Ownership: quote.Financed, Driver: new(0)},
			{Year: new(2018), Make: "Subaru", Model: "Forester", Use: quote.Pleasure,
				AnnualMiles: new(9000),
				Ownership:   quote.Owned, Driver: new(1)},
		},
		Coverages: quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100),
			UninsuredMotorist: "50/100",
			PersonalInjury:    new(15000), ComprehensiveDeductible: new(500),
			CollisionDeductible: new(500),
			Rental:              new(true), Towing: new(false)},
		PriorInsurance: quote.PriorInsurance{Carrier: "Geico", Expires: "2026-11-30"},
		Discounts:      []quote.Discount{quote.EFT},
	}}
}

// naturalLines are lines of staff, each with the values that it sets. A text in <> is the reason
// of a refusal.
//
//go:embed testdata/lines.txt
var naturalLines string

// Each line sets the named value of the named car or person, or is refused with the reason of
// this value.
func TestFindingD2LinesSetTheNamedValue(t *testing.T) {
	r := Reader{Today: noon}
	n := 0
	for line := range strings.Lines(strings.TrimSpace(naturalLines)) {
		said, want, _ := strings.Cut(strings.TrimSpace(line), " | ")
		n++
		facts, err := r.Read(household(), said)
		var got []string
		for _, f := range facts {
			if f.Standing != quote.Confirmed || f.Words == "" {
				t.Errorf("%s: %+v", said, f)
			}
			got = append(got, fmt.Sprintf("%s=%s", f.Path, f.Value))
		}
		reason, refused := strings.CutPrefix(want, "<")
		reason = strings.TrimSuffix(reason, ">")
		switch {
		case refused && (err == nil || !strings.Contains(err.Error(), reason)):
			t.Errorf("%s: %v, %v; want the reason %q", said, got, err, reason)
		case !refused && (err != nil || strings.Join(got, " ") != want):
			t.Errorf("%s: %v, %v; want %s", said, got, err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "not a day") ||
			strings.Contains(err.Error(), "drivers[")) {
			t.Errorf("%s: the reason is %v", said, err)
		}
	}
	if n < 74 {
		t.Errorf("%d lines", n)
	}
}

// Staff write a phone number as people do; the value has the country code.
func TestFindingD11APhoneNeedsNoCountryCode(t *testing.T) {
	for said, want := range map[string]string{
		"phone: (503) 555-0100":       `"+15035550100"`,
		"phone: 503.555.0100":         `"+15035550100"`,
		"phone: 1-503-555-0100":       `"+15035550100"`,
		"cell phone: +1 503 555 0100": `"+15035550100"`,
		"phone: 555-0100":             "",
		"phone: +44 20 7946 0000":     "",
	} {
		facts, err := Reader{Today: noon}.Read(household(), said)
		got := ""
		if len(facts) == 1 && facts[0].Path == "named_insured.phone" {
			got = string(facts[0].Value)
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %v, %v; want %s", said, facts, err, want)
		}
	}
}

func TestFindingD2SeveralLines(t *testing.T) {
	r := Reader{Today: noon}
	for _, tt := range []struct{ text, want, reason string }{
		{"model of the Forester: Outback\nmiles of the Forester: 7000",
			"vehicles[1].model vehicles[1].annual_miles", ""},
		{"model of the Forester: Outback\nmiles of the Outback: 7000",
			"vehicles[1].model vehicles[1].annual_miles", ""},
		{"add driver: Oscar Keller\ndate of birth of Oscar: 4/9/1990\n\nyears licensed of Oscar: 4",
			"drivers[3].given_name drivers[3].surname drivers[3].date_of_birth " +
				"drivers[3].years_licensed", ""},
		{"add driver: Loretta Boswell, born 5/6/1955, licensed since 1976", "drivers[3].given_name " +
			"drivers[3].surname drivers[3].date_of_birth drivers[3].years_licensed", ""},
		{"add car: 2023 Hyundai Tucson, commute 22 miles, 15000 miles a year", "vehicles[2].year " +
			"vehicles[2].make vehicles[2].model vehicles[2].commute_miles_one_way vehicles[2].use " +
			"vehicles[2].annual_miles", ""},
		{"remove car: Pilot\nmiles of the Forester: 7000", "vehicles[0] vehicles[0].annual_miles", ""},
		{"miles of the Pilot: 7000\nThanks,\nLee", "", "it begins with values"},
		{"miles of the Pilot: 7000\nnonsense: 12", "", "no value is called"},
		{"miles of the Pilot: 16000\nuse of the Pilot: commute", "", "it changes nothing"},
		{"Hello Maria,\nmiles of the Pilot: 7000", "", ""},
		{"Hello: Maria", "", ""},
		{"Which car is it: the Pilot?", "", ""},
	} {
		facts, err := r.Read(household(), tt.text)
		var got []string
		for _, f := range facts {
			got = append(got, f.Path)
		}
		if err == nil {
			err = errors.New("")
		}
		if tt.reason == "" && strings.Join(got, " ") != tt.want ||
			!strings.Contains(err.Error(), tt.reason) || tt.reason == "" && err.Error() != "" {
			t.Errorf("%q: %v, %v", tt.text, got, err)
		}
	}
}

// To confirm an assumed value is a change.
func TestAnAssumedValueCanBeConfirmed(t *testing.T) {
	k := household()
	k.Facts = map[string]quote.Fact{"vehicles[0].use": {Path: "vehicles[0].use", Standing: quote.Assumed}}
	if facts, err := (Reader{Today: noon}).Read(k, "use of the Pilot: commute"); err != nil || len(facts) != 1 {
		t.Errorf("%v, %v", facts, err)
	}
	_, err := Reader{Today: noon}.Read(household(), "use of the Pilot: commute")
	if _, is := errors.AsType[Unchanged](err); !is {
		t.Errorf("%v", err)
	}
}

// The labels of an override folder name values, too.
func TestLabelsOfTheFolderCount(t *testing.T) {
	dir := t.TempDir()
	kilometers := []byte(`{{define "letters.label.vehicles.annual_miles"}}Kilometers of {{.A}}{{end}}`)
	if err := os.WriteFile(filepath.Join(dir, "letters.en.words"), kilometers, 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := templates.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"kilometers of the Pilot: 9000", "miles a year, the Pilot: 9000"} {
		facts, err := Reader{Words: set.Phrases("en"), Today: noon}.Read(household(), line)
		if err != nil || len(facts) != 1 || facts[0].Path != "vehicles[0].annual_miles" {
			t.Errorf("%s: %v, %v", line, facts, err)
		}
	}
}

// A driver whom the application knows by the given name gets the surname and no second entry.
func TestAddDriverKnownByGivenName(t *testing.T) {
	known := household()
	known.Application.Drivers[1].Surname, known.Application.Drivers[1].DateOfBirth = "", ""
	facts, err := Reader{Today: noon}.Read(known, "add driver: Janet Keller, born 2/1/1978")
	if err != nil || len(facts) == 0 || facts[len(facts)-1].Path != "drivers[1].date_of_birth" {
		t.Errorf("%+v, %v", facts, err)
	}
}

// Lines about a new customer fill the address, and the only car. A ZIP code has one state.
func TestLinesOfANewCustomer(t *testing.T) {
	known := quote.Case{Application: quote.Application{
		Drivers: []quote.Driver{{GivenName: "Ruth", Relationship: quote.Insured}}}}
	for said, want := range map[string]string{
		"zip: 97330\nEDIT: years licensed: 9": "zip=97330 years_licensed=9 state=OR",
		"address: 12 Oak St, Salem 97301":     "street=12 Oak St city=Salem zip=97301 state=OR",
		"state: WA\nzip: 97330":               "97330 is in OR, not in WA",
		"zip: unknown":                        "it changes nothing",
		"car: 2019 Honda Civic, 9000 miles":   "year=2019 make=Honda model=Civic annual_miles=9000",
	} {
		facts, err := Reader{Today: noon}.Read(known, said)
		got := fmt.Sprint(err)
		if err == nil {
			var all []string
			for _, f := range facts {
				_, key, _ := strings.Cut(f.Path, ".")
				all = append(all, key+"="+strings.Trim(string(f.Value), `"`))
			}
			got = strings.Join(all, " ")
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s", said, got)
		}
	}
}
