package reading

import "testing"

// TestGotInstead tells a car that is gone from the one that was got in its place.
func TestGotInstead(t *testing.T) {
	for text, want := range map[string]string{
		"The Jetta got totaled in May. Now I have a 2018 Jetta SE, I commute 11 miles.":                   `vehicles[0].year=2018 vehicles[0].model="Jetta" vehicles[0].commute_miles_one_way=11`,
		"I used to have a 2005 Honda Accord. Now it's a 2020 Honda Accord.":                               `vehicles[0].year=2020 vehicles[0].model="Accord"`,
		"We sold the Sienna. Please quote these.\nVehicle 1: 2021 Kia Rio\nVehicle 2: 2014 Toyota Sienna": `vehicles[0].model="Rio" !vehicles[1].model`,
		"Quote my 2015 Kia Rio. He has his own insurance on his 2012 Altima.":                             `vehicles[0].model="Rio" !vehicles[1].model`,
		"I need my own insurance on my 2012 Nissan Altima.":                                               `vehicles[0].model="Altima"`,
		"I'm handing my 2013 Impreza down to my cousin. Please quote the 2022 Forester.":                  `vehicles[0].model="Forester" !vehicles[1].model`,
		"My husband's 2020 Ram is insured through his union. Mine is a 2014 Kia Soul.":                    `vehicles[0].model="Soul" !vehicles[1].model`,
		"Should I get a 2023 Kia Rio? That's for next year. For today a 2012 Kia Soul.":                   `vehicles[0].model="Soul" !vehicles[1].model`,
	} {
		checkText(t, text, want)
	}
}

// TestSaidOfAllCars reads what is said of all cars before any is named, and of one by who keeps it.
func TestSaidOfAllCars(t *testing.T) {
	for text, want := range map[string]string{
		"Two cars, same deal: 10,000 miles a year, financed. 2021 Kia Rio and 2020 Kia Soul.":        `vehicles[0].annual_miles=10000 vehicles[1].annual_miles=10000 vehicles[0].ownership="financed" vehicles[1].ownership="financed"`,
		"We own three cars outright. 2007 Kia Rio, 2014 Kia Soul, 2003 Honda Civic.":                 `vehicles[0].ownership="owned" vehicles[1].ownership="owned" vehicles[2].ownership="owned"`,
		"We have a 2011 Kia Rio and a 2022 Kia Soul. 14k for the older and 8k for the newer a year.": `vehicles[0].annual_miles=14000 vehicles[1].annual_miles=8000`,
		"Yo tengo un Kia Rio 2019 y mi esposo un Kia Soul 2013. Yo manejo 10 millas al trabajo.":     `vehicles[0].commute_miles_one_way=10 !vehicles[1].commute_miles_one_way`,
		"Her car: Kia Rio 2010. My car: Kia Soul 2019. Hers gets 2k a year, mine 13k.":               `vehicles[0].annual_miles=2000 vehicles[1].annual_miles=13000`,
		"2019 Tesla Model S and 2016 Tesla Model X. S: 24 miles to work. X: errands.":                `vehicles[0].commute_miles_one_way=24 vehicles[1].use="pleasure"`,
		"2016 Kia Rio, miles to work 13, miles a year 12,000.":                                       `vehicles[0].commute_miles_one_way=13 vehicles[0].annual_miles=12000`,
		"2016 Kia Rio. I commute 20 minutes.":                                                        `!vehicles[0].commute_miles_one_way`,
		"2016 Kia Rio. I commute 5 days a week.":                                                     `!vehicles[0].commute_miles_one_way`,
	} {
		checkText(t, text, want)
	}
}
