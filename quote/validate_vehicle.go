package quote

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	earliestYear = 1900
	maxMiles     = 50_000 // a year
	maxOneWay    = 250    // miles of a commute
	minTrips     = 300    // to and from work in a year, three days a week
)

func (c *checker) vehicle(at string, v Vehicle) {
	if latest := c.latestYear(); v.Year != nil && (*v.Year > latest || *v.Year < earliestYear) {
		c.fail(at+"year", "value.no_model_year", *v.Year, earliestYear, latest)
	}
	if v.CostNew != nil && *v.CostNew <= 0 {
		c.fail(at+"cost_new", "value.no_price", *v.CostNew)
	}
	if v.VIN != "" {
		c.vin(at, v)
	}
	c.oneOf(at+"use", string(v.Use), v.Use)
	c.between(at+"annual_miles", v.AnnualMiles, 1, maxMiles)
	c.between(at+"commute_miles_one_way", v.CommuteMilesOneWay, 0, maxOneWay)
	if miles, way := v.AnnualMiles, v.CommuteMilesOneWay; miles != nil && way != nil &&
		v.Use == Commute && *miles > 0 && *miles < *way*minTrips {
		c.warn(at+"annual_miles", "value.few_miles", *miles, *way)
	}
	c.oneOf(at+"ownership", string(v.Ownership), v.Ownership)
}

// latestYear is the last model year on sale.
func (c *checker) latestYear() int { return c.asOf.Year() + 1 }

// vin prevents a rating only if the vehicle has no other data than the VIN, because a failed
// check does not prove a wrong VIN.
func (c *checker) vin(at string, v Vehicle) {
	vin := CheckVIN(v.VIN)
	if vin.Year > c.latestYear() {
		vin.Year = 0 // the code also means the year 30 years before, which no car or light truck has
	}
	described := v.Year != nil && v.Make != "" && v.Model != ""
	report := c.warn
	if !described && vin.Year == 0 {
		report = c.fail
	}
	switch {
	case vin.Proposal != "":
		report(at+"vin", "value.repairable_vin", vin.Value, vin.Problem(c.words), vin.Proposal)
	case !vin.Valid:
		report(at+"vin", "value.wrong_vin", vin.Value, vin.Problem(c.words))
	case vin.Year == 0 && !described:
		report(at+"vin", "value.vin_without_year", vin.Value)
	case v.Year != nil && vin.Year != 0 && vin.Year != *v.Year:
		report(at+"vin", "value.vin_of_other_year", vin.Value, vin.Year, *v.Year)
	}
}

func (c *checker) coverages(v Coverages, state string) {
	c.split("coverages.bodily_injury", v.BodilyInjury)
	c.sold("coverages.property_damage", v.PropertyDamage, PropertyDamageLimits())
	c.split("coverages.uninsured_motorist", v.UninsuredMotorist)
	c.sold("coverages.medical_payments", v.MedicalPayments, append(MedicalPaymentsLimits(), 0)) // 0: declined
	c.between("coverages.personal_injury_protection", v.PersonalInjury, 1, 1_000_000)
	c.sold("coverages.comprehensive_deductible", v.ComprehensiveDeductible, ComprehensiveDeductibles())
	c.sold("coverages.collision_deductible", v.CollisionDeductible, CollisionDeductibles())
	m, known := Minimum(state, c.on)
	c.uninsured(v, m)
	if known {
		c.minimums(v, m)
	}
}

// uninsured checks that uninsured motorist does not exceed bodily injury. If the limit equals
// the state minimum, bodily injury is too low.
func (c *checker) uninsured(v Coverages, m Minimums) {
	um, okUM := parseSplit(v.UninsuredMotorist)
	bi, okBI := parseSplit(v.BodilyInjury)
	least, _ := parseSplit(m.BodilyInjury)
	if okUM && okBI && !bi.atLeast(um) && !least.atLeast(um) {
		c.fail("coverages.uninsured_motorist", "value.above_bodily_injury", um, bi)
	}
}

// own checks the coverages of single vehicles.
func (c *checker) own(at string, v Vehicle, drivers int) {
	c.between(at+"driver", v.Driver, 0, drivers-1)
	own := v.Coverages
	c.sold(at+"coverages.comprehensive_deductible", own.ComprehensiveDeductible, append(ComprehensiveDeductibles(), 0)) // 0: declined
	c.sold(at+"coverages.collision_deductible", own.CollisionDeductible, append(CollisionDeductibles(), 0))
	own.ComprehensiveDeductible, own.CollisionDeductible, own.Rental, own.Towing = nil, nil, nil, nil
	if own != (Coverages{}) {
		c.fail(at+"coverages.bodily_injury", "value.own_limits")
	}
}

// split checks an optional limit per person and per accident.
func (c *checker) split(path, limit string) {
	if limit == "" {
		return
	}
	if _, ok := parseSplit(limit); !ok {
		c.fail(path, "value.no_split", strconv.Quote(limit))
	} else if known := BodilyInjuryLimits(); !slices.Contains(known, limit) {
		c.fail(path, "value.not_sold", limit, strings.Join(known, ", "))
	}
}

// sold checks an optional limit or deductible.
func (c *checker) sold(path string, n *int, known []int) {
	if n != nil && !slices.Contains(known, *n) {
		list := strings.Trim(fmt.Sprint(known), "[]")
		c.fail(path, "value.not_sold", *n, strings.ReplaceAll(list, " ", ", "))
	}
}

// minimums checks the coverages against the minimums of the state.
func (c *checker) minimums(v Coverages, m Minimums) {
	c.splitBelow("coverages.bodily_injury", v.BodilyInjury, m.BodilyInjury, m.State)
	if m.UninsuredMotorist {
		c.splitBelow("coverages.uninsured_motorist", v.UninsuredMotorist, m.BodilyInjury, m.State)
	}
	c.below("coverages.property_damage", v.PropertyDamage, m.PropertyDamage, m.State)
	c.below("coverages.medical_payments", v.MedicalPayments, m.MedicalPayments, m.State)
	c.below("coverages.personal_injury_protection", v.PersonalInjury, m.PersonalInjury, m.State)
}

func (c *checker) splitBelow(path, limit, least, state string) {
	have, okHave := parseSplit(limit)
	want, okWant := parseSplit(least)
	if okHave && okWant && !have.atLeast(want) {
		c.fail(path, "value.below_minimum", limit, state, least, c.on)
	}
}

func (c *checker) below(path string, n *int, least int, state string) {
	if n != nil && *n < least {
		c.fail(path, "value.below_minimum", *n, state, least, c.on)
	}
}

// lender warns if a financed or leased vehicle has no physical damage coverage, because lenders
// require it. The check starts when coverages are known.
func (c *checker) lender(a Application) {
	if a.Coverages.PropertyDamage == nil {
		return
	}
	for i, car := range a.Vehicles {
		own, _ := a.OwnCoverages(i)
		hasLender := car.Ownership == Financed || car.Ownership == Leased
		if hasLender && (own.ComprehensiveDeductible == nil || own.CollisionDeductible == nil) {
			c.warn("coverages.collision_deductible", "value.lender", car.Ownership)
			return
		}
	}
}
