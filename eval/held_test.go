package eval

import (
	"crypto/sha256"
	"path"
	"slices"
	"testing"

	"ppamaild/quote"
	"ppamaild/templates"
)

const mails = "../testdata/eval"

// Required results of planner rules on the held-out mails. The bounds rise when a change
// improves a result. They fall only when mails are added.
const (
	minFields  = 0.980 // F1
	minIntent  = 0.985 // accuracy
	minMissing = 0.935 // F1
	minRefer   = 0.985 // accuracy
)

// TestHeld prints only totals, so that authors of rules do not learn which mails are misread.
func TestHeld(t *testing.T) {
	cases, err := Load(mails + "/held")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Run(t.Context(), Rules{}, cases)
	if err != nil {
		t.Fatal(err)
	}
	for _, figure := range []struct {
		name         string
		value, least float64
	}{
		{"field F1", s.Total.F1(), minFields},
		{"intent accuracy", s.Intent.Rate(), minIntent},
		{"missing F1", s.Missing.F1(), minMissing},
		{"refer accuracy", s.Refer.Rate(), minRefer},
	} {
		t.Logf("%s %.4f, at least %.4f", figure.name, figure.value, figure.least)
		if figure.value < figure.least {
			t.Errorf("%s is %.4f, below %.4f", figure.name, figure.value, figure.least)
		}
	}
}

// TestLabelsHold: each label is consistent, fits the rating rules, and is in the half that its
// name requires.
func TestLabelsHold(t *testing.T) {
	cases, err := Load(mails)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		half, name := path.Split(c.Name)
		if want := half == "open/"; (sha256.Sum256([]byte(name))[0]%2 == 0) != want {
			t.Errorf("%s lies in the wrong half", c.Name)
		}
		a := c.Label.Application
		if a == nil {
			continue
		}
		if missing := quote.Missing(*a); c.Label.Missing != nil && !slices.Equal(missing, *c.Label.Missing) {
			t.Errorf("%s: missing is %v, by its application %v", c.Name, *c.Label.Missing, missing)
		}
		if len(a.Drivers) == 0 || a.Drivers[0].Relationship != quote.Insured ||
			a.Drivers[0].GivenName != a.NamedInsured.GivenName || a.Drivers[0].DateOfBirth != a.NamedInsured.DateOfBirth {
			t.Errorf("%s: driver 0 is not the insured", c.Name)
		}
		for _, p := range quote.Validate(*a, "2026-01-01", templates.Embedded("en")) {
			if p.Severity == quote.Error && p.Path != "effective_date" {
				t.Errorf("%s: %s: %s", c.Name, p.Path, p.Message)
			}
		}
	}
}
