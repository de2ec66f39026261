package agent

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/quote/quotetest"
)

// TestCorrectionsAreNoMail tells an EDIT of a draft that corrects values from one that is a
// mail.
func TestCorrectionsAreNoMail(t *testing.T) {
	tools, err := toolbox(t).Tools()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Policy{}, tools)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState("Q-7F3K2M", CustomerInfo{Case: quote.Case{Application: quotetest.Portland()}})
	friday := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	s.DataForReview = &Proposal{Stage: StageQuote, Draft: &Draft{Text: "Hello"}}
	for _, tt := range []struct {
		text, want string
		refused    bool
	}{
		{"coverages.comprehensive_deductible: 250", "coverages.comprehensive_deductible: 250", false},
		{"\nCollision deductible: $500\nvehicles[0].trim: EX\n", "coverages.collision_deductible: 500\nvehicles[0].trim: EX", false},
		{"drivers[0].given_name: Mary \"May\"", `drivers[0].given_name: Mary "May"`, false},
		{`discounts: ["paid_in_full"]`, `discounts: ["paid_in_full"]`, false},
		{"year of the Civic: 2020", "vehicles[0].year: 2020", false},
		{"year of the Honda: 2020\nDOB: 4/9/1988", "vehicles[0].year: 2020\nnamed_insured.date_of_birth: 1988-04-09\ndrivers[0].date_of_birth: 1988-04-09", false},
		{"start: Monday", "effective_date: 2026-11-23", false},
		{"year of the Civic: 2055", "", true},
		{"vin: 1FTMW1T88MFA00001", "", true}, // of a Ford of 2021
		{"coverages.comprehensive_deductible: lots", "", true},
		{"coverages.glass: 250", "", true},
		{"vehicles[7].year: 2019", "", true},
		{"Hello Maria,\nCollision deductible: $500", "", false},
		{"year of the Civic: 2020\n\nThanks,\nLee", "", true},
		{"Which car is it: the Civic?", "", false},
		{"Hello: Maria", "", false},
		{"", "", false},
		{"nonsense: 12", "", true},
		{"The office: it is open from nine to five on each weekday.", "", false},
	} {
		if got, err := a.Corrections(&s, tt.text, friday); got != tt.want || (err != nil) != tt.refused {
			t.Errorf("%q corrects %q, %v", tt.text, got, err)
		}
	}
	s.DataForReview.Draft = nil
	if got, err := a.Corrections(&s, "coverages.comprehensive_deductible: 250", friday); got != "" || err != nil {
		t.Errorf("of data: %q, %v", got, err)
	}
}
