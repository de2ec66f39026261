package carrier

import (
	"errors"
	"fmt"

	"ppamaild/quote"
)

// risk is a vehicle with its driver, as the tables see them.
type risk struct {
	common []percent // territory, mileage, use: every coverage
	driver []percent // years licensed, points: all but comprehensive
	body   []percent // age, cost new: comprehensive and collision
}

// of returns the factors that a coverage is rated by; flat prices have none.
func (r risk) of(c Coverage) []percent {
	var factors []percent
	if c != Rental && c != Towing {
		factors = append(factors, r.common...)
		if c != Comprehensive {
			factors = append(factors, r.driver...)
		}
		if c == Comprehensive || c == Collision {
			factors = append(factors, r.body...)
		}
	}
	return factors
}

func (t tables) riskOf(s Session, i int) (risk, error) {
	state := s.Application.GaragingAddress.State
	common, err := t.useOf(s.Application.Vehicles[i])
	if err != nil {
		return risk{}, err
	}
	body, err := t.bodyOf(s.Application.Vehicles[i], s.Application.EffectiveDate)
	if err != nil {
		return risk{}, err
	}
	driver, err := t.driverOf(s.Application.Drivers[s.Principals[i]], state)
	if err != nil {
		return risk{}, err
	}
	territory := t.territory(s.Application.GaragingAddress)
	return risk{common: append(common, territory), driver: driver, body: body}, nil
}

// territory is 1.00 where the state does not let the ZIP code count.
func (t tables) territory(a quote.Address) percent {
	if factor, ok := of(t.Territory, a.ZIP[:3]); ok && quote.Allowed(a.State, quote.Territory) {
		return factor
	}
	return 100
}

// useOf returns the factors of mileage and use.
func (t tables) useOf(v quote.Vehicle) ([]percent, error) {
	if v.AnnualMiles == nil {
		return nil, errors.New("annual miles are not known")
	}
	miles, _ := in(t.AnnualMiles, *v.AnnualMiles)
	use, ok := of(t.Use, v.Use)
	if !ok {
		return nil, fmt.Errorf("use %q is not rated", v.Use)
	}
	if v.Use == quote.Commute && value(v.CommuteMilesOneWay) >= t.LongCommuteMiles {
		use = t.LongCommute
	}
	return []percent{miles, use}, nil
}

// bodyOf returns the factors of model year and cost new.
func (t tables) bodyOf(v quote.Vehicle, effective quote.Date) ([]percent, error) {
	year, known := modelYear(v)
	if !known {
		return nil, errors.New("the model year is not known")
	}
	dollars, _ := costNew(v)
	cost, ok := in(t.CostNew, dollars)
	if !ok {
		return nil, fmt.Errorf("a cost new of %s is not rated", Cents(dollars*100))
	}
	age, _ := in(t.VehicleAge, effective.Year()-year)
	return []percent{age, cost}, nil
}

func modelYear(v quote.Vehicle) (int, bool) {
	if v.Year != nil {
		return *v.Year, true
	}
	year := quote.CheckVIN(v.VIN).Year
	return year, year != 0
}

// driverOf returns the factors of years licensed, where they may count, and points.
func (t tables) driverOf(d quote.Driver, state string) ([]percent, error) {
	points, known := d.Points()
	if !known || d.YearsLicensed == nil {
		return nil, errors.New("the driver's record is not known")
	}
	record, _ := in(t.Points, points)
	years, _ := in(t.YearsLicensed, *d.YearsLicensed)
	if !quote.Allowed(state, quote.YearsOfExperience) {
		years = 100
	}
	return []percent{years, record}, nil
}
