package carrier

import "ppamaild/quote"

// Building returns the calls that build a session for an application, without OrderReports
// and Rate. If the driver of a vehicle is unknown, the rule of the carrier assigns a driver.
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
	calls = append(calls, assignment(a), UpdateCoverage{Coverages: a.Coverages})
	for i := range a.Vehicles {
		if own, differs := a.OwnCoverages(i); differs {
			calls = append(calls, UpdateCoverage{Vehicle: &i, Coverages: own})
		}
	}
	return calls
}

// assignment assigns the stated drivers. The last driver gets the last vehicle. Other vehicles
// without a stated driver are left to the rule of the carrier.
func assignment(a quote.Application) AssignDrivers {
	list := make([]int, len(a.Vehicles))
	var open, idle []int
	var stated []Seat
	for i := range a.Drivers {
		idle = append(idle, i)
	}
	for i, v := range a.Vehicles {
		if v.Driver == nil {
			open = append(open, i)
			continue
		}
		list[i] = *v.Driver
		stated = append(stated, Seat{Vehicle: i, Driver: *v.Driver})
		idle = without(idle, *v.Driver)
	}
	switch {
	case len(open) == 1 && len(idle) == 1:
		list[open[0]] = idle[0]
	case len(open) > 0:
		return AssignDrivers{Stated: stated}
	}
	return AssignDrivers{Principals: list}
}
