package reading

import (
	"testing"
	"time"
)

// TestBirthsOfOthers: what is told of somebody with the full name of another than who writes, or who
// lives with whom writes, is not of the writer.
func TestBirthsOfOthers(t *testing.T) {
	for text, want := range map[string]string{
		"My brother Carl Reed lives with me and was born on 5/9/1994.":                                                          `drivers[1].date_of_birth="1994-05-09" !drivers[0].date_of_birth`,
		"My sister Joan stays with me and has been licensed for 12 years.":                                                      `drivers[1].years_licensed=12 !drivers[0].years_licensed`,
		"Nina Hall was born May 21, 1992 and has been licensed for 13 years.":                                                   `drivers[1].given_name="Nina" drivers[1].years_licensed=13 !drivers[0].date_of_birth`,
		"This is what I know of my roommate:\n\nNina Hall was born May 21, 1992.":                                               `drivers[1].given_name="Nina" drivers[1].relationship="other" drivers[1].date_of_birth="1992-05-21"`,
		"Owen and Paige Hall, both born 7/6/2006, got their licenses in 2023.":                                                  `drivers[1].given_name="Owen" drivers[1].years_licensed=3 drivers[2].date_of_birth="2006-07-06" !drivers[0].date_of_birth !drivers[0].years_licensed`,
		"Owen and Paige, my kids, have been licensed since 2023.":                                                               `drivers[1].relationship="child" drivers[2].years_licensed=3 !drivers[0].years_licensed`,
		"Quote for me and my twins. Owen and Paige Hall, both born 7/6/2006.":                                                   `drivers[2].date_of_birth="2006-07-06" !drivers[0].date_of_birth`,
		"My kids Owen and Paige drive. They were born 7/6/2006, both got theirs in 2023.":                                       `drivers[1].date_of_birth="2006-07-06" drivers[2].date_of_birth="2006-07-06"`,
		"Ann and Tom Reed, both born 7/6/1988.":                                                                                 `drivers[0].date_of_birth="1988-07-06" drivers[1].given_name="Tom"`,
		"Walt Hall was born 2/4/1950, I was born 6/11/1956, and Nina Hall was born 4/19/2006. Walt has driven since he was 16.": `drivers[1].given_name="Walt" drivers[1].years_licensed=60`,
		"My wife is Mary Reed. Licensed: me since 1996, my wife 20 years.":                                                      `drivers[0].years_licensed=30 drivers[1].years_licensed=20`,
		"I have a 2015 Kia Soul.\n\nDana, she has no car but borrows mine.\n\nNo tickets, Dana and I.":                          `drivers[1].given_name="Dana"`,
		"I have a 2015 Kia Soul. My wife has a license.\n\nLuckily, she drives it on weekends only.":                            `drivers[1].relationship="spouse" !drivers[1].given_name !drivers[2].given_name`,
		"Ann Reed was born May 21, 1992. Licensed for 13 years.":                                                                `drivers[0].date_of_birth="1992-05-21" !drivers[1].given_name`,
		"My husband drives with me and my mother rides along. I was born on May 21, 1992.":                                      `drivers[0].date_of_birth="1992-05-21"`,
	} {
		facts := map[string]string{}
		for _, f := range Read(Input{Subject: "quote", Text: text, FromName: "Ann Reed", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(want) {
			checkFact(t, text, w, facts)
		}
	}
}
