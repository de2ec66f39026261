package letters

import (
	"reflect"
	"testing"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// Staff see an added or removed car or driver as one change. A kept entry shows its values.
func TestChangedEntries(t *testing.T) {
	civic := quote.Vehicle{Year: new(2019), Make: "Honda", Model: "Civic", AnnualMiles: new(9000)}
	truck := quote.Vehicle{Year: new(2018), Make: "Ford", Model: "F-150", AnnualMiles: new(12000)}
	less := truck
	less.AnnualMiles = new(8000)
	newer := civic
	newer.Year = new(2020)
	alice := quote.Driver{GivenName: "Alice", Surname: "Moreno", Relationship: quote.Insured}
	erik := quote.Driver{GivenName: "Erik", Surname: "Moreno", Accidents: new(1)}
	of := func(cars []quote.Vehicle, people ...quote.Driver) quote.Application {
		return quote.Application{Vehicles: cars, Drivers: people}
	}
	both := []quote.Vehicle{civic, truck}
	for name, c := range map[string]struct {
		now  quote.Application
		want []templates.Change
	}{
		"nothing": {of(both, alice, erik), nil},
		"the second car": {of(both[:1], alice, erik),
			[]templates.Change{{Label: "Car removed", Now: "2018 Ford F-150"}}},
		"the first car": {of(both[1:], alice, erik),
			[]templates.Change{{Label: "Car removed", Now: "2019 Honda Civic"}}},
		"a driver": {of(both, alice),
			[]templates.Change{{Label: "Driver removed", Now: "Erik Moreno"}}},
		"another car": {of(append(both, newer), alice, erik),
			[]templates.Change{{Label: "Car added", Now: "2020 Honda Civic"}}},
		"an edited year": {of([]quote.Vehicle{newer, truck}, alice, erik),
			[]templates.Change{{Label: "Year of the 2020 Honda Civic", Was: "2019", Now: "2020"}}},
		"the other order": {of([]quote.Vehicle{truck, civic}, alice, erik), nil},
		"a car and miles": {of([]quote.Vehicle{less}, alice, erik), []templates.Change{
			{Label: "Miles a year, the 2018 Ford F-150", Was: "12,000", Now: "8,000"},
			{Label: "Car removed", Now: "2019 Honda Civic"}}},
		"no more than none": {quote.Application{Vehicles: both,
			Drivers:   []quote.Driver{alice, erik},
			Coverages: quote.Coverages{MedicalPayments: new(0)}}, nil},
	} {
		then := of(both, alice, erik)
		p := Price{Quote: &carrier.Quote{}, Last: &carrier.Quote{}, LastOf: &then, Of: c.now}
		if got := p.Changed(English()); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
