package reading

import (
	"testing"

	"ppamaild/quote"
)

// TestCorrections: a correction that doesn't say of which value it is, or names a part of one, is
// understood where exactly one known value can be meant.
func TestCorrections(t *testing.T) {
	sue := sue()
	sue.NamedInsured.DateOfBirth, sue.Drivers[0].DateOfBirth, sue.Drivers[0].YearsLicensed = "1957-12-01", "1957-12-01", new(52)
	sue.Vehicles[0].AnnualMiles = new(6000)
	house := sue
	house.GaragingAddress.Street = "331 Pine St"
	tom := beckers()
	for _, tt := range []struct {
		known      quote.Application
		text, want string
	}{
		{sue, "that's apartment 14, not 4", `garaging_address.street="331 Pine St Apt 14" !drivers !vehicles`},
		{sue, "1. 12/1/57\n2. 52\n3. pleasure\n4. 6000\n\n>   Address       331 Pine St Apt 4, Eugene, OR 97401\n\nthat's apartment 14, not 4", `garaging_address.street="331 Pine St Apt 14"`},
		{sue, "It's apartment 14, not 4.", `garaging_address.street="331 Pine St Apt 14"`},
		{sue, "It's not apt 4, it's apt 14.", `garaging_address.street="331 Pine St Apt 14"`},
		{sue, "Sorry, Apt 4B.", `garaging_address.street="331 Pine St Apt 4B"`},
		{sue, "It should be unit #14.", `garaging_address.street="331 Pine St Apt 14"`},
		{house, "I forgot: apt 14.", `garaging_address.street="331 Pine St Apt 14"`},
		{sue, "The house number is 313, not 331.", `garaging_address.street="313 Pine St Apt 4"`},
		{sue, "Oops, I wrote the wrong birthday. It's the 11th, not the 1st.", `drivers[0].date_of_birth="1957-12-11"`},
		{sue, "not the 1st, the 11th. Sorry!", `drivers[0].date_of_birth="1957-12-11"`},
		{sue, "not 57, 58. sorry typo", `drivers[0].date_of_birth="1958-12-01" !drivers[0].years`},
		{sue, "make that 12/11/57", `drivers[0].date_of_birth="1957-12-11"`},
		{sue, "Sorry, I meant December 1, 1958.", `drivers[0].date_of_birth="1958-12-01"`},
		{sue, "My name is spelled Allbright, with two Ls.", `drivers[0].surname="Allbright" !drivers[0].given_name`},
		{tom, "not 1981, 1982", `drivers[0].date_of_birth="1982-08-09" !vehicles`},
		{tom, "Linda was born in 1982, not 1983.", `drivers[1].date_of_birth="1982-03-22" !drivers[0]`},
		{tom, "It's Lynda, not Linda.", `drivers[1].given_name="Lynda" !drivers[0].given`},
		{tom, "Linda's birthday is the 23rd, not the 22nd.", `drivers[1].date_of_birth="1983-03-23" !drivers[0]`},
		{tom, "Becker is spelled Bekker.", `drivers[0].surname="Bekker"`},

		{sue, "My son lives in apartment 14, not 4.", `!drivers[0].years`},
		{sue, "I drive 57 miles, not 58.", `!drivers[0].date_of_birth`},
		{sue, "I have the 2nd of two cars, not the 1st.", `!drivers`},
		{sue, "make that 5/6/82", `!drivers`},
		{sue, "It starts on the 11th, not the 1st.", `!drivers`},
		{tom, "not the 5th, the 6th", `!drivers`},
		{tom, "It's Tom, not Linda, who drives the Civic.", `!drivers[0].given !drivers[1].given`},
		{tom, "Linda was born in 1982, not 1981.", `!drivers[0]`},
		{tom, "not 2, 3 people", `!drivers !vehicles`},
		{sue, "The meeting is in suite 14.", `!garaging_address`},
		{house, "My mother is in unit 3.", `!garaging_address`},
	} {
		checkReply(t, tt.known, nil, tt.text, tt.want)
	}
}
