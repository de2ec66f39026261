package reading

import (
	"strings"
	"testing"
	"time"
)

// TestFacts reads single phrases, in a mail of Friday, 20 November 2026.
func TestFacts(t *testing.T) {
	const car = "I have a 2019 Honda Civic. "
	tests := []struct{ text, want string }{
		// vehicles
		{"'19 Chevy Malibu", `vehicles[0].year=2019 vehicles[0].make="Chevrolet" vehicles[0].model="Malibu"`},
		{"my Beamer", `vehicles[0].make="BMW"`},
		{"Honda Civic 2019", `vehicles[0].year=2019`},
		{"a Toyota Camry from 2016", `vehicles[0].year=2016`},
		{"a 2014 Mercedes C300", `vehicles[0].make="Mercedes-Benz" vehicles[0].model="C300"`},
		{"2015 f150 lariat", `vehicles[0].model="F-150" vehicles[0].trim="Lariat"`},
		{"2018 crv", `vehicles[0].make="Honda" vehicles[0].model="CR-V"`},
		{"2016 Lexus RX350", `vehicles[0].model="RX 350"`},
		{"2012 vw jetta", `vehicles[0].make="Volkswagen" vehicles[0].model="Jetta"`},
		{"2017 Dodge Grand Caravan SXT", `vehicles[0].model="Grand Caravan" vehicles[0].trim="SXT"`},
		{"2021 Subaru Outback Wilderness", `vehicles[0].model="Outback" vehicles[0].trim="Wilderness"`},
		{"My neighbor's 2022 Tesla Model 3 is nice.", `!vehicles`},
		{"I live in Tucson, AZ 85701.", `!vehicles garaging_address.city="Tucson" garaging_address.state="AZ"`},
		{"I sold my 2010 Corolla and bought a 2020 RAV4.", `vehicles[0].year=2020 vehicles[0].model="RAV4" !vehicles[1]`},
		{"Is the Escape cheaper? I have a 2015 Ford Escape and a 2017 Ford Escape.", `vehicles[0].year=2015 vehicles[1].year=2017`},
		// birth dates
		{"born 3/4/85", `named_insured.date_of_birth="1985-03-04"`},
		{"DOB 03-04-1985", `drivers[0].date_of_birth="1985-03-04"`},
		{"My birthday is March 4th, 1985.", `drivers[0].date_of_birth="1985-03-04"`},
		{"date of birth: 4 March 1985", `drivers[0].date_of_birth="1985-03-04"`},
		{"d.o.b. 1985-03-04", `drivers[0].date_of_birth="1985-03-04"`},
		{"I was born Mar 4 '85", `drivers[0].date_of_birth="1985-03-04"`},
		{"DOB: 03041985", `drivers[0].date_of_birth="1985-03-04"`},
		{"born 25/12/1985", `drivers[0].date_of_birth="1985-12-25"`},
		{"I'm 41 years old and drive a 2019 Civic", `!drivers[0].date_of_birth`},
		// miles and use
		{car + "I drive about 8k a year.", `vehicles[0].annual_miles=8000`},
		{car + "1,000 a month.", `vehicles[0].annual_miles=12000`},
		{car + "I put 12,500 miles on it annually.", `vehicles[0].annual_miles=12500`},
		{car + "Somewhere around seven thousand miles a year.", `vehicles[0].annual_miles=7000`},
		{car + "It has 90,000 miles on it.", `!vehicles[0].annual_miles`},
		{car + "Between 8 and 10 thousand miles a year.", `!vehicles[0].annual_miles`},
		{car + "10 miles each way to work.", `vehicles[0].commute_miles_one_way=10 vehicles[0].use="commute"`},
		{car + "My commute is 30 miles round trip.", `vehicles[0].commute_miles_one_way=15`},
		{car + "I work from home.", `vehicles[0].use="pleasure"`},
		{car + "It's for business, I visit clients.", `vehicles[0].use="business"`},
		// ownership
		{car + "Still paying it off.", `vehicles[0].ownership="financed"`},
		{car + "It's paid off.", `vehicles[0].ownership="owned"`},
		{car + "It's a lease.", `vehicles[0].ownership="leased"`},
		{car + "There's no loan on it.", `vehicles[0].ownership="owned"`},
		{car + "We own our home.", `!vehicles[0].ownership`},
		// licensing
		{"licensed since 2008", `drivers[0].years_licensed=18`},
		{"Born 3/4/1985, got my license at 16.", `drivers[0].years_licensed=25`},
		{"I've been driving for 12 years.", `drivers[0].years_licensed=12`},
		{"I got my license in June 2015", `drivers[0].years_licensed=11`},
		// record
		{"Clean record.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"one speeding ticket last summer", `drivers[0].violations=1 !drivers[0].accidents`},
		{"No accidents, two tickets.", `drivers[0].accidents=0 drivers[0].violations=2`},
		{"I have never had an accident or a ticket.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"I was in an accident in 2024 but it was not my fault.", `!drivers[0].accidents`},
		{"I had a fender bender last year that the other lady got blamed for.", `!drivers[0].accidents`},
		{"I have one ticket. It was in 2021.", `!drivers[0].violations`},
		{"I have one ticket. The ticket was in March 2025.", `drivers[0].violations=1`},
		{"One at-fault accident. That was back in 2019.", `!drivers[0].accidents`},
		{"I have two tickets. It was in 2021 that we moved.", `drivers[0].violations=2`},
		{"I had one accident last year, the other guys fault.", `!drivers[0].accidents`},
		{"One accident in 2024, someone else's fault.", `!drivers[0].accidents`},
		{"I was in an accident in 2024, the other woman's fault.", `!drivers[0].accidents`},
		{"A speeding ticket back in 2015.", `!drivers[0].violations`},
		// coverages
		{"I want 100/300/100", `coverages.bodily_injury="100/300" coverages.property_damage=100`},
		{"50/100 liability and 50 property damage", `coverages.bodily_injury="50/100" coverages.property_damage=50`},
		{"$250,000/$500,000 bodily injury", `coverages.bodily_injury="250/500"`},
		{"500 deductibles", `coverages.comprehensive_deductible=500 coverages.collision_deductible=500`},
		{"500 comp / 1000 collision", `coverages.comprehensive_deductible=500 coverages.collision_deductible=1000`},
		{"a $250 deductible on comp and $500 on collision", `coverages.comprehensive_deductible=250 coverages.collision_deductible=500`},
		{"full coverage", `!coverages`},
		{"liability only please", `!coverages`},
		{"500k of coverage", `!coverages`},
		{"add towing but no rental coverage", `coverages.towing=true coverages.rental=false`},
		{"Civic quote please. Pat Doe 97205", `garaging_address.zip="97205"`},
		{"Civic quote please. Pat Doe 12000", `!garaging_address.zip`},
		{"State minimum, I'm in 97205", `coverages.bodily_injury="25/50" coverages.property_damage=20`},
		{"med pay of $5,000 and PIP 15k", `coverages.medical_payments=5000 coverages.personal_injury_protection=15000`},
		// insurance before
		{"I'm with Geico until Dec 15", `prior_insurance.carrier="Geico" prior_insurance.expires="2026-12-15"`},
		{"Progressive quoted me $140.", `!prior_insurance`},
		{"My Allstate policy expires 1/3/27", `prior_insurance.carrier="Allstate" prior_insurance.expires="2027-01-03"`},
		// the start
		{"I need it to start Friday.", `effective_date="2026-11-27"`},
		{"Start Dec 1 please.", `effective_date="2026-12-01"`},
		{"coverage starting tomorrow", `effective_date="2026-11-21"`},
		{"Effective the 1st of next month", `effective_date="2026-12-01"`},
		{"I need a quote ASAP", `!effective_date`},
		{"I need coverage ASAP", `effective_date="2026-11-20"`},
		{"start in two weeks", `effective_date="2026-12-04"`},
		// corrections
		{car + "Sorry, 2020 not 2019.", `vehicles[0].year=2020`},
		{car + "Actually it's a 2020.", `vehicles[0].year=2020`},
		{"8k miles a year. " + car + "Scratch that, 9k miles a year.", `vehicles[0].annual_miles=9000`},
		// people
		{"my wife Ana (3/4/85) drives it too", `drivers[1].given_name="Ana" drivers[1].relationship="spouse" drivers[1].date_of_birth="1985-03-04"`},
		{"our son Leo, 17, has his license", `drivers[1].given_name="Leo" drivers[1].relationship="child" !drivers[1].date_of_birth`},
		{"My wife does not drive.", `!drivers[1]`},
		{"My wife told me to write.", `!drivers[1]`},
		{"My cell is (503) 555-0123.", `named_insured.phone="+15035550123"`},
		{"Call 503.555.0123", `named_insured.phone="+15035550123"`},
		// places
		{"I live at 12 Elm St, Bend, OR 97701", `garaging_address.street="12 Elm St" garaging_address.city="Bend"`},
		{"PO Box 12, Bend, OR 97701", `!garaging_address`},
		{"I live at 99 Broadway, New York, NY 10006", `garaging_address.street="99 Broadway" garaging_address.city="New York" garaging_address.state="NY"`},
		{"Garaged at 4 W. Main Street, St. Helens, Oregon 97051-1234", `garaging_address.city="St. Helens" garaging_address.zip="97051-1234"`},
	}
	for _, tt := range tests {
		got := Read(Input{Subject: "quote", Text: tt.text, FromName: "Pat Doe", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		facts := map[string]string{}
		for _, f := range got.Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, want := range wants(tt.want) {
			checkFact(t, tt.text, want, facts)
		}
	}
}

// checkFact checks for "path=value", or for "!path" that nothing below it is read.
func checkFact(t *testing.T, text, want string, facts map[string]string) {
	t.Helper()
	if prefix, none := strings.CutPrefix(want, "!"); none {
		for path, value := range facts {
			if strings.HasPrefix(path, prefix) && value != "" { // what is declined has none
				t.Errorf("%q: %s is %s, want none", text, path, value)
			}
		}
		return
	}
	path, value, _ := strings.Cut(want, "=")
	if facts[path] != value {
		t.Errorf("%q: %s is %q, want %s", text, path, facts[path], value)
	}
}

// wants splits at blanks that no quotes enclose.
func wants(s string) []string {
	quoted := false
	return strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	})
}
