package quote

import "fmt"

// Missing returns the paths of what is needed to rate and not there, in the
// order in which one would ask: the insured, the address, each driver, each
// vehicle. Without any driver or vehicle it asks for the first one. A VIN stands
// in for year, make and model. What is assumed when nobody states it
// (coverages, accidents, the effective date) is never missing.
func Missing(a Application) []string {
	var m missing
	m.need("named_insured.given_name", a.NamedInsured.GivenName == "")
	m.need("named_insured.surname", a.NamedInsured.Surname == "")
	m.need("garaging_address.street", a.GaragingAddress.Street == "")
	m.need("garaging_address.city", a.GaragingAddress.City == "")
	m.need("garaging_address.state", a.GaragingAddress.State == "")
	m.need("garaging_address.zip", a.GaragingAddress.ZIP == "")
	for i, d := range orFirst(a.Drivers) {
		m.driver(fmt.Sprintf("drivers[%d].", i), d)
	}
	for i, v := range orFirst(a.Vehicles) {
		m.vehicle(fmt.Sprintf("vehicles[%d].", i), v)
	}
	return m
}

// Undriven returns the paths of who drives those vehicles that there is no driver
// left for, where nobody said so. A price can be had all the same, as one person may
// have two cars; but everybody who drives one is to be rated.
func Undriven(a Application) (paths []string) {
	for i, v := range a.Vehicles {
		if i >= max(1, len(a.Drivers)) && v.Driver == nil {
			paths = append(paths, fmt.Sprintf("vehicles[%d].driver", i))
		}
	}
	return paths
}

type missing []string

func (m *missing) need(path string, absent bool) {
	if absent {
		*m = append(*m, path)
	}
}

func (m *missing) driver(at string, d Driver) {
	m.need(at+"given_name", d.GivenName == "")
	m.need(at+"date_of_birth", d.DateOfBirth == "")
	m.need(at+"years_licensed", d.YearsLicensed == nil)
}

func (m *missing) vehicle(at string, v Vehicle) {
	if v.VIN == "" {
		m.need(at+"year", v.Year == nil)
		m.need(at+"make", v.Make == "")
		m.need(at+"model", v.Model == "")
	}
	m.need(at+"use", v.Use == "")
	m.need(at+"annual_miles", v.AnnualMiles == nil)
}

// orFirst returns the list, or one empty entry to ask for.
func orFirst[T any](list []T) []T {
	if len(list) == 0 {
		return make([]T, 1)
	}
	return list
}
