package reading

import "testing"

// TestCarsChosen leaves out cars that were only tried out or weighed against the one that was chosen.
func TestCarsChosen(t *testing.T) {
	const rogue, both = `vehicles[0].model="Rogue" !vehicles[1]`, `vehicles[0].model="Kicks" vehicles[1].model="Rogue"`
	for text, want := range map[string]string{
		"We're getting rid of our Odyssey. We test drove a Kicks and a Rogue. Please quote the Rogue.": rogue,
		"I've test-driven a 2024 Nissan Kicks and a 2023 Nissan Rogue, and I'm buying the Rogue.":      rogue + " vehicles[0].year=2023",
		"I test drove a 2023 Rogue and bought it. Quote please.":                                       rogue,
		"I looked at a 2022 Kicks and a 2023 Rogue, and I'm going with the Rogue. Quote please.":       rogue,
		"We considered the 2022 Kicks but went with the 2023 Rogue.":                                   rogue,
		"We went back and forth between a 2022 Kicks and a 2023 Rogue. Please quote the Rogue.":        rogue,
		"The Kicks (2019) is being traded for a 2023 Rogue.":                                           rogue,
		"Please quote a 2023 Rogue. We test drove a Rogue and a Kicks.":                                rogue,
		"I have a 2023 Rogue. I test drove a Kicks, what fun!":                                         rogue,
		"We test drove a Kicks. Please quote the Kicks and our 2012 Rogue.":                            both,
		"We looked at a 2022 Kicks and a 2023 Rogue. Please quote both.":                               both,
		"I'm looking at a 2025 Kicks and also want a quote for my 2019 Rogue.":                         both,
		"I have a 2019 Kicks and a 2012 Rogue. Please quote the Rogue with liability only.":            both,
		"I have a 2019 Kicks and a 2012 Rogue, and decided on the Rogue for work.":                     both,
		"I test drove a Kicks and will not buy it. I have a 2012 Rogue.":                               rogue,
	} {
		checkText(t, text, want)
	}
}

// TestCarsOfOneDay leaves out cars that may be bought one day, but not one that is bought now, or whose price is asked.
func TestCarsOfOneDay(t *testing.T) {
	const one, two = `vehicles[0].model="Soul" !vehicles[1]`, `vehicles[0].model="Soul" vehicles[1].make="Tesla"`
	for text, want := range map[string]string{
		"I'm thinking of buying a Tesla next spring.":                              one,
		"We are planning to buy a 2027 Tesla Model Y in the summer.":               one,
		"Down the road we may add a Tesla Model 3, 12,000 miles a year.":           one + " !vehicles[0].annual_miles",
		"My wife wants a Tesla.":                                                   one,
		"Considering trading it for a Tesla next year.":                            one,
		"I'm thinking of buying a Tesla next spring. What would it cost?":          two,
		"We might buy a 2024 Tesla Model 3. Could you show me what both would be?": two,
		"I'm thinking about a 2024 Tesla Model 3, please quote both.":              two,
		"We're getting a 2025 Tesla Model 3 next week and want it quoted too.":     two,
		"We plan to drive a 2024 Tesla Model 3 mostly on weekends.":                two,
		"I bought a 2024 Tesla Model 3 and plan to use it from next spring on.":    two,
	} {
		checkText(t, "2015 Kia Soul. "+text, want)
	}
	checkText(t, "I'm thinking of buying a 2024 Tesla Model 3 next spring.", `vehicles[0].make="Tesla"`)
}

// TestCarsThatStay leaves out cars besides those that only are to be quoted, and those that stay insured where they are.
func TestCarsThatStay(t *testing.T) {
	const left = `vehicles[0].model="Cherokee" vehicles[1].model="Accord" !vehicles[2]`
	const all = `vehicles[0].model="Cherokee" vehicles[1].model="Accord" vehicles[2].model="F-150"`
	for text, want := range map[string]string{
		"Only quote the Jeep and the sedan, the pickup stays where it is.":  left,
		"Please quote only the Jeep and the Accord.":                        left,
		"I only need the Cherokee and the Accord insured.":                  left,
		"Only the Cherokee and the Accord need a quote.":                    left,
		"Just the Cherokee and the Accord please.":                          left,
		"The F-150 stays with Erie.":                                        left,
		"We're keeping the truck where it is.":                              left,
		"The truck will stay on my dad's policy.":                           left,
		"Leave the truck with its current insurer.":                         left,
		"The pickup stays at home.":                                         all,
		"The pickup stays where it is parked, at the ranch.":                all,
		"Only quote liability on the pickup.":                               all,
		"Only quote the Jeep and the Accord with collision.":                all,
		"Only the Cherokee and the Accord are leased.":                      all,
		"Just the Cherokee needs collision.":                                all,
		"I just need the Cherokee covered for theft.":                       all,
		"Keep the truck on the same policy as the Accord.":                  all,
		"Keep the truck with liability insurance only.":                     all,
		"The truck stays with Erie until December 31, then all move to you": all,
		"The truck stays with my son at college.":                           all,
	} {
		checkText(t, "2018 Jeep Cherokee, 2015 Honda Accord and 2010 Ford F-150. "+text, want)
	}
	for text, want := range map[string]string{
		"2015 Honda Accord, paid off. I drive 3,000 miles a year. I only want the Camry quoted, a 2019.":   `vehicles[0].model="Camry" !vehicles[0].ownership !vehicles[0].annual_miles`,
		"2015 Honda Accord, paid off. The Accord stays with Erie. 2019 Camry, 9,000 miles a year.":         `vehicles[0].model="Camry" !vehicles[0].ownership vehicles[0].annual_miles=9000`,
		"2015 Honda Accord and 2019 Camry. I only want the Camry quoted. It's leased, 9,000 miles a year.": `vehicles[0].model="Camry" vehicles[0].ownership="leased" vehicles[0].annual_miles=9000`,
	} {
		checkText(t, text, want)
	}
}
