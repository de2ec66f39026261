package reading

import "testing"

// askedStreet is a first mail without an address, and what is asked then.
var askedStreet = thread{"2015 Ford F-150.", "garaging_address drivers[0].date_of_birth drivers[0].years_licensed vehicles[0].use vehicles[0].annual_miles"}

// TestAnswersInARun reads fragments that answer our questions one after the other.
func TestAnswersInARun(t *testing.T) {
	replies{
		{askedOfOne, "12/1/57. 52. pleasure. 6k", allFour},
		{askedOfOne, "12/1/57; 52; pleasure; 6k", allFour},
		{askedOfOne, "12/1/57 52 pleasure 6000", allFour},
		{askedOfOne, "12/1/1957 52 yrs pleasure 6k", allFour},
		{askedOfOne, "Dec 1 1957 52 years pleasure 6,000 miles", allFour},
		{askedOfOne, "12/1/57, 52, the rest I dont know", `d0.born="1957-12-01" d0.years=52 !v0`},
		{askedOfOne, "12/1/57. since 74. pleasure. the rest later", `d0.born="1957-12-01" d0.years=52 v0.use="pleasure"`},
		{askedOfOne, "12/1/57. 52. pleasure. no idea", `d0.born="1957-12-01" d0.years=52 v0.use="pleasure" !v0.annual_miles`},
		{askedOfOne, "Hi! 1. 12/1/57 2. 52 3. pleasure 4. 6000", allFour},
		{askedOfOne, "Pat here 1) 12/1/57 2) 52 3) pleasure 4) 6000", allFour},
		{askedOfOne, "Sure: 1) 12/1/57 2) 52 3) pleasure 4) 6000", allFour},
		{askedOfOne, "In answer to your questions: (1) December 1, 1957. (2) 52 years. (3) Pleasure. (4) 6,000.", allFour},
		{askedOfOne, "In answer to your questions: (1) December 1, 1957. (2) 52 years.\n(3) Pleasure.\n(4) 6,000.", allFour},
		{askedOfOne, "First: December 1, 1957. Second: 52 years. Third: pleasure. Fourth: about 6000.", allFour},
		{askedOfOne, "Hi! 1. 12/1/57 2. Since I was 16! 3. Retired so just pleasure 4. Oh gosh, I have no clue.", `d0.born="1957-12-01" v0.use="pleasure" !v0.annual_miles`},
		{askedStreet, "77 cherry st, medford or 97501. 5-5-62. since 78. work mostly. 12k", `garaging_address.street="77 Cherry St" garaging_address.zip="97501" d0.born="1962-05-05" d0.years=48 v0.use="commute" v0.miles=12000`},
		// prose, and what does not fit
		{askedOfOne, "I drive to work. 52 of us do. It is fun. Thanks.", `!d0.years_licensed !v0.annual_miles`},
		{askedOfOne, "52. 12/1/57. 6k. pleasure", `!v0.annual_miles`},
		{askedOfOne, "12/1/57 2 tickets pleasure 6000", `!d0.years_licensed`},
		{askedOfOne, "Sorry, two things, one is late, call me", `!drivers`},
	}.check(t)
}
