package carrier

import "ppamaild/quote"

// Building returns the calls that build up a session for an application: all but
// those that ask for something. Where it is not said of every vehicle who drives it,
// the carrier's own rule assigns the drivers.
func Building(a quote.Application, producer string, asOf quote.Date) []Call {
	calls := []Call{
		Initiate{EffectiveDate: a.EffectiveDate, Address: a.GaragingAddress, Producer: producer, AsOf: asOf},
		SetNamedInsured{NamedInsured: a.NamedInsured},
	}
	for _, d := range a.Drivers {
		calls = append(calls, AddDriver{Driver: d})
	}
	for _, v := range a.Vehicles {
		v.Driver, v.Coverages = nil, quote.Coverages{} // the next calls say so
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

// principals are the drivers that the application says the vehicles have; nil unless
// it says so of all of them.
func principals(a quote.Application) []int {
	var list []int
	for _, v := range a.Vehicles {
		if v.Driver == nil {
			return nil
		}
		list = append(list, *v.Driver)
	}
	return list
}
