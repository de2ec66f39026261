package reading

import "testing"

// TestAnswersByLine reads one line for each question of ours.
func TestAnswersByLine(t *testing.T) {
	replies{
		{askedOfOne, "12/1/57\n52 years\npleasure\n6000\n\nThanks!\nSue", allFour},
		{askedOfOne, "12/1/57\n52\npleasure\n6000\nThanks, Sue", allFour},
		{askedOfOne, "Hi Dana,\n\n12/1/57\n52\npleasure\n6000\n\nPS my daughter Amy may drive it in the summer. She's 19.", allFour},
		{askedOfOne, "Hello! Here you go\n12/1/57\n52\npleasure\n6k\n\nSue", allFour},
		{askedOfOne, "12/1/57\n\n52\n\npleasure\n\n6000\n\nSue", allFour},
		{askedOfOne, "12/1/57\n52\n\n6000", `d0.born="1957-12-01" d0.years=52 v0.miles=6000 !v0.use`},
		{askedOfOne, "12/1/57\n52\n\n6000\n\nThanks,\nSue", `d0.born="1957-12-01" d0.years=52 v0.miles=6000 !v0.use`},
		{askedOfOne, "12/1/57\n52\n\n6000\n\nSue", `d0.born="1957-12-01" d0.years=52 v0.miles=6000 !v0.use`},
		{askedOfTwo, "8/9/81\n27\n3/22/83\n25\nwork\n10k\npleasure\n6k\n\nThanks\nPat", `d0.born="1981-08-09" d0.years=27 d1.born="1983-03-22" d1.years=25 v0.use="commute" v0.miles=10000 v1.use="pleasure" v1.miles=6000`},
		{askedSurname, "Simmons\n1010 NE 7th St Apt 12, Grants Pass OR 97526\n2/14/04\n5\nwork\n9k\n\nPat", `named_insured.surname="Simmons" garaging_address.zip="97526" garaging_address.street="1010 NE 7th St Apt 12" d0.years=5 v0.use="commute" v0.miles=9000`},
		// what does not fit, goes on, or has fewer lines
		{askedOfOne, "12/1/57\npleasure\n52\n6000\n\nThanks", `!d0.years_licensed v0.use="pleasure"`},
		{askedOfOne, "12/1/57\n6000\n\nSue", `!v0.annual_miles`},
		{askedOfOne, "12/1/57\n52\npleasure\n6000\nmaybe 7000", `!d0.years_licensed=6000`},
	}.check(t)
}
