package reading

import (
	"slices"
	"testing"
)

// TestMilesPutOnCar: where we asked for the miles, they are read where somebody guesses them, or tells
// what is put on the car, without their unit.
func TestMilesPutOnCar(t *testing.T) {
	known := ofTwoCars()
	known.Vehicles = known.Vehicles[:1]
	for text, miles := range map[string]string{
		"Had a license since '82. Put about 14000 on it. Work's 11 miles.": "14000",
		"april 30 2000. miles idk maybe 5000":                              "5000",
		"pleasure. Miles I'd guess 6,500":                                  "6500",
		"I put 2000 down on it":                                            "",
		"I'd put $5000 on it":                                              "",
		"it is 20 miles maybe 5000 people live there":                      "",
	} {
		if got := factOf(answered(known, []string{"drivers[0].years_licensed", "vehicles[0].annual_miles"}, text), "vehicles[0].annual_miles"); got != miles {
			t.Errorf("%q: %q miles, want %q", text, got, miles)
		}
	}
}

// TestAsksForPrice: a price, however it is asked for, is no question of its own.
func TestAsksForPrice(t *testing.T) {
	for text, want := range map[string][]string{
		"I'd like to raise the liability to 250/500 and add rental. What would that be?": nil,
		"We live in Gresham, OR 97030. Can you give us an idea of what it would be?":     nil,
	} {
		if got := answered(ofTwoCars(), nil, text).Questions; !slices.Equal(got, want) {
			t.Errorf("%q: asks %q, want %q", text, got, want)
		}
	}
}
