package reading

import "testing"

// TestYearSaidApart reads model years and trims that stand apart from the name of their vehicle.
func TestYearSaidApart(t *testing.T) {
	for text, want := range map[string]string{
		"We drive a Kia Soul. The Soul is from 2016.":                      "vehicles[0].year=2016",
		"Insure my Dodge Durango. It was built in 2014.":                   "vehicles[0].year=2014",
		"What about my Nissan Leaf? 2019.":                                 "vehicles[0].year=2019",
		"Just the Kia Sorento please, 2017.":                               "vehicles[0].year=2017",
		"The car is a Mazda CX-5. The model year is two thousand sixteen.": "vehicles[0].year=2016",
		"My Kia Soul and her Kia Rio are both 2018s.":                      "vehicles[0].year=2018 vehicles[1].year=2018",
		"I own a Honda Pilot, 2018, black. It's the Elite.":                "vehicles[0].year=2018 vehicles[0].trim=\"Elite\"",
		"So it's just the Kia Rio now, a 2017. I bought it new.":           "vehicles[0].year=2017",
		"I own a Honda Pilot. My phone is from 2019.":                      "!vehicles[0].year",
		"I own a Honda Pilot. My house is from 2016.":                      "!vehicles[0].year",
		"I own a Honda Pilot. Licensed in Oregon, 2016.":                   "!vehicles[0].year",
		"I own a Honda Pilot and I got a speeding ticket, 2023.":           "!vehicles[0].year",
		"I own a Honda Pilot. I had it from 2016 to 2024.":                 "!vehicles[0].year",
		"I own a Honda Pilot. It's got 2020 miles on it.":                  "!vehicles[0].year",
	} {
		checkText(t, text, want)
	}
}

// TestTakenAndKept tells a vehicle that somebody gets rid of from one that is only driven.
func TestTakenAndKept(t *testing.T) {
	for text, want := range map[string]string{
		"I drive a 2012 Kia Soul. I take the 2015 Kia Rio to work, 8 miles.":     "vehicles[1].model=\"Rio\" vehicles[1].use=\"commute\"",
		"I drop the kids at school in the 2016 Honda Odyssey.":                   "vehicles[0].model=\"Odyssey\"",
		"I replaced the engine in my 2012 Toyota Camry.":                         "vehicles[0].model=\"Camry\"",
		"I want to get the 2018 Honda Civic insured.":                            "vehicles[0].model=\"Civic\"",
		"Please quote my 2018 Honda Civic. I'm dropping the 2012 Toyota Camry.":  "vehicles[0].model=\"Civic\" !vehicles[1].model",
		"Please quote my 2018 Honda Civic and get the 2012 Toyota Camry off it.": "vehicles[0].model=\"Civic\" !vehicles[1].model",
	} {
		checkText(t, text, want)
	}
}
