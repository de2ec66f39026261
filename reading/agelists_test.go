package reading

import "testing"

// TestDriversByAge reads lists of drivers that give ages and no birth dates.
func TestDriversByAge(t *testing.T) {
	checkPhrases(t, "ballpark", []struct{ text, want string }{
		{"Pat 47, licensed 30 yrs\nGil 49 (husband), licensed 33\nOtto 20 (our son) licensed 4, lives on campus in Eugene without a car there\nUma 17 (daughter) licensed 8 months\n\n2016 Kia Soul. Nobody has tickets, Otto had 1 accident in 2025, the rest none.",
			`drivers[0].years_licensed=30 drivers[0].accidents=0 drivers[1].given_name="Gil" drivers[1].relationship="spouse" drivers[1].years_licensed=33 drivers[2].given_name="Otto" ` +
				`drivers[2].years_licensed=4 drivers[2].accidents=1 drivers[3].given_name="Uma" drivers[3].relationship="child" drivers[3].years_licensed=0 drivers[3].violations=0 !drivers[4]`},
		{"Pat, 44, lic 26 yrs, clean\nAnn, 42, lic 24 yrs, clean\n2016 Kia Soul", `drivers[0].years_licensed=26 drivers[1].given_name="Ann" drivers[1].years_licensed=24 drivers[1].accidents=0 !drivers[2]`},
		{"me 34 clean, wife 33 clean. 2016 kia soul.", `drivers[0].accidents=0 drivers[1].relationship="spouse" drivers[1].violations=0`},
		// How old somebody was then, a house number, and who is named for something else.
		{"Me: 34, licensed 16, clean. 2016 Kia Soul.", `!drivers[0].years_licensed !drivers[1]`},
		{"Elm 33 is our street and the 2016 Kia Soul is kept there.", `!drivers[1]`},
		{"Otto 12 (son) is too young. 2016 Kia Soul.", `!drivers[1]`},
	})
}

// TestChecklists: what a checklist asks and answers with no is not said.
func TestChecklists(t *testing.T) {
	checkPhrases(t, "form", []struct{ text, want string }{
		{"Car: 2016 Kia Soul\nUse: Work from home, so pleasure\nUsed for delivery or rideshare?  No\nBusiness use: no\nAny accidents past 5 yrs?  No\nAny violations past 3 yrs?  Yes - 1, cell phone, 10/2025",
			`vehicles[0].use="pleasure" drivers[0].accidents=0 drivers[0].violations=1`},
		{"Do you commute? No\nCar: 2016 Kia Soul. Loan? No.", `!vehicles[0].use vehicles[0].ownership="owned"`},
		{"Do you commute? Yes\nCar: 2016 Kia Soul", `vehicles[0].use="commute"`},
	})
	for text, want := range map[string]string{
		"2016 Kia Soul quote please.\nLicense ever suspended?  No\nSR-22 needed: n\nVehicle salvaged / rebuilt | No\nLapse in coverage? [ ] yes [x] no": "",
		"2016 Kia Soul quote please.\nLicense ever suspended?  Yes, no longer though":                                                                   "suspended",
		"2016 Kia Soul quote please.\nSR-22 needed: yes":                                                                                                "sr22",
	} {
		got, _ := trap(t, letter("quote", text), "")
		isAs(t, got, newQuote, want)
	}
}

// TestAskedAndAnswered reads what answers its own questions, and corrects itself within a value.
func TestAskedAndAnswered(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"Q: Who? A: Pat Doe, born January 2, 1980\nQ: Driving how long? A: 28 years\nQ: Any accidents/tickets? A: Neither\nQ: What car? A: 2016 Kia Soul", `drivers[0].years_licensed=28 drivers[0].accidents=0 drivers[0].violations=0`},
		{"Q: Your name?\nA: Ida Voll\nQ: How long driving?\nA: 28 years\nQ: Tickets?\nA: Just one, 2025\nQ: What car?\nA: 2016 Kia Soul", `named_insured.given_name="Ida" drivers[0].years_licensed=28 drivers[0].violations=1`},
		{"Q. Your name? A. Ida Voll\nQ. Date of birth? A. 1/2/1980", `named_insured.given_name="Ida" drivers[0].date_of_birth="1980-01-02"`},
		{"Licensed: 30 years... sorry, make that 29\nDOB: 1/2/1981 - oops, 1/2/1980\n2016 Kia Soul\nAnnual miles: 10,000 (actually more like 9,000)",
			`drivers[0].years_licensed=29 drivers[0].date_of_birth="1980-01-02" vehicles[0].annual_miles=9000`},
	})
}
