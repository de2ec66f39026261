package reading

import "testing"

// TestRelationAtTheEndOfALine: a line that ends with whose relative somebody is was wrapped, however
// long the others are, and the name stands on the next.
func TestRelationAtTheEndOfALine(t *testing.T) {
	checkText(t, `There are three of us driving: me (born 3/14/1975), my wife Susan (June 2, 1977) and our daughter
Emily, who turned 19 on October 9 and has had her license for two years. Susan and I have both been driving
since we were 16.

We have a 2021 Toyota RAV4, which I drive to work, 12 miles each way, about 11,000 a year, and a 2017 Subaru Outback that
Susan uses for errands, about 7,500 miles a year. Emily drives whichever is free.
`, `drivers[2].given_name="Emily" drivers[2].date_of_birth="2007-10-09" drivers[2].years_licensed=2 !drivers[3].given_name`)
}
