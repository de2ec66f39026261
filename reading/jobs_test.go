package reading

import "testing"

// TestJobsAndMilesInPassing: where somebody works, and how far they drive, said in passing.
func TestJobsAndMilesInPassing(t *testing.T) {
	const soul, two = "2015 Kia Soul. ", "2015 Kia Soul and 2012 Ram 1500. "
	for _, tt := range []struct{ text, want string }{
		{soul + "I am a nurse at the eye center, which is only 4 miles from the new place.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=4`},
		{soul + "I run the press at a cider barn. It's seven miles to the barn.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=7`},
		{soul + "I take it to the restaurant, 4 miles away, 5 nights a week.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=4`},
		{soul + "We take it to the restaurant sometimes.", `!vehicles[0].use`},
		{soul + "We like the lake. It's 40 miles to the lake.", `!vehicles[0].commute`},
		{soul + "Voy a la fábrica que queda a 9 millas.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=9`},
		{soul + "I'd say 8 thousand in a normal year.", `vehicles[0].annual_miles=8000`},
		{soul + "It has seen about 5,000 miles in the last year.", `vehicles[0].annual_miles=5000`},
		{soul + "I'd say we'll put eleven thousand on it this year.", `vehicles[0].annual_miles=11000`},
		{soul + "We put eleven thousand into the house this year.", `!vehicles[0].annual_miles`},
		{two + "The Soul goes 6,000 miles a year and the truck no more than 2,500.", `vehicles[0].annual_miles=6000 vehicles[1].annual_miles=2500`},
		{two + "The Soul gets maybe 9k a year and the truck more like 14.", `vehicles[0].annual_miles=9000 vehicles[1].annual_miles=14000`},
		{two + "The Soul gets maybe 9k a year and the truck is 12 years old.", `vehicles[0].annual_miles=9000 !vehicles[1].annual_miles`},
		{two + "Ram, I drive to the yard, 10 miles. Soul, my wife only takes the kids around.", `vehicles[0].use="pleasure" vehicles[1].use="commute" vehicles[1].commute_miles_one_way=10`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
