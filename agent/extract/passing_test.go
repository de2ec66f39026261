package extract

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
