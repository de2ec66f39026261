package reading

import "testing"

// TestStartThen: a start "then" is on the day that the sentence before names, where that is to come.
func TestStartThen(t *testing.T) {
	for text, want := range map[string]string{
		"We are moving on December 15. I'd want the policy to start then.":              `effective_date="2026-12-15"`,
		"We come home on January 3. We would really like the new policy to start then.": `effective_date="2027-01-03"`,
		"My current policy will end 12/15. Start then please.":                          `prior_insurance.expires="2026-12-15" effective_date="2026-12-15"`,
		"I got my license on March 3, 1999. I'd like to start then.":                    "drivers[0].years_licensed=27",
	} {
		checkAnswered(t, text, answered(ofTwoCars(), nil, text), want)
	}
}
