package quote

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// sound is an application with nothing wrong and nothing missing.
func sound() Application {
	return Application{
		NamedInsured:    NamedInsured{GivenName: "Ana", Surname: "Field", DateOfBirth: "1980-05-05", Phone: "+15035550123"},
		GaragingAddress: Address{Street: "12 Elm Street", City: "Portland", State: "OR", ZIP: "97201"},
		EffectiveDate:   "2026-12-01",
		Drivers: []Driver{{GivenName: "Ana", Surname: "Field", DateOfBirth: "1980-05-05", Relationship: Insured,
			LicenseNumber: "D123-4567", LicenseState: "CA", YearsLicensed: new(20), Accidents: new(0), Violations: new(0)}},
		Vehicles: []Vehicle{{Year: new(2003), Make: "Honda", Model: "Accord", VIN: "1HGCM82633A004352", Use: Commute,
			AnnualMiles: new(12_000), CommuteMilesOneWay: new(8), Ownership: Financed}},
		Coverages: Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300",
			PersonalInjury: new(15_000), ComprehensiveDeductible: new(500), CollisionDeductible: new(500)},
		PriorInsurance: PriorInsurance{Carrier: "Acme", Expires: "2026-11-30"},
		Discounts:      []Discount{EFT},
	}
}

func TestSoundIsSound(t *testing.T) {
	if got := Validate(sound(), today, english); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	if got := Validate(Application{}, today, english); len(got) > 0 {
		t.Errorf("nothing at all: %+v", got)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		path     string
		value    func(*Application)
		severity Severity
		words    string
	}{
		{"named_insured.date_of_birth", func(a *Application) { a.NamedInsured.DateOfBirth = "2027-01-01" }, Error, "not in the past"},
		{"named_insured.date_of_birth", func(a *Application) { a.NamedInsured.DateOfBirth = "1880-01-01" }, Error, "age of 146"},
		{"named_insured.date_of_birth", func(a *Application) { a.NamedInsured.DateOfBirth = "1920-01-01" }, Warning, "please check"},
		{"named_insured.date_of_birth", func(a *Application) { a.NamedInsured.DateOfBirth = "3/4/85" }, Error, "not a date"},
		{"named_insured.phone", func(a *Application) { a.NamedInsured.Phone = "+11035550123" }, Warning, "North American"},
		{"garaging_address.street", func(a *Application) { a.GaragingAddress.Street = "P.O. Box 12" }, Error, "PO box"},
		{"garaging_address.street", func(a *Application) { a.GaragingAddress.Street = "po box 12" }, Error, "PO box"},
		{"garaging_address.street", func(a *Application) { a.GaragingAddress.Street = "Post Office Box 9" }, Error, "PO box"},
		{"garaging_address.state", func(a *Application) { a.GaragingAddress.State = "OG" }, Error, "two-letter"},
		{"garaging_address.zip", func(a *Application) { a.GaragingAddress.ZIP = "7030" }, Error, "five digits"},
		{"garaging_address.zip", func(a *Application) { a.GaragingAddress.ZIP = "04101" }, Error, "is in ME, not in OR"},
		{"garaging_address.zip", func(a *Application) { a.GaragingAddress.ZIP = "00901" }, Error, "of any state"},
		{"effective_date", func(a *Application) { a.EffectiveDate = "2026-11-19" }, Error, "60 days"},
		{"effective_date", func(a *Application) { a.EffectiveDate = "2027-01-20" }, Error, "60 days"},
		{"effective_date", func(a *Application) { a.EffectiveDate = "tomorrow" }, Error, "not a date"},
		{"drivers[0].date_of_birth", func(a *Application) { a.Drivers[0].DateOfBirth = "2014-01-01"; a.Drivers[0].YearsLicensed = nil }, Error, "too young"},
		{"drivers[0].date_of_birth", func(a *Application) { a.Drivers[0].DateOfBirth = "2011-01-01"; a.Drivers[0].YearsLicensed = new(0) }, Warning, "permit"},
		{"drivers[0].years_licensed", func(a *Application) { a.Drivers[0].YearsLicensed = new(40) }, Error, "not possible at the age"},
		{"drivers[0].years_licensed", func(a *Application) { a.Drivers[0].YearsLicensed = new(-1) }, Error, "is not from 0 to"},
		{"drivers[0].accidents", func(a *Application) { a.Drivers[0].Accidents = new(-1) }, Error, "is not from 0 to"},
		{"drivers[0].relationship", func(a *Application) { a.Drivers[0].Relationship = "aunt" }, Error, "insured, spouse"},
		{"drivers[0].license_number", func(a *Application) { a.Drivers[0].LicenseNumber = "123" }, Warning, "license number in CA"},
		{"drivers[0].license_state", func(a *Application) { a.Drivers[0].LicenseState = "ZZ" }, Warning, "two-letter"},
		{"vehicles[0].year", func(a *Application) { a.Vehicles[0].Year = new(2028); a.Vehicles[0].VIN = "" }, Error, "to 2027"},
		{"vehicles[0].cost_new", func(a *Application) { a.Vehicles[0].CostNew = new(0) }, Error, "dollars"},
		{"vehicles[0].vin", func(a *Application) { a.Vehicles[0].VIN = "1HGCM82633A00435" }, Warning, "16 characters"},
		{"vehicles[0].vin", func(a *Application) { a.Vehicles[0].VIN = "1HGCM82633AOO4352" }, Warning, "is it 1HGCM82633A004352?"},
		{"vehicles[0].vin", func(a *Application) { a.Vehicles[0].VIN = "1HGCM82633A004353"; a.Vehicles[0].Make = "" }, Error, "check digit"},
		{"vehicles[0].vin", func(a *Application) { a.Vehicles[0].Year = new(2004) }, Warning, "model year 2003, not 2004"},
		{"vehicles[0].use", func(a *Application) { a.Vehicles[0].Use = "racing" }, Error, "pleasure, commute"},
		{"vehicles[0].annual_miles", func(a *Application) { a.Vehicles[0].AnnualMiles = new(0) }, Error, "1 to 50000"},
		{"vehicles[0].annual_miles", func(a *Application) { a.Vehicles[0].AnnualMiles = new(50_001) }, Error, "1 to 50000"},
		{"coverages.bodily_injury", func(a *Application) { a.Coverages.BodilyInjury = "300 CSL"; a.Coverages.UninsuredMotorist = "" }, Error, "per person"},
		{"coverages.bodily_injury", func(a *Application) { a.Coverages.BodilyInjury = "300/100"; a.Coverages.UninsuredMotorist = "" }, Error, "per person"},
		{"coverages.bodily_injury", func(a *Application) { a.Coverages.BodilyInjury = "100/200"; a.Coverages.UninsuredMotorist = "" }, Error, "not for sale"},
		{"coverages.bodily_injury", func(a *Application) { a.Coverages.BodilyInjury = "15/30"; a.Coverages.UninsuredMotorist = "" }, Error, "less than 25/50, which OR requires on 2026-12-01"},
		{"coverages.property_damage", func(a *Application) { a.Coverages.PropertyDamage = new(10) }, Error, "which OR requires"},
		{"coverages.property_damage", func(a *Application) { a.Coverages.PropertyDamage = new(100_000) }, Error, "not for sale"},
		{"coverages.uninsured_motorist", func(a *Application) { a.Coverages.UninsuredMotorist = "250/500" }, Error, "more than the bodily injury"},
		{"coverages.uninsured_motorist", func(a *Application) { a.Coverages.UninsuredMotorist = "20/40" }, Error, "which OR requires"},
		{"coverages.personal_injury_protection", func(a *Application) { a.Coverages.PersonalInjury = new(10_000) }, Error, "15000"},
		{"coverages.comprehensive_deductible", func(a *Application) { a.Coverages.ComprehensiveDeductible = new(300) }, Error, "not for sale; possible are 100, 250, 500, 1000, 2000"},
		{"coverages.collision_deductible", func(a *Application) { a.Coverages.CollisionDeductible = nil }, Warning, "financed vehicle"},
		{"prior_insurance.expires", func(a *Application) { a.PriorInsurance.Expires = "last month" }, Error, "not a date"},
		{"discounts[0]", func(a *Application) { a.Discounts = []Discount{"charm"} }, Error, "multi_car"},
	}
	for _, tt := range tests {
		a := sound()
		tt.value(&a)
		got := Validate(a, today, english)
		if len(got) != 1 || got[0].Path != tt.path || got[0].Severity != tt.severity || !strings.Contains(got[0].Message, tt.words) {
			t.Errorf("%s, %q: %+v", tt.path, tt.words, got)
		}
	}
}

// A street that only sounds like a PO box is a street.
func TestStreetsAreNotBoxes(t *testing.T) {
	for _, street := range []string{"12 Boxwood Lane", "4 Post Road", "100 Poboxer Way", "7 Box Elder Drive"} {
		a := sound()
		a.GaragingAddress.Street = street
		if got := Validate(a, today, english); len(got) > 0 {
			t.Errorf("%s: %+v", street, got)
		}
	}
}

func TestUndriven(t *testing.T) {
	one, two := Driver{GivenName: "Ana"}, Driver{GivenName: "Ben"}
	driven := Vehicle{Driver: new(0)}
	for name, c := range map[string]struct {
		drivers  []Driver
		vehicles []Vehicle
		want     []string
	}{
		"nobody yet":           {nil, make([]Vehicle, 1), nil},
		"one each":             {[]Driver{one, two}, make([]Vehicle, 2), nil},
		"one more":             {[]Driver{one, two}, make([]Vehicle, 3), []string{"vehicles[2].driver"}},
		"two more":             {[]Driver{one}, make([]Vehicle, 3), []string{"vehicles[1].driver", "vehicles[2].driver"}},
		"one who drives both":  {[]Driver{one}, []Vehicle{{}, driven}, nil},
		"none, and two to ask": {nil, make([]Vehicle, 2), []string{"vehicles[1].driver"}},
	} {
		if got := Undriven(Application{Drivers: c.drivers, Vehicles: c.vehicles}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestMissing(t *testing.T) {
	if got := Missing(sound()); len(got) > 0 {
		t.Errorf("missing of a sound one: %v", got)
	}
	want := []string{"named_insured.given_name", "named_insured.surname", "garaging_address.street", "garaging_address.city",
		"garaging_address.state", "garaging_address.zip", "drivers[0].given_name", "drivers[0].date_of_birth",
		"drivers[0].years_licensed", "vehicles[0].year", "vehicles[0].make", "vehicles[0].model", "vehicles[0].use", "vehicles[0].annual_miles"}
	if got := Missing(Application{}); !slices.Equal(got, want) {
		t.Errorf("missing of nothing: %v", got)
	}
	a := sound()
	a.Drivers = append(a.Drivers, Driver{GivenName: "Bo", YearsLicensed: new(0)})
	a.Vehicles = append(a.Vehicles, Vehicle{VIN: "1M8GDM9AXKP042788"}, Vehicle{Year: new(2019), Make: "Kia", Use: Pleasure})
	want = []string{"drivers[1].date_of_birth", "vehicles[1].use", "vehicles[1].annual_miles", "vehicles[2].model", "vehicles[2].annual_miles"}
	if got := Missing(a); !slices.Equal(got, want) {
		t.Errorf("missing: %v, want %v", got, want)
	}
}

func TestAge(t *testing.T) {
	tests := []struct {
		birth, on Date
		want      int
		ok        bool
	}{
		{"1980-05-05", "2026-05-04", 45, true}, {"1980-05-05", "2026-05-05", 46, true},
		{"2004-02-29", "2025-02-28", 20, true}, {"2004-02-29", "2025-03-01", 21, true},
		{"2026-05-05", "2026-05-04", 0, false}, {"", "2026-05-04", 0, false}, {"1980-13-01", "2026-05-04", 0, false},
	}
	for _, tt := range tests {
		if got, ok := Age(tt.birth, tt.on); got != tt.want || ok != tt.ok {
			t.Errorf("born %s, on %s: %d, %t", tt.birth, tt.on, got, ok)
		}
	}
}

// TestFindingD4AChildIsYounger: a child as old as the insured is in doubt.
func TestFindingD4AChildIsYounger(t *testing.T) {
	for born, want := range map[Date]int{"2008-01-02": 0, "1985-03-04": 1, "": 0} {
		a := Application{NamedInsured: NamedInsured{DateOfBirth: "1985-03-04"}, Drivers: []Driver{
			{GivenName: "Al", DateOfBirth: "1985-03-04", Relationship: Insured},
			{GivenName: "Bo", DateOfBirth: born, Relationship: Child}}}
		if got := Warnings(a, today, english); len(got) != want {
			t.Errorf("born %q: %+v", born, got)
		}
	}
}

// No negative or impossible number of a driver or a car is taken as stated.
func TestFindingD4NoImpossibleValues(t *testing.T) {
	for path, values := range map[string][]string{
		"drivers[0].years_licensed":         {"-1", "41"},
		"drivers[0].accidents":              {"-1"},
		"drivers[0].violations":             {"-2"},
		"vehicles[0].annual_miles":          {"-5", "900000"},
		"vehicles[0].commute_miles_one_way": {"-3"},
		"vehicles[0].cost_new":              {"-1"},
		"vehicles[0].year":                  {"1492", "2050"},
	} {
		for _, value := range values {
			a := Application{
				Drivers:  []Driver{{GivenName: "Al", DateOfBirth: "1990-03-04"}},
				Vehicles: []Vehicle{{Make: "Honda", Model: "Civic"}},
			}
			err := a.Set(path, json.RawMessage(value))
			wrong := slices.ContainsFunc(Validate(a, today, english), func(p Problem) bool {
				return p.Path == path && p.Severity == Error
			})
			if err == nil && !wrong {
				t.Errorf("%s %s is no error", path, value)
			}
		}
	}
}

// TestFindingD4NoImpossibleYears: negative years are wrong, and few years at 50 are in doubt.
func TestFindingD4NoImpossibleYears(t *testing.T) {
	for years, want := range map[int]Severity{-1: Error, 1: Warning, 3: "", 41: Error} {
		a := Application{Drivers: []Driver{{GivenName: "Al", DateOfBirth: "1972-03-04", YearsLicensed: &years}}}
		var got Severity
		for _, p := range Validate(a, today, english) {
			if p.Path == "drivers[0].years_licensed" {
				got = p.Severity
			}
		}
		if got != want {
			t.Errorf("%d years: %q, want %q", years, got, want)
		}
	}
}
