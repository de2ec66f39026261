package carrier

import (
	"cmp"
	"slices"
	"testing"

	"ppamaild/quote"
)

func TestBandsRise(t *testing.T) {
	r := referenceTables()
	tests := []struct {
		name  string
		bands []band
		falls bool // the factor, as the number rises
		open  bool // the last band has no end
	}{
		{"years licensed", r.YearsLicensed, true, true},
		{"points", r.Points, false, true},
		{"annual miles", r.AnnualMiles, false, true},
		{"vehicle age", r.VehicleAge, true, true},
		{"cost new", r.CostNew, false, false},
	}
	for _, tt := range tests {
		if !slices.IsSortedFunc(tt.bands, func(a, b band) int { return cmp.Compare(a.UpTo, b.UpTo) }) {
			t.Errorf("%s: bands do not rise", tt.name)
		}
		if !slices.IsSortedFunc(tt.bands, func(a, b band) int {
			if tt.falls {
				a, b = b, a
			}
			return cmp.Compare(a.Factor, b.Factor)
		}) {
			t.Errorf("%s: factors are not monotone", tt.name)
		}
		if last := tt.bands[len(tt.bands)-1]; (last.UpTo == more) != tt.open {
			t.Errorf("%s ends at %d", tt.name, last.UpTo)
		}
	}
}

// Every limit and deductible that may be asked for has a factor, and in order.
func TestChoicesCoverWhatIsSold(t *testing.T) {
	r := referenceTables()
	checkChoices(t, "split limits", r.SplitLimit, quote.BodilyInjuryLimits(), 1)
	checkChoices(t, "property damage", r.PropertyDamage, quote.PropertyDamageLimits(), 1)
	checkChoices(t, "medical payments", r.MedicalPayments, quote.MedicalPaymentsLimits(), 1)
	checkChoices(t, "comprehensive", r.ComprehensiveDed, quote.ComprehensiveDeductibles(), -1)
	checkChoices(t, "collision", r.CollisionDed, quote.CollisionDeductibles(), -1)
}

func checkChoices[T comparable](t *testing.T, name string, list []choice[T], sold []T, direction int) {
	t.Helper()
	var have []T
	for i, c := range list {
		have = append(have, c.Of)
		if i > 0 && cmp.Compare(c.Factor, list[i-1].Factor) != direction {
			t.Errorf("%s: factor of %v is out of order", name, c.Of)
		}
	}
	if !slices.Equal(have, sold) {
		t.Errorf("%s: %v have factors, %v are sold", name, have, sold)
	}
}

func TestTerritories(t *testing.T) {
	classes := map[Percent]bool{}
	seen := map[string]bool{}
	for _, c := range referenceTerritories() {
		if _, ok := quote.StateOfZIP(c.Of + "01"); !ok || seen[c.Of] {
			t.Errorf("prefix %s is of no state, or twice in the table", c.Of)
		}
		seen[c.Of], classes[c.Factor] = true, true
	}
	for _, want := range []Percent{80, 85, 90, 115, 135} {
		if !classes[want] {
			t.Errorf("no territory has %d", want)
		}
	}
}

func TestReductionsReduce(t *testing.T) {
	r := referenceTables()
	for _, x := range r.Reductions {
		if x.Factor >= 100 || x.Factor < r.Floor {
			t.Errorf("%v: %d", x.Any, x.Factor)
		}
	}
}

func TestVersionFollowsContent(t *testing.T) {
	a, err := referenceTables().version()
	if err != nil {
		t.Fatal(err)
	}
	changed := referenceTables()
	changed.Territory[0].Factor++
	b, err := changed.version()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := referenceTables().version()
	if a == b || a != again {
		t.Errorf("versions %s, changed %s, again %s", a, b, again)
	}
}
