package quote

import (
	"slices"
	"testing"
)

const today = Date("2026-11-20")

func defaults() Coverages {
	return Coverages{BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300",
		MedicalPayments: new(5000), PersonalInjury: new(10_000), ComprehensiveDeductible: new(500), CollisionDeductible: new(500)}
}

func cheap() Coverages { return Coverages{BodilyInjury: "15/30", PropertyDamage: new(5)} }

func inState(state string, more ...Fact) []Fact {
	return append([]Fact{stated("garaging_address.state", `"`+state+`"`)}, more...)
}

func assume(t *testing.T, c *Case, usual Coverages, asOf Date) []string {
	t.Helper()
	made, err := c.Assume(usual, asOf)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range made {
		paths = append(paths, f.Path)
		if in := c.Facts[f.Path]; in.Standing != Assumed || string(in.Value) != string(f.Value) {
			t.Errorf("%s was assumed, its fact is %+v", f.Path, in)
		}
	}
	return paths
}

func TestAssumeFillsGaps(t *testing.T) {
	c := caseOf(t, inState("CA", stated("drivers[0].accidents", "1"), stated("vehicles[0].ownership", `"leased"`),
		stated("vehicles[1].year", "2019"), stated("coverages.collision_deductible", "1000"))...)
	got := assume(t, &c, defaults(), today)
	want := []string{"effective_date", "drivers[0].violations", "vehicles[1].ownership",
		"coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist",
		"coverages.medical_payments", "coverages.comprehensive_deductible"}
	if !slices.Equal(got, want) {
		t.Errorf("assumed %q, want %q", got, want)
	}
	a := c.Application
	if a.EffectiveDate != today || *a.Drivers[0].Accidents != 1 || *a.Coverages.CollisionDeductible != 1000 || a.Vehicles[0].Ownership != Leased {
		t.Errorf("%+v", a)
	}
}

// Cover starts when the policy before ends, where it can.
func TestAssumeStart(t *testing.T) {
	for ends, want := range map[Date]Date{
		"":                today,
		today.AddDays(-3): today,
		today:             today,
		today.AddDays(1):  today.AddDays(1),
		today.AddDays(60): today.AddDays(60),
		today.AddDays(61): today,
	} {
		c := caseOf(t, inState("CA")...)
		if ends != "" {
			c = caseOf(t, inState("CA", stated("prior_insurance.expires", `"`+string(ends)+`"`))...)
		}
		assume(t, &c, defaults(), today)
		if got := c.Application.EffectiveDate; got != want {
			t.Errorf("a policy that ends on %q: cover starts on %s, want %s", ends, got, want)
		}
	}
}

func TestAssumeLiftsToTheMinimum(t *testing.T) {
	tests := []struct {
		state  string
		usual  Coverages
		facts  []Fact
		bi, um string
		pd     int
		pip    int
	}{
		{"CA", cheap(), nil, "30/60", "", 15, 0},
		{"OR", cheap(), nil, "25/50", "25/50", 20, 15_000},
		{"NJ", cheap(), nil, "35/70", "35/70", 25, 15_000},
		{"FL", cheap(), nil, "15/30", "", 10, 10_000},
		{"FL", Coverages{}, nil, "", "", 10, 10_000},
		{"VA", Coverages{}, nil, "50/100", "50/100", 25, 0},
		{"MI", defaults(), nil, "250/500", "100/300", 100, 250_000},
		{"OR", defaults(), nil, "100/300", "100/300", 100, 15_000},
		{"CA", defaults(), []Fact{stated("coverages.bodily_injury", `"30/60"`)}, "30/60", "30/60", 100, 0},
		{"OR", defaults(), []Fact{stated("coverages.uninsured_motorist", ``)}, "100/300", "100/300", 100, 15_000},
		{"CA", defaults(), []Fact{stated("coverages.uninsured_motorist", ``)}, "100/300", "", 100, 0},
	}
	for _, tt := range tests {
		c := caseOf(t, inState(tt.state, tt.facts...)...)
		assume(t, &c, tt.usual, today)
		got := c.Application.Coverages
		pip := 0
		if got.PersonalInjury != nil {
			pip = *got.PersonalInjury
		}
		if got.BodilyInjury != tt.bi || got.UninsuredMotorist != tt.um || *got.PropertyDamage != tt.pd || pip != tt.pip {
			t.Errorf("%s with %+v: BI %q, UM %q, PD %d, PIP %d", tt.state, tt.usual, got.BodilyInjury, got.UninsuredMotorist, *got.PropertyDamage, pip)
		}
		if problems := Validate(c.Application, today, english); len(problems) > 0 {
			t.Errorf("%s: what was assumed is wrong: %+v", tt.state, problems)
		}
	}
}

// In every state, what is assumed on top of nothing can be rated.
func TestAssumeMeetsEveryState(t *testing.T) {
	table, _ := minimums.Get()
	for state := range table {
		for _, usual := range []Coverages{{}, cheap(), defaults()} {
			c := caseOf(t, inState(state)...)
			assume(t, &c, usual, today)
			m, ok := Minimum(state, today)
			if lacking := m.Lacks(c.Application.Coverages); !ok || len(lacking) > 0 {
				t.Errorf("%s lacks %v", state, lacking)
			}
			if problems := Validate(c.Application, today, english); len(problems) > 0 {
				t.Errorf("%s: %+v", state, problems)
			}
		}
	}
}

// A customer who has moved is under the new state's law.
func TestAssumeAgainAfterAMove(t *testing.T) {
	c := caseOf(t, inState("OR")...)
	assume(t, &c, cheap(), today)
	apply(t, &c, inState("CA")...)
	assume(t, &c, cheap(), today.AddDays(3))
	got := c.Application
	if got.Coverages.BodilyInjury != "30/60" || got.Coverages.PersonalInjury != nil || got.EffectiveDate != "2026-11-23" {
		t.Errorf("%+v", got)
	}
	if len(c.Superseded) != 1 {
		t.Errorf("renewed assumptions piled up: %+v", c.Superseded)
	}
}

func TestStatedSupersedesAssumed(t *testing.T) {
	c := caseOf(t, stated("drivers[0].given_name", `"Ana"`))
	assume(t, &c, defaults(), today)
	apply(t, &c, stated("drivers[0].accidents", "0"))
	if f := c.Facts["drivers[0].accidents"]; f.Standing != Stated {
		t.Errorf("%+v", f)
	}
	if paths := assume(t, &c, defaults(), today); slices.Contains(paths, "drivers[0].accidents") {
		t.Errorf("assumed again: %q", paths)
	}
}

// "No rental, thanks" and "liability only" withdraw coverages.
func TestDeclinedStaysOut(t *testing.T) {
	usual := defaults()
	usual.Rental = new(true)
	c := caseOf(t, inState("OH", stated("coverages.comprehensive_deductible", ""), stated("coverages.collision_deductible", ""),
		stated("coverages.rental", ""), stated("coverages.bodily_injury", ""))...)
	assume(t, &c, usual, today)
	got := c.Application.Coverages
	if got.ComprehensiveDeductible != nil || got.CollisionDeductible != nil || got.Rental != nil || got.BodilyInjury != "100/300" {
		t.Errorf("%+v", got)
	}
}
