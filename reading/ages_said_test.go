package reading

import "testing"

// TestAgesSaid reads years licensed that count from an age, in a mail of 20 November 2026.
func TestAgesSaid(t *testing.T) {
	for text, want := range map[string]string{
		"I will turn 40 in December. I have been driving since I was 16.":                 "drivers[0].years_licensed=23",
		"I'll be 40 in October. I have been driving since I was 16.":                      "!drivers[0].years_licensed",
		"I turned 40 in October. I have been driving since I was 16.":                     "drivers[0].years_licensed=24",
		"When I turned 20 in October I got a car. I have been driving since I was 16.":    "!drivers[0].years_licensed",
		"I've been driving 20-some years.":                                                "drivers[0].years_licensed=20",
		"I have been driving 30-odd years.":                                               "drivers[0].years_licensed=30",
		"I have some 20 friends in some towns.":                                           "!drivers[0].years_licensed",
		"I got my license on the 14th, just got my license.":                              "drivers[0].years_licensed=0",
		"My name is Ana Robles, 39. I've been licensed since I was 18.":                   "drivers[0].years_licensed=21",
		"My name is Ana Robles, 39 Elm Street, Salem. I've been licensed since I was 18.": "!drivers[0].years_licensed",
		"im 22 got my license at 17":                                                      "drivers[0].years_licensed=5",
		"im 22 got my second car at 17":                                                   "!drivers[0].years_licensed",
		"i am 45 been driving since i was 16":                                             "drivers[0].years_licensed=29",
		"My son Max is 19 got his license at 17":                                          "drivers[1].years_licensed=2",
		"Licensed 5 years. My son Max is 19 got his license at 17":                        "drivers[0].years_licensed=5 drivers[1].years_licensed=2",
		"Licensed 30 years. My wife Sue was born 5/6/1985, at 18.":                        "drivers[0].years_licensed=30 drivers[1].years_licensed=23",
		"Licensed 30 years. My wife Sue at 18.":                                           "drivers[0].years_licensed=30 !drivers[1].years_licensed",
		"Licensed 30 years. My wife Sue has 18.":                                          "drivers[0].years_licensed=30 drivers[1].years_licensed=18",
	} {
		checkText(t, text, want)
	}
}

// TestPronounsBehindName reads a birth date behind the pronouns that somebody goes by.
func TestPronounsBehindName(t *testing.T) {
	for text, want := range map[string]string{
		"I'm Ana Robles (they/them), 4/9/1991, and my husband is Leo (he/him), 5/6/1990.": `drivers[0].date_of_birth="1991-04-09" drivers[1].date_of_birth="1990-05-06"`,
		"My wife is Ana Robles (she moved here), 4/9/2021 was the day.":                   `!drivers[0].date_of_birth`,
	} {
		checkText(t, text, want)
	}
}
