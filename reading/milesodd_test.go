package reading

import "testing"

// TestOutingsAreNoMiles: how far somebody goes now and then is neither what they drive in a year nor
// a way to work, and whom they visit is no driver.
func TestOutingsAreNoMiles(t *testing.T) {
	for text, want := range map[string]string{
		"3. pleasure, I drive out to see my sister in Florence once a month (60 miles)\n4. 6000":                   `vehicles[1].use="pleasure" vehicles[1].annual_miles=6000`,
		"3. pleasure, visiting my brother twice a month, 40 miles\n4. 6000":                                        `vehicles[1].use="pleasure" vehicles[1].annual_miles=6000`,
		"The Civic is for pleasure. I drive it to Florence once a month (60 miles), 6 thousand a year in all.":     `vehicles[0].use="pleasure" vehicles[0].annual_miles=6000`,
		"I see my aunt every month (60 miles). The Forester gets 5000 miles a year.":                               `vehicles[1].annual_miles=5000`,
		"The Forester: she's a nurse at St Charles, drives there 4 days a week, 6 miles":                           `vehicles[1].use="commute" vehicles[1].commute_miles_one_way=6`,
		"1. to work, 22 miles round trip, 5 days a week\n2. not sure, the commute plus maybe 50 miles on weekends": `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=11`,
		"1. commute, 60 mi/day 4 days/wk\n2. 14k":                                                                  `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=30 vehicles[0].annual_miles=14000`,
		"1. commute 12 miles per day both way":                                                                     `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=6`,
		"1. commute, 15 miles a day each way":                                                                      `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=15`,
		"The Civic is driven to class 3 days a week, 9 miles":                                                      `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=9`,
	} {
		checkAnswered(t, text, answered(ofTwoCars(), usesAsked, text), want)
	}
}

// TestOdometerIsNoYear: what an odometer shows is not what a year has, unless the words say so.
func TestOdometerIsNoYear(t *testing.T) {
	for text, want := range map[string]string{
		"1. pleasure\n2. The odometer shows 41,200":           `vehicles[0].use="pleasure"`,
		"1. pleasure\n2. odometer reads 41,200 and counting":  `vehicles[0].use="pleasure"`,
		"1. pleasure\n2. 6000, the odometer says 41,200":      `vehicles[0].annual_miles=6000 vehicles[0].use="pleasure"`,
		"1. pleasure\n2. by the odometer I drive 6000 a year": `vehicles[0].annual_miles=6000 vehicles[0].use="pleasure"`,
	} {
		checkAnswered(t, text, answered(ofTwoCars(), usesAsked, text), want)
	}
}
