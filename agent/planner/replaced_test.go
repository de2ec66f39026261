package planner_test

import (
	"strings"
	"testing"
)

// TestFinding15ANewFigureForAKnownFigure: a new figure with the old figure changes the only known
// value that fits, or nothing.
func TestFinding15ANewFigureForAKnownFigure(t *testing.T) {
	t.Parallel()
	const commute, years = "vehicles[0].commute_miles_one_way", "drivers[0].years_licensed"
	for mail, want := range map[string]string{
		"12 miles now, not 8.":                      commute + "=12",
		"Hi, it's 14,000 miles, not 9,000. Thanks!": "vehicles[0].annual_miles=14000",
		"14k not 9k":                                      "vehicles[0].annual_miles=14000",
		"14,000 rather than 9,000":                        "vehicles[0].annual_miles=14000",
		"Not 7,000, it's 7,500.":                          "vehicles[1].annual_miles=7500",
		"Actually my commute is 7 miles one way, not 8.":  commute + "=7",
		"It's not 8 miles but 15":                         commute + "=15",
		"24, not 22":                                      years + "=24",
		"I'm licensed 20 years, not 22":                   years + "=20",
		"2019, not 2018":                                  "vehicles[1].year=2019",
		"Sorry, the Forester is a 2019, not a 2018.":      "vehicles[1].year=2019",
		"12 millas, no 8":                                 commute + "=12",
		"Son 14,000 millas al año, no 9,000.":             "vehicles[0].annual_miles=14000",
		"No es 8 millas sino 15":                          commute + "=15",
		"$1,000, not $500":                                "coverages.collision_deductible=1000",
		"Take rental off please. It's 12 miles, not 8.":   commute + "=12 coverages.rental=false",
		"34, not 43":                                      "",
		"12 miles, not 20":                                "",
		"12 miles, not 22":                                "", // 22 is a number of years
		"12 years, not 8":                                 "", // 8 is a number of miles
		"$8,000, not $9,000":                              "", // 9,000 is a number of miles
		"not 8 like the others":                           "",
		"no, not 8":                                       "",
		"12 millas, no 20":                                "",
		"Our neighbors drive 12 miles and we are not ill": "",
	} {
		c := begin(t, usual())
		c.customer(pilotAndForester)
		before := *c.state.Application()
		c.accept()
		c.customer(mail)
		for _, path := range []string{commute, "vehicles[0].annual_miles", "vehicles[1].annual_miles",
			"vehicles[0].year", "vehicles[1].year", years, "coverages.collision_deductible"} {
			was, _ := before.Get(path)
			got, _ := c.state.Application().Get(path)
			if _, changed, is := strings.Cut(want, path+"="); is {
				was = []byte(strings.Fields(changed)[0])
			}
			if string(got) != string(was) {
				t.Errorf("%s: %s is %s, want %s", mail, path, got, was)
			}
		}
	}
}

// A figure of two known values changes neither. The question back does not guess.
func TestFinding15ANewFigureForTwoFigures(t *testing.T) {
	t.Parallel()
	c := begin(t, usual())
	c.customer(strings.Replace(pilotAndForester, "7,000", "9,000", 1))
	c.accept()
	c.customer("14,000 miles, not 9,000")
	for _, v := range c.state.Application().Vehicles {
		if *v.AnnualMiles != 9000 {
			t.Errorf("%s: %d miles", v.Model, *v.AnnualMiles)
		}
	}
	mustHave(t, c.underReview("info_request").Draft.Text, "What should we do next?")
}
