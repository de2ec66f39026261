package carrier

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ppamaild/quote"
)

func TestCallsAreChecked(t *testing.T) {
	open := opening("OH", "43004")
	whole := append(opening("OH", "43004"), driver(20, 0), average(), UpdateCoverage{Coverages: least()}, AssignDrivers{})
	bad := average()
	bad.Vehicle.AnnualMiles = new(90_000)
	young := driver(3, 0)
	young.Driver.DateOfBirth = "2020-01-01"
	silent := driver(3, 0)
	silent.Driver.Accidents = nil
	tests := []struct {
		name   string
		before []Call
		call   Call
		field  string
		words  string
	}{
		{"anything first", nil, driver(20, 0), "", "begins with quote_initiate"},
		{"initiated twice", open, open[0], "", "only once"},
		{"no effective date", nil, Initiate{AsOf: today}, "effective_date", "needed"},
		{"effective too late", nil, Initiate{AsOf: today, EffectiveDate: "2027-12-01",
			Address: quote.Address{Street: "1 A", City: "B", State: "OH", ZIP: "43004"}}, "effective_date", "60 days"},
		{"ZIP of another state", nil, Initiate{AsOf: today, EffectiveDate: effective,
			Address: quote.Address{Street: "1 A", City: "B", State: "OR", ZIP: "43004"}}, "garaging_address.zip", "OH"},
		{"no name", open[:1], SetNamedInsured{}, "named_insured.given_name", "needed"},
		{"no record", open, silent, "drivers[0].accidents", "needed"},
		{"a child", open, young, "drivers[0].date_of_birth", "too young"},
		{"too many miles", append(opening("OH", "43004"), average()), bad, "vehicles[1].annual_miles", "50000"},
		{"below the minimum", open, UpdateCoverage{Coverages: quote.Coverages{BodilyInjury: "15/30"}}, "coverages.bodily_injury", "25/50"},
		{"deductible not sold", append(opening("OH", "43004"), average()),
			UpdateCoverage{Vehicle: new(0), Coverages: quote.Coverages{CollisionDeductible: new(700)}}, "coverages.collision_deductible", "not for sale"},
		{"liability of one vehicle", append(opening("OH", "43004"), average()), UpdateCoverage{Vehicle: new(0), Coverages: least()}, "", "all vehicles"},
		{"no such vehicle", open, UpdateCoverage{Vehicle: new(0)}, "", "no such vehicle"},
		{"nobody to assign", open, AssignDrivers{}, "drivers[0].given_name", "needed"},
		{"too few principals", append(opening("OH", "43004"), driver(20, 0), average(), average()), AssignDrivers{Principals: []int{0}}, "", "2 vehicles"},
		{"unknown principal", append(opening("OH", "43004"), driver(20, 0), average()), AssignDrivers{Principals: []int{1}}, "", "no driver 1"},
		{"rated unassigned", append(opening("OH", "43004"), driver(20, 0), average(), UpdateCoverage{Coverages: least()}), Rate{}, "", "no drivers are assigned"},
		{"assignment lost by a new vehicle", append(whole, average()), Rate{}, "", "no drivers are assigned"},
		{"compulsory coverage lacking", append(opening("OH", "43004"), driver(20, 0), average(), AssignDrivers{}), Rate{}, "coverages.bodily_injury", "compulsory"},
		{"several payments in full", whole, Rate{Payments: 3, Discounts: []Discount{{Discount: quote.PaidInFull}}}, "discounts", "single payment"},
		{"one car as several", whole, Rate{Discounts: []Discount{{Discount: quote.MultiCar}}}, "discounts", "two vehicles"},
		{"payments beyond the term", whole, Rate{Payments: 7}, "", "1 to 6"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, tt.before...)
			next, result := call(t, s, tt.call)
			failed, ok := result.(Failed)
			if !ok || failed.Field != tt.field || !strings.Contains(failed.Message, tt.words) || failed.Temporary {
				t.Errorf("%+v, want Failed at %q with %q", result, tt.field, tt.words)
			}
			if !reflect.DeepEqual(next, s) {
				t.Error("a failed call changed the session")
			}
		})
	}
}

// A session can be built again from what is kept of it, up to any call.
func TestCallsBuildTheSessionAgain(t *testing.T) {
	whole := worked(t)
	for n := range len(whole.Calls()) {
		s := build(t, whole.Calls()[:n+1]...)
		again := build(t, s.Calls()...)
		if again.ID, again.Version = s.ID, s.Version; !reflect.DeepEqual(again, s) {
			t.Errorf("after %d calls: %+v, want %+v", n+1, again, s)
		}
	}
	if calls := (Session{}).Calls(); calls != nil {
		t.Errorf("a session that never began is built by %v", calls)
	}
}

func TestCallLeavesTheOldSession(t *testing.T) {
	s := build(t, append(opening("OH", "43004"), driver(20, 0), average())...)
	before, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := call(t, s, driver(1, 0))
	b, _ := call(t, s, driver(9, 0))
	if *a.Application.Drivers[1].YearsLicensed != 1 || *b.Application.Drivers[1].YearsLicensed != 9 {
		t.Error("two sessions from one share their drivers")
	}
	if after, _ := json.Marshal(s); string(after) != string(before) {
		t.Errorf("session became %s", after)
	}
}

func TestReferrals(t *testing.T) {
	dear := average()
	dear.Vehicle.CostNew = new(120_000)
	ferrari := average()
	ferrari.Vehicle.Make = "Ferrari"
	tests := []struct {
		name       string
		state, zip string
		driver     AddDriver
		vehicle    AddVehicle
		want       string
	}{
		{"three points", "OH", "43004", driver(20, 3), average(), "3 points"},
		{"new with two points", "OH", "43004", driver(2, 2), average(), "less than 3 years"},
		{"too dear", "OH", "43004", driver(20, 0), dear, "exotic"},
		{"exotic make", "OH", "43004", driver(20, 0), ferrari, "exotic"},
		{"years may not count in Hawaii", "HI", "96801", driver(2, 2), average(), ""},
		{"two points, experienced", "OH", "43004", driver(3, 2), average(), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := usual()
			c.PersonalInjury = new(10_000)
			s := build(t, append(opening(tt.state, tt.zip), tt.driver, tt.vehicle, UpdateCoverage{Coverages: c}, AssignDrivers{})...)
			_, result := call(t, s, Rate{})
			switch r := result.(type) {
			case Referred:
				if tt.want == "" || !strings.Contains(strings.Join(r.Reasons, "; "), tt.want) {
					t.Errorf("referred for %q, want %q", r.Reasons, tt.want)
				}
			case Rated:
				if tt.want != "" {
					t.Errorf("rated at %v, want a referral for %q", r.Quote.Total, tt.want)
				}
			default:
				t.Errorf("%+v", result)
			}
		})
	}
}

func TestErrorsOfTheCallItself(t *testing.T) {
	r := NewReference()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.Call(ctx, Key{ID: "key"}, Session{}, Initiate{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, _, err := r.Call(t.Context(), Key{}, Session{}, Initiate{}); err == nil {
		t.Error("a call without a key was made")
	}
}
