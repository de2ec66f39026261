package quote

import (
	"reflect"
	"slices"
	"testing"
)

func TestFactorRulesAreWhole(t *testing.T) {
	table, err := factorRules.Get()
	if err != nil {
		t.Fatal(err)
	}
	known := append([]Factor{everyUsed, Credit, Gender, MaritalStatus, DriverAge, Education, Occupation}, usedFactors...)
	for _, r := range table {
		_, isDay := r.From.Time()
		if !slices.Contains(known, r.Factor) || !isDay || !IsState(r.State) {
			t.Errorf("%+v", r)
		}
	}
	for _, f := range []Factor{Credit, Gender, MaritalStatus, DriverAge, Education, Occupation} {
		for _, r := range table {
			if r.Factor == f && r.Allowed {
				t.Errorf("%s allows %s", r.State, f)
			}
		}
	}
}

func TestRuleOfSaysWhy(t *testing.T) {
	tests := []struct {
		state  string
		f      Factor
		on     Date
		known  bool
		source string
	}{
		{"HI", YearsOfExperience, today, true, "HRS 431:10C-207"}, {"OH", YearsOfExperience, today, true, "ORC 3937.02(C)"},
		{"OH", PriorInsuranceHistory, today, true, "ORC 3937.021"}, {"HI", Territory, today, true, "HRS 431:14-103(a)(5)"}, {"NJ", VehicleUse, today, false, ""},
		{"OH", Credit, today, false, ""}, {"CA", Gender, "2018-12-31", false, ""}, {"CA", Gender, "2019-01-01", true, "10 CCR 2632.5"},
		{everyState, DrivingRecord, today, false, ""}, {"OH", DrivingRecord, "", false, ""},
	}
	for _, tt := range tests {
		if r, known := RuleOf(tt.state, tt.f, tt.on); known != tt.known || r.Source != tt.source {
			t.Errorf("%s of %s on %s: %+v, %t", tt.f, tt.state, tt.on, r, known)
		}
	}
}

// A later row replaces an earlier row from its day on, in any order of rows.
func TestRowsHoldFromTheirDay(t *testing.T) {
	table := []FactorRule{
		{State: "OH", Factor: Territory, From: "2027-01-01"},
		{State: everyState, Factor: Territory, From: "2020-01-01", Allowed: true},
		{State: "OH", Factor: Territory, From: "2030-01-01", Allowed: true},
	}
	for on, want := range map[Date]bool{"2019-12-31": false, "2026-12-31": true, "2027-01-01": false, "2029-12-31": false, "2030-01-01": true} {
		r, known := inForce(table, "OH", on, func(FactorRule) bool { return true })
		if r.Allowed != want || known != (on >= "2020-01-01") {
			t.Errorf("on %s: %+v, %t", on, r, known)
		}
	}
}

func TestRejections(t *testing.T) {
	var c Case
	c.Application = sound()
	c.Application.GaragingAddress.State = "CA"
	c.Application.Coverages.UninsuredMotorist = "30/60"
	if got := c.Rejections(today); len(got) > 0 {
		t.Errorf("with uninsured motorist: %+v", got)
	}
	if err := c.Apply(Fact{Path: "coverages.uninsured_motorist", Words: "no uninsured motorist please", Standing: Stated}); err != nil {
		t.Fatal(err)
	}
	got := c.Rejections(today)
	if len(got) != 1 || got[0].Path != "coverages.uninsured_motorist" || got[0].Words == "" || got[0].Source != "Cal. Ins. Code 11580.2" {
		t.Errorf("declined: %+v", got)
	}
	c.Application.GaragingAddress.State, c.Application.Coverages.PersonalInjury = "TX", nil
	if got := c.Rejections(today); len(got) != 2 {
		t.Errorf("Texas: %+v", got)
	}
	c.Application.GaragingAddress.State = "OH"
	if got := c.Rejections(today); len(got) > 0 {
		t.Errorf("Ohio: %+v", got)
	}
}

func TestTablesOfRulesAreWhole(t *testing.T) {
	list, err := offers.Get()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d offers, %v", len(list), err)
	}
	for _, o := range list {
		if m, _ := Minimum(o.State, today); !IsState(o.State) || o.Source == "" || o.Rejection == "" || m.UninsuredMotorist {
			t.Errorf("%+v", o)
		}
	}
	for _, reason := range []string{ReferMinor, ReferExotic, ReferLapse} {
		if referralLimit(reason, "OH", today) <= 0 {
			t.Errorf("%s has no limit", reason)
		}
	}
}

func TestBrokenRulesAreErrors(t *testing.T) {
	if _, err := readTable("factors", "state,factor,from,verdict,note,source\nOH,age,2023-12-01,perhaps,,\n", parseFactorRule); err == nil {
		t.Error("a verdict of perhaps was read")
	}
	if _, err := readTable("offers", "h,h,h,h,h\nOH,coverages.gold,2023-12-01,,\n", parseOffer); err == nil {
		t.Error("an offer of gold was read")
	}
	if _, err := readTable("referrals", "h,h,h,h,h\nlapse,*,2023-12-01,long,\n", parseReferral); err == nil {
		t.Error("a limit of long was read")
	}
	if _, err := readTable("nothing", "", parseOffer); err != nil {
		t.Errorf("an empty table: %v", err)
	}
}

func TestMinimumCoverages(t *testing.T) {
	tests := []struct {
		state string
		owned Ownership
		want  Coverages
	}{
		{"OH", Owned, Coverages{BodilyInjury: "25/50", PropertyDamage: new(25)}},
		{"OR", Owned, Coverages{BodilyInjury: "25/50", PropertyDamage: new(20), UninsuredMotorist: "25/50", PersonalInjury: new(15_000)}},
		{"CA", Leased, Coverages{BodilyInjury: "30/60", PropertyDamage: new(15), UninsuredMotorist: "30/60", ComprehensiveDeductible: new(500), CollisionDeductible: new(250)}},
		{"FL", Owned, Coverages{PropertyDamage: new(10), PersonalInjury: new(10_000)}},
	}
	for _, tt := range tests {
		a := Application{EffectiveDate: "2026-12-01", Vehicles: []Vehicle{{Ownership: tt.owned}}}
		a.GaragingAddress.State = tt.state
		a.Coverages = Coverages{BodilyInjury: "250/500", Rental: new(true), ComprehensiveDeductible: new(500), CollisionDeductible: new(250)}
		got, known := MinimumCoverages(a, today)
		if !known || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.state, got, tt.want)
		}
	}
	if _, known := MinimumCoverages(Application{}, today); known {
		t.Error("there is a minimum of no state")
	}
}
