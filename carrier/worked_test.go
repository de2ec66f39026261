package carrier

import (
	"slices"
	"testing"

	"ppamaild/quote"
)

// worked is a household of two cars. All premiums were calculated by hand.
func worked(t *testing.T) Session {
	policy := usual()
	policy.Rental, policy.Towing = new(true), new(true)
	second := AddDriver{quote.Driver{GivenName: "Ben", DateOfBirth: "1984-02-02", Relationship: quote.Spouse,
		YearsLicensed: new(20), Accidents: new(1), Violations: new(0)}}
	return build(t, append(opening("ID", "83201"),
		driver(24, 0), second,
		average(), vehicle(2017, 19_000, quote.Pleasure, 6_000),
		UpdateCoverage{Coverages: policy},
		UpdateCoverage{Vehicle: new(1), Coverages: quote.Coverages{
			ComprehensiveDeductible: new(500), CollisionDeductible: new(1000)}},
		AssignDrivers{Principals: []int{0, 1}})...)
}

func workedDiscounts() []Discount {
	return []Discount{{Discount: quote.MultiCar}, {Discount: quote.PaidInFull}, {Discount: quote.Paperless}}
}

func TestWorkedExample(t *testing.T) {
	q := rated(t, worked(t), Rate{Discounts: workedDiscounts()})
	var dollars [2][]int
	for _, l := range q.Lines {
		dollars[l.Vehicle] = append(dollars[l.Vehicle], int(l.Premium/100))
	}
	if want := []int{179, 101, 36, 16, 58, 147, 15, 6}; !slices.Equal(dollars[0], want) {
		t.Errorf("first vehicle: %v, want %v", dollars[0], want)
	}
	if want := []int{172, 97, 34, 16, 35, 84}; !slices.Equal(dollars[1], want) {
		t.Errorf("second vehicle: %v, want %v", dollars[1], want)
	}
	if q.VehiclePremium(0) != 558_00 || q.VehiclePremium(1) != 438_00 || q.PolicyFee != 20_00 {
		t.Errorf("vehicles %v and %v, fee %v", q.VehiclePremium(0), q.VehiclePremium(1), q.PolicyFee)
	}
	if q.Total != 1016_00 || q.TotalWithoutPending != 1016_00 {
		t.Errorf("total %v, without pending %v, want $1,016.00", q.Total, q.TotalWithoutPending)
	}
}

// Prices of one car with its fee, as they were worked out by hand.
func TestPrintedPrices(t *testing.T) {
	tests := []struct {
		name       string
		state, zip string
		driver     AddDriver
		vehicle    AddVehicle
		coverages  quote.Coverages
		want       Cents
	}{
		{"25/50/25 with UM", "OH", "43004", driver(20, 0), average(), least(), 383_00},
		{"100/300/100, MedPay, 500/500", "OH", "43004", driver(20, 0), average(), usual(), 807_00},
		{"the same in a city of 1.35", "CA", "90012", driver(20, 0), average(), usual(), 1082_00},
		{"and four years licensed, one point", "CA", "90012", driver(4, 1), average(), usual(), 1715_00},
		{"new clean driver", "OH", "43004", driver(1, 0), average(), usual(), 1440_00},
		{"rural, few miles", "WY", "82701", driver(20, 0), vehicle(2021, 28_000, quote.Pleasure, 4_000), least(), 241_00},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, append(opening(tt.state, tt.zip), tt.driver, tt.vehicle,
				UpdateCoverage{Coverages: tt.coverages}, AssignDrivers{})...)
			if got := rated(t, s, Rate{}).Total; got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// The worst that is not referred for its driver or its car is referred for its price.
func TestWorstStack(t *testing.T) {
	s := build(t, append(opening("NY", "10001"), driver(1, 1), vehicle(2026, 90_000, quote.Business, 40_000),
		UpdateCoverage{Coverages: quote.Coverages{
			BodilyInjury: "250/500", PropertyDamage: new(250), UninsuredMotorist: "250/500",
			MedicalPayments: new(10_000), PersonalInjury: new(50_000),
			ComprehensiveDeductible: new(100), CollisionDeductible: new(250)}},
		AssignDrivers{})...)
	p, err := referenceTables().price(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.total != 5597_00 {
		t.Errorf("%v, want $5,597.00", p.total)
	}
	if _, result := call(t, s, Rate{}); !isReferred(result) {
		t.Errorf("rating it: %+v, want a referral", result)
	}
}

func isReferred(r Result) bool {
	_, is := r.(Referred)
	return is
}
