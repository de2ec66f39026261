package traits_test

import (
	"slices"
	"strconv"
	"testing"

	"ppamaild/agent/traits"
	"ppamaild/quote"
)

func person(given, surname string, born quote.Date) quote.Application {
	a := quote.Application{Drivers: []quote.Driver{
		{GivenName: given, Surname: surname, DateOfBirth: born},
	}}
	a.NamedInsured = quote.NamedInsured{GivenName: given, Surname: surname, DateOfBirth: born}
	return a
}

func TestShared(t *testing.T) {
	garcia := person("José", "García", "1985-03-04")
	jose := person("jose", "GARCIA", "1985-03-04")
	car, license := garcia, person("Ann", "Lee", "1990-01-01")
	car.Vehicles = []quote.Vehicle{{VIN: "1HGCM82633A004352"}}
	license.Drivers[0].LicenseNumber, license.Drivers[0].LicenseState = "D1234567", "CA"
	family := person("Rosa", "García", "1986-01-01")
	family.Drivers = append(family.Drivers, garcia.Drivers[0])
	sold := person("Bo", "Roy", "1970-01-01")
	sold.Vehicles = car.Vehicles
	renamed := license
	renamed.NamedInsured.Surname = "Cho"
	elsewhere := person("Cy", "Poe", "1960-01-01")
	elsewhere.Drivers[0].LicenseNumber, elsewhere.Drivers[0].LicenseState = "D1234567", "OR"
	for name, c := range map[string]struct {
		a, b quote.Application
		want []string
	}{
		"name and birth date":        {garcia, jose, []string{traits.Person}},
		"another birth date":         {garcia, person("José", "García", "1958-03-04"), nil},
		"no birth date yet":          {garcia, person("Jose", "Garcia", ""), []string{traits.Name}},
		"a first name only":          {garcia, person("José", "", "1985-03-04"), nil},
		"a driver of another":        {garcia, family, []string{traits.Person}},
		"VIN":                        {car, sold, []string{traits.VIN}},
		"VIN, name and birth date":   {car, car, []string{traits.VIN, traits.Person}},
		"license of a renamed":       {license, renamed, []string{traits.License, traits.Person}},
		"license of another state":   {license, elsewhere, nil},
		"nothing is known of either": {quote.Application{}, quote.Application{}, nil},
	} {
		if got := traits.Shared(traits.Of(c.a), traits.Of(c.b)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q are equal, want %q", name, got, c.want)
		}
	}
}

func TestWithQuote(t *testing.T) {
	var all []string
	for n := range 20 {
		all = traits.WithQuote([]string{"name:1"}, all, "R-"+strconv.Itoa(n))
		all = traits.WithQuote([]string{"name:2"}, all, "R-"+strconv.Itoa(n)) // the same quote
	}
	if len(all) != 9 || all[0] != "name:2" || all[8] != traits.OfQuote("r-19") {
		t.Errorf("the traits are %q", all)
	}
	if got := traits.WithQuote(nil, all, ""); len(got) != 8 {
		t.Errorf("without a new quote, %d quote numbers are left", len(got))
	}
}
