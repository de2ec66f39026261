package reading

import "testing"

// TestInsurersOfOtherThings gives who writes no insurer, and no end of a policy, of a motorcycle or the like, nor of a car
// that stays insured elsewhere.
func TestInsurersOfOtherThings(t *testing.T) {
	const none, erie = "!prior_insurance", `prior_insurance.carrier="Erie"`
	for text, want := range map[string]string{
		"I have a 2018 Harley insured through Erie.":                  none,
		"The bike is with Erie until June.":                           none,
		"We have a boat. It's insured with Erie, expires 3/1/2027.":   none,
		"Erie has my bike.":                                           none,
		"Our camper is with Erie, don't need that.":                   none,
		"My trailer is on a policy with Erie through 3/1/2027.":       none,
		"We also have a 2012 Fit. The Fit stays with Erie.":           none,
		"I'm with Erie. I also have a motorcycle.":                    erie,
		"Both my car and the motorcycle are with Erie.":               erie,
		"My car and motorcycle insurance is with Erie.":               erie,
		"I work at a motorcycle shop. My current insurer is Erie.":    erie,
		"No boat, no motorcycle, insured with Erie until 3/1/2027.":   `prior_insurance.expires="2027-03-01"`,
		"We tow a boat with it now and then. It's insured with Erie.": erie,
	} {
		checkText(t, "2015 Kia Soul. "+text, want)
	}
}

// TestUsesOfOtherThings tells of a truck nothing that is told of what it tows, or of what stands beside it.
func TestUsesOfOtherThings(t *testing.T) {
	const none = "!vehicles[0].use !vehicles[0].annual_miles"
	for text, want := range map[string]string{
		"I have a utility trailer that I use for camping, 2,000 miles a year.":            none,
		"Our travel trailer goes about 3,000 miles a year.":                               none,
		"And a boat trailer. The trailer is for pleasure.":                                none,
		"Trailer is used for work.":                                                       none,
		"We also have a cargo trailer used for my business.":                              none,
		"There's a camper too. It's for weekends, 1,500 miles a year.":                    none,
		"I tow a trailer with it, 8,000 miles a year.":                                    "vehicles[0].annual_miles=8000",
		"I have a trailer. The truck is for pleasure, 6,000 miles a year.":                `vehicles[0].use="pleasure" vehicles[0].annual_miles=6000`,
		"I have a trailer and put 6,000 miles a year on the truck.":                       "vehicles[0].annual_miles=6000",
		"I use it for pulling our horse trailer, about 6,000 miles a year.":               "vehicles[0].annual_miles=6000",
		"It has a trailer hitch, 6,000 miles a year.":                                     "vehicles[0].annual_miles=6000",
		"No trailer, 6,000 miles a year.":                                                 "vehicles[0].annual_miles=6000",
		"I work at a boat dealer, 12 miles away, and drive the truck there.":              "vehicles[0].commute_miles_one_way=12",
		"With the trailer (bought in 2020, for camping) it gets 6,000 miles a year.":      "vehicles[0].annual_miles=6000",
		"6,000 miles a year, the trailer not counted. I drive 5 miles to work.":           `vehicles[0].annual_miles=6000 vehicles[0].use="commute"`,
		"We live in a travel trailer outside of Bend, and drive 12 miles to work one way": "vehicles[0].commute_miles_one_way=12",
	} {
		checkText(t, "2015 Ford F-150. "+text, want)
	}
}
