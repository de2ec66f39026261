package letters

import (
	"maps"
	"slices"

	"ppamaild/lazy"
)

// fields has the values with a label and a question. A key is a path without an index. It completes
// the names of the phrases letters.label.KEY, letters.ask.KEY, letters.why.KEY and letters.own.KEY.
// letters.own.KEY asks the customer about the customer. The value of the map is the fault: the
// clause letters.fault.FAULT describes an impossible value.
var fields = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"coverages.bodily_injury":                     "sold",
		"coverages.collision_deductible":              "sold",
		"coverages.comprehensive_deductible":          "sold",
		"coverages.medical_payments":                  "sold",
		"coverages.personal_injury_protection":        "sold",
		"coverages.property_damage":                   "sold",
		"coverages.rental":                            "usable",
		"coverages.towing":                            "usable",
		"coverages.uninsured_motorist":                "sold",
		"discounts":                                   "usable",
		"drivers.accidents":                           "number",
		"drivers.date_of_birth":                       "date",
		"drivers.given_name":                          "usable",
		"drivers.license_number":                      "usable",
		"drivers.license_state":                       "state",
		"drivers.relationship":                        "usable",
		"drivers.surname":                             "usable",
		"drivers.violations":                          "number",
		"drivers.years_licensed":                      "drivers.years_licensed",
		"effective_date":                              "effective_date",
		"garaging_address.city":                       "usable",
		"garaging_address.state":                      "state",
		"garaging_address.street":                     "garaging_address.street",
		"garaging_address.zip":                        "garaging_address.zip",
		"named_insured.date_of_birth":                 "date",
		"named_insured.email":                         "usable",
		"named_insured.given_name":                    "usable",
		"named_insured.phone":                         "usable",
		"named_insured.surname":                       "usable",
		"prior_insurance.bodily_injury":               "usable",
		"prior_insurance.carrier":                     "usable",
		"prior_insurance.expires":                     "date",
		"prior_insurance.property_damage":             "usable",
		"vehicles.annual_miles":                       "number",
		"vehicles.commute_miles_one_way":              "number",
		"vehicles.cost_new":                           "number",
		"vehicles.coverages.collision_deductible":     "sold",
		"vehicles.coverages.comprehensive_deductible": "sold",
		"vehicles.coverages.rental":                   "usable",
		"vehicles.coverages.towing":                   "usable",
		"vehicles.driver":                             "usable",
		"vehicles.make":                               "usable",
		"vehicles.model":                              "usable",
		"vehicles.ownership":                          "usable",
		"vehicles.trim":                               "usable",
		"vehicles.use":                                "usable",
		"vehicles.vin":                                "vehicles.vin",
		"vehicles.year":                               "vehicles.year",
	}
}}

// Keys lists the keys of all values: paths without an index.
func Keys() []string { return slices.Sorted(maps.Keys(fields.Get())) }
