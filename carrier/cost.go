package carrier

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
)

// usualCost is the assumed cost of a new vehicle by make, in dollars. Other makes cost
// otherCost. The values are illustrative and lie well inside a band of the tables.
var usualCost = lazy.Value[map[string]int]{New: func() map[string]int {
	return map[string]int{
		"acura": 40_000, "audi": 55_000, "bmw": 55_000, "cadillac": 60_000, "genesis": 55_000,
		"gmc": 55_000, "infiniti": 50_000, "jaguar": 60_000, "land rover": 85_000, "lexus": 55_000,
		"lincoln": 55_000, "lucid": 85_000, "maserati": 85_000, "mercedes": 60_000,
		"mercedes-benz": 60_000, "porsche": 85_000, "ram": 50_000, "rivian": 80_000,
		"tesla": 55_000, "volvo": 50_000,
	}
}}

const otherCost = 28_000

// usualMakes are the makes with vehicles of otherCost.
var usualMakes = lazy.Set("buick chevrolet chevy chrysler dodge fiat ford geo honda hyundai " +
	"isuzu jeep kia mazda mercury mini mitsubishi nissan oldsmobile plymouth pontiac saab saturn scion " +
	"smart subaru suzuki toyota volkswagen vw")

// ListsMake reports whether the reference carrier knows the usual cost of a make.
func ListsMake(name string) bool {
	_, dear := usualCost.Get()[strings.ToLower(name)]
	return dear || usualMakes.Has(strings.ToLower(name))
}

// costNew returns the cost of a vehicle when new, in dollars, and the assumption behind it.
func costNew(v quote.Vehicle) (dollars int, assumption string) {
	if v.CostNew != nil {
		return *v.CostNew, ""
	}
	dollars, known := usualCost.Get()[strings.ToLower(v.Make)]
	if !known {
		dollars = otherCost
	}
	return dollars, say("carrier.cost_new_about", "$"+Cents(dollars*100).whole())
}
