package reading

import "testing"

// TestNoDriversNoCars: children and cars that are named in passing and are no part of the quote.
func TestNoDriversNoCars(t *testing.T) {
	const soul = "2015 Kia Soul. "
	for _, tt := range []struct{ text, want string }{
		{soul + "The only driver is me, my oldest is 12.", `!drivers[1]`},
		{soul + "My daughter is 9 and my son just turned 6, so no other drivers.", `!drivers[1]`},
		{soul + "My 11 year old son does not drive yet.", `!drivers[1]`},
		{soul + "My son Leo drives it too, 4/4/2008. Our other son is 11.", `drivers[1].given_name="Leo" drivers[1].date_of_birth="2008-04-04"`},
		{soul + "My daughter Mia is 17 and drives it too.", `drivers[1].given_name="Mia"`},
		{"My car is a 2012 Mercury, excuse me, Mercury Mariner is what I used to have, this is a 2014 Ford Escape.", `vehicles[0].model="Escape" !vehicles[1]`},
		{"The 2009 Civic finally gave up the ghost, so it's a 2015 Kia Soul now.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"I'm upgrading from a 2009 Civic to a 2015 Kia Soul.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"We traded the minivan in on a 2015 Kia Soul.", `vehicles[0].model="Soul" !vehicles[1]`},
		{soul + "I have the license of California from 2012.", `drivers[0].license_state="CA" drivers[0].years_licensed=14 !vehicles[1]`},
		{soul + "My wife Ann drives too. We've both had licenses over 30 years, I got mine in 1988 and she got hers in 1991.", `drivers[0].years_licensed=38 drivers[1].years_licensed=35`},
		{soul + "\n> Your birth date and how long have you been licensed?\n\nJune 16 1975, 33 years", `drivers[0].date_of_birth="1975-06-16" drivers[0].years_licensed=33`},
		{soul + "Ann was born on May 5, 1984, she is my wife.", `drivers[1].given_name="Ann" drivers[1].date_of_birth="1984-05-05"`},
		{soul + "My husband Al Quill, 5/5/1984, drives too.", `drivers[1].given_name="Al" drivers[1].surname="Quill"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestNickname: whom the header calls something else besides signs with that.
func TestNickname(t *testing.T) {
	r := Read(Input{Text: "Billie Strand, born 3/4/1970. I drive a 2015 Kia Soul.\n\nBillie", FromName: `Wilhelmina "Billie" Strand`, FromAddress: "mail@customer.test"})
	for path, want := range map[string]string{"named_insured.given_name": "Wilhelmina", "named_insured.surname": "Strand", "drivers[1].given_name": ""} {
		if got := factOf(r, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// TestLeftOut: who stays out of the quote, and what is said of the cars of those who do not.
func TestLeftOut(t *testing.T) {
	const soul, two = "2015 Kia Soul. ", "2015 Kia Soul and 2019 Honda Odyssey. "
	for _, tt := range []struct{ text, want string }{
		{soul + "My wife Ann is 5/5/1984. She doesn't drive.", `!drivers[1]`},
		{soul + "My wife Ann is 5/5/1984, licensed 2002. She doesn't drive much.", `drivers[1].given_name="Ann" drivers[1].years_licensed=24`},
		{soul + "My roommate Ben drives too. But he has his own insurance.", `!drivers[1]`},
		{soul + "My son Leo has been driving since June, but leave him off.", `!drivers[1]`},
		{soul + "I take care of my mother and drive her to the doctor.", `!drivers[1]`},
		{soul + "My twin daughters Ana and Bea just got licensed, born 4/4/2010.", `!drivers[0].date_of_birth drivers[1].date_of_birth="2010-04-04" drivers[2].date_of_birth="2010-04-04"`},
		{soul + "My husband Olaf drives it too. I was born on May 11, 1964, Olaf on Christmas Day 1966.", `drivers[0].date_of_birth="1964-05-11" drivers[1].date_of_birth="1966-12-25"`},
		{soul + "My son's 24 and lives in Texas.", `!garaging_address.state`},
		{two + "12k on the Soul and 10k on the van.", `vehicles[0].annual_miles=12000 vehicles[1].annual_miles=10000`},
		{two + "I owe 12k on the Soul.", `!vehicles[0].annual_miles`},
		{"She commutes 15 miles each way in the 2019 Honda Odyssey. I work from home and drive the 2015 Kia Soul, 4k a year. Hers is about 12k.", `vehicles[0].annual_miles=12000 vehicles[1].annual_miles=4000`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestStopsAndRenters: an end that is asked for in plain words, and renters' insurance beside cars that stay where they are.
func TestStopsAndRenters(t *testing.T) {
	for text, want := range map[string]string{
		"I sold the car. I don't need the insurance no more, please send back what is left.":                   cancel,
		"How much is renters insurance for a duplex? We already have car insurance and are fine with that.":    otherLine,
		"2015 Kia Soul. Can you stop my insurance from going up? I'd like a quote.":                            newQuote,
		"2015 Kia Soul. I want to stop my insurance with Geico and come to you, so a quote please. Dee Quill.": newQuote,
	} {
		if got := Read(Input{Subject: "insurance", Text: text}).Intent; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
