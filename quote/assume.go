package quote

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
)

// Assume fills unknown values that a rating needs, and returns the assumptions. The effective
// date is the last day of the current policy if coverage can start then, and asOf otherwise.
// Drivers have no accidents and no violations. Vehicles are owned. The coverages are the
// defaults, raised to the minimums of the state on the effective date. Assume does not add an
// optional coverage that the customer withdrew, because a withdrawal declines the coverage.
//
// A repeated call renews earlier assumptions, because the state or the day may have changed.
// A stated fact replaces an assumption; see Apply.
func (c *Case) Assume(defaults Coverages, asOf Date) ([]Fact, error) {
	if err := c.forgetAssumptions(); err != nil {
		return nil, fmt.Errorf("renewing assumptions: %w", err)
	}
	var made []Fact
	for _, gap := range c.gaps(defaults, asOf) {
		if c.Application.Has(gap.Path) {
			continue
		}
		if err := c.Application.Set(gap.Path, gap.Value); err != nil {
			return nil, fmt.Errorf("assuming %w", err)
		}
		c.record(gap)
		made = append(made, gap)
	}
	return made, nil
}

// RenewStart moves an assumed start in the past to a possible day. Assume also renews the start.
func (c *Case) RenewStart(asOf Date) error {
	f := c.Facts["effective_date"]
	if f.Standing != Assumed || f.Message != "" || c.Application.EffectiveDate >= asOf {
		return nil
	}
	f = assumed("effective_date", c.start(asOf))
	if err := c.Application.Set(f.Path, f.Value); err != nil {
		return fmt.Errorf("assuming %w", err)
	}
	c.Facts = maps.Clone(c.Facts)
	c.Facts[f.Path] = f
	return nil
}

// forgetAssumptions removes the facts of Assume. Facts that name a message have another
// origin. The removed facts do not go to Superseded, because they would accumulate there.
func (c *Case) forgetAssumptions() error {
	kept := maps.Clone(c.Facts)
	for path, f := range c.Facts {
		if f.Standing != Assumed || f.Message != "" {
			continue
		}
		if err := c.Application.Set(path, nil); err != nil {
			return err
		}
		delete(kept, path)
	}
	c.Facts = kept
	return nil
}

// gaps returns assumptions for the absent values of the application.
func (c *Case) gaps(defaults Coverages, asOf Date) []Fact {
	gaps := []Fact{assumed("effective_date", c.start(asOf))}
	for i := range c.Application.Drivers {
		at := fmt.Sprintf("drivers[%d].", i)
		gaps = append(gaps, assumed(at+"accidents", 0), assumed(at+"violations", 0))
	}
	for i := range c.Application.Vehicles {
		gaps = append(gaps, assumed(fmt.Sprintf("vehicles[%d].ownership", i), Owned))
	}
	return append(gaps, c.coverageGaps(defaults, asOf)...)
}

// start returns the assumed start of coverage: a day without a gap after the current policy,
// and without overlap.
func (c *Case) start(asOf Date) Date {
	ends := c.Application.PriorInsurance.Expires
	if ends > asOf && ends <= asOf.AddDays(furthest) {
		return ends
	}
	return asOf
}

func assumed(path string, value any) Fact {
	raw, _ := json.Marshal(value) // strings and numbers always marshal
	return Fact{Path: path, Value: raw, Standing: Assumed}
}

// coverageGaps omits withdrawn optional coverages.
func (c *Case) coverageGaps(defaults Coverages, asOf Date) []Fact {
	m, _ := Minimum(c.Application.GaragingAddress.State, c.Application.ratedOn(asOf))
	full := Application{Coverages: fillCoverages(c.Application.Coverages, defaults, m)}
	if _, equal := uninsuredRule(c.Application, asOf); equal && c.Rules >= 1 &&
		full.Coverages.UninsuredMotorist != "" {
		full.Coverages.UninsuredMotorist = cmp.Or(c.Application.Coverages.BodilyInjury,
			full.Coverages.BodilyInjury)
	}
	var gaps []Fact
	for _, path := range coveragePaths {
		value, ok := full.Get(path)
		withdrawn, known := c.Facts[path]
		declined := known && withdraws(withdrawn.Value) && !m.requires(path)
		if ok && !declined {
			gaps = append(gaps, Fact{Path: path, Value: value, Standing: Assumed})
		}
	}
	return gaps
}

var coveragePaths = []string{
	"coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist",
	"coverages.medical_payments", "coverages.personal_injury_protection",
	"coverages.comprehensive_deductible", "coverages.collision_deductible",
	"coverages.rental", "coverages.towing",
}

// requires reports whether the coverage at path is compulsory.
func (m Minimums) requires(path string) bool {
	switch path {
	case "coverages.bodily_injury":
		return m.BodilyInjury != ""
	case "coverages.property_damage":
		return m.PropertyDamage > 0
	case "coverages.uninsured_motorist":
		return m.UninsuredMotorist
	case "coverages.medical_payments":
		return m.MedicalPayments > 0
	case "coverages.personal_injury_protection":
		return m.PersonalInjury > 0
	}
	return false
}

// fillCoverages returns values for the gaps of stated: the defaults, but at least the minimums
// m. Uninsured motorist does not exceed bodily injury, and bodily injury is not below a stated
// uninsured motorist limit. Personal injury protection is added only if the state has it.
func fillCoverages(stated, defaults Coverages, m Minimums) Coverages {
	fill := defaults
	fill.BodilyInjury = liftSplit(liftSplit(defaults.BodilyInjury, stated.UninsuredMotorist), liftSplit(m.UsualBodilyInjury, m.BodilyInjury))
	if stated.BodilyInjury == "" {
		stated.BodilyInjury = fill.BodilyInjury
	}
	fill.UninsuredMotorist = fillUninsured(defaults.UninsuredMotorist, stated.BodilyInjury, m)
	fill.PropertyDamage = liftNumber(defaults.PropertyDamage, m.PropertyDamage)
	fill.MedicalPayments = liftNumber(defaults.MedicalPayments, m.MedicalPayments)
	fill.PersonalInjury = nil
	if m.PersonalInjury > 0 {
		fill.PersonalInjury = liftNumber(defaults.PersonalInjury, m.PersonalInjury)
	}
	return fill
}

// fillUninsured returns an uninsured motorist limit for a bodily injury limit. It returns "" if
// neither the defaults nor the state require the coverage.
func fillUninsured(usual, bodilyInjury string, m Minimums) string {
	if um, ok := parseSplit(usual); ok {
		if bi, ok := parseSplit(bodilyInjury); ok && !bi.atLeast(um) {
			usual = bodilyInjury
		}
	}
	if m.UninsuredMotorist {
		return liftSplit(usual, m.BodilyInjury)
	}
	return usual
}
