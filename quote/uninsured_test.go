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

// TestFindingD11UninsuredFollows: in Oregon, assumed uninsured motorist limits are the bodily injury
// limits (ORS 742.502). Lower bodily injury limits lower stated limits too.
func TestFindingD11UninsuredFollows(t *testing.T) {
	usual := defaults()
	usual.UninsuredMotorist = "50/100"
	for _, tt := range []struct{ state, bi, want string }{
		{"OR", "250/500", "250/500"}, {"OR", "25/50", "25/50"}, {"OH", "250/500", "50/100"},
	} {
		c := Case{Rules: Rules}
		_ = c.ApplyAll(inState(tt.state, stated("coverages.bodily_injury", `"`+tt.bi+`"`)))
		assume(t, &c, usual, today)
		if got := c.Application.Coverages.UninsuredMotorist; got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.state, tt.bi, got, tt.want)
		}
	}
	c := Case{} // as in older journals
	_ = c.ApplyAll(inState("OR", stated("coverages.bodily_injury", `"250/500"`)))
	assume(t, &c, usual, today)
	if got := c.Application.Coverages.UninsuredMotorist; got != "50/100" {
		t.Errorf("an older thread has %s", got)
	}
}

// TestFindingD11LowerBodilyInjury: lower bodily injury limits take known uninsured motorist limits
// along, unless the same mail states both.
func TestFindingD11LowerBodilyInjury(t *testing.T) {
	bi := func(limit string) Fact { return stated("coverages.bodily_injury", `"`+limit+`"`) }
	um := func(limit string) Fact { return stated("coverages.uninsured_motorist", `"`+limit+`"`) }
	for _, tt := range []struct {
		then []Fact
		want string
	}{
		{[]Fact{bi("50/100")}, "50/100"}, {[]Fact{bi("250/500")}, "100/300"},
		{[]Fact{bi("50/100"), um("100/300")}, "100/300"}, {[]Fact{um("25/50"), bi("50/100")}, "25/50"},
	} {
		c := Case{Rules: Rules}
		_ = c.ApplyAll(inState("OR", bi("100/300"), um("100/300")))
		_ = c.ApplyAll(tt.then)
		if got := c.Application.Coverages.UninsuredMotorist; got != tt.want {
			t.Errorf("%v: %s, want %s", tt.then, got, tt.want)
		}
	}
}

// Assumed uninsured motorist limits follow bodily injury limits down and up again.
func TestAssumedUninsuredRisesAgain(t *testing.T) {
	for _, state := range []string{"OR", "OH"} {
		c := Case{Rules: Rules}
		for _, limit := range []string{"100/300", "25/50", "100/300"} {
			bi := stated("coverages.bodily_injury", `"`+limit+`"`)
			_ = c.ApplyAll(inState(state, bi))
			assume(t, &c, defaults(), today)
		}
		if got := c.Application.Coverages.UninsuredMotorist; got != "100/300" {
			t.Errorf("%s: %s", state, got)
		}
	}
}

// TestFindingD11LowerUninsuredTakesASignature names the rule for lower limits.
func TestFindingD11LowerUninsuredTakesASignature(t *testing.T) {
	a := Application{GaragingAddress: Address{State: "OR"}, EffectiveDate: today,
		Coverages: Coverages{BodilyInjury: "100/300", UninsuredMotorist: "50/100"}}
	if r, lower := LowerUninsured(a, today); !lower || !strings.Contains(r.Source, "742.502") {
		t.Errorf("%t, %+v", lower, r)
	}
	a.Coverages.UninsuredMotorist = "100/300"
	if _, lower := LowerUninsured(a, today); lower {
		t.Error("equal limits are lower")
	}
}
