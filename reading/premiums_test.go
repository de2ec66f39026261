package reading

import "testing"

// TestPremiumsAreNoMiles holds that what insurance costs in a month is no distance.
func TestPremiumsAreNoMiles(t *testing.T) {
	for text, want := range map[string]string{
		"What do you want for a 2012 Jetta. Geico has me at\n210 a month which is crazy.": "!vehicles[0].annual_miles",
		"2009 BMW 328i, my dad says it's gonna be like 400 a month.":                      "!vehicles[0].annual_miles",
		"2009 BMW 328i. Somebody told me about 350 per month, is that so?":                "!vehicles[0].annual_miles",
		"2009 BMW 328i, I drive it 600 a month.":                                          "vehicles[0].annual_miles=7200",
		"2009 BMW 328i, about 600 miles a month.":                                         "vehicles[0].annual_miles=7200",
		"I have a 2009 BMW 328i. 900 a month.":                                            "vehicles[0].annual_miles=10800",
	} {
		checkText(t, text, want)
	}
}
