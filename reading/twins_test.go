package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
)

// TestTwoCarsOfOneModel: what is counted, or has several years, is several cars.
func TestTwoCarsOfOneModel(t *testing.T) {
	for text, want := range map[string]string{
		"I have two 2003 Honda Accords, VINs 1HGCM82633A004352 and 1HGCM56323A042561. Both for work.": `vehicles[0].year=2003 vehicles[0].model="Accord" vehicles[0].vin="1HGCM82633A004352" vehicles[0].use="commute" vehicles[1].year=2003 vehicles[1].model="Accord" vehicles[1].vin="1HGCM56323A042561" vehicles[1].use="commute"`,
		"I own two 2003 Honda Accords and a 2015 Kia Soul":                                            `vehicles[0].model="Accord" vehicles[1].model="Accord" vehicles[2].model="Soul"`,
		"We own three 2020 Toyota Corollas for our kids":                                              `vehicles[0].model="Corolla" vehicles[1].model="Corolla" vehicles[2].model="Corolla" !vehicles[3].model`,
		"I have a pair of 2010 Priuses":                                                               `vehicles[0].model="Prius" vehicles[1].model="Prius" !vehicles[2].model`,
		"Quote for 2 Honda Civics, a 2015 and a 2018":                                                 `vehicles[0].year=2015 vehicles[0].model="Civic" vehicles[1].year=2018 vehicles[1].model="Civic"`,
		"2 Civics (2015 and 2018), both to work, 8,000 each":                                          `vehicles[0].year=2015 vehicles[0].annual_miles=8000 vehicles[1].year=2018 vehicles[1].annual_miles=8000`,
		"2015 and 2018 Honda Civics":                                                                  `vehicles[0].year=2015 vehicles[0].model="Civic" vehicles[1].year=2018 vehicles[1].model="Civic"`,
		"I have a 2015 and a 2018 Honda Civic.":                                                       `vehicles[0].year=2015 vehicles[0].model="Civic" vehicles[1].year=2018 vehicles[1].model="Civic"`,
		"a 2015 Civic and another 2015 Civic":                                                         `vehicles[0].year=2015 vehicles[1].year=2015 vehicles[1].model="Civic"`,
		"I have two Hondas, a 2015 Civic and a 2018 Accord":                                           `vehicles[0].model="Civic" vehicles[1].model="Accord" !vehicles[2].make`,
		"my two Subarus": `vehicles[0].make="Subaru" vehicles[1].make="Subaru" !vehicles[0].model`,
		"I got my license in 2015 and a 2018 Civic last year":               `vehicles[0].year=2018 !vehicles[1].year`,
		"Licensed since 2015, 2018 Honda Civic":                             `vehicles[0].year=2018 !vehicles[1].year drivers[0].years_licensed=11`,
		"Two tickets in 2015, 2018 Honda Civic":                             `vehicles[0].year=2018 !vehicles[1].year`,
		"a 2015 Civic. The Civic is for work. My other car is a 2015 Civic": `vehicles[0].year=2015`,
		"We love Civics. Mine is a 2015 Honda Civic.":                       `vehicles[0].year=2015 vehicles[0].model="Civic" !vehicles[1].make`,
	} {
		checkText(t, text, want)
	}
}

// TestOneAndTheOther: where nobody can tell which car the one is, nothing is said of either.
func TestOneAndTheOther(t *testing.T) {
	for text, want := range map[string]string{
		"We have two 2019 Toyota Camrys. One is for work, 12,000 a year, the other pleasure, 5,000.": `vehicles[0].use="commute" vehicles[0].annual_miles=12000 vehicles[1].use="pleasure" vehicles[1].annual_miles=5000`,
		"2015 Civic and 2018 Accord. One is for work, the other for pleasure.":                       `!vehicles[0].use !vehicles[1].use`,
		"I have a 2015 Civic and a 2018 Accord. One does 8,000 miles a year and the other 12,000.":   `!vehicles[0].annual_miles !vehicles[1].annual_miles`,
		"a 2015 Civic and a 2018 Accord. one is paid off and the other is leased":                    `!vehicles[0].ownership !vehicles[1].ownership`,
		"2015 Civic and 2018 Accord. The Civic is for work, the other one for pleasure.":             `vehicles[0].use="commute" vehicles[1].use="pleasure"`,
		"2015 Civic for work and the other is a 2018 Accord for pleasure":                            `vehicles[0].use="commute" vehicles[1].use="pleasure"`,
		"2015 Civic and 2018 Accord, both for work. One of us is a nurse, the other one too.":        `vehicles[0].use="commute" vehicles[1].use="commute"`,
	} {
		checkText(t, text, want)
	}
}

// TestKnownCarsOfOneModel: a later mail speaks of those that are known, and adds none to them.
func TestKnownCarsOfOneModel(t *testing.T) {
	year := 2003
	accord := quote.Vehicle{Year: &year, Make: "Honda", Model: "Accord"}
	known := quote.Application{Vehicles: []quote.Vehicle{accord, accord}}
	for text, want := range map[string]string{
		"The two Accords are both for work, 8,000 each.":                       `vehicles[0].use="commute" vehicles[0].annual_miles=8000 vehicles[1].use="commute" vehicles[1].annual_miles=8000 !vehicles[2].model`,
		"The two 2003 Honda Accords are paid off.":                             `vehicles[0].ownership="owned" vehicles[1].ownership="owned" !vehicles[2].model`,
		"The VINs are 1HGCM82633A004352 and 1HGCM56323A042561.":                `vehicles[0].vin="1HGCM82633A004352" vehicles[1].vin="1HGCM56323A042561" !vehicles[2].vin`,
		"The first Accord does 8,000 a year.":                                  `vehicles[0].annual_miles=8000 !vehicles[1].annual_miles`,
		"The second 2003 Honda Accord does 8,000 miles a year.":                `vehicles[1].annual_miles=8000 !vehicles[0].annual_miles`,
		"El segundo Accord hace 8,000 millas al año.":                          `vehicles[1].annual_miles=8000 !vehicles[0].annual_miles`,
		"Please make the collision deductible 1000 on the second Accord only.": `vehicles[1].coverages.collision_deductible=1000 !vehicles[0].coverages.collision_deductible !coverages.collision_deductible`,
		"Make the deductible 1000 on the second Accord. My wife Carla mostly drives that one, I drive the first. Carla was born 5/2/1981.": `vehicles[1].driver=1 vehicles[0].driver=0`,
		"The second Accord is driven by my wife Carla, born 5/2/1981.":                                                                     `vehicles[1].driver=1 !vehicles[0].driver`,
		"We also have a third Accord now, a 2010 Honda Accord.":                                                                            `vehicles[2].year=2010`,
		"One is for work, the other for pleasure.":                                                                                         `vehicles[0].use="commute" vehicles[1].use="pleasure"`,
	} {
		checkLater(t, known, text, want)
	}
}

// TestOneMoreOfAModel: a car of another year that is added does not put right the year of the one
// that is known.
func TestOneMoreOfAModel(t *testing.T) {
	year := 2003
	known := quote.Application{Vehicles: []quote.Vehicle{{Year: &year, Make: "Honda", Model: "Accord"}}}
	added, right := `!vehicles[0].year vehicles[1].year=2010 vehicles[1].model="Accord"`, `vehicles[0].year=2010 !vehicles[1].model`
	for text, want := range map[string]string{
		"Please add a 2010 Honda Accord.":                   added,
		"We also have another Accord, a 2010.":              added,
		"We also have another Accord, a 2010 Honda Accord.": added,
		"I'd like to add my son's 2010 Honda Accord":        added,
		"can you add a 2010 Honda Accord too":               added,
		"please quote a second car, 2010 Honda Accord":      added,
		"We bought another 2003 Honda Accord.":              `!vehicles[0].year vehicles[1].year=2003 vehicles[1].model="Accord"`,
		"My first Accord was a 1998.":                       `!vehicles[1].model`,
		"Sorry it's a 2010 Accord.":                         right,
		"It's a 2010 Accord, not a 2003":                    right,
		"Also, the Accord is a 2010.":                       right,
	} {
		checkLater(t, known, text, want)
	}
}

// checkLater reads a mail in a thread of which an application is known, and checks its facts.
func checkLater(t *testing.T, known quote.Application, text, want string) {
	t.Helper()
	facts := map[string]string{}
	for _, f := range Read(Input{Text: text, Replies: true, Known: known, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
		facts[f.Path] = string(f.Value)
	}
	for _, w := range wants(want) {
		checkFact(t, text, w, facts)
	}
}
