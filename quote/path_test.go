package quote

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSetAndGet(t *testing.T) {
	tests := []struct{ path, value string }{
		{"named_insured.given_name", `"Ana"`},
		{"garaging_address.zip", `"07030"`},
		{"effective_date", `"2026-12-01"`},
		{"drivers[0].date_of_birth", `"1980-02-29"`},
		{"drivers[0].relationship", `"insured"`},
		{"drivers[1].years_licensed", `0`},
		{"vehicles[0].year", `2019`},
		{"vehicles[0].use", `"commute"`},
		{"coverages.rental", `false`},
		{"coverages.bodily_injury", `"100/300"`},
		{"prior_insurance.expires", `"2026-11-30"`},
		{"discounts", `["multi_car","eft"]`},
		{"discounts", `[]`},
	}
	var a Application
	for _, tt := range tests {
		if err := a.Set(tt.path, json.RawMessage(tt.value)); err != nil {
			t.Errorf("setting %s: %v", tt.path, err)
		}
		if got, ok := a.Get(tt.path); !ok || string(got) != tt.value {
			t.Errorf("%s: %s, %t; want %s", tt.path, got, ok, tt.value)
		}
	}
	if got, ok := a.Get("drivers[1]"); !ok || string(got) != `{"years_licensed":0}` {
		t.Errorf("drivers[1]: %s, %t", got, ok)
	}
}

func TestSetRefuses(t *testing.T) {
	tests := []struct{ path, value, words string }{
		{"", `"x"`, "allowed: named_insured"},
		{"vehicles[0].colour", `"red"`, "allowed: year, make"},
		{"vehicle[0].year", `2019`, "allowed: named_insured"},
		{"vehicles.year", `2019`, "vehicles[0]"},
		{"vehicles[1].year", `2019`, "has 0 entries"},
		{"vehicles[00].year", `2019`, "not of the form"},
		{"vehicles[-1].year", `2019`, "not of the form"},
		{"vehicles[0.year", `2019`, "not of the form"},
		{"vehicles[0]", `{"year":2019}`, "one by one"},
		{"vehicles", `[]`, "name an entry"},
		{"named_insured", `{}`, "name one of its values: given_name"},
		{"named_insured[0].surname", `"x"`, "not a list"},
		{"named_insured.surname.first", `"x"`, "single value"},
		{"discounts[0]", `"eft"`, "as a whole"},
		{"vehicles[0].year", `"2019"`, "whole number"},
		{"vehicles[0].year", `2019.5`, "whole number"},
		{"vehicles[0].make", `7`, "a string"},
		{"vehicles[0].make", `" "`, "empty"},
		{"coverages.rental", `"yes"`, "true or false"},
		{"vehicles[0].use", `"racing"`, "pleasure, commute, business"},
		{"discounts", `["eft","charm"]`, "multi_car"},
		{"discounts", `"eft"`, "list of words"},
		{"effective_date", `"2026-02-30"`, "2006-01-02"},
		{"effective_date", `"12/1/26"`, "2006-01-02"},
		{"effective_date", `"2026-12-01`, "a string"},
	}
	for _, tt := range tests {
		var a Application
		err := a.Set(tt.path, json.RawMessage(tt.value))
		if err == nil || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%s = %s: %v, want an error with %q", tt.path, tt.value, err, tt.words)
		}
		if !reflect.DeepEqual(a, Application{}) {
			t.Errorf("%s = %s: failed, and left %+v", tt.path, tt.value, a)
		}
	}
}

func TestSetWithdraws(t *testing.T) {
	a := Application{Vehicles: []Vehicle{{Make: "Honda", Year: new(2019)}, {Make: "Ford"}, {Make: "Kia"}}}
	for _, raw := range []string{"", "null", " null "} {
		b := a
		if err := b.Set("vehicles[0].year", json.RawMessage(raw)); err != nil {
			t.Fatal(err)
		}
		if _, ok := b.Get("vehicles[0].year"); ok {
			t.Errorf("%q did not withdraw the year", raw)
		}
	}
	b := a
	if err := b.Set("vehicles[1]", nil); err != nil {
		t.Fatal(err)
	}
	if len(b.Vehicles) != 2 || b.Vehicles[1].Make != "Kia" {
		t.Errorf("%+v", b.Vehicles)
	}
	if err := b.Set("vehicles[2]", nil); err == nil {
		t.Error("a vehicle that is not there was withdrawn")
	}
	if len(a.Vehicles) != 3 || a.Vehicles[1].Make != "Ford" || a.Vehicles[0].Year == nil {
		t.Errorf("the copy made before became %+v", a.Vehicles)
	}
}

func FuzzSet(f *testing.F) {
	f.Add("vehicles[0].year", `2019`)
	f.Add("vehicles[0]", ``)
	f.Add("discounts", `["eft"]`)
	f.Add("drivers[0].date_of_birth", `"1980-02-29"`)
	f.Add("named_insured", `null`)
	f.Add("drivers[9999999999999999999].x", `{}`)
	f.Fuzz(func(t *testing.T, path, raw string) {
		a := Application{Vehicles: []Vehicle{{Make: "Honda"}}}
		before, _ := json.Marshal(a)
		copied := a
		err := a.Set(path, json.RawMessage(raw))
		if kept, _ := json.Marshal(copied); string(kept) != string(before) {
			t.Fatalf("setting %q changed a copy to %s", path, kept)
		}
		after, merr := json.Marshal(a)
		if merr != nil || err != nil && string(after) != string(before) {
			t.Fatalf("setting %q to %q: %v, %v; left %s", path, raw, err, merr, after)
		}
		if err != nil || withdraws(json.RawMessage(raw)) {
			return
		}
		got, ok := a.Get(path)
		if !ok {
			t.Fatalf("%q was set to %q and is not there", path, raw)
		}
		if err := a.Set(path, got); err != nil {
			t.Fatalf("%q does not take back its own %s: %v", path, got, err)
		}
	})
}

func TestAll(t *testing.T) {
	a := Application{
		GaragingAddress: Address{City: "Salem"}, Drivers: []Driver{{GivenName: "Ana"}, {Accidents: new(0)}},
		Vehicles: []Vehicle{{Coverages: Coverages{Rental: new(false)}}}, Discounts: []Discount{EFT, Military},
	}
	var got []string
	for path, raw := range a.All() {
		if now, has := a.Get(path); !has || !a.Has(path) || string(now) != string(raw) {
			t.Errorf("%s: %s, and %s by its path", path, raw, now)
		}
		got = append(got, path+" = "+string(raw))
	}
	want := []string{
		`garaging_address.city = "Salem"`, `drivers[0].given_name = "Ana"`, `drivers[1].accidents = 0`,
		`vehicles[0].coverages.rental = false`, `discounts = ["eft","military"]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for path := range a.All() {
		if path == "drivers[0].given_name" {
			break // and nothing comes after it
		}
	}
}
