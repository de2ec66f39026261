package reading

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
)

// TestWhoDrivesFirstMail: who drives which car is read from the first mail too, and of "it", which
// means the car that was spoken of.
func TestWhoDrivesFirstMail(t *testing.T) {
	for text, want := range map[string]string{
		"I have a 2017 Honda Civic and a 2020 Subaru Forester. My wife Linda drives the Forester.":                   "vehicles[1].driver=1",
		"Quote for 2 cars:\n- 2016 Subaru Forester, my wife drives it to work, 12 miles\n- 2010 Toyota Tacoma, mine": "vehicles[0].driver=1",
		"I have a 2017 Honda Civic. My son Ben drives it to school.":                                                 "vehicles[0].driver=1",
		"I have a 2017 Honda Civic. My son Ben drives it sometimes.":                                                 "",
		"I have a 2017 Honda Civic and a 2020 Subaru Forester. We both drive them.":                                  "",
		"I have a 2017 Honda Civic. I drive it to work. My daughter Ana drives it too.":                              "",
		"I have a 2017 Honda Civic. I drive it to work.":                                                             "",
	} {
		got := driversOnly(Read(Input{Subject: "Car insurance quote", Text: text, FromName: "Tom Becker", FromAddress: "tb@customer.test"}))
		checkAnswered(t, text, got, want)
	}
}

// TestWhoDrivesIt: so it is in answers, by their numbers and among our questions, and of a car that
// is added.
func TestWhoDrivesIt(t *testing.T) {
	for text, want := range map[string]string{
		"1. work, I drive it\n3. Linda drives it to school":                                                "vehicles[0].driver=0 vehicles[1].driver=1",
		"1. work\n3. She's a contractor so she drives it to job sites":                                     "vehicles[1].driver=1",
		"> 1. What is the 2017 Honda Civic used for?\n\nLinda drives it to work, about 5 miles.":           "vehicles[0].driver=1",
		"We also have a 2018 Honda HR-V, she (Linda, born 4/25/1981) drives it to work, 16 miles each way": "vehicles[2].driver=1",
		"1. we drive it to work\n3. I sometimes drive it":                                                  "",
	} {
		checkAnswered(t, text, driversOnly(answered(ofTwoCars(), usesAsked, text)), want)
	}
}

// driversOnly leaves of a reading who drives which car.
func driversOnly(got Reading) Reading {
	got.Facts = slices.DeleteFunc(got.Facts, func(f quote.Fact) bool { return !strings.HasSuffix(f.Path, ".driver") })
	return got
}
