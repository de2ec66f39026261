package reading

import "testing"

// TestRecordsInFewWords: whose record is clean, or is not, in few words.
func TestRecordsInFewWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. One speeding ticket last August, other than that clean.", `drivers[0].violations=1 drivers[0].accidents=0`},
		{"I've been ticketed twice for speeding. 2015 Kia Soul.", `drivers[0].violations=2`},
		{"I got dinged once for texting. No crashes. 2015 Kia Soul.", `drivers[0].violations=1 drivers[0].accidents=0`},
		{"I ran a stop sign in 2025 and paid the fine. 2015 Kia Soul.", `drivers[0].violations=1`},
		{"I rear ended somebody in November. 2015 Kia Soul.", `drivers[0].accidents=1`},
		{"Choqué una vez, fue mi culpa. Multas ninguna. Manejo un 2015 Kia Soul.", `drivers[0].accidents=1 drivers[0].violations=0`},
		{"accident free and violation free. 2015 Kia Soul", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"Driving record? Immaculate. 2015 Kia Soul.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"Tickets - none. Accidents - none. 2015 Kia Soul", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"Accidents? Knock on wood, zero. 2015 Kia Soul.", `drivers[0].accidents=0`},
		{"1 speeding ticket, no accidents\n- 7 Elm St", `drivers[0].violations=1 drivers[0].accidents=0`},
		{"A cell phone ticket in October. Nothing else on the record. 2015 Kia Soul.", `drivers[0].violations=1 drivers[0].accidents=0`},
		{"My wife Sue has a clean record, and same for me.", `drivers[0].violations=0 drivers[1].given_name="Sue" drivers[1].accidents=0`},
		{"My husband Art's record is clean and so is mine.", `drivers[0].violations=0 drivers[1].given_name="Art" drivers[1].accidents=0`},
		{"I'm squeaky clean, as is my partner Jo.", `drivers[0].accidents=0 drivers[1].given_name="Jo" drivers[1].violations=0`},
		{"Nothing on my driving record, my wife Meg's either.", `drivers[0].accidents=0 drivers[1].given_name="Meg" drivers[1].violations=0`},
		{"Mi récord está limpio, el de mi esposo Beto también.", `drivers[0].accidents=0 drivers[1].given_name="Beto" drivers[1].violations=0`},
		{"No accidents, but I did pick up a ticket. So did my husband Al.", `drivers[0].violations=1 drivers[1].violations=1 !drivers[1].accidents`},
		{"My wife Jill has one ticket. Me, nothing.", `drivers[0].violations=0 drivers[1].violations=1`},
		{"My wife Jill drives. No accidents, she had a ticket in 2025.", `drivers[1].violations=1`},
		{"My daughter Zoe got a ticket in March. No accidents for either of us, no tickets for me.", `drivers[0].violations=0 drivers[1].violations=1 drivers[1].accidents=0`},
		{"My son Cal drives the 2015 Kia Soul with me, got a ticket in January. I'm clean.", `drivers[0].violations=0 drivers[1].violations=1`},
		{"My son Jay just got his first speeding ticket. My record's spotless.", `drivers[0].violations=0 drivers[1].violations=1`},
		{"I've never had an accident and my only ticket was in 2025. 2015 Kia Soul.", `drivers[0].accidents=0 drivers[0].violations=1`},
		{"I've never gotten my first ticket. 2015 Kia Soul.", `drivers[0].violations=0`},
		{"I was in a collision in 2025 that was my fault. 2015 Kia Soul.", `drivers[0].accidents=1`},
		{"My record is clean. My wife Tess, also clean.", `drivers[0].violations=0 drivers[1].given_name="Tess" drivers[1].accidents=0`},
		{"Is a ticket from Nevada going to count? 2015 Kia Soul.", `!drivers[0].violations`},
		{"I've heard two tickets can double a premium. 2015 Kia Soul.", `!drivers[0].violations`},
		{"Is it true that a clean record gets a discount? 2015 Kia Soul.", `!drivers[0].violations !drivers[0].accidents`},
		{"My neighbor Bo has a clean record. 2015 Kia Soul.", `!drivers[1].given_name`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestCoversAsSaid: limits and deductibles, and what is none.
func TestCoversAsSaid(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Limits 100-300-100. 2015 Kia Soul.", `coverages.bodily_injury="100/300" coverages.property_damage=100`},
		{"liab 50/100/50 um 50/100 2015 kia soul", `coverages.bodily_injury="50/100" coverages.property_damage=50 coverages.uninsured_motorist="50/100"`},
		{"Full coverage 500/500 on a 2015 Kia Soul", `!coverages.bodily_injury coverages.collision_deductible=500`},
		{"$1,000 deductible for collision and $500 for all else (comprehensive). 2015 Kia Soul.", `coverages.collision_deductible=1000 coverages.comprehensive_deductible=500`},
		{"I want a $1,000 ded. for collision; comp can be $500. 2015 Kia Soul.", `coverages.collision_deductible=1000 coverages.comprehensive_deductible=500`},
		{"Motorista sin seguro 100/300, gastos médicos 5,000. 2015 Kia Soul.", `coverages.uninsured_motorist="100/300" coverages.medical_payments=5000 !coverages.bodily_injury`},
		{"Rental yes, towing no. 2018 Honda Civic.", `coverages.rental=true coverages.towing=false vehicles[0].year=2018`},
		{"My husband Art's record is clean and so is mine. 2018 Honda Civic.", `!vehicles[0].ownership`},
		{"I'm with friends until my lease starts. 2018 Honda Civic.", `!vehicles[0].ownership`},
		{"They raised my rate on the 2018 Honda Civic, so I'm shopping.", `!vehicles[0].use`},
		{"I have a rental house in Reno. 2018 Honda Civic.", `!coverages.rental`},
		{"My neighbor has 250/500 with you. 2015 Kia Soul.", `!coverages.bodily_injury`},
		{"A coworker says go 100/300/50. 2015 Kia Soul.", `coverages.bodily_injury="100/300"`},
		{"Is a 500 deductible a lot? 2015 Kia Soul.", `!coverages.collision_deductible`},
		{"My home claim had a 2,000 deductible. 2015 Kia Soul.", `!coverages.collision_deductible`},
		{"Call 100-300-1000 any time. 2015 Kia Soul.", `!coverages.bodily_injury`},
		{"Kemper at the moment. 2015 Kia Soul.", `prior_insurance.carrier="Kemper"`},
		{"They nonrenewed me effective 12/31. 2015 Kia Soul.", `prior_insurance.expires="2026-12-31" !effective_date`},
		{"Quisiera empezar el 1 de diciembre. 2015 Toyota Camry.", `effective_date="2026-12-01" vehicles[0].year=2015`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
