package reading

import (
	"testing"

	"ppamaild/reading/intent"
)

// checkPhrases reads mails of Friday, 20 November 2026, from Pat Doe.
func checkPhrases(t *testing.T, subject string, tests []struct{ text, want string }) {
	t.Helper()
	for _, tt := range tests {
		trap(t, letter(subject, tt.text), tt.want)
	}
}

// TestForms reads forms with blanks, boxes and wide gaps, and tables as programs
// write them.
func TestForms(t *testing.T) {
	checkPhrases(t, "form", []struct{ text, want string }{
		{"First: Ingrid_____  Last name: Voll_______\nDOB: 2/3/1971____   Yrs licensed: 30__",
			`named_insured.given_name="Ingrid" named_insured.surname="Voll" drivers[0].date_of_birth="1971-02-03" drivers[0].years_licensed=30`},
		{"Street: 40 Larch Rd______   City: Astoria____  State: OR__  ZIP: 97103_",
			`garaging_address.street="40 Larch Rd" garaging_address.city="Astoria" garaging_address.zip="97103"`},
		{"Year: 2016__ Make: Kia___  Model: Soul____\n[x] Owned  [ ] Financed  [ ] Leased", `vehicles[0].model="Soul" vehicles[0].ownership="owned"`},
		{"2016 Kia Soul\nUse: [ ] work  [X] pleasure  [ ] business\nTowing: ( ) yes  (x) no   Rental: (x) yes  ( ) no",
			`vehicles[0].use="pleasure" coverages.towing=false coverages.rental=true`},
		{"2016 Kia Soul ☑ financed ☐ leased", `vehicles[0].ownership="financed"`},
		{"2016 Kia Soul ( ) leased ( ) financed", `!vehicles[0].ownership`},
		{"DL no: 4471902B____  State: OR___", `drivers[0].license_number="4471902B" drivers[0].license_state="OR"`},
		{"year,make,model,trim,use,annual_miles\n2016,Kia,Soul,LX,pleasure,4000\n2020,Honda,Pilot,EX-L,commute,12500",
			`vehicles[0].model="Soul" vehicles[0].annual_miles=4000 vehicles[1].make="Honda" vehicles[1].trim="EX-L" vehicles[1].use="commute"`},
		{"first_name,last_name,dob,relation,years_licensed\nPat,Doe,1969-01-31,self,36\nRory,Doe,2001-10-02,son,6",
			`drivers[0].years_licensed=36 drivers[1].given_name="Rory" drivers[1].relationship="child" drivers[1].date_of_birth="2001-10-02" !drivers[2]`},
		{"Pat Doe / May 2, 1980 / licensed 25 years\n9 Alder Ct / Salem / OR / 97301\n2016 Kia Soul / to work, 6 miles each way / 7,000 a year",
			`drivers[0].date_of_birth="1980-05-02" garaging_address.city="Salem" garaging_address.zip="97301" vehicles[0].commute_miles_one_way=6 vehicles[0].annual_miles=7000`},
		{"Pat Doe · born 5/2/1980 · 97301", `drivers[0].date_of_birth="1980-05-02" garaging_address.zip="97301"`},
		{"100 / 300 / 50 on a 2016 Kia Soul", `coverages.bodily_injury="100/300" coverages.property_damage=50`},
	})
}

// TestAnswersBetweenQuestions reads answers below quoted questions.
func TestAnswersBetweenQuestions(t *testing.T) {
	checkPhrases(t, "Re: your quote", []struct{ text, want string }{
		{"> What is your birth date?\nJune 3 1977\n> How long have you had a license, and were there any\n> accidents or tickets?\n28 years. one accident in 2025, no tickets",
			`drivers[0].date_of_birth="1977-06-03" drivers[0].years_licensed=28 drivers[0].accidents=1 drivers[0].violations=0`},
		{"2016 Kia Soul.\n> 4. What is the 2016 Kia Soul used for: getting to work, pleasure only, or business?\nnone of your business",
			`!vehicles[0].use`},
		{"> You told us of a 2012 Focus and 9,000 miles a year.\n> Where is it kept?\n8 Ash St, Bend, OR 97701", `garaging_address.zip="97701" !vehicles`},
	})
}

// TestWhoIsMeant reads people by what they are to each other.
func TestWhoIsMeant(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"My son Otto lives here. He is 16 and has a learner's permit. 2016 Kia Soul.", `drivers[1].given_name="Otto" drivers[1].relationship="child"`},
		{"My mother Ida lives with us. She doesn't drive. 2016 Kia Soul.", `!drivers[1]`},
		{"My husband name Anh, birthday 4/4/1984. Husband use car for market. 2016 Kia Soul.", `drivers[1].given_name="Anh" drivers[1].relationship="spouse" !drivers[2]`},
		{"My wife Flo and I both have clean records. Our son Otto (6/6/2007) drives too.", `drivers[1].accidents=0 drivers[0].violations=0 !drivers[2].violations`},
		{"Pat Doe, 1/2/80, clean record. Flo Doe (wife), 3/4/81, one ticket and one at-fault accident, both in 2025.",
			`drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=1 drivers[1].violations=1`},
		{"25 years licensed. 2016 Kia Soul. Took a safe driving course in June 2026.", `drivers[0].years_licensed=25`},
		{"My daughter Uma (4/4/2010) passed her road test today.", `drivers[1].years_licensed=0`},
		{"I got one carpool ticket last year. 2016 Kia Soul.", `drivers[0].violations=1`},
	})
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"My son Otto Doe (6/6/2004, licensed 5 years) takes the 2016 Kia Soul to Eugene and needs a policy of his own.",
			`named_insured.given_name="Otto" named_insured.date_of_birth="2004-06-06" drivers[0].relationship="insured" !drivers[1]`},
		{"I'm helping my father, Ivo Doe, shop around. He is 80 (born 6/6/1946) and drives a 2016 Kia Soul with a clean record.",
			`named_insured.given_name="Ivo" drivers[0].accidents=0 !drivers[1]`},
		{"Born 8/8/1965, licensed since 17, clean. 2016 Kia Soul.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"Drivers:\nPat Doe   5/5/1970   licensed 35 yrs   1 ticket\nWilliam \"Will\" Doe (son)   6/6/2004   licensed 5 yrs   clean\n2016 Kia Soul",
			`drivers[0].violations=1 !drivers[0].accidents drivers[1].given_name="William" drivers[1].surname="Doe" drivers[1].accidents=0 drivers[1].violations=0`},
		{"Pat Doe 1/2/80, husband Gil Doe 3/4/81, 2016 Kia Soul and 2019 Honda Fit here. No accidents; I had one ticket in 2025.",
			`drivers[1].accidents=0 drivers[0].violations=1 !drivers[1].violations`},
		{"Pat Doe, 1/2/80; wife Flo Doe, 3/4/81. Both clean. 2016 Kia Soul.", `drivers[0].violations=0 drivers[1].accidents=0`},
		{"Licensed 30 years clean. 2016 Kia Soul.", `drivers[0].accidents=0 drivers[0].years_licensed=30`},
		{"I drive a 2013 ram 1500 slt.", `vehicles[0].model="1500" vehicles[0].trim="SLT"`},
		{"2016 Kia Soul, wife Joy drives it too. I'm Pat Doe 5/5/1983, licensed 26 yrs; Joy Doe 1/9/1985 licensed 24 yrs.",
			`drivers[0].years_licensed=26 drivers[1].given_name="Joy" drivers[1].date_of_birth="1985-01-09" drivers[1].years_licensed=24`},
		{"2016 Kia Soul. 4/4/1990, lic 18 years. The Prius is my wife's, she has her own policy.",
			`drivers[0].date_of_birth="1990-04-04" drivers[0].years_licensed=18 !vehicles[1]`},
		{"One fine for speeding in 2025. 2016 Kia Soul.", `drivers[0].violations=1`},
		{"I hold a California license, no tickets. 2016 Kia Soul.", `drivers[0].license_state="CA" vehicles[0].model="Soul" !vehicles[1]`},
	})
	checkPhrases(t, "Re: your quote", []struct{ text, want string }{
		{"1. 4/17/1990\n2. licensed 12 years", `drivers[0].date_of_birth="1990-04-17" drivers[0].years_licensed=12`},
	})
	couple := letter("quote", "Gil Ray - born 8/8/1980\nAda Ray - born 1/9/1982\n2016 Kia Soul\n\nAda")
	couple.FromName = "Ada & Gil Ray"
	trap(t, couple, `named_insured.given_name="Ada" named_insured.date_of_birth="1982-01-09" drivers[1].given_name="Gil"`)
	double := letter("quote", "2016 Kia Soul please.\n\nMary Ann")
	double.FromName = "Mary Ann Voll"
	trap(t, double, `named_insured.given_name="Mary Ann" named_insured.surname="Voll"`)
	got, _ := trap(t, letter("Re: Your quote", "I'm Greta's son, she wants me on her quote. Pat Doe, 3/3/1999, licensed 8 years. I drive the 2012 Focus to the warehouse."),
		`named_insured.given_name="Greta" !named_insured.date_of_birth drivers[0].relationship="insured" drivers[1].given_name="Pat" drivers[1].relationship="child" drivers[1].date_of_birth="1999-03-03" vehicles[0].use="commute"`)
	isAs(t, got, intent.ProvideInfo, "")
}

// TestPlacesAndUses tells places from cars, and trips from each other.
func TestPlacesAndUses(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"We leave the Tucson house in May, my 2016 Kia Soul comes along.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"This is Pat Doe in Gresham. 2016 Kia Soul.", `garaging_address.city="Gresham"`},
		{"I'm at 12 Exchange St in Portland. 2016 Kia Soul.", `garaging_address.street="12 Exchange St" garaging_address.city="Portland" !garaging_address.state`},
		{"I live at 4 Fern Way, Bend, OR 97701 (not at 9 Oak St, Reno, NV 89501).", `garaging_address.street="4 Fern Way" garaging_address.city="Bend"`},
		{"2016 Kia Soul, I take the kids to school with it.", `vehicles[0].use="pleasure"`},
		{"2016 Kia Soul, I drive it to school, 4 miles each way.", `vehicles[0].use="commute"`},
		{"I moved here for work. My 2016 Kia Soul is for fun.", `vehicles[0].use="pleasure"`},
		{"2016 Kia Soul, to the clinic where I work", `vehicles[0].use="commute"`},
		{"2016 Kia Soul, still paying the credit union for it", `vehicles[0].ownership="financed"`},
		{"2022 Kia Sportage SX Hybrid", `vehicles[0].trim="SX Hybrid"`},
		{"2016 Kia Soul, garaged at 7 Camino Del Sol, Chico, CA 95926", `garaging_address.street="7 Camino Del Sol" garaging_address.city="Chico"`},
		{"2016 Kia Soul, kept at 50 Northwest Crossing Apt 3, Bend, OR 97703", `garaging_address.city="Bend"`},
		{"Relocating from Plano, TX (12 Elm Rd, 75024) to 9 Pine St, Bend, OR 97701. 2016 Kia Soul.", `garaging_address.street="9 Pine St" garaging_address.zip="97701"`},
		{"2016 Kia Soul, I haul my tools from job to job.", `vehicles[0].use="business"`},
		{"2016 Kia Soul. My ZIP is 97405, not 97401.", `garaging_address.zip="97405"`},
		{"2016 Kia Soul, 3 miles to the train station every day.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=3`},
		{"2016 Kia Soul, financed with USAA.", `vehicles[0].ownership="financed" !prior_insurance`},
		{"Kia Soul 2016 LX. To work I drive 14 mile, in one year 15000 mile.", `vehicles[0].trim="LX" vehicles[0].commute_miles_one_way=14 vehicles[0].annual_miles=15000`},
		{"500 deductible for comprehensive and for collision. 2016 Kia Soul.", `coverages.comprehensive_deductible=500 coverages.collision_deductible=500`},
		{"Policy AB-20931. 2016 Kia Soul.", `!garaging_address`},
		{"50/100 and 50 for property damage. 2016 Kia Soul.", `coverages.bodily_injury="50/100" coverages.property_damage=50`},
		{"My policy with Mercury ends December 3 and I'd switch that very day. 2016 Kia Soul.", `prior_insurance.carrier="Mercury" effective_date="2026-12-03" !vehicles[1]`},
	})
}
