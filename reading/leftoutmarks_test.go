package reading

import "testing"

// TestLeftOutMarks: apostrophes, commas and capitals that are left out.
func TestLeftOutMarks(t *testing.T) {
	for text, want := range map[string]string{
		"i have a 2015 ford f150 no tickets one fender bender last year wasnt my fault":             `!drivers[0].accidents drivers[0].violations=0`,
		"Mine is a 2012 Kia Rio and my wifes is a 2015 Kia Soul. Just her and me.":                  `drivers[1].relationship="spouse" vehicles[1].model="Soul"`,
		"2012 Kia Rio. My husbands name is Al Moss, my husbands dob is 3/4/1980.":                   `drivers[1].given_name="Al" drivers[1].date_of_birth="1980-03-04"`,
		"what would you charge for my 2012 kia rio\ni live at 44 oak st #9 medford":                 `garaging_address.street="44 Oak St #9" garaging_address.city="Medford"`,
		"what would you charge for my 2012 kia rio\ni live at 44 oak st #9 upstairs":                `garaging_address.street="44 Oak St #9" !garaging_address.city`,
		"what would you charge for my 2012 kia rio\ni live at 44 oak st thanks":                     `!garaging_address.city`,
		"A price for my 2012 Kia Rio. I live at 44 Oak St #9 Medford.":                              `garaging_address.city="Medford"`,
		"A quote for my Tesla. 2022 Model Y, paid off.":                                             `vehicles[0].year=2022 vehicles[0].model="Model Y"`,
		"- 2012 Kia Rio\n- drive to work, 7 miles from home\n- paid off":                            `vehicles[0].commute_miles_one_way=7`,
		"2012 Kia Rio - to work, 8k a year, payments\n2015 Kia Soul - for fun, 3k a year, paid off": `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`,
		"hello we are moving in together next month and want one policy for both of our cars mine is a 2012 kia rio and his is a 2015 kia soul which he still owes money on mine is paid off and the address will be 44 oak st medford oregon": `vehicles[0].ownership="owned"`,
	} {
		checkText(t, text, want)
	}
}

// TestDefensiveDriving tells the discount for defensive driving from the one for older drivers, where
// one class could earn either.
func TestDefensiveDriving(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio. I took the AARP driving class and want the defensive driving discount.": `discounts=["defensive_driving"]`,
		"2012 Kia Rio. I took the AARP driving class and want the mature driver discount.":     `discounts=["mature_driver"]`,
		"2012 Kia Rio. I took the AARP driving class in May.":                                  `discounts=["mature_driver"]`,
	} {
		checkText(t, text, want)
	}
}
