package quote

import "fmt"

// Missing returns the paths of missing values that a rating needs, in the order of questions:
// the insured, the address, each driver, each vehicle. Without drivers or vehicles it asks for
// the first. A VIN replaces year, make and model. Values with assumptions (coverages,
// accidents, the effective date) are never missing.
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

// Undriven returns the driver paths of vehicles without a remaining driver. A price is possible
// without these values, because a person may have two cars. But every driver must be rated.
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

// orFirst returns the list, or one empty entry for questions.
func orFirst[T any](list []T) []T {
	if len(list) == 0 {
		return make([]T, 1)
	}
	return list
}
