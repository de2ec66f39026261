package reading

import "testing"

// TestSaidOfEachInTurn reads what is said of cars in turn, by who keeps them.
func TestSaidOfEachInTurn(t *testing.T) {
	for text, want := range map[string]string{
		"My wife and I both commute. Hers is 12 miles in the 2020 Kia Rio, mine is 31 in the 2018 Kia Soul.":      `vehicles[0].commute_miles_one_way=12 vehicles[1].commute_miles_one_way=31`,
		"We all drive to work. Me: 2020 Kia Rio, 9 miles. Wife: 2019 Kia Soul, 14 miles.":                         `vehicles[0].commute_miles_one_way=9 vehicles[1].commute_miles_one_way=14`,
		"We both take the bus to work. 2020 Kia Rio. I drive 9 miles to church.":                                  `!vehicles[0].commute_miles_one_way`,
		"My car is a Kia Rio and my husband's is a Kia Soul. He goes 18 miles to work in his and I go 4 in mine.": `vehicles[0].commute_miles_one_way=4 vehicles[1].commute_miles_one_way=18`,
		"2016 Kia Rio and 2018 Kia Soul. Two cars, no loan.":                                                      `vehicles[0].ownership="owned" vehicles[1].ownership="owned"`,
		"2016 Kia Rio. My wife drives it mostly to take the kids to school, which is 2 miles.":                    `!vehicles[0].commute_miles_one_way`,
		"2016 Kia Rio. I put 12 on it a year.":                                                                    `vehicles[0].annual_miles=12000`,
		"2016 Kia Rio. I put 12 gallons in it a week.":                                                            `!vehicles[0].annual_miles`,
		"2016 Kia Rio. I drive 8,000 now that I'm home most days.":                                                `vehicles[0].annual_miles=8000`,
		"The Lexus is a 2016 RX 350.":                                                                             `vehicles[0].model="RX 350" !vehicles[1].model`,
		"Car #1 2013 Ford Flex\nCar #2 2016 Kia Soul\n#1 pleasure 7,000\n#2 work 12,000":                          `vehicles[0].annual_miles=7000 vehicles[1].annual_miles=12000`,
	} {
		checkText(t, text, want)
	}
}
