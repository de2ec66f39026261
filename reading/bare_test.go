package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
)

// TestBareValues reads values that stand without a word for what they are, and
// what only looks like one, in a mail of Friday, 20 November 2026.
func TestBareValues(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		// birth dates
		{"2015 Jetta.\n\n5/9/77\nlicensed 20 yrs", `drivers[0].date_of_birth="1977-05-09"`},
		{"2015 Jetta. NoPerson else drives it. 5/9/1977. Licensed 20 years.", `drivers[0].date_of_birth="1977-05-09"`},
		{"2015 jetta, im 12/3/71", `drivers[0].date_of_birth="1971-12-03"`},
		{"2015 Jetta.\n\nMy wife Ana drives it.\n5/9/1977\nThanks", `!drivers[0].date_of_birth`},
		{"2015 Jetta.\n\n5/9/2027", `!drivers[0].date_of_birth`},
		// addresses
		{"2015 Jetta.\n\n96 Alder Loop, Bend, OR 97701\n541-555-0117", `garaging_address.zip="97701" named_insured.phone="+15415550117"`},
		{"2015 Jetta.\n\n20611 Alder Loop, Bend, OR 97701\n541-555-0102", `garaging_address.street="20611 Alder Loop" garaging_address.city="Bend"`},
		{"jetta 2015 loan with northwest 2 credit union\n\n88 alder st salem or 97301", `garaging_address.street="88 Alder St" garaging_address.city="Salem"`},
		{"Garaged: 41 Fleet Ave Bldg 12 Apt 3, San Diego, CA 92101", `garaging_address.street="41 Fleet Ave Bldg 12 Apt 3" garaging_address.city="San Diego"`},
		{"2015 Jetta. We are at 63 Fir St here in North Bend, Oregon, 97459.", `garaging_address.street="63 Fir St" garaging_address.city="North Bend"`},
		{"It sleeps at 9 Quail Hollow, Medford, OR 97504. 2015 Jetta.", `garaging_address.street="9 Quail Hollow" garaging_address.city="Medford"`},
		{"We met at 9 Sharp, Medford is home. 2015 Jetta.", `!garaging_address.street`},
		// vehicles
		{"2024 Accord, $36,100 on the sticker.", `vehicles[0].cost_new=36100`},
		{"2014 Accord, bought used for $9,100.", `!vehicles[0].cost_new`},
		{"2015 Jetta. One at‑fault accident in March 2025.", `drivers[0].accidents=1`},
		{"2015 Jetta. Farmers just went up on me again.", `prior_insurance.carrier="Farmers"`},
		{"2015 Jetta. A colleague says Farmers went up.", `!prior_insurance`},
		// licenses
		{"Jetta 2015. Tengo licencia de Oregon desde hace 6 años.", `drivers[0].license_state="OR" drivers[0].years_licensed=6`},
		{"- Jetta 2015\n- Driver license Oregon, received 4 years ago", `drivers[0].license_state="OR"`},
		{"Choferes\n1. Lidia Rey - 3 de mayo de 1980 - 12 años con licencia\n2. Omar Rey (mi esposo) - 4 de junio de 1979 - 9 años con licencia",
			`drivers[0].years_licensed=12 drivers[1].given_name="Omar" drivers[1].relationship="spouse" drivers[1].date_of_birth="1979-06-04" drivers[1].years_licensed=9`},
		// what ended, and what a name or a use runs into
		{"2015 Jetta. My Safeco policy expired on 11/12.", `prior_insurance.carrier="Safeco" prior_insurance.expires="2026-11-12"`},
		{"Mi seguro con Safeco se venció el 2 de noviembre. Jetta 2015.", `prior_insurance.expires="2026-11-02"`},
		{"hi my name is Lee Park im 41 and drive a 2015 Jetta", `named_insured.given_name="Lee" named_insured.surname="Park"`},
		{"My name is Soo Im and I drive a 2015 Jetta", `named_insured.given_name="Soo" named_insured.surname="Im"`},
		{"Jetta 2015. Lo uso para ir al colegio.", `vehicles[0].use="commute"`},
		{"2015 Jetta, its for school and work", `vehicles[0].use="commute"`},
		{"Tess has her old Fusion. I have a 2015 Jetta.", `vehicles[0].model="Fusion" vehicles[1].model="Jetta"`},
		{"2017 Ridgeline RTL-E; 8,000/yr", `vehicles[0].trim="RTL-E"`},
		{"2015 Jetta. Accidents: no. Fines: no.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Jetta. 5 Elm St, Bend, OR 97701. I want the minimum, towing is not needed.", `coverages.bodily_injury="25/50" coverages.towing=false`},
		// coverages of another insurer, and a middle name
		{"2015 Jetta. I don't need rental, I have AAA for towing.", `coverages.rental=false !coverages.towing !prior_insurance`},
		{"2015 Jetta. I already have towing through AAA.", `!coverages.towing !prior_insurance`},
		{"2015 Jetta. I'm with AAA and want towing.", `coverages.towing=true prior_insurance.carrier="AAA"`},
		{"2015 Jetta. And I forgot my middle name is Eugene.", `!drivers[1]`},
		{"Jetta 2015. Mi hijo Leo tiene licencia de manejo desde 2020.", `drivers[1].years_licensed=6 !drivers[0].years_licensed`},
		// forms in two columns
		{"Request\n\nFirst name\tIda\nLast name\tRoth\nYears licensed\t11\nCity\tSalem\nState\tOregon\nZIP\t97301\nOwn / finance / lease\tFinance\nVehicle\t2015 Jetta",
			`drivers[0].given_name="Ida" drivers[0].surname="Roth" drivers[0].years_licensed=11 garaging_address.city="Salem" garaging_address.state="OR" vehicles[0].ownership="financed"`},
		{"Year\tMake\tModel\tTrim\tAnnual miles\n2015\tVW\tJetta\t \t9000", `vehicles[0].model="Jetta" !vehicles[0].trim vehicles[0].annual_miles=9000`},
		{"City\t \tSalem\nTickets\t \t2\n2015 Jetta", `garaging_address.city="Salem" drivers[0].violations=2`},
		{"| City | Salem |\n| Tickets | 2 |\n| Car | 2015 Jetta |", `garaging_address.city="Salem" drivers[0].violations=2 vehicles[0].model="Jetta"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// checkText reads a mail from an unknown person and checks the facts.
func checkText(t *testing.T, text, want string) {
	t.Helper()
	facts := map[string]string{}
	for _, f := range Read(claims.Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
		facts[f.Path] = string(f.Value)
	}
	for _, w := range wants(want) {
		checkFact(t, text, w, facts)
	}
}

// TestLapseByItsDay tells a policy that ended days ago from one that lapsed.
func TestLapseByItsDay(t *testing.T) {
	for text, want := range map[string]string{
		"2015 Jetta, Bend OR 97701. I let my Safeco policy lapse, it expired on 11/12.": "",
		"2015 Jetta, Bend OR 97701. I let my Safeco policy lapse, it expired on 9/12.":  quote.ReferLapse,
		"2015 Jetta. I let my Safeco policy lapse, it expired on 11/12.":                quote.ReferLapse,
		"2015 Jetta. I let my Safeco policy lapse.":                                     quote.ReferLapse,
	} {
		if got := Read(claims.Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Refer; got != want {
			t.Errorf("%q: refer %q, want %q", text, got, want)
		}
	}
}

// TestDateIsNoAge holds that the month of a birth date is not taken for an age.
func TestDateIsNoAge(t *testing.T) {
	in := claims.Input{Subject: "quote", Text: "2019 Tundra, im 12/3/71", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	if got := Read(in).Refer; got != "" {
		t.Errorf("refer %q", got)
	}
}
