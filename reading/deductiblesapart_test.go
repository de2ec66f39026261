package reading

import "testing"

// TestDeductibleOfOneCar checks that words for a car limit a deductible to the car.
func TestDeductibleOfOneCar(t *testing.T) {
	const cars = "I need a quote for a 2019 Toyota Camry and a 2020 Subaru Outback. "
	for said, want := range map[string]string{
		"BTW deductible 1000 on the Camry would be ok.":  "!coverages vehicles[0].coverages.collision_deductible=1000 !vehicles[1].coverages.collision_deductible",
		"$250 collision deductible on the Outback":       "!coverages vehicles[1].coverages.collision_deductible=250",
		"$500 deductibles on the Camry and the Outback.": "!vehicles[0].coverages.collision_deductible",
		"$500 deductible on both cars":                   "coverages.collision_deductible=500",
	} {
		checkText(t, cars+said, want)
	}
}
