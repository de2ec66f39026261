package agent

import (
	"testing"

	"ppamaild/quote"
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
	s := NewState("Q-7F3K2M", CustomerInfo{Case: quote.Case{Application: portland()}})
	s.DataForReview = &Proposal{Stage: StageQuote, Draft: &Draft{Text: "Hello"}}
	for _, tt := range []struct {
		text, want string
		refused    bool
	}{
		{"coverages.comprehensive_deductible: 250", "coverages.comprehensive_deductible: 250", false},
		{"\nCollision deductible: $500\nvehicles[0].trim: EX\n", "coverages.collision_deductible: 500\nvehicles[0].trim: EX", false},
		{"drivers[0].given_name: Mary \"May\"", `drivers[0].given_name: Mary "May"`, false},
		{`discounts: ["paid_in_full"]`, `discounts: ["paid_in_full"]`, false},
		{"coverages.comprehensive_deductible: lots", "", true},
		{"coverages.glass: 250", "", true},
		{"vehicles[7].year: 2019", "", true},
		{"Hello Maria,\nCollision deductible: $500", "", false},
		{"Which car is it: the Civic?", "", false},
		{"Hello: Maria", "", false},
		{"", "", false},
	} {
		if got, err := a.Corrections(&s, tt.text); got != tt.want || (err != nil) != tt.refused {
			t.Errorf("%q corrects %q, %v", tt.text, got, err)
		}
	}
	s.DataForReview.Draft = nil
	if got, err := a.Corrections(&s, "coverages.comprehensive_deductible: 250"); got != "" || err != nil {
		t.Errorf("of data: %q, %v", got, err)
	}
}
