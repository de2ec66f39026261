package reading

import (
	"testing"
	"time"
)

// TestWritersListed: a writer whose surname the header lacks, named as an item among others.
func TestWritersListed(t *testing.T) {
	for _, tt := range []struct{ name, address, text, want string }{
		{"", "rkeller71@customer.test", "quote on a 2014 f150. rick keller 3/9/71. its paid off", `named_insured.given_name="Rick" named_insured.surname="Keller" drivers[0].date_of_birth="1971-03-09" !drivers[1]`},
		{"", "keller_r@customer.test", "quote on a 2014 f150. my wife ana, rick keller, 5 oak st bend or 97701", `named_insured.given_name="Rick" named_insured.surname="Keller"`},
		{"", "rkeller71@customer.test", "2014 f150. My wife is Ana Keller, 3/9/1974. Rick Keller, 3/9/1971.", `named_insured.given_name="Rick" drivers[1].given_name="Ana"`},
		{"", "rkeller71@customer.test", "2014 f150 for my son. mike keller 3/9/2007.", `!named_insured.given_name`},
		{"", "keller@customer.test", "2014 f150. drivers: rick keller, ana keller.", `!named_insured.given_name`},
		{"Rick K", "x@customer.test", "i got a 2014 f150. rick keller, 5 oak st, bend or 97701", `named_insured.given_name="Rick" named_insured.surname="Keller"`},
		{"Rick K.", "x@customer.test", "My name Rick Keller I have Ford F150 2014.", `named_insured.given_name="Rick" named_insured.surname="Keller"`},
		{"R. Keller", "x@customer.test", "How much for a 2014 F150? Thanks, Rick", `named_insured.given_name="Rick" named_insured.surname="Keller"`},
		{"R. Keller", "x@customer.test", "How much for a 2014 F150? Thanks, everyone here waits", `!named_insured.given_name`},
		{"Keller Family", "x@customer.test", "2014 F150 for both. Rick Keller and my wife Ana, 3/9/1971 and 4/9/1974", `named_insured.given_name="Rick" drivers[0].date_of_birth="1971-03-09" drivers[1].date_of_birth="1974-04-09"`},
		{"Rick K", "x@customer.test", "hi its rick keller from bend, got a 2014 f150", `named_insured.surname="Keller"`},
		{"Rick", "x@customer.test", "i want it in my name please, a 2014 f150", `!named_insured.surname`},
		{"Austin", "x@customer.test", "2014 F150. Austin Texas 78701.", `!named_insured.surname`},
		{"Rick", "x@customer.test", "2014 F150. Rick Motors sold it to me.", `!named_insured.surname`},
	} {
		in := Input{Subject: "quote", Text: tt.text, FromName: tt.name, FromAddress: tt.address, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		trap(t, in, tt.want)
	}
}

// TestBirthsInOtherOrders: days of birth with the year first, and by what somebody turned lately.
func TestBirthsInOtherOrders(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2019 Civic. I was born 1979, 4 of July.", `drivers[0].date_of_birth="1979-07-04"`},
		{"2019 Civic. I was born in 1979 on the 4th of July.", `drivers[0].date_of_birth="1979-07-04"`},
		{"2019 Civic. Nací en 1979, el 4 de julio.", `drivers[0].date_of_birth="1979-07-04"`},
		{"I bought the Civic in 2019, 4 July 2020 it was paid off.", `!drivers[0].date_of_birth`},
		{"i turned 16 this week nov 18 and got my license, 2009 civic", `drivers[0].date_of_birth="2010-11-18" drivers[0].years_licensed=0`},
		{"I turned 19 last month, on Oct 9. 2009 Civic.", `drivers[0].date_of_birth="2007-10-09"`},
		{"17 as of last week, Nov 12th. 2009 Civic.", `drivers[0].date_of_birth="2009-11-12"`},
		{"I turned 19 last month. My policy starts Dec 9. 2009 Civic.", `!drivers[0].date_of_birth`},
		{"2019 Civic. My birthday is 4 of July year 1979.", `drivers[0].date_of_birth="1979-07-04"`},
		{"2019 Civic. Birthday July fourth, seventy-nine.", `drivers[0].date_of_birth="1979-07-04"`},
		{"2019 Civic. I was born 7/4/1979 and have license since I had 19 years.", `drivers[0].years_licensed=28`},
		{"2019 Civic. I have 11 years the license.", `drivers[0].years_licensed=11`},
		{"Civic 2019. Ya son 11 años que tengo licencia.", `drivers[0].years_licensed=11`},
		{"2019 Civic. I've lived here 11 years. The license is new.", `!drivers[0].years_licensed`},
		{"Licensed 16 as of Oct 9. 2009 Civic.", `!drivers[0].date_of_birth`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
