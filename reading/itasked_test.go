package reading

import "testing"

// TestItIsTheCarAskedAbout checks that "it" in a reply means the only car in our question, and not
// the last car in the mail.
func TestItIsTheCarAskedAbout(t *testing.T) {
	const ours = "> 1. About how many miles a year is the 2017 Honda Civic driven?\n>\n> What we have so far\n> Car 2017 Honda Civic\n> Car 2020 Subaru Forester, for pleasure, 6,000 miles a year\n\n"
	for text, want := range map[string]string{
		"It does about 12,000 a year.":                    "vehicles[0].annual_miles=12000",
		"About the Forester: it does about 12,000 a year": "vehicles[1].annual_miles=12000",
	} {
		checkAnswered(t, text, answered(ofTwoCars(), []string{"vehicles[0].annual_miles"}, ours+text), want)
	}
}
