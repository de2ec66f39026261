package quote

import (
	"encoding/json"
	"fmt"
	"maps"
)

// Assume fills what rating needs and nobody stated, and returns what it assumed.
// It takes the effective date to be the day on which the policy ends that the customer
// has, if cover can start then, and else asOf; drivers to have no accidents and no
// violations; vehicles to be owned; and the coverages to be those of defaults,
// lifted to what the state makes compulsory on the effective date. An optional
// coverage that was withdrawn stays out: that is how a customer declines one.
//
// Called again it renews what it assumed before, as the state or the day may
// have changed. A fact that somebody states supersedes an assumption by Apply.
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

// RenewStart moves a start that was assumed, and is past as of a day, to one that can be. Assume
// does so too, once all else is there.
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

// forgetAssumptions takes back what Assume made; what names a message is
// somebody else's. Nothing of it goes to Superseded, where it would pile up.
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

// gaps returns what to assume wherever the application has nothing.
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

// start is when cover is to start of which nobody said so: a day that leaves neither a gap
// to the policy before nor two at a time.
func (c *Case) start(asOf Date) Date {
	ends := c.Application.PriorInsurance.Expires
	if ends > asOf && ends <= asOf.AddDays(furthest) {
		return ends
	}
	return asOf
}

func assumed(path string, value any) Fact {
	raw, _ := json.Marshal(value) // strings and numbers: can't fail
	return Fact{Path: path, Value: raw, Standing: Assumed}
}

// coverageGaps leaves out the optional coverages that were withdrawn.
func (c *Case) coverageGaps(defaults Coverages, asOf Date) []Fact {
	m, _ := Minimum(c.Application.GaragingAddress.State, c.Application.ratedOn(asOf))
	full := Application{Coverages: fillCoverages(c.Application.Coverages, defaults, m)}
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

// fillCoverages returns what fills the gaps of stated: defaults, but never below
// m, uninsured motorist never above bodily injury, nor bodily injury below the
// uninsured motorist that is stated, and personal injury protection only where the
// state has it.
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

// fillUninsured returns an uninsured motorist limit for a policy with the given
// bodily injury limit; empty where neither defaults nor the state ask for one.
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
