package reading

import "testing"

// TestJoinedAnswers reads one answer to several of our questions by their numbers.
func TestJoinedAnswers(t *testing.T) {
	const born, years = `d0.born="1981-08-09" d1.born="1983-03-22"`, ` d0.years=27 d1.years=25`
	replies{
		{askedOfTwo, "1&3: 8/9/81 and 3/22/83\n2&4: 27 and 25\n5-6: work, 10k\n7-8: pleasure, 6k", born + years + ` v0.use="commute" v0.miles=10000 v1.use="pleasure" v1.miles=6000`},
		{askedOfTwo, "1 and 3. 8/9/81, 3/22/83\n2 and 4. 27, 25", born + years},
		{askedOfTwo, "1,3: 8/9/81, 3/22/83\n2,4: 27/25", born + years},
		{askedOfTwo, "1-4: 8/9/81, 27, 3/22/83, 25", born + years},
		{askedOfTwo, "2 & 4 - 27", ` d0.years=27 d1.years=27`},
		{askedOfTwo, "5 and 7: both to work. 6 and 8: 10k each.", `v0.use="commute" v1.use="commute" v0.miles=10000 v1.miles=10000`},
		{askedOfTwo, "Questions 2 and 4: 27 years for both", ` d0.years=27 d1.years=27`},
		{askedOfTwo, "6, 8: 10,000 and 6,000", `v0.miles=10000 v1.miles=6000`},
		{askedOfTwo, "6/8: 10,000", `v0.miles=10000 v1.miles=10000`},
		// whose it is they say, or it can't be told
		{askedOfTwo, "2&4: Linda 25, me 27", `!v0`},
		{askedOfTwo, "2&4: 27, 25, 12", `!d0.years_licensed !d1.years_licensed`},
		{askedOfTwo, "1&2: 27", `!d0.years_licensed`},
		{askedOfTwo, "2 and 4 years ago we had tickets", `!d0.years_licensed !d1.years_licensed`},
		{askedOfTwo, "We drive 5 and 7 days a week. Both to work.", `!v0.annual_miles`},
		{askedOfOne, "12/1/57. 3-4: pleasure, 6k", allFour[len(`d0.born="1957-12-01" d0.years=52 `):]},
	}.check(t)
}
