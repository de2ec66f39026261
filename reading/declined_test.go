package reading

import (
	"strings"
	"testing"
	"time"
)

// Of one of several cars only that one goes without.
func TestLiabilityOnlyForOneOfThem(t *testing.T) {
	for text, comp := range map[string]string{
		"Full coverage with 500 deductibles, but liability only on the Focus.": "0",
		"$500 deductibles, and no comp or collision on the Focus.":             "0",
		"500 deductibles on the Civic, no collision on the Focus.":             "",
	} {
		got := Read(Input{Subject: "quote", Message: "m1", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC),
			Text: "I have a 2019 Honda Civic and a 2012 Ford Focus. " + text})
		facts := make(map[string]string)
		for _, f := range got.Facts {
			facts[f.Path] = string(f.Value)
		}
		for path, want := range map[string]string{
			comprehensive: "500", collision: "500", "vehicles[0]." + collision: "", "vehicles[1]." + collision: "0", "vehicles[1]." + comprehensive: comp,
		} {
			if facts[path] != want {
				t.Errorf("%q: %s is %q, want %q", text, path, facts[path], want)
			}
		}
	}
}

// Coverages that are not wanted are facts without a value, and keep the words.
func TestDeclinedCoverages(t *testing.T) {
	const um, medpay, pip = "coverages.uninsured_motorist", "coverages.medical_payments", "coverages.personal_injury_protection"
	for text, want := range map[string]string{
		"No uninsured motorist please.":                           um,
		"I don't want UM or med pay.":                             um + " " + medpay,
		"Please quote it without PIP.":                            pip,
		"UM/UIM: declined":                                        um,
		"I reject uninsured motorist coverage.":                   um,
		"No comp or collision.":                                   comprehensive + " " + collision,
		"no collision coverage needed":                            collision,
		"A comprehensive deductible of 250, no collision.":        collision,
		"Comp 500, no collision please":                           collision,
		"Comp with a 500 deductible, no collision in five years.": "",
		"Liability only please.":                                  comprehensive + " " + collision,
		"I just want a price. Only liability, thanks.":            comprehensive + " " + collision,
		"sin PIP": pip,
		"No accidents, no collision, no tickets.":                "",
		"No collisions in five years.":                           "",
		"No liability only, I want full coverage.":               "",
		"I do want uninsured motorist.":                          "",
		"No UM at 25/50, make it UM 100/300.":                    "",
		"No question, I need comprehensive and collision.":       "",
		"No comp claims, but I want comp with a 500 deductible.": "",
	} {
		got := Read(Input{Subject: "quote", Text: text, FromName: "Pat Doe", Message: "m1", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		var declined []string
		for _, f := range got.Facts {
			if strings.HasPrefix(f.Path, "coverages.") && f.Value == nil {
				declined = append(declined, f.Path)
				if f.Words == "" || f.Message != "m1" {
					t.Errorf("%s: %+v", text, f)
				}
			}
		}
		if strings.Join(declined, " ") != want {
			t.Errorf("%s: declined %q, want %q", text, declined, want)
		}
	}
}
