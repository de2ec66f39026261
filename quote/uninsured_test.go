package quote

import (
	"slices"
	"strings"
	"testing"
)

// Assumed bodily injury is at least the stated uninsured motorist limit, because carriers do
// not sell less.
func TestAssumedBodilyInjuryIsNoLessThanUninsuredMotorist(t *testing.T) {
	c := caseOf(t, inState("OR", stated("coverages.uninsured_motorist", `"250/500"`))...)
	assume(t, &c, defaults(), today)
	if got := c.Application.Coverages.BodilyInjury; got != "250/500" || len(problemsAt(c.Application, "coverages.")) > 0 {
		t.Errorf("bodily injury is %q: %v", got, problemsAt(c.Application, "coverages."))
	}
}

// If limits are below the state minimums, the limits are wrong, not the unstated uninsured
// motorist limit.
func TestTooLittleBodilyInjuryIsNotTooMuchUninsuredMotorist(t *testing.T) {
	c := caseOf(t, inState("OR", stated("coverages.bodily_injury", `"15/30"`))...)
	assume(t, &c, defaults(), today)
	if got := problemsAt(c.Application, "coverages."); !slices.Equal(got, []string{"coverages.bodily_injury"}) {
		t.Errorf("wrong: %q", got)
	}
	c = caseOf(t, inState("OR", stated("coverages.bodily_injury", `"15/30"`), stated("coverages.uninsured_motorist", `"100/300"`))...)
	assume(t, &c, defaults(), today)
	if got := problemsAt(c.Application, "coverages."); len(got) != 2 {
		t.Errorf("wrong: %q", got)
	}
}

func problemsAt(a Application, prefix string) (paths []string) {
	for _, p := range Validate(a, today, english) {
		if strings.HasPrefix(p.Path, prefix) {
			paths = append(paths, p.Path)
		}
	}
	return paths
}

// What is said to be sold is not found wrong when it is asked for.
func TestWhatIsSoldCanBeHad(t *testing.T) {
	for _, state := range []string{"OR", "CA", "FL", "ME", "NC", "TX"} {
		for _, path := range append(slices.Clone(coveragePaths), "vehicles[0].coverages.collision_deductible") {
			c := caseOf(t, inState(state, stated("vehicles[0].year", "2019"), stated("coverages.bodily_injury", `"100/300"`))...)
			sold := Sold(path, c.Application, today)
			if several := strings.Contains(path, "deductible") || strings.Contains(path, "bodily") || strings.Contains(path, "property"); several && len(sold) < 3 {
				t.Errorf("%s of %s: only %s", path, state, sold)
			}
			for _, value := range sold {
				if err := c.Apply(stated(path, string(value))); err != nil {
					t.Fatal(err)
				}
				if path == "coverages.bodily_injury" {
					c.Application.Coverages.UninsuredMotorist = ""
				}
				if got := problemsAt(c.Application, path); len(got) > 0 {
					t.Errorf("%s of %s in %s: %q", path, value, state, got)
				}
			}
		}
	}
}
