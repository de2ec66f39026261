package reading

import (
	"strings"
	"testing"
)

// Words for one car of several limit a deductible to this car, unless the others have none.
func TestDeductibleOfOneCar(t *testing.T) {
	const cars = "I need a quote for a 2019 Toyota Camry and a 2020 Subaru Outback. "
	for said, want := range map[string]string{
		"BTW deductible 1000 on the Camry would be ok.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=1000 !vehicles[1].coverages",
		"We want a deductible of $1,000 for the Camry.": "!coverages " +
			"vehicles[0].coverages.comprehensive_deductible=1000",
		"Comp 500 coll 1000 on the Camry, comp 250 coll 250 on the Outback.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=1000 " +
			"vehicles[1].coverages.comprehensive_deductible=250 " +
			"vehicles[1].coverages.collision_deductible=250",
		"Collision 1000 on the Camry and 250 on the Outback, comp stays as it is.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=1000 " +
			"vehicles[1].coverages.collision_deductible=250 " +
			"!vehicles[1].coverages.comprehensive_deductible",
		"Raise the deductible on the Camry to 1,000.": "!coverages !vehicles[1].coverages " +
			"vehicles[0].coverages.collision_deductible=1000",
		"Raise the deductible on the Camry to 1000 and on the Outback to 500.": "" +
			"coverages.collision_deductible=1000 vehicles[1].coverages.collision_deductible=500",
		"Raise the deductible on the Camry to 1000 and the Outback.": "!vehicles[0].coverages " +
			"coverages.collision_deductible=1000",
		"Raise the deductible on the Camry to 1000, leave the Outback as it is.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=1000 !vehicles[1].coverages",
		"Change the comp on the Camry back to 250, collision stays 1000.": "" +
			"vehicles[0].coverages.comprehensive_deductible=250 " +
			"coverages.collision_deductible=1000 !vehicles[1].coverages",
		"Increase the Camry to 1000 deductible.": "!coverages !vehicles[1].coverages " +
			"vehicles[0].coverages.collision_deductible=1000",
		"Deductibles on the Camry and the Outback to 1000.": "!vehicles[0].coverages " +
			"!vehicles[1].coverages coverages.collision_deductible=1000",
		"No rental or towing on the Camry, but the Outback should have both.": "!coverages " +
			"vehicles[0].coverages.rental=false vehicles[0].coverages.towing=false",
		"And a 2012 Kia Rio. $500 deductibles on the Camry and the Rio.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=500 !vehicles[1].coverages " +
			"vehicles[2].coverages.collision_deductible=500",
		"1000 ded on the Camry only, nothing on the Outback": "!coverages " +
			"vehicles[0].coverages.collision_deductible=1000 !vehicles[1].coverages",
		"I'd like towing on the Outback only.": "!coverages vehicles[1].coverages.towing=true",
		"$250 collision deductible on the Outback": "!coverages " +
			"vehicles[1].coverages.collision_deductible=250",
		"$500 deductible on the Camry and $1000 on the Outback.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=500 " +
			"vehicles[1].coverages.collision_deductible=1000",
		"$500 deductibles on the Camry and the Outback.": "!vehicles[0].coverages " +
			"coverages.collision_deductible=500",
		"$500 deductible on both cars": "coverages.collision_deductible=500",
		"$500 deductible on the 2019 Camry and the 2020 Outback.": "!vehicles[0].coverages " +
			"coverages.collision_deductible=500",
		"500 deductible on the Camry, same on the Outback.": "!vehicles[0].coverages " +
			"coverages.collision_deductible=500",
		"500 deductible on the Camry. Same for the Outback.": "!vehicles[0].coverages " +
			"coverages.collision_deductible=500",
		"$500 deductibles and rental on the Outback.": "vehicles[1].coverages.rental=true " +
			"coverages.collision_deductible=500",
		"Comp $250 and collision $500 on the Camry.": "!coverages !vehicles[1].coverages " +
			"vehicles[0].coverages.comprehensive_deductible=250 " +
			"vehicles[0].coverages.collision_deductible=500",
		"Comp 250 for both, collision 500 on the Camry.": "!vehicles[1].coverages " +
			"coverages.comprehensive_deductible=250 vehicles[0].coverages.collision_deductible=500",
		"On the Camry comp 250 coll 500. On the Outback comp 1000.": "!coverages " +
			"vehicles[0].coverages.comprehensive_deductible=250 " +
			"vehicles[0].coverages.collision_deductible=500 " +
			"vehicles[1].coverages.comprehensive_deductible=1000",
		"For the Outback and the Camry 500 deductibles.": "!vehicles[0].coverages " +
			"!vehicles[1].coverages coverages.collision_deductible=500",
		"On the Camry I owe 9000 to Chase; $500 deductibles on both cars.": "" +
			"!vehicles[0].coverages coverages.collision_deductible=500",
		"Comp 250 and collision 500. For the Camry I drive 8000 miles a year.": "" +
			"!vehicles[0].coverages coverages.collision_deductible=500",
		"Comp 250, collision 500, and on the Camry there is a loan.": "" +
			"!vehicles[0].coverages coverages.collision_deductible=500",
		"For the Camry 500 deductibles. Same on the Outback.": "!vehicles[0].coverages " +
			"!vehicles[1].coverages coverages.collision_deductible=500",
		"500 deductible on the Camry, liability only on the Outback": "" +
			"coverages.collision_deductible=500 vehicles[1].coverages.collision_deductible=0",
	} {
		checkText(t, cars+said, want)
	}
}

// A coverage between two amounts has the amount before it, if the second amount has its own.
func TestAmountsBeforeCoverages(t *testing.T) {
	for said, want := range map[string]string{
		"Want 100/300/100, 500 comp 1000 collision.":     "500 1000",
		"Comp 500 collision 1000 please.":                "500 1000",
		"I'd like 250 comprehensive and 500 collision.":  "250 500",
		"$250 comp deductible, $1,000 coll deductible.":  "250 1000",
		"Deductibles: comprehensive $250 collision $500": "250 500",
	} {
		comp, coll, _ := strings.Cut(want, " ")
		checkText(t, "2019 Toyota Camry. "+said, "coverages.comprehensive_deductible="+comp+
			" coverages.collision_deductible="+coll)
	}
}

// The nearest word decides whether a customer wants rental and towing.
func TestExtrasWantedAndDeclined(t *testing.T) {
	for said, want := range map[string]string{
		"No rental, yes towing.":                          "coverages.rental=false coverages.towing=true",
		"Rental Y, towing N":                              "coverages.rental=true coverages.towing=false",
		"Rental: include. Towing: decline.":               "coverages.rental=true",
		"Towing: decline Rental: include":                 "coverages.rental=true coverages.towing=false",
		"Rental: not covered.":                            "coverages.rental=false",
		"Don't include rental or towing.":                 "coverages.rental=false coverages.towing=false",
		"Rental isn't included in my policy, add it.":     "coverages.rental=true",
		"Can you quote it with rental and call me later?": "coverages.rental=true",
		"Yes rental, no towing.":                          "coverages.rental=true coverages.towing=false",
		"Can I add rental later?":                         "!coverages.rental",
		"Could I add rental later if I must?":             "!coverages.rental",
		"Would it be cheaper without rental?":             "!coverages.rental",
		"Could you add rental coverage to it?":            "coverages.rental=true",
		"Could you quote it with rental to save money?":   "coverages.rental=true",
		"Could I have rental, and what is cheaper?":       "coverages.rental=true",
	} {
		checkText(t, "2019 Toyota Camry, 500/500 deductibles. "+said, want)
	}
}
