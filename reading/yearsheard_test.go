package reading

import (
	"testing"
	"time"
)

// TestYearsHeard: how long people are licensed, as others say of them, by "one" for a license,
// in the column of a table, and as all of an answer.
func TestYearsHeard(t *testing.T) {
	const couple = "2012 Kia Rio. My husband Al drives too. "
	for text, want := range map[string]string{
		couple + "I have been licensed 26 years, Al says 41 for him.":                                                         `drivers[0].years_licensed=26 drivers[1].years_licensed=41`,
		couple + "I've had my license 26 years and Al thinks about 41.":                                                       `drivers[0].years_licensed=26 drivers[1].years_licensed=41`,
		couple + "I have been licensed 26 years. He says the price is 41 too high.":                                           `drivers[0].years_licensed=26 !drivers[1].years_licensed`,
		couple + "I've been licensed 26 years. Al got his license 3 weeks ago, which costs us plenty.":                        `drivers[0].years_licensed=26 drivers[1].years_licensed=0`,
		couple + "Both of us have been licensed 26 years.":                                                                    `drivers[0].years_licensed=26 drivers[1].years_licensed=26`,
		"2012 Kia Rio. I have a Nevada license and have had one since 2001.":                                                  `drivers[0].years_licensed=25`,
		"2012 Kia Rio. Bo Ash, March 4, 1980, 28 years":                                                                       `drivers[0].years_licensed=28`,
		"2012 Kia Rio. I had an old dog and I've had one for 12 years.":                                                       `!drivers[0].years_licensed`,
		"| Driver | DOB | Lic. yrs |\n|---|---|---|\n| Ann Ash | 3/4/1980 | 22 |\n| Bo Ash | 5/6/1979 | 24 |\n\n2012 Kia Rio": `drivers[0].years_licensed=22 drivers[1].years_licensed=24`,
	} {
		checkText(t, text, want)
	}
}

// TestYearsBehindBirthAnswered: in a reply, years may be a sentence or a line of their own behind
// a birth date.
func TestYearsBehindBirthAnswered(t *testing.T) {
	for text, want := range map[string]string{
		"8-2-61. 44 yrs.":                "44",
		"August 2, 1961\n44 years\n\nBo": "44",
		"8/2/1961. 12.":                  "",
		"8/2/1961. 63 years.":            "",
	} {
		got := ""
		for _, f := range Read(Input{Subject: "Re: your quote", Text: text, Replies: true, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}).Facts {
			if f.Path == "drivers[0].years_licensed" {
				got = string(f.Value)
			}
		}
		if got != want {
			t.Errorf("%q: licensed %s years, want %s", text, got, want)
		}
	}
}

// TestYearsInTheirOrder gives a list of years to people in the order in which they were named, or to nobody.
func TestYearsInTheirOrder(t *testing.T) {
	for text, want := range map[string]string{
		"Lu is my husband. Lu was born 3/3/1948 and I was born 4/4/1950. Licensed since 1966 and 1968.": `drivers[0].years_licensed=58 drivers[1].years_licensed=60`,
		"My wife Ann was born 4/4/1952. I was born 3/3/1950. Licensed since 1970 and 1968.":             `drivers[0].years_licensed=58 drivers[1].years_licensed=56`,
		"I was born 3/3/1950. My wife Ann was born 4/4/1952. Licensed 58 and 56 years.":                 `drivers[0].years_licensed=58 drivers[1].years_licensed=56`,
		"My wife Ann: 4/4/1952. I'm 3/3/1950. Ann drives to work. Licensed since 1970 and 1968.":        `!drivers[0].years_licensed !drivers[1].years_licensed`,
	} {
		shows(t, letter("quote", "2019 Camry. "+text), want)
	}
}
