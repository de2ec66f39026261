package quote

import (
	_ "embed"
	"fmt"
	"slices"

	"ppamaild/lazy"
)

// UninsuredRule is the rule of a state where uninsured motorist limits are equal to bodily injury
// limits.
type UninsuredRule struct {
	State  string
	From   Date
	Lower  string // condition for lower limits: "a signed statement"
	Source string
}

func (r UninsuredRule) is(state string) bool { return r.State == state }
func (r UninsuredRule) since() Date          { return r.From }

//go:embed uninsured.csv
var uninsuredCSV string

var uninsuredRules = lazy.Result[[]UninsuredRule]{New: func() ([]UninsuredRule, error) {
	return readTable("uninsured", uninsuredCSV, func(row []string) (UninsuredRule, error) {
		return UninsuredRule{row[0], Date(row[1]), row[2], row[3]}, nil
	})
}}

// uninsuredRule returns the rule of the state of an application.
func uninsuredRule(a Application, asOf Date) (UninsuredRule, bool) {
	table, err := uninsuredRules.Get()
	if err != nil {
		return UninsuredRule{}, false
	}
	return inForce(table, a.GaragingAddress.State, a.ratedOn(asOf),
		func(UninsuredRule) bool { return true })
}

// LowerUninsured returns the rule of the state if the uninsured motorist limits of an application
// are below its bodily injury limits.
func LowerUninsured(a Application, asOf Date) (UninsuredRule, bool) {
	um, known := parseSplit(a.Coverages.UninsuredMotorist)
	bi, limited := parseSplit(a.Coverages.BodilyInjury)
	r, rules := uninsuredRule(a, asOf)
	return r, known && limited && rules && !um.atLeast(bi)
}

const uninsuredPath = "coverages.uninsured_motorist"

// lowerUninsured lowers known uninsured motorist limits to lower bodily injury limits, the fact f.
// Carriers sell no higher uninsured motorist limits.
func (c *Case) lowerUninsured(f Fact, facts []Fact) error {
	if c.Rules < 1 || f.Path != "coverages.bodily_injury" || f.Standing == Assumed ||
		slices.ContainsFunc(facts, At(uninsuredPath)) {
		return nil
	}
	um, known := parseSplit(c.Application.Coverages.UninsuredMotorist)
	bi, limited := parseSplit(c.Application.Coverages.BodilyInjury)
	if !known || !limited || bi.atLeast(um) {
		return nil
	}
	f.Path, f.Standing = uninsuredPath, Inferred
	if c.Rules >= 2 && c.Facts[uninsuredPath].Standing == Assumed {
		f = assumed(uninsuredPath, bi.String())
	}
	if err := c.Application.Set(f.Path, f.Value); err != nil {
		return err
	}
	c.record(f)
	return nil
}

// RaiseUninsured raises assumed uninsured motorist limits to the bodily injury limits, if a rule of
// the state requires equal limits.
func (c *Case) RaiseUninsured(asOf Date) error {
	_, isLower := LowerUninsured(c.Application, asOf)
	if f := c.Facts[uninsuredPath]; !isLower || f.Standing != Assumed || f.Message != "" {
		return nil
	}
	f := assumed(uninsuredPath, c.Application.Coverages.BodilyInjury)
	if err := c.Application.Set(f.Path, f.Value); err != nil {
		return fmt.Errorf("assuming %w", err)
	}
	c.record(f)
	return nil
}
