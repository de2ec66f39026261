package reading

import (
	"testing"
	"time"
)

// TestNotWhatItLooksLike: names that greet and are no cars, ages of long ago, licenses that are
// good again, the present that is no start, and relatives to whom somebody only drives.
func TestNotWhatItLooksLike(t *testing.T) {
	for text, want := range map[string]string{
		"Dear Pathfinder,\nA price for my 2012 Kia Rio, please.":                                                                `vehicles[0].model="Rio" !vehicles[1]`,
		"Hi Ridgeline team, a price for my 2012 Kia Rio, please.":                                                               `vehicles[0].model="Rio" !vehicles[1]`,
		"A price for my 2012 Kia Rio, please.\n\nThanks, Ridgeline!":                                                            `vehicles[0].model="Rio" !vehicles[1]`,
		"Dear agent, my Ridgeline needs insurance.":                                                                             `vehicles[0].model="Ridgeline"`,
		"2012 Kia Rio. Licensed since the day I turned 17, that makes 30 years.":                                                `drivers[0].years_licensed=30`,
		"2012 Kia Rio. I turned 16 and got my license the same week, in 1990.":                                                  `drivers[0].years_licensed=36`,
		"2012 Kia Rio. My license is active again as of last week.":                                                             `!drivers[0].years_licensed`,
		"2012 Kia Rio. I had my license straightened out last month.":                                                           `!drivers[0].years_licensed`,
		"2012 Kia Rio. We have no coverage right now.":                                                                          `!effective_date`,
		"2012 Kia Rio. My insurance today is with Geico.":                                                                       `!effective_date prior_insurance.carrier="Geico"`,
		"2012 Kia Rio. I need coverage right now.":                                                                              `effective_date="2026-11-20"`,
		"2012 Kia Rio. I take it to my cousin's place, and do no driving at night.":                                             `!drivers[1]`,
		"2012 Kia Rio. I drive to see my cousin. At the club they say there is a discount for drivers who have taken a course.": `!drivers[1]`,
		"2012 Kia Rio. I live at my mom's house and she drives it as well.":                                                     `drivers[1].relationship="parent"`,
	} {
		checkText(t, text, want)
	}
}

// TestAgeThen tells who is not of age from who tells at what age they were licensed.
func TestAgeThen(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio. Licensed since the day I turned 17, that makes 30 years.": "",
		"2012 Kia Rio. I turned 16 and got my license the same week, in 1990.":   "",
		"2012 Kia Rio. My license I have since I turned 17.":                     "",
		"2012 Kia Rio. I just turned 17 and got my license last month.":          "minor_applicant",
		"2012 Kia Rio. I turned 17 in May, and I have my license for one year.":  "minor_applicant",
	} {
		if got := Read(Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Refer; got != want {
			t.Errorf("%q: refer %q, want %q", text, got, want)
		}
	}
}
