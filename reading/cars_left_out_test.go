package reading

import "testing"

// TestCarsLeftOut: vehicles that the mail names and that are none to insure.
func TestCarsLeftOut(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. My daughter has her own 2009 Honda Civic and her own insurance.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. We also have a 2009 Honda Civic but it's not running so leave that off.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. We have a 2009 Honda Civic as well. Don't include that one, please.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. My work truck is a 2020 F-150, insured by the company.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. Before this I drove a 2009 Civic.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. The Civic (2009) went to our son and is on his policy.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. We gave the 2009 Civic to our grandson.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"2015 Kia Soul. Same deductibles as on the Civic, please.", `vehicles[0].model="Soul" !vehicles[1]`},
		{"My dad gave the 2009 Civic to me.", `vehicles[0].model="Civic"`},
		{"2009 Civic and 2015 Kia Soul. Don't include rental on it.", `vehicles[0].model="Civic" vehicles[1].model="Soul"`},
		{"2009 Civic and 2015 Kia Soul. Same deductibles on the Soul as on the Civic.", `vehicles[0].model="Civic" vehicles[1].model="Soul"`},
		{"My son has a 2009 Honda Civic.", `vehicles[0].model="Civic"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestMoreOfCars: use, miles, ownership and cover, said in passing.
func TestMoreOfCars(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul - 9k - work\n2012 Honda Fit - 3k - fun", `vehicles[0].use="commute" vehicles[1].use="pleasure"`},
		{"2015 Kia Soul (Bo, school 6 miles, 8,000)", `vehicles[0].use="commute" vehicles[0].annual_miles=8000`},
		{"2015 Kia Soul. I drive it to the Zenith plant, 6 miles.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=6`},
		{"2015 Kia Soul. The van that I drive to work is owned by my employer. The Soul is for errands.", `vehicles[0].use="pleasure"`},
		{"2015 Kia Soul. It's mine, with a loan from the credit union.", `vehicles[0].ownership="financed"`},
		{"Ann drives the 2015 Kia Soul. Bo has the 2012 Honda Fit. Ann puts 9,500 on hers.", `vehicles[0].annual_miles=9500 !vehicles[1].annual_miles`},
		{"2015 Kia Soul n 2012 Honda Fit. Soul is 9k a yr, Fit is like 3k just for hauling", `vehicles[0].annual_miles=9000 vehicles[1].annual_miles=3000`},
		{"2015 Kia Soul. 50/100/50, 500/500 w tow", `coverages.towing=true`},
		{"2015 Ford F-150 with tow package, 500 deductibles", `!coverages.towing`},
		{"2015 Kia Soul. From 10 December we need it.", `effective_date="2026-12-10"`},
		{"2015 Kia Soul. It is delivered on December 3, from which day coverage should begin.", `effective_date="2026-12-03"`},
		{"2015 Kia Soul. I'd want it from December 1st.", `effective_date="2026-12-01"`},
		{"2015 Kia Soul. My license is suspended until December 2.", `!prior_insurance.expires`},
		{"2015 Kia Soul. Uso el carro en la construcción.", `vehicles[0].use="business"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestCarsTakenBack leaves out vehicles that the author corrects at once, and those that went to
// whom they have parted from.
func TestCarsTakenBack(t *testing.T) {
	for text, want := range map[string]string{
		"The car is a 2012 Ford Focus, no wait, it's a 2013 Ford Fiesta.":                         `vehicles[0].year=2013 vehicles[0].model="Fiesta" !vehicles[1]`,
		"The car is a 2012 Mercury... no wait, that was the old one. It's a 2016 Lincoln MKZ.":    `vehicles[0].year=2016 vehicles[0].model="MKZ" !vehicles[1]`,
		"The girls' car is a 2012 Mercury... no, my wife says it's a 2013 Mercury Milan.":         `vehicles[0].year=2013 vehicles[0].model="Milan" !vehicles[1]`,
		"It's a 2012 Mercury - let me check - a 2013 Mercury Milan.":                              `vehicles[0].year=2013 vehicles[0].model="Milan" !vehicles[1]`,
		"A 2012 Mercury, no loan, a 2013 Mercury Milan.":                                          `vehicles[1].year=2013 vehicles[1].model="Milan"`,
		"I have a 2012 Focus, no wait, a 2013 Focus.":                                             `vehicles[0].year=2013 !vehicles[1]`,
		"2012 Focus. Sorry for the delay, and a 2015 Ford Fiesta too.":                            `vehicles[0].model="Focus" vehicles[1].model="Fiesta"`,
		"2012 Focus, sorry, my husband has a 2015 Ford Fiesta.":                                   `vehicles[0].model="Focus" vehicles[1].model="Fiesta"`,
		"We split up in May, he kept the Tahoe and I kept the 2018 Jeep Cherokee.":                `vehicles[0].model="Cherokee" !vehicles[1]`,
		"My ex-husband got the Tahoe, I got the 2018 Jeep Cherokee.":                              `vehicles[0].model="Cherokee" !vehicles[1]`,
		"My husband kept the Tahoe when we bought the 2018 Jeep Cherokee.":                        `vehicles[0].model="Tahoe" vehicles[1].model="Cherokee"`,
		"I'm divorced. My daughter Ana drives the 2018 Civic, she got the Civic from her father.": `vehicles[0].model="Civic" !vehicles[1]`,
	} {
		checkText(t, text, want)
	}
}

// TestBesideAnotherKindOfVehicle keeps what is said of a motorcycle or a boat from the car, and
// what is said of somebody who is only mentioned.
func TestBesideAnotherKindOfVehicle(t *testing.T) {
	for text, want := range map[string]string{
		"The car is a 2018 VW Tiguan, 6,500 miles a year. The other one is a 2014 Triumph Bonneville, maybe 1,500 miles.": `vehicles[0].year=2018 vehicles[0].annual_miles=6500 !vehicles[1]`,
		"2022 Kia Sorento, 12,000 miles a year. Second, a 2014 Harley-Davidson that I ride maybe 2,000 miles.":            `vehicles[0].year=2022 vehicles[0].annual_miles=12000 !vehicles[1]`,
		"I moved in with a friend, so the Jeep is parked at 15 Olive Way, Paso Robles, CA 93446. It's a 2018 Cherokee.":   `vehicles[0].model="Cherokee" !vehicles[1]`,
		"Adding our daughter Fiona, born 3/4/2007. 2018 Civic.":                                                           `drivers[1].given_name="Fiona" !drivers[2]`,
	} {
		checkText(t, text, want)
	}
}

// TestCarsLent: what is told of an employer's car, or a rented one, is told of no car that is named.
func TestCarsLent(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. I use the work truck for work, and the Soul for pleasure.", `vehicles[0].use="pleasure"`},
		{"2015 Kia Soul and 2012 Honda Fit. I take my boss's van to job sites, and the Fit is just for fun.", `!vehicles[0].use vehicles[1].use="pleasure"`},
		{"2015 Kia Soul. I drive a company car to the office, 20 miles each way, 15,000 miles a year. The Soul does 4,000.", `vehicles[0].annual_miles=4000 !vehicles[0].use !vehicles[0].commute_miles_one_way`},
		{"2015 Kia Soul. I put 25,000 miles a year on my work van.", `!vehicles[0].annual_miles`},
		{"2015 Kia Soul. My wife has a company car and I commute 12 miles each way.", `vehicles[0].use="commute" vehicles[0].commute_miles_one_way=12`},
		{"2015 Kia Soul. My job gave me a company van, so I'll only put 4,000 a year on the Soul.", `vehicles[0].annual_miles=4000`},
		{"2015 Kia Soul and 2012 Honda Fit. I take my boss's van to work, and the Fit is just for fun.", `vehicles[1].model="Fit" vehicles[1].use="pleasure"`},
		{"2015 Ford Ranger (my work truck). 2012 Honda Fit for pleasure.", `vehicles[0].use="business" vehicles[1].use="pleasure"`},
		{"2015 Ford Ranger. It's a work truck.", `vehicles[0].use="business"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}

// TestWayThereAndBack: miles to work and back are those of two ways.
func TestWayThereAndBack(t *testing.T) {
	for text, want := range map[string]string{
		"2015 Kia Soul. I drive 26 miles a day to work and back.":    "vehicles[0].commute_miles_one_way=13",
		"2015 Kia Soul. It's 18 miles to work and back every day.":   "vehicles[0].commute_miles_one_way=9",
		"2015 Kia Soul. It's 18 miles to work and 18 back.":          "vehicles[0].commute_miles_one_way=18",
		"2015 Kia Soul. It's 18 miles to work and then I walk back.": "vehicles[0].commute_miles_one_way=18",
	} {
		checkText(t, text, want)
	}
}

// TestCarsOfOthers leaves out cars of employers and roommates, and borrowed ones, with what is told of them, unless the
// author got them or wants cover for them.
func TestCarsOfOthers(t *testing.T) {
	const one, two = `vehicles[0].model="Soul" !vehicles[1]`, `vehicles[0].model="Soul" vehicles[1].model="Malibu"`
	for text, want := range map[string]string{
		"I sometimes borrow my roommate's 2018 Malibu.":                                 one,
		"I drive around in the company's Malibu all week.":                              one,
		"My employer provides a 2018 Malibu for work.":                                  one + " !vehicles[0].use",
		"For work I drive a company Malibu.":                                            one + " !vehicles[0].use",
		"I commute 12 miles in a work-issued 2018 Malibu.":                              one + " !vehicles[0].commute_miles_one_way",
		"My roommate Jen has a 2018 Malibu.":                                            one,
		"My roommate's car is a Malibu.":                                                one,
		"My mom lent me her 2018 Malibu over the summer.":                               one,
		"I drive the company's Malibu to work, 20 miles each way, 15,000 miles a year.": one + " !vehicles[0].annual_miles !vehicles[0].use",
		"My job gave me a Malibu. It gets 20,000 miles a year.":                         one + " !vehicles[0].annual_miles",
		"It gets 4,000 miles a year since I drive a company Malibu.":                    one + " vehicles[0].annual_miles=4000",
		"My roommate's car isn't part of this, it's a 2018 Malibu.":                     one,
		"My husband's company provides him a 2018 Malibu.":                              one,
		"\n2018 Malibu (company car)":                                                   one,
		"The 2018 Malibu in the driveway belongs to my employer.":                       one,
		"I also bought my roommate's 2018 Malibu.":                                      two,
		"I took over the company's 2018 Malibu in May.":                                 two,
		"Please add my roommate's 2018 Malibu.":                                         two,
		"I got the Malibu (2018) from my landlord.":                                     two,
		"I go to work in a 2018 Malibu.":                                                two + ` vehicles[1].use="commute"`,
		"My dad lent me money for a 2018 Malibu.":                                       two,
		"My daughter's 2018 Malibu is here as well.":                                    two,
		"My roommate and I share a 2018 Malibu.":                                        two,
		"The policy is for me and my roommate Jen. My roommate has a 2018 Malibu.":      two,
	} {
		checkText(t, "2015 Kia Soul. "+text, want)
	}
}

// TestListsLeftOut leaves out vehicles that a heading says are not to be insured, and none of other lists.
func TestListsLeftOut(t *testing.T) {
	const one, two = `vehicles[0].model="Soul" !vehicles[1]`, `vehicles[0].model="Soul" vehicles[1].model="Ranger"`
	for text, want := range map[string]string{
		"I'd like to insure my 2015 Kia Soul. Not to insure:\n- 2008 Ford Ranger":                                 one,
		"To insure:\n- 2015 Kia Soul\n\nNot to insure:\n- 2008 Ford Ranger, 3,000 miles a year":                   one + " !vehicles[0].annual_miles",
		"2015 Kia Soul\nPlease don't include:\n2008 Ford Ranger (farm use)":                                       one,
		"2015 Kia Soul\n\nDO NOT INCLUDE\n2. My son's 2008 Ford Ranger":                                           one,
		"Leave out:\n* 2008 Ford Ranger\n* 2012 Honda Fit\nQuote:\n* 2015 Kia Soul":                               one,
		"Excluded vehicles: 2008 Ford Ranger. Included: 2015 Kia Soul.":                                           one,
		"No need to quote these (already insured elsewhere):\n\n- 2008 Ford Ranger\n\n2015 Kia Soul, 5,000 miles": one + " vehicles[0].annual_miles=5000",
		"Please don't include:\n- 2008 Kia Soul\n\nPlease include:\n- 2015 Kia Soul":                              one + " vehicles[0].year=2015",
		"Please don't include: rental\n2015 Kia Soul\n2008 Ford Ranger":                                           two + " coverages.rental=false",
		"Please don't include:\n- rental on the Ranger\n\n2015 Kia Soul\n2008 Ford Ranger":                        two,
		"Please don't forget to include:\n- 2015 Kia Soul\n- 2008 Ford Ranger":                                    two,
		"Not insured yet:\n- 2015 Kia Soul\n- 2008 Ford Ranger":                                                   two,
		"Not included in our current policy:\n- 2015 Kia Soul\n- 2008 Ford Ranger":                                two,
		"Don't include my son:\n\n2015 Kia Soul\n2008 Ford Ranger":                                                two,
		"To leave out:\n- 2012 Honda Fit\n\n2015 Kia Soul\n2008 Ford Ranger":                                      two,
	} {
		checkText(t, text, want)
	}
	checkAnswered(t, "leave out", answered(ofTwoCars(), nil, "Please leave out:\n- the Civic"), "vehicles[0]=")
}
