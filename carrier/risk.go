package carrier

import (
	"errors"
	"fmt"

	"ppamaild/quote"
)

// risk holds the factors of a vehicle and its driver.
type risk struct {
	common factors // territory, mileage, use: for every coverage
	driver factors // years licensed, points: for all coverages except comprehensive
	body   factors // age, cost new: for comprehensive and collision
}

// of returns the factors of a coverage. Flat prices have no factors.
func (r risk) of(c Coverage) factors {
	var all factors
	if c != Rental && c != Towing {
		all = append(all, r.common...)
		if c != Comprehensive {
			all = append(all, r.driver...)
		}
		if c == Comprehensive || c == Collision {
			all = append(all, r.body...)
		}
	}
	return all
}

// riskOf returns the factors of vehicle i and of its assigned driver.
func (t tables) riskOf(s Session, i int) (risk, error) {
	a := s.Application
	where := place{a.GaragingAddress, a.EffectiveDate}
	use, err := t.useOf(a.Vehicles[i], where)
	if err != nil {
		return risk{}, err
	}
	body, err := t.bodyOf(a.Vehicles[i], where)
	if err != nil {
		return risk{}, err
	}
	driver, err := t.driverOf(a.Drivers[s.Principals[i]], where)
	if err != nil {
		return risk{}, err
	}
	common := append(factors{t.territory(where)}, use...)
	return risk{common: common, driver: driver, body: body}, nil
}

// place is the state and the first day of the insurance. They decide which factors may count.
type place struct {
	quote.Address
	from quote.Date
}

// counts returns f, or the factor 1.00 if the state forbids the use of a property.
func (p place) counts(property quote.Factor, f Factor) Factor {
	if !quote.Allowed(p.State, property, p.from) {
		return Factor{f.Name, say("carrier.may_not_count", p.State), 100}
	}
	return f
}

func (t tables) territory(p place) Factor {
	f := Factor{Name: "territory", Of: "ZIP code " + p.ZIP[:3] + "..", By: 100}
	if factor, ok := of(t.Territory, p.ZIP[:3]); ok {
		f.By = factor
	}
	return p.counts(quote.Territory, f)
}

// useOf returns the factors of mileage and use.
func (t tables) useOf(v quote.Vehicle, p place) (factors, error) {
	if v.AnnualMiles == nil {
		return nil, errors.New("annual miles are not known")
	}
	miles, _ := in(t.AnnualMiles, *v.AnnualMiles)
	by, ok := of(t.Use, v.Use)
	if !ok {
		return nil, fmt.Errorf("use %q is not rated", v.Use)
	}
	use := Factor{"use", string(v.Use), by}
	if one := value(v.CommuteMilesOneWay); v.Use == quote.Commute && one >= t.LongCommuteMiles {
		use = Factor{"use", fmt.Sprintf("commute, %d miles one way", one), t.LongCommute}
	}
	mileage := Factor{"mileage", fmt.Sprintf("%d miles a year", *v.AnnualMiles), miles}
	return factors{p.counts(quote.AnnualMileage, mileage), p.counts(quote.VehicleUse, use)}, nil
}

// bodyOf returns the factors of model year and cost new.
func (t tables) bodyOf(v quote.Vehicle, p place) (factors, error) {
	year, known := modelYear(v)
	if !known {
		return nil, errors.New("the model year is not known")
	}
	dollars, assumption := costNew(v)
	cost, ok := in(t.CostNew, dollars)
	if !ok {
		return nil, fmt.Errorf("a cost new of %s is not rated", Cents(dollars*100))
	}
	priced := "$" + Cents(dollars*100).whole()
	if assumption != "" {
		priced += ", assumed"
	}
	years := p.from.Year() - year
	by, _ := in(t.VehicleAge, years)
	age := Factor{"age of vehicle", fmt.Sprintf("model year %d, %d years", year, years), by}
	return factors{p.counts(quote.VehicleKind, age), p.counts(quote.VehicleKind, Factor{"cost new", priced, cost})}, nil
}

func modelYear(v quote.Vehicle) (int, bool) {
	if v.Year != nil {
		return *v.Year, true
	}
	year := quote.CheckVIN(v.VIN).Year
	return year, year != 0
}

// driverOf returns the factors of years licensed and points.
func (t tables) driverOf(d quote.Driver, p place) (factors, error) {
	points, known := d.Points()
	if !known || d.YearsLicensed == nil {
		return nil, errors.New("the driver's record is not known")
	}
	years, _ := in(t.YearsLicensed, *d.YearsLicensed)
	record, _ := in(t.Points, points)
	return factors{
		p.counts(quote.YearsOfExperience, Factor{"years licensed", fmt.Sprintf("%d years", *d.YearsLicensed), years}),
		p.counts(quote.DrivingRecord, Factor{"points", fmt.Sprintf("%d in 36 months", points), record}),
	}, nil
}
