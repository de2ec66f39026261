package carrier

import (
	"reflect"
	"slices"
	"testing"

	"ppamaild/quote"
)

func TestSameKeySameQuote(t *testing.T) {
	s := worked(t)
	r := NewReference()
	get := func(key string) Quote {
		_, result, err := r.Call(t.Context(), Key{ID: key}, s, Rate{Payments: 6})
		if err != nil {
			t.Fatal(err)
		}
		return result.(Rated).Quote
	}
	a, b, c := get("case 1, revision 1"), get("case 1, revision 1"), get("case 1, revision 2")
	if !reflect.DeepEqual(a, b) || a.ID == c.ID {
		t.Errorf("ids %s, again %s, another key %s", a.ID, b.ID, c.ID)
	}
	if a.AsOf != today || a.ValidUntil != "2026-12-20" || a.TermMonths != 6 || !a.Illustrative || a.TableVersion == "" {
		t.Errorf("%+v", a)
	}
}

func TestPendingDiscounts(t *testing.T) {
	given := append(workedDiscounts(), Discount{Discount: quote.MultiPolicy, Pending: true})
	q := rated(t, worked(t), Rate{Discounts: given})
	if q.TotalWithoutPending != 1016_00 || q.Total >= q.TotalWithoutPending {
		t.Errorf("total %v, without pending %v", q.Total, q.TotalWithoutPending)
	}
	sums := [2]Cents{q.PolicyFee, q.PolicyFee}
	for _, l := range q.Lines {
		sums[0] += l.Premium
		sums[1] += l.WithoutPending
	}
	if sums != [2]Cents{q.Total, q.TotalWithoutPending} {
		t.Errorf("lines add up to %v", sums)
	}
}

// 10 CCR 2632.12: the discount applies to the total with its fee.
func TestCaliforniaGoodDriver(t *testing.T) {
	calls := append(opening("CA", "95814"), driver(20, 0), driver(20, 1), average(), average(),
		UpdateCoverage{Coverages: usual()}, AssignDrivers{Principals: []int{0, 1}})
	s := build(t, calls...)
	full := rated(t, s, Rate{}).Total
	everyone := rated(t, s, Rate{Discounts: []Discount{{Discount: quote.GoodDriver}}})
	if everyone.Total*100 != full*80 {
		t.Errorf("everyone: %v of %v", everyone.Total, full)
	}
	one := rated(t, s, Rate{Discounts: []Discount{{Discount: quote.GoodDriver, Drivers: []int{0}, Pending: true}}})
	if want := (one.VehiclePremium(0) + 10_00) * 20 / 100; one.GoodDriver != want || one.Total != full-want {
		t.Errorf("one of two: %v off, want %v", one.GoodDriver, want)
	}
	if one.TotalWithoutPending != full || one.GoodDriverWithoutPending != 0 {
		t.Errorf("without pending: %v, want %v", one.TotalWithoutPending, full)
	}
	elsewhere := build(t, append(opening("OH", "43004"), calls[2:]...)...)
	plain, claimed := rated(t, elsewhere, Rate{}), rated(t, elsewhere, Rate{Discounts: []Discount{{Discount: quote.GoodDriver}}})
	if plain.Total != claimed.Total {
		t.Errorf("outside California: %v and %v", plain.Total, claimed.Total)
	}
}

// A quote lists a discount only if the price has it. The good driver discount is California's.
func TestFindingD9OnlyDiscountsInThePriceAreListed(t *testing.T) {
	given := []Discount{{Discount: quote.GoodDriver, Pending: true}}
	for place, want := range map[[2]string]int{{"CA", "95814"}: 1, {"OH", "43004"}: 0} {
		s := build(t, append(opening(place[0], place[1]), driver(20, 0), average(),
			UpdateCoverage{Coverages: usual()}, AssignDrivers{Principals: []int{0}})...)
		q := rated(t, s, Rate{Discounts: given})
		if len(q.Discounts) != want || (q.Total < q.TotalWithoutPending) != (want == 1) {
			t.Errorf("%s: %+v, %v and %v", place[0], q.Discounts, q.Total, q.TotalWithoutPending)
		}
	}
}

func TestInstalments(t *testing.T) {
	s := worked(t)
	if p := rated(t, s, Rate{Discounts: workedDiscounts()}).Plan; !reflect.DeepEqual(p, Plan{Payments: []Cents{1016_00}}) {
		t.Errorf("in full: %+v", p)
	}
	q := rated(t, s, Rate{Payments: 3})
	if len(q.Plan.Payments) != 3 || q.Plan.Fee != 500 || q.Plan.Payments[1] != q.Total/3+500 {
		t.Errorf("in three: %+v of %v", q.Plan, q.Total)
	}
}

func TestAssignment(t *testing.T) {
	dear, cheap := vehicle(2026, 60_000, quote.Commute, 12_000), vehicle(2012, 18_000, quote.Pleasure, 4_000)
	tests := []struct {
		name  string
		calls []Call
		want  []int
	}{
		{"highest to highest", []Call{driver(20, 0), driver(1, 0), cheap, dear}, []int{0, 1}},
		{"more vehicles: the rest get the lowest", []Call{driver(20, 0), driver(1, 0), cheap, dear, average()}, []int{0, 1, 0}},
		{"more drivers: the lowest get none", []Call{driver(20, 0), driver(1, 0), driver(4, 0), cheap, dear}, []int{2, 1}},
		{"equals in order", []Call{driver(20, 0), driver(20, 0), average(), average()}, []int{0, 1}},
	}
	for _, tt := range tests {
		s := build(t, append(append(opening("OH", "43004"), tt.calls...), AssignDrivers{})...)
		if !slices.Equal(s.Principals, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, s.Principals, tt.want)
		}
	}
}

func TestCostNewIsAssumed(t *testing.T) {
	unknown := average()
	unknown.Vehicle.CostNew = nil
	lexus := unknown
	lexus.Vehicle.Make = "Lexus"
	s := build(t, append(opening("OH", "43004"), driver(20, 0), average(), unknown, lexus, UpdateCoverage{Coverages: usual()}, AssignDrivers{})...)
	q := rated(t, s, Rate{})
	want := []string{"vehicle 2: cost new taken to be about $28,000", "vehicle 3: cost new taken to be about $55,000"}
	if !slices.Equal(q.Assumptions, want) {
		t.Errorf("assumptions %q, want %q", q.Assumptions, want)
	}
	if q.VehiclePremium(0) != q.VehiclePremium(1) || q.VehiclePremium(2) <= q.VehiclePremium(1) {
		t.Errorf("%v, %v, %v", q.VehiclePremium(0), q.VehiclePremium(1), q.VehiclePremium(2))
	}
}

// A VIN alone gives the model year.
func TestVINAlone(t *testing.T) {
	s := build(t, append(opening("OH", "43004"), driver(20, 0),
		AddVehicle{quote.Vehicle{VIN: "1FTMW1T88MFA00001", Use: quote.Commute, AnnualMiles: new(12_000), CostNew: new(28_000)}},
		UpdateCoverage{Coverages: usual()}, AssignDrivers{})...)
	if got := rated(t, s, Rate{}).Total; got != 807_00 {
		t.Errorf("%v, want $807.00", got)
	}
}

// Michigan lets no ZIP code count, and Hawaii no years of driving.
func TestStatesBanFactors(t *testing.T) {
	price := func(state, zip string, years int) Cents {
		c := usual()
		c.PersonalInjury = new(250_000)
		return rated(t, build(t, append(opening(state, zip), driver(years, 0), average(), UpdateCoverage{Coverages: c}, AssignDrivers{})...), Rate{}).Total
	}
	if a, b := price("MI", "48201", 20), price("MI", "49701", 20); a != b {
		t.Errorf("Michigan: %v in Detroit, %v in the north", a, b)
	}
	if a, b := price("HI", "96801", 1), price("HI", "96801", 20); a != b {
		t.Errorf("Hawaii: %v for the new, %v for the experienced", a, b)
	}
}

// Where no source lets a factor count, none does: every car and driver costs the same.
func TestStatesWithoutASourceCountNothing(t *testing.T) {
	price := func(state, zip string, d AddDriver, v AddVehicle) Cents {
		return rated(t, build(t, append(opening(state, zip), d, v, UpdateCoverage{Coverages: usual()}, AssignDrivers{})...), Rate{}).Total
	}
	cars := []AddVehicle{average(), vehicle(2025, 60_000, quote.Business, 24_000)}
	for _, d := range []AddDriver{driver(20, 0), driver(4, 1)} {
		for _, v := range cars {
			if got, even := price("IL", "60601", d, v), price("IL", "62701", driver(20, 0), average()); got != even {
				t.Errorf("Illinois: %v, want %v", got, even)
			}
		}
	}
	if price("OH", "43004", driver(4, 1), cars[0]) == price("OH", "43004", driver(20, 0), cars[0]) {
		t.Error("nothing counts in Ohio, which lets it")
	}
}

func TestCentsString(t *testing.T) {
	for c, want := range map[Cents]string{0: "$0.00", 5: "$0.05", 1016_00: "$1,016.00", 1_234_567_89: "$1,234,567.89", -2050: "-$20.50", 999_99: "$999.99"} {
		if c.String() != want {
			t.Errorf("%d: %s, want %s", int64(c), c, want)
		}
	}
}

func TestEligible(t *testing.T) {
	got := Eligible([]quote.Assessment{
		{Discount: quote.MultiCar, Status: quote.EligibleVerified},
		{Discount: quote.GoodStudent, Status: quote.EligiblePendingProof, Drivers: []int{1}},
		{Discount: quote.Military, Status: quote.Unknown},
		{Discount: quote.MatureDriver, Status: quote.Ineligible},
	})
	want := []Discount{{Discount: quote.MultiCar}, {Discount: quote.GoodStudent, Pending: true, Drivers: []int{1}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
