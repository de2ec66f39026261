package reading

import "testing"

// TestHandles reads what is said of vehicles by their number, letter or year.
func TestHandles(t *testing.T) {
	for text, want := range map[string]string{
		"Car A = 2019 Kia Rio. Car B = 2016 Kia Soul. Car A is used for work, 19 miles. B is a fun car.":                                    `vehicles[0].commute_miles_one_way=19 !vehicles[1].commute_miles_one_way vehicles[1].use="pleasure"`,
		"Car #1 2013 Ford Flex\nCar #2 2016 Kia Soul\n#1 is for errands\n#2 commute, 16 mi":                                                 `vehicles[0].use="pleasure" vehicles[1].use="commute" vehicles[1].commute_miles_one_way=16`,
		"We have a 2013 Kia Rio and a 2018 Kia Soul. The 2018 is paid off, the 2013 isn't.":                                                 `vehicles[0].ownership="financed" vehicles[1].ownership="owned"`,
		"We have a 2018 Fiat 500 and a 2013 Kia Rio. The 500 is for errands, I commute in the Rio.":                                         `vehicles[0].use="pleasure" vehicles[1].use="commute"`,
		"We have a 2013 Kia Rio, a 2014 Kia Soul and a 2015 Ford Flex. The Rio is for errands. The other two we commute in, 10 miles each.": `vehicles[0].use="pleasure" !vehicles[0].commute_miles_one_way vehicles[1].commute_miles_one_way=10 vehicles[2].commute_miles_one_way=10`,
	} {
		checkText(t, text, want)
	}
}

// TestDrivesAndMilesShared reads what is said of one vehicle in the terms of another.
func TestDrivesAndMilesShared(t *testing.T) {
	for text, want := range map[string]string{
		"2014 Kia Rio (mine) and 2018 Kia Soul (my wife's). I drive 10 miles to work and she drives 6.":              `vehicles[0].commute_miles_one_way=10 vehicles[1].commute_miles_one_way=6`,
		"2014 Kia Rio (mine) and 2018 Kia Soul (my wife's). I drive 10 miles to work and she is 36.":                 `vehicles[0].commute_miles_one_way=10 !vehicles[1].commute_miles_one_way`,
		"2014 Kia Rio, owned, 13 to work, 9,000 a year.":                                                             `vehicles[0].commute_miles_one_way=13`,
		"2014 Kia Rio. I work 9 to 5.":                                                                               `!vehicles[0].commute_miles_one_way`,
		"We have a 2014 Kia Rio and a 2018 Kia Soul. The Rio does about 8,000 a year and the Soul half that.":        `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=4000`,
		"We have a 2014 Kia Rio and a 2018 Kia Soul. The Rio does about 8,000 a year, same on the other one.":        `vehicles[0].annual_miles=8000 vehicles[1].annual_miles=8000`,
		"We have a 2014 Kia Rio and a 2018 Kia Soul. The Rio does about 8,000 a year. The Soul has the same driver.": `!vehicles[1].annual_miles`,
		"2014 Kia Rio. 5 or 6 thousand a year? Let's say 6000.":                                                      `vehicles[0].annual_miles=6000`,
		"2014 Kia Rio, a toy. I put 1,500 miles on it in the summer.":                                                `vehicles[0].annual_miles=1500`,
		"2014 Kia Rio, 4,000 miles a year. I'll be 2500 miles from home this winter.":                                `vehicles[0].annual_miles=4000`,
		"2014 Kia Rio, 9,000 a year. The balance is 10,000.":                                                         `vehicles[0].annual_miles=9000`,
		"We have an Odyssey and an Accord, 2017 and 2015.":                                                           `vehicles[0].year=2017 vehicles[1].year=2015`,
		"auto: toyota camry 07 / paid off":                                                                           `vehicles[0].year=2007`,
	} {
		checkText(t, text, want)
	}
}
