package quote

import (
	"slices"
	"testing"
)

// assessed returns the assessment of one discount, claimed.
func assessed(t *testing.T, a Application, d Discount) Assessment {
	t.Helper()
	a.Discounts = []Discount{d}
	for _, got := range AssessDiscounts(a, today, english) {
		if got.Discount == d {
			return got
		}
	}
	t.Fatalf("%s is not assessed", d)
	return Assessment{}
}

func TestAssessDiscounts(t *testing.T) {
	born := func(births ...Date) Application {
		a := Application{GaragingAddress: Address{State: "OH"}}
		for _, b := range births {
			a.Drivers = append(a.Drivers, Driver{DateOfBirth: b})
		}
		return a
	}
	record := func(state string, years, accidents, violations *int) Application {
		return Application{GaragingAddress: Address{State: state},
			Drivers: []Driver{{YearsLicensed: years, Accidents: accidents, Violations: violations}}}
	}
	in := func(state string, a Application) Application {
		a.GaragingAddress.State = state
		return a
	}
	cars := func(n int) Application { return Application{Vehicles: make([]Vehicle, n)} }
	tests := []struct {
		name    string
		d       Discount
		a       Application
		want    DiscountStatus
		drivers []int
	}{
		{"two cars", MultiCar, cars(2), EligibleVerified, nil},
		{"one car", MultiCar, cars(1), Ineligible, nil},
		{"no car yet", MultiCar, cars(0), Unknown, nil},
		{"another policy", MultiPolicy, cars(1), EligiblePendingProof, nil},
		{"student of 19", GoodStudent, born("1980-01-01", "2007-01-01"), EligiblePendingProof, []int{1}},
		{"student of 25 today", GoodStudent, born("2001-11-20"), Ineligible, nil},
		{"student of unknown age", GoodStudent, born("1980-01-01", ""), Unknown, nil},
		{"student in Hawaii", GoodStudent, in("HI", born("2007-01-01")), Unknown, nil},
		{"good driver, clean", GoodDriver, record("CA", new(3), new(0), new(0)), EligiblePendingProof, []int{0}},
		{"good driver, one point", GoodDriver, record("CA", new(3), new(0), new(1)), EligiblePendingProof, []int{0}},
		{"good driver, two points", GoodDriver, record("CA", new(30), new(1), new(1)), Ineligible, nil},
		{"good driver, too new", GoodDriver, record("CA", new(2), nil, nil), Ineligible, nil},
		{"good driver, untold", GoodDriver, record("OH", new(30), nil, new(0)), Unknown, nil},
		{"mature at 55", MatureDriver, born("1971-11-20"), EligiblePendingProof, []int{0}},
		{"mature at 54", MatureDriver, born("1971-11-21"), Ineligible, nil},
		{"mature in Hawaii", MatureDriver, in("HI", born("1950-01-01")), Ineligible, nil},
		{"mature in California", MatureDriver, in("CA", born("1950-01-01")), EligiblePendingProof, []int{0}},
		{"course", DefensiveDriving, born("1980-01-01"), EligiblePendingProof, []int{0}},
		{"training of a new driver", DriverTraining, record("OH", new(1), nil, nil), EligiblePendingProof, []int{0}},
		{"training of old", DriverTraining, record("OH", new(20), nil, nil), Ineligible, nil},
		{"training, years untold", DriverTraining, record("OH", nil, nil, nil), Unknown, nil},
		{"nobody", GoodStudent, Application{}, Unknown, nil},
		{"device", AntiTheft, cars(1), EligiblePendingProof, nil},
		{"telematics", Telematics, cars(1), EligiblePendingProof, nil},
		{"in full", PaidInFull, cars(1), EligibleVerified, nil},
		{"by transfer", EFT, cars(1), EligibleVerified, nil},
		{"paperless", Paperless, cars(1), EligibleVerified, nil},
		{"member", Affinity, in("OH", cars(1)), EligiblePendingProof, nil},
		{"member in California", Affinity, in("CA", cars(1)), EligiblePendingProof, nil},
		{"member in Michigan", Affinity, in("MI", cars(1)), Unknown, nil},
		{"member in New York", Affinity, in("NY", cars(1)), Unknown, nil},
		{"service", Military, cars(1), EligiblePendingProof, nil},
	}
	for _, tt := range tests {
		got := assessed(t, tt.a, tt.d)
		if got.Status != tt.want || !slices.Equal(got.Drivers, tt.drivers) {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if got.Evidence == "" || (got.Proof != "") != (got.Status == EligiblePendingProof) {
			t.Errorf("%s: evidence %q, proof %q", tt.name, got.Evidence, got.Proof)
		}
	}
}

// The contract's discounts are all assessed when claimed, once, in their order.
func TestEveryClaimIsAssessed(t *testing.T) {
	a := Application{Discounts: append(AllDiscounts(), EFT)}
	slices.Reverse(a.Discounts)
	var got []Discount
	for _, x := range AssessDiscounts(a, today, english) {
		got = append(got, x.Discount)
	}
	if !slices.Equal(got, AllDiscounts()) {
		t.Errorf("%v", got)
	}
}

func TestUnclaimedDiscounts(t *testing.T) {
	a := Application{GaragingAddress: Address{State: "CA"}, Vehicles: make([]Vehicle, 2),
		Drivers: []Driver{{YearsLicensed: new(20), Accidents: new(0), Violations: new(0)}}}
	if got := AssessDiscounts(a, today, english); len(got) != 2 || got[0].Discount != MultiCar || got[1].Discount != GoodDriver {
		t.Errorf("California: %+v", got)
	}
	a.Drivers[0].Accidents = new(2)
	a.Vehicles = a.Vehicles[:1]
	if got := AssessDiscounts(a, today, english); len(got) > 0 {
		t.Errorf("what is not claimed and not due: %+v", got)
	}
}

// Age counts on the effective date.
func TestAssessedOnTheEffectiveDate(t *testing.T) {
	a := Application{EffectiveDate: "2026-12-01", Drivers: []Driver{{DateOfBirth: "1971-11-25"}}}
	if got := assessed(t, a, MatureDriver); got.Status != EligiblePendingProof {
		t.Errorf("%+v", got)
	}
}
