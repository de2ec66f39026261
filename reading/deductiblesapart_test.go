package reading

import "testing"

// Words for one car of several limit a deductible to this car, unless the others have none.
func TestDeductibleOfOneCar(t *testing.T) {
	const cars = "I need a quote for a 2019 Toyota Camry and a 2020 Subaru Outback. "
	for said, want := range map[string]string{
		"BTW deductible 1000 on the Camry would be ok.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=1000 !vehicles[1].coverages",
		"We want a deductible of $1,000 for the Camry.": "!coverages " +
			"vehicles[0].coverages.comprehensive_deductible=1000",
		"$250 collision deductible on the Outback": "!coverages " +
			"vehicles[1].coverages.collision_deductible=250",
		"$500 deductible on the Camry and $1000 on the Outback.": "!coverages " +
			"vehicles[0].coverages.collision_deductible=500 " +
			"vehicles[1].coverages.collision_deductible=1000",
		"$500 deductibles on the Camry and the Outback.": "!vehicles[0].coverages " +
			"coverages.collision_deductible=500",
		"$500 deductible on both cars": "coverages.collision_deductible=500",
		"500 deductible on the Camry, liability only on the Outback": "" +
			"coverages.collision_deductible=500 vehicles[1].coverages.collision_deductible=0",
	} {
		checkText(t, cars+said, want)
	}
}
