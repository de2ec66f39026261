package extract

import "testing"

// TestPoliciesThatEnd: with whom somebody is insured, and until when, said beside other things.
func TestPoliciesThatEnd(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. There are three drivers in the house and my rate with Erie went up.", `prior_insurance.carrier="Erie"`},
		{"2015 Kia Soul. My house is with Erie.", `!prior_insurance.carrier`},
		{"2015 Kia Soul. I have Erie, and that policy runs to January 8, 2027.", `prior_insurance.carrier="Erie" prior_insurance.expires="2027-01-08"`},
		{"2015 Kia Soul. My Erie policy ends at the end of this month.", `prior_insurance.expires="2026-11-30"`},
		{"2015 Kia Soul. My Erie policy ends at the end of next month.", `prior_insurance.expires="2026-12-31"`},
		{"2015 Kia Soul. Start it December 1. My Erie policy ends that day too.", `effective_date="2026-12-01" prior_insurance.expires="2026-12-01"`},
		{"2015 Kia Soul. Start it December 1, when my lease ends. The registration ends that day too.", `effective_date="2026-12-01" !prior_insurance.expires`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
