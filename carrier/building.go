package carrier

import (
	"slices"

	"ppamaild/quote"
)

// Building returns the calls that build a session for an application, without OrderReports
// and Rate. If the driver of a vehicle is unknown, the rule of the carrier assigns the
// drivers.
func Building(a quote.Application, producer string, asOf quote.Date) []Call {
	calls := []Call{
		Initiate{EffectiveDate: a.EffectiveDate, Address: a.GaragingAddress, Producer: producer, AsOf: asOf},
		SetNamedInsured{NamedInsured: a.NamedInsured},
	}
	for _, d := range a.Drivers {
		calls = append(calls, AddDriver{Driver: d})
	}
	for _, v := range a.Vehicles {
		v.Driver, v.Coverages = nil, quote.Coverages{} // set by later calls
		calls = append(calls, AddVehicle{Vehicle: v})
	}
	calls = append(calls, AssignDrivers{Principals: principals(a)}, UpdateCoverage{Coverages: a.Coverages})
	for i := range a.Vehicles {
		if own, differs := a.OwnCoverages(i); differs {
			calls = append(calls, UpdateCoverage{Vehicle: &i, Coverages: own})
		}
	}
	return calls
}

// principals returns the drivers of the vehicles in the application. The last driver gets the
// last vehicle. principals returns nil if a vehicle has no driver.
func principals(a quote.Application) []int {
	list := make([]int, len(a.Vehicles))
	var open, idle []int
	for i := range a.Drivers {
		idle = append(idle, i)
	}
	for i, v := range a.Vehicles {
		if v.Driver == nil {
			open = append(open, i)
			continue
		}
		list[i] = *v.Driver
		idle = slices.DeleteFunc(idle, func(d int) bool { return d == *v.Driver })
	}
	switch {
	case len(open) == 1 && len(idle) == 1:
		list[open[0]] = idle[0]
	case len(open) > 0:
		return nil
	}
	return list
}
