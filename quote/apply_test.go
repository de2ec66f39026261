package quote

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// stated makes a fact out of a path and its JSON; an empty one withdraws.
func stated(path, value string) Fact {
	return Fact{Path: path, Value: json.RawMessage(value), Message: "m@customer.test", Words: "as written", Standing: Stated}
}

func caseOf(t *testing.T, facts ...Fact) Case {
	t.Helper()
	var c Case
	apply(t, &c, facts...)
	return c
}

func apply(t *testing.T, c *Case, facts ...Fact) {
	t.Helper()
	for _, f := range facts {
		if err := c.Apply(f); err != nil {
			t.Fatal(err)
		}
	}
}

func TestApplySupersedes(t *testing.T) {
	c := caseOf(t, stated("vehicles[0].year", "2020"))
	correction := stated("vehicles[0].year", " 2019 ")
	correction.Message = "later@customer.test"
	apply(t, &c, correction)
	if *c.Application.Vehicles[0].Year != 2019 || c.Facts["vehicles[0].year"].Message != "later@customer.test" {
		t.Errorf("%+v", c)
	}
	if len(c.Superseded) != 1 || string(c.Superseded[0].Value) != "2020" || c.Superseded[0].Message != "m@customer.test" {
		t.Errorf("superseded: %+v", c.Superseded)
	}
}

func TestApplyAgain(t *testing.T) {
	first := stated("vehicles[0].year", "2020")
	c := caseOf(t, first)
	repeated := first
	repeated.Message = "later@customer.test"
	apply(t, &c, repeated)
	if c.Facts[first.Path].Message != first.Message || len(c.Superseded) != 0 {
		t.Errorf("a value said again took the first one's place: %+v", c)
	}
	repeated.Standing = Confirmed
	apply(t, &c, repeated)
	if c.Facts[first.Path].Standing != Confirmed || len(c.Superseded) != 1 {
		t.Errorf("a confirmation was not recorded: %+v", c)
	}
}

func TestApplyRefuses(t *testing.T) {
	c := caseOf(t, stated("vehicles[0].year", "2020"))
	before, _ := json.Marshal(c)
	assumption := stated("vehicles[0].year", "2019")
	assumption.Standing = Assumed
	hearsay := stated("vehicles[0].make", `"Kia"`)
	hearsay.Standing = "rumoured"
	for _, f := range []Fact{assumption, hearsay, stated("vehicles[0].year", `"old"`), stated("vehicles[2].year", "2019")} {
		if err := c.Apply(f); err == nil {
			t.Errorf("applied %+v", f)
		}
	}
	if after, _ := json.Marshal(c); string(after) != string(before) {
		t.Errorf("what was refused left %s", after)
	}
}

func TestApplyWithdrawal(t *testing.T) {
	c := caseOf(t, stated("coverages.rental", "true"), stated("coverages.rental", ""))
	f, known := c.Facts["coverages.rental"]
	if !known || f.Value != nil || c.Application.Coverages.Rental != nil || len(c.Superseded) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestApplyRemovesAnElement(t *testing.T) {
	c := caseOf(t, stated("vehicles[0].make", `"Honda"`), stated("vehicles[1].make", `"Ford"`),
		stated("vehicles[2].make", `"Kia"`), stated("drivers[0].given_name", `"Bo"`))
	kept := c
	apply(t, &c, stated("vehicles[1]", ""))
	if got := c.Facts["vehicles[1].make"]; string(got.Value) != `"Kia"` || got.Path != "vehicles[1].make" {
		t.Errorf("fact of the vehicle behind: %+v", got)
	}
	if _, still := c.Facts["vehicles[2].make"]; still || len(c.Facts) != 3 {
		t.Errorf("facts: %v", slices.Sorted(maps.Keys(c.Facts)))
	}
	if len(c.Superseded) != 2 || c.Superseded[1].Path != "vehicles[1]" {
		t.Errorf("superseded: %+v", c.Superseded)
	}
	if len(kept.Facts) != 4 || kept.Application.Vehicles[1].Make != "Ford" {
		t.Errorf("the copy made before became %+v", kept)
	}
}

func TestInsuredIsKeptInStep(t *testing.T) {
	insured := stated("drivers[0].relationship", `"insured"`)
	tests := []struct {
		name           string
		facts          []Fact
		insured, first string
	}{
		{"from the insured", []Fact{insured, stated("named_insured.given_name", `"Ana"`)}, "Ana", "Ana"},
		{"from the driver", []Fact{insured, stated("drivers[0].given_name", `"Ana"`)}, "Ana", "Ana"},
		{"said before who drives", []Fact{stated("named_insured.given_name", `"Ana"`), insured}, "Ana", "Ana"},
		{"corrected", []Fact{insured, stated("drivers[0].given_name", `"Ana"`), stated("named_insured.given_name", `"Anna"`)}, "Anna", "Anna"},
		{"withdrawn", []Fact{insured, stated("drivers[0].given_name", `"Ana"`), stated("named_insured.given_name", ``)}, "", ""},
		{"two names stay two", []Fact{stated("named_insured.given_name", `"Ana"`), stated("drivers[0].given_name", `"Anita"`), insured,
			stated("named_insured.given_name", `"Anna"`)}, "Anna", "Anita"},
		{"a child drives", []Fact{stated("drivers[0].relationship", `"child"`), stated("drivers[0].given_name", `"Bo"`),
			stated("named_insured.given_name", `"Ana"`)}, "Ana", "Bo"},
		{"nobody drives yet", []Fact{stated("named_insured.given_name", `"Ana"`)}, "Ana", "none"},
	}
	for _, tt := range tests {
		c := caseOf(t, tt.facts...)
		first := "none"
		if len(c.Application.Drivers) > 0 {
			first = c.Application.Drivers[0].GivenName
		}
		if c.Application.NamedInsured.GivenName != tt.insured || first != tt.first {
			t.Errorf("%s: insured %q, driver %q", tt.name, c.Application.NamedInsured.GivenName, first)
		}
	}
}

// The current facts always agree with the application.
func TestFactsMatchApplication(t *testing.T) {
	paths := map[string][]string{
		"named_insured.given_name": {`"Ana"`, `"Bo"`, ``}, "drivers[0].given_name": {`"Ana"`, `"Cy"`, ``},
		"drivers[0].relationship": {`"insured"`, `"child"`, ``}, "vehicles[0].year": {`2019`, `2020`, ``},
		"vehicles[1].year": {`2001`, ``}, "vehicles[0]": {``}, "discounts": {`["eft"]`, `[]`, ``},
	}
	rapid.Check(t, func(t *rapid.T) {
		var c Case
		for range rapid.IntRange(1, 20).Draw(t, "facts") {
			path := rapid.SampledFrom(slices.Sorted(maps.Keys(paths))).Draw(t, "path")
			f := stated(path, rapid.SampledFrom(paths[path]).Draw(t, "value"))
			f.Standing = rapid.SampledFrom(standings).Draw(t, "standing")
			before := c
			if err := c.Apply(f); err != nil && !reflect.DeepEqual(before, c) {
				t.Fatalf("refused, and changed the case: %v", err)
			}
		}
		for path, f := range c.Facts {
			if got, _ := c.Application.Get(path); f.Path != path || string(got) != string(f.Value) {
				t.Fatalf("%s is %s, its fact %+v", path, got, f)
			}
		}
	})
}
