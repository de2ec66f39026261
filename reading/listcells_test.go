package reading

import "testing"

// TestValuesOfSeveral reads cells that list people, and a value for each of them.
func TestValuesOfSeveral(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"- Full names: Pat Doe and Ann Doe (wife)\n- Dates of birth: 1/2/1980 and 3/4/1982\n- Years licensed: 28 and 25\n- Tickets: 0, 1\n- Car: 2016 Kia Soul", twoDrivers},
		{"Drivers: Ann Doe (wife), Pat Doe (me)\nDOB: Mar 4, 1982; Jan 2, 1980\nLicensed: 2001, 1998\n2016 Kia Soul",
			`drivers[0].given_name="Pat" drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=28 drivers[1].given_name="Ann" drivers[1].date_of_birth="1982-03-04" drivers[1].years_licensed=25 !drivers[2]`},
		{"Vehicles: 2019 Honda Civic and 2015 Ford Escape\nAnnual miles: 9,000 and 4,000", `vehicles[0].annual_miles=9000 vehicles[1].annual_miles=4000`},
		{"Vehicle: 2019 Honda Civic\nAnnual miles: 9,000 and 4,000", `!vehicles[0].annual_miles`},
		{"Car 1: 2019 Honda Civic - work - 8 mi - 9000\nCar 2: 2015 Ford Escape - fun - 4000", `vehicles[0].annual_miles=9000 vehicles[1].annual_miles=4000`},
		{"2019 Honda Civic - work - 8 mi - 12 - 97701", `!vehicles[0].annual_miles`},
		{"1 - Pat Doe\n2 - 1/2/1980\n3 - 28 years licensed\n4 - 2016 Kia Soul\n5 - to work, 8 miles\n6 - 9,000 miles", `drivers[0].date_of_birth="1980-01-02" vehicles[0].commute_miles_one_way=8 vehicles[0].annual_miles=9000`},
		{"driver 1 pat doe\nborn 1/2/1980\nlic since 1998\ndriver 2 ann doe\nborn 3/4/1982\nlic since 2001\n2016 kia soul", `drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=28 drivers[1].given_name="Ann" drivers[1].years_licensed=25 !drivers[2]`},
		{"2016 Kia Soul. Uses it for the barber and the senior center.", `vehicles[0].use="pleasure"`},
		{"Yearly miles ~ 9k\nCar is for: work\n2016 Kia Soul", `vehicles[0].use="commute" vehicles[0].annual_miles=9000`},
		{"Name: Pat Doe\nDOB: Jan 2, 1980\n2016 Kia Soul", `drivers[0].date_of_birth="1980-01-02" !drivers[1]`},
		{"CAR\n2019 Honda Civic\ncommute, 8 miles\n9,000 a year\n\nOTHER CAR\n2015 Ford Escape\naround town\n4,000 a year", `vehicles[0].annual_miles=9000 vehicles[0].use="commute" vehicles[1].model="Escape" vehicles[1].annual_miles=4000 vehicles[1].use="pleasure"`},
		{"I'm writing on behalf of my dad, who doesn't do email.\n\nHis name: Sal Voll\nHis date of birth: 5/21/1944\nHis car: 2016 Kia Soul\nHe's had a license for 60 years. No accidents, no tickets.",
			`named_insured.given_name="Sal" named_insured.date_of_birth="1944-05-21" drivers[0].years_licensed=60 drivers[0].accidents=0 !drivers[1]`},
	})
}

// TestAnswersOnOneLine reads answers to what we asked that stand side by side.
func TestAnswersOnOneLine(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"1. 1/2/80 2. 28 years 3. 97701 4. commuting 5. 9k", `drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=28 garaging_address.zip="97701" vehicles[0].use="commute" vehicles[0].annual_miles=9000`},
		{"1/2/80, 28, 97701, work, 9000", `drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=28 garaging_address.zip="97701" vehicles[0].use="commute" vehicles[0].annual_miles=9000`},
		{"1) 1/2/80, 2) 28", `drivers[0].date_of_birth="1980-01-02" drivers[0].years_licensed=28`},
		{"Sorry, I was away, busy week, so many things, here soon", `!drivers[0].years_licensed !vehicles`},
	} {
		in := letter("Re: your quote", tt.text)
		in.Asked = []string{"drivers[0].date_of_birth", "drivers[0].years_licensed", "garaging_address.zip", "vehicles[0].use", "vehicles[0].annual_miles"}
		trap(t, in, tt.want)
	}
}

// TestLimitsForEachPerson reads limits as pages of policies write them.
func TestLimitsForEachPerson(t *testing.T) {
	checkPhrases(t, "quote", []struct{ text, want string }{
		{"2016 Kia Soul\nBODILY INJURY   $100,000 EA PERSON / $300,000 EA ACCIDENT\nPROPERTY DAMAGE   $50,000 EA ACCIDENT", `coverages.bodily_injury="100/300" coverages.property_damage=50 !drivers[0].accidents`},
		{"2016 Kia Soul at 41250 Alder Grove Cmn, Bend, OR 97701. It's the family taxi.", `garaging_address.street="41250 Alder Grove Cmn" garaging_address.city="Bend"`},
		{"1) Yo: Rosa Doe, nací el 8 de mayo de 1987. Tengo licencia de\nCalifornia desde hace 12 años.\n2) Carro: Kia Soul 2016", `drivers[0].years_licensed=12 drivers[0].license_state="CA"`},
		{"CONDUCTOR 1\nNombre: Rosa Doe\nAccidentes: ninguno\nMultas: 1\n\nCONDUCTOR 2\nNombre: Gil Doe (esposo)\nFecha de nacimiento: 23/11/1984\nMultas: 0", `drivers[0].violations=1 drivers[1].violations=0 drivers[1].date_of_birth="1984-11-23"`},
	})
}
