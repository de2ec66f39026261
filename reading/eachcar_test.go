package reading

import "testing"

// TestMilesOfEach reads miles that are said of each car without their unit.
func TestMilesOfEach(t *testing.T) {
	const cars = "We own a 2012 Kia Soul and a 2015 Ford F-150. "
	for text, want := range map[string]string{
		"We both work from home. Maybe 5k on each.": "vehicles[0].annual_miles=5000 vehicles[1].annual_miles=5000",
		"Around 6,000 apiece.":                      "vehicles[0].annual_miles=6000 vehicles[1].annual_miles=6000",
		"We put about 8k on each one.":              "vehicles[0].annual_miles=8000 vehicles[1].annual_miles=8000",
		"Unas 8 mil en cada uno.":                   "vehicles[0].annual_miles=8000 vehicles[1].annual_miles=8000",
		"We still owe about 9k on each.":            "!vehicles[0].annual_miles",
		"Liability 50k each.":                       "!vehicles[0].annual_miles",
		"We have about 2 keys for each.":            "!vehicles[0].annual_miles",
	} {
		checkText(t, cars+text, want)
	}
}
