package reading

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
)

// TestWhoDrivesAnswered: who drives a car is read from the answer to our question for it.
func TestWhoDrivesAnswered(t *testing.T) {
	for text, want := range map[string]string{
		"me":                      "vehicles[1].driver=0",
		"I do":                    "vehicles[1].driver=0",
		"I drive both":            "vehicles[0].driver=0 vehicles[1].driver=0",
		"1. Linda":                "vehicles[1].driver=1",
		"1. my wife does, mostly": "vehicles[1].driver=1",
		"1. Lo manejo yo":         "vehicles[1].driver=0",
		"1. my brother Sam":       `drivers[2].given_name="Sam" drivers[2].relationship="other" vehicles[1].driver=2`,
		"> 1. Who mostly drives the 2020 Subaru Forester? If that is somebody else, please give their\n>    name.\nLinda": "vehicles[1].driver=1",
		"not me":                "",
		"1. either one of us":   "",
		"1. me and Linda":       "",
		"1. sometimes Linda":    "",
		"1. we share it":        "",
		"1. depends on the day": "",
		"1. Linda, if she can":  "",
		"1. my neighbor Lou":    "",
		"1. whoever is home":    "",
		"2. me":                 "",
	} {
		got := answered(ofTwoCars(), []string{"vehicles[1].driver"}, text)
		checkAnswered(t, text, got, want)
	}
}

// TestWhoDrivesSaid: so it is where the customer says it of their own; who drives a car sometimes, or
// too, or did, says nothing of who does mostly.
func TestWhoDrivesSaid(t *testing.T) {
	for text, want := range map[string]string{
		"Linda drives the Forester and I drive the Civic.":  "vehicles[0].driver=0 vehicles[1].driver=1",
		"I use the Civic and she mostly uses the Forester.": "vehicles[0].driver=0 vehicles[1].driver=1",
		"The Civic is hers and the Forester is mine.":       "vehicles[0].driver=1 vehicles[1].driver=0",
		"Linda Becker is the primary driver of the Subaru.": "vehicles[1].driver=1",
		"The main driver of the Civic is me.":               "vehicles[0].driver=0",
		"The Forester is mostly driven by my wife.":         "vehicles[1].driver=1",
		"The Forester is Linda's car.":                      "vehicles[1].driver=1",
		"Linda drives the Forester too.":                    "",
		"Linda and I drive the Civic.":                      "",
		"Linda doesn't drive the Forester.":                 "",
		"I sometimes drive the Forester.":                   "",
		"I drive the Forester when Linda is away.":          "",
		"We both drive the Civic.":                          "",
		"Would it be cheaper if Linda drives the Forester?": "",
		"The Forester is hers to sell.":                     "",
		"The Forester is driven by me and Linda.":           "",
		"The Civic is my favorite.":                         "",
		"My neighbor uses the Civic.":                       "",
	} {
		got := answered(ofTwoCars(), nil, text)
		got.Facts = slices.DeleteFunc(got.Facts, func(f quote.Fact) bool { return !strings.HasSuffix(f.Path, ".driver") })
		checkAnswered(t, text, got, want)
	}
}

// TestMilesOfWhoDrives: who is known to drive which car can be told apart by "mine" and "hers".
func TestMilesOfWhoDrives(t *testing.T) {
	for text, want := range map[string]string{
		"Figure 13k on hers and 3k on mine.": "vehicles[0].annual_miles=3000 vehicles[1].annual_miles=13000",
		"I drive 12k and she drives 8k":      "vehicles[0].annual_miles=12000 vehicles[1].annual_miles=8000",
		"mine 12k, hers 8k":                  "vehicles[0].annual_miles=12000 vehicles[1].annual_miles=8000",
		"mine is $12k, hers $8k":             "",
	} {
		known, tom, linda := ofTwoCars(), 0, 1
		checkAnswered(t, text, answered(known, usesAsked, text), "")
		known.Vehicles[0].Driver, known.Vehicles[1].Driver = &tom, &linda
		checkAnswered(t, text, answered(known, usesAsked, text), want)
	}
}
