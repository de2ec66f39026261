package reading

import "testing"

// TestCoverOfOneCar: what is wished for one of the cars is of that one, and what is of both of both.
func TestCoverOfOneCar(t *testing.T) {
	const civicOnly = " vehicles[0].coverages.comprehensive_deductible=0 vehicles[0].coverages.collision_deductible=0"
	for text, want := range map[string]string{
		"Civic: liability only\nForester: full coverage with 500 deductible":                  "coverages.comprehensive_deductible=500 coverages.collision_deductible=500" + civicOnly,
		"Civic: work, 10k, liability only":                                                    `vehicles[0].use="commute" vehicles[0].annual_miles=10000` + civicOnly,
		"Keep the Civic on liability only and raise the deductibles on the Forester to 1000.": "coverages.comprehensive_deductible=1000 coverages.collision_deductible=1000" + civicOnly,
		"The Civic and the Forester on liability only.":                                       "",
		"1000 deductible on the Civic, 500 on the Forester.":                                  "vehicles[0].coverages.comprehensive_deductible=1000 vehicles[0].coverages.collision_deductible=1000 vehicles[1].coverages.comprehensive_deductible=500 vehicles[1].coverages.collision_deductible=500",
		"500 collision deductible on the Forester please":                                     "vehicles[1].coverages.collision_deductible=500",
		"500 deductible on both":                                                              "coverages.comprehensive_deductible=500 coverages.collision_deductible=500",
		"1000 deductible on the Civic and the Forester":                                       "coverages.comprehensive_deductible=1000 coverages.collision_deductible=1000",
		"Please add roadside on the Forester.":                                                "vehicles[1].coverages.towing=true",
		"No rental on the Civic, please.":                                                     "vehicles[0].coverages.rental=false",
		"Please take off the rental and add roadside.":                                        "coverages.rental=false coverages.towing=true",
		"I don't need rental, but please add towing.":                                         "coverages.rental=false coverages.towing=true",
		"Please don't add rental or towing.":                                                  "coverages.rental=false coverages.towing=false",
		"the cheapest legal coverage on the Civic":                                            "",
		"Drop the rest on the Civic, liability only on that one.":                             "vehicles[0].coverages.collision_deductible=0 vehicles[0].coverages.comprehensive_deductible=0",
		"Please drop all the extras on the Civic":                                             "",
		"whats the cheapest legal i can get":                                                  `coverages.bodily_injury="25/50" coverages.property_damage=20`,
		"I currently have 50/100/25 but I think I want more.":                                 `coverages.bodily_injury=conflict prior_insurance.bodily_injury="50/100" prior_insurance.property_damage=25`,
		"I currently have 50/100/25 and want to keep that.":                                   `coverages.bodily_injury="50/100" coverages.property_damage=25`,
	} {
		known := ofTwoCars()
		known.GaragingAddress.State = "OR"
		checkAnswered(t, text, answered(known, nil, text), want)
	}
}

// TestUseAnswered: a drive to work outweighs what else an answer tells of, but for what it calls
// pleasure, what is no habit, and whom somebody takes to school.
func TestUseAnswered(t *testing.T) {
	for text, use := range map[string]string{
		"I haul my horse trailer on weekends and drive to my job at the feed store M-F": "commute",
		"work from home 3 days, office 2 days":                                          "commute",
		"errands, and to work":                                                          "commute",
		"wfh, 2 days in the office":                                                     "commute",
		"work from home":                                                                "pleasure",
		"wfh, to the office once a month":                                               "pleasure",
		"errands, I don't commute":                                                      "pleasure",
		"pleasure, sometimes to work":                                                   "pleasure",
		"school pickup":                                                                 "pleasure",
		"school drop-off and groceries":                                                 "pleasure",
		"taking the kids to school":                                                     "pleasure",
		"driving it to school":                                                          "commute",
	} {
		checkAnswered(t, text, answered(ofTwoCars(), []string{"drivers[0].years_licensed", "vehicles[0].use"}, "2. "+text), `vehicles[0].use="`+use+`"`)
	}
}

// TestUseForTrade: who carries tools, or works in a trade, with a car uses it for business, whatever
// an answer calls it first; a drive to a school of any kind, however put, is one to work.
func TestUseForTrade(t *testing.T) {
	for text, use := range map[string]string{
		"for work construction, I carry my tools":                          "business",
		"work, I haul my tools to the job sites":                           "business",
		"work, no business use":                                            "commute",
		"work, I keep a few tools in the trunk":                            "commute",
		"my daughter uses it to get to university in Portland":             "commute",
		"she uses it to get to community college":                          "commute",
		"he needs it to get to college":                                    "commute",
		"I take my daughter to university twice a year, otherwise errands": "pleasure",
	} {
		got := answered(ofTwoCars(), []string{"drivers[0].years_licensed", "vehicles[0].use"}, "2. "+text)
		if is := factOf(got, "vehicles[0].use"); is != use {
			t.Errorf("%q\n\t%s, want %s", text, is, use)
		}
	}
}
