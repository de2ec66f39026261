package reading

import "testing"

// TestLapseDenied refers nobody for what a list denies.
func TestLapseDenied(t *testing.T) {
	for text, want := range map[string]string{
		"I have never had insurance lapse. Quote for a 2012 Civic":                                  "",
		"I never let my coverage lapse. Quote for a 2012 Civic":                                     "",
		"Never had an accident, a ticket, or a lapse in coverage. Quote for a 2012 Civic":           "",
		"I have never had a license suspended, insurance lapse or accident. Quote for a 2012 Civic": "",
		"I've never had a ticket, insurance lapsed in June. Quote for a 2012 Civic":                 "lapse",
		"I let my insurance lapse. Quote for a 2012 Civic":                                          "lapse",
		"I never had a license. Quote for a 2012 Civic":                                             "unlicensed",
	} {
		if got := Read(Input{Subject: "quote", Text: text}).Refer; got != want {
			t.Errorf("%q refers as %q, want %q", text, got, want)
		}
	}
}

// TestCarsGone keeps cars out that a clause behind them says are sold, and reads the one that is left.
func TestCarsGone(t *testing.T) {
	for text, want := range map[string]string{
		"Closing on a 2021 Tesla Model 3. I have a 2012 Honda Fit that I am selling, so quote only the Tesla.":             `vehicles[0].make="Tesla" !vehicles[1].make`,
		"I have a 2021 Tesla Model 3. I also have a 2012 Honda Fit (that I sold).":                                         `vehicles[0].make="Tesla" !vehicles[1].make`,
		"I have a 2021 Tesla Model 3, and a 2012 Honda Fit which I'm not selling.":                                         `vehicles[0].make="Tesla" vehicles[1].make="Honda"`,
		"I have a 2021 Tesla Model 3 and a 2012 Honda Fit. I only need a quote for the Tesla.":                             `vehicles[0].make="Tesla" !vehicles[1].make`,
		"I have a 2021 Tesla Model 3 and a 2012 Honda Fit. I only need coverage on the Tesla and the Fit.":                 `vehicles[0].make="Tesla" vehicles[1].make="Honda"`,
		"I got divorced. He keeps the truck (a Silverado) and I keep the 2019 Kia Sorento.":                                `vehicles[0].make="Kia" !vehicles[1].make`,
		"Quote for a 2013 Buick Verano. I learned to drive at 18 in my father's Studebaker and have had my license since.": `vehicles[0].make="Buick" !vehicles[1].make !drivers[1].relationship`,
		"Quote for a 1963 Studebaker Avanti and a 1972 Datsun 240Z":                                                        `vehicles[0].make="Studebaker" vehicles[1].model="240Z"`,
	} {
		checkText(t, text, want)
	}
}

// TestOthersOfFirstMails: who gives or is given a list is not taken for whom it names.
func TestOthersOfFirstMails(t *testing.T) {
	for text, want := range map[string]string{
		"My sister Ada and I share a 2017 Kia Forte that our dad bought for us.":                              `drivers[1].given_name="Ada" !drivers[2].relationship`,
		"I commute by bus so it's only for camping, 4,000 miles a year. 2013 Subaru Impreza":                  `vehicles[0].use="pleasure"`,
		"I need an SR-22 before I get my license back, DUII last December. 2008 Honda Accord":                 `!drivers[0].years_licensed`,
		"2013 Buick Verano. I don't suppose I drive more than 2,500 miles in a year.":                         `vehicles[0].annual_miles=2500`,
		"2013 Buick Verano. I do about 5,000 miles a year. 4,500 is closer.":                                  `vehicles[0].annual_miles=4500`,
		"Suppose I drive more than 2,500 miles in a year with the 2013 Buick Verano, what would that change?": `!vehicles[0].annual_miles`,
	} {
		checkText(t, text, want)
	}
	mother := "I'm writing for my mother, Irena Zak. Mom was born April 30, 1949. She has a 2016 Toyota Yaris, nobody else drives it. No accidents, no tickets."
	checkAnswered(t, mother, Read(Input{Subject: "quote", Text: mother, FromName: "Beth Zak"}), `named_insured.given_name="Irena" named_insured.surname="Zak" vehicles[0].make="Toyota" vehicles[0].model="Yaris"`)
}
