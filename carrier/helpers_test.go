package carrier

import (
	"fmt"
	"testing"

	"ppamaild/quote"
)

const (
	today     = quote.Date("2026-11-20")
	effective = quote.Date("2026-12-01")
)

// call makes one call, and fails the test on an error.
func call(t *testing.T, s Session, c Call) (Session, Result) {
	t.Helper()
	next, result, err := NewReference().Call(t.Context(), Key{ID: fmt.Sprintf("%s of %s", c.Name(), t.Name())}, s, c)
	if err != nil {
		t.Fatalf("%s: %v", c.Name(), err)
	}
	return next, result
}

// build makes calls that must all succeed.
func build(t *testing.T, calls ...Call) Session {
	t.Helper()
	var s Session
	for _, c := range calls {
		var result Result
		if s, result = call(t, s, c); result != (OK{}) {
			t.Fatalf("%s: %+v", c.Name(), result)
		}
	}
	return s
}

// rated rates a session, which must give a price.
func rated(t *testing.T, s Session, r Rate) Quote {
	t.Helper()
	_, result := call(t, s, r)
	got, ok := result.(Rated)
	if !ok {
		t.Fatalf("rating: %+v", result)
	}
	return got.Quote
}

func opening(state, zip string) []Call {
	return []Call{
		Initiate{AsOf: today, EffectiveDate: effective, Producer: "0X00000",
			Address: quote.Address{Street: "12 Elm Street", City: "Springfield", State: state, ZIP: zip}},
		SetNamedInsured{quote.NamedInsured{GivenName: "Ana", Surname: "Field", DateOfBirth: "1980-05-05"}},
	}
}

func driver(years, accidents int) AddDriver {
	return AddDriver{quote.Driver{GivenName: "Ana", Surname: "Field", DateOfBirth: "1980-05-05",
		Relationship: quote.Insured, YearsLicensed: &years, Accidents: &accidents, Violations: new(0)}}
}

func vehicle(year, cost int, use quote.Use, miles int) AddVehicle {
	return AddVehicle{quote.Vehicle{Year: &year, Make: "Honda", Model: "CR-V", CostNew: &cost,
		Use: use, AnnualMiles: &miles, Ownership: quote.Owned}}
}

// average is the car that every factor of is 1.00: five years old, commuting
// 12,000 miles, with a new price of 28,000 dollars.
func average() AddVehicle { return vehicle(2021, 28_000, quote.Commute, 12_000) }

// usual is 100/300/100 with 5,000 of medical payments and deductibles of 500.
func usual() quote.Coverages {
	return quote.Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300",
		MedicalPayments: new(5000), ComprehensiveDeductible: new(500), CollisionDeductible: new(500)}
}

// least is 25/50/25 with uninsured motorist and nothing else.
func least() quote.Coverages {
	return quote.Coverages{BodilyInjury: "25/50", PropertyDamage: new(25), UninsuredMotorist: "25/50"}
}
