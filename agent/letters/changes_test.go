package letters

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
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

// Staff see each value that differs from the last quote. The customer sees each value that is not
// about names, contacts, numbers of a person or a car, or the former policy.
func TestEachChangedValueIsNamed(t *testing.T) {
	of := func() quote.Application {
		return quote.Application{Drivers: []quote.Driver{{GivenName: "Ann"}, {GivenName: "Bob"}},
			Vehicles: []quote.Vehicle{{Make: "Honda", Model: "Civic"}, {Make: "Ford", Model: "F-150"}}}
	}
	then := of()
	last := carrier.Quote{Assumptions: []string{"vehicle 1: cost new taken to be about $28,000",
		"garage taken to be locked"}}
	silent := []string{"named_insured.given_name", "named_insured.surname",
		"named_insured.date_of_birth", "named_insured.phone", "named_insured.email"}
	for _, path := range AllPaths(then) {
		now := of()
		err := now.Set(path, json.RawMessage(`"2026-12-24"`))
		for _, other := range []string{"1", "true", `["military"]`,
			`"child"`, `"commute"`, `"leased"`} {
			if err != nil {
				err = now.Set(path, json.RawMessage(other))
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		p := Price{Quote: &carrier.Quote{Assumptions: last.Assumptions}, Last: &last,
			LastOf: &then, Of: now}
		if got := p.Changed(English()); len(got) != 1 {
			t.Errorf("%s: staff see %+v", path, got)
		}
		want := 1
		if slices.Contains(silent, path) || strings.HasPrefix(path, "prior_insurance.") ||
			strings.HasSuffix(path, "license_number") || strings.HasSuffix(path, ".vin") {
			want = 0
		}
		if got := CustomerChanges(then, quote.Case{Application: now}, English()); len(got) != want {
			t.Errorf("%s: the customer sees %+v", path, got)
		}
	}
	now := of()
	now.Vehicles[0].CostNew = new(52000)
	p := Price{Quote: &carrier.Quote{}, Last: &last, LastOf: &then, Of: now}
	want := []templates.Change{
		{Label: "Price when new of the Honda Civic", Was: "$28,000", Now: "$52,000"},
		{Label: "Assumption of the carrier", Was: "garage taken to be locked", Now: "none"}}
	if got := p.Changed(English()); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
