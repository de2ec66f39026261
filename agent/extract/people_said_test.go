package extract

import (
	"strconv"
	"testing"
	"time"
)

// TestYearsSaid reads how long somebody has been licensed, in a mail of 20 November 2026; -1 is
// what must not be read.
func TestYearsSaid(t *testing.T) {
	for text, years := range map[string]int{
		"I've been behind the wheel for 22 years now.":             22,
		"I got my first license back in '98.":                      28,
		"I have had my driver's license 14 yrs.":                   14,
		"Licensed driver for the past 9 years":                     9,
		"I have been a licensed driver since the summer of 2004.":  22,
		"I first got licensed in May of 2011.":                     15,
		"I was first licensed at age 18, I'm 40 now.":              22,
		"I passed my driving test in 2012.":                        14,
		"passed my test at 17 and I'm 27 now":                      10,
		"I've got about fifteen years of driving under my belt.":   15,
		"I've driven for over thirty years.":                       30,
		"over 30 years of driving experience":                      30,
		"Driving 25+ years.":                                       25,
		"Been licensed close to 20 years.":                         20,
		"CA license since 2013.":                                   13,
		"DL issued 2010.":                                          16,
		"License issued in 2010":                                   16,
		"licensed 12/2009":                                         16,
		"First license: June 2015":                                 11,
		"Got my permit at 15 and license at 16, I'm 36 now.":       20,
		"Years driving: 11":                                        11,
		"Driving experience - 7 yrs":                               7,
		"# of years licensed 13":                                   13,
		"I have my license 8 years.":                               8,
		"I'm 33 and have been driving since 17.":                   16,
		"I am 52, driving since 16.":                               36,
		"I started driving in 1999.":                               27,
		"I started driving when I was 16, 24 years ago.":           24,
		"My license is 6 years old.":                               6,
		"It's been 10 years since I got my license.":               10,
		"I've held my Oregon license since 2017.":                  9,
		"I have held a valid license for 19 years.":                19,
		"Licensed: 2001":                                           25,
		"lic. since 03/2006":                                       20,
		"Lic 1996":                                                 30,
		"lic'd 21 yrs":                                             21,
		"licensed in 2003 (age 16)":                                23,
		"Licensed for as long as I can remember, 40 years anyway.": 40,
		"I've been driving legally for 6 years.":                   6,
		"I've had my license almost 11 years.":                     10,
		"I have had a license for nearly 11 years":                 10,
		"I've had my license a little over 5 years.":               5,
		"I've been licensed for a year.":                           1,
		"I've been licensed for about a year and a half.":          1,
		"I have been licensed for six months.":                     0,
		"I got my license three months ago.":                       0,
		"I just got my license in October.":                        0,
		"I got my license last year.":                              1,
		"I got my license two years ago.":                          2,
		"got my licence 4 yrs back":                                4,
		"Tengo 12 años manejando.":                                 12,
		"Llevo 12 años manejando.":                                 12,
		"Manejo desde hace 12 años.":                               12,
		"Manejo desde 2010.":                                       16,
		"Tengo licencia hace 12 años.":                             12,
		"Saqué mi licencia en 2010.":                               16,
		"Saqué la licencia a los 20 años, tengo 30.":               10,
		"Con licencia desde el 2014":                               12,
		"12 años de licencia":                                      12,
		"12 años de experiencia manejando":                         12,
		"Tengo mi licencia de manejar desde 2009":                  17,
		"Mi licencia es de 2009.":                                  17,
		"Obtuve mi licencia en 2009.":                              17,
		"Me dieron la licencia en 2009.":                           17,
		"I obtained my license in 2009.":                           17,
		"I received my license in 2009.":                           17,
		"I earned my license in 2009.":                             17,
		"I was licensed in 2009.":                                  17,
		"I became licensed in 2009.":                               17,
		"My license dates from 2009.":                              17,
		"I have a license since 2009.":                             17,
		"Having driving license from 2009.":                        17,
		"I hold driving licence since 2009.":                       17,
		"Driver's license: 17 years":                               17,
		"Driving record: 17 years licensed, clean":                 17,
		"Been driving 17 yrs no accidents":                         17,
		"17 years behind the wheel without a ticket.":              17,
		"17 years driving, no tickets":                             17,
		"17 yrs exp driving":                                       17,
		"17-year driver, no tickets":                               17,
		"I've been on the road 17 years.":                          17,
		"license: got it in 2009":                                  17,
		"My car is 6 years old.":                                   -1,
		"We've had this policy for 11 years.":                      -1,
		"I bought it last year.":                                   -1,
		"A 17-year-old driver lives next door.":                    -1,
	} {
		r := Read(Input{Subject: "quote", Text: text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		want := strconv.Itoa(years)
		if years < 0 {
			want = ""
		}
		if got := factOf(r, "drivers[0].years_licensed"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestBirthsSaid reads birth dates, and whose they are, in a mail of Pat Quill.
func TestBirthsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"I was born 5/6/1980.":                               `drivers[0].date_of_birth="1980-05-06"`,
		"DOB 05-06-80":                                       `drivers[0].date_of_birth="1980-05-06"`,
		"D.O.B.: May 6th, 1980":                              `drivers[0].date_of_birth="1980-05-06"`,
		"my birthday's May 6 1980":                           `drivers[0].date_of_birth="1980-05-06"`,
		"Birthday: 6 May 1980":                               `drivers[0].date_of_birth="1980-05-06"`,
		"I was born on the 6th of May 1980":                  `drivers[0].date_of_birth="1980-05-06"`,
		"I was born in 1980 on May the 6th.":                 `drivers[0].date_of_birth="1980-05-06"`,
		"born May sixth nineteen eighty":                     `drivers[0].date_of_birth="1980-05-06"`,
		"born the sixth of May, nineteen eighty":             `drivers[0].date_of_birth="1980-05-06"`,
		"date of birth five six eighty":                      `drivers[0].date_of_birth="1980-05-06"`,
		"date of birth is five six nineteen eighty":          `drivers[0].date_of_birth="1980-05-06"`,
		"my date of birth is oh five oh six nineteen eighty": `drivers[0].date_of_birth="1980-05-06"`,
		"DOB 05061980":                                       `drivers[0].date_of_birth="1980-05-06"`,
		"dob 5.6.80":                                         `drivers[0].date_of_birth="1980-05-06"`,
		"dob: 1980-05-06":                                    `drivers[0].date_of_birth="1980-05-06"`,
		"dob: 5/6/1980 (46)":                                 `drivers[0].date_of_birth="1980-05-06"`,
		"I'm 46 (May 6, 1980)":                               `drivers[0].date_of_birth="1980-05-06"`,
		"I turned 46 on May 6.":                              `drivers[0].date_of_birth="1980-05-06"`,
		"I'll be 47 on May 6":                                `drivers[0].date_of_birth="1980-05-06"`,
		"I will turn 47 next May 6.":                         `drivers[0].date_of_birth="1980-05-06"`,
		"nací el 6 de mayo de 1980":                          `drivers[0].date_of_birth="1980-05-06"`,
		"Nací en mayo 6 de 1980":                             `drivers[0].date_of_birth="1980-05-06"`,
		"mi fecha de nacimiento es 06/05/1980 (6 de mayo)":   `drivers[0].date_of_birth="1980-05-06"`,
		"fecha de nacimiento: 6-mayo-1980":                   `drivers[0].date_of_birth="1980-05-06"`,
		"soy del 6 de mayo de 1980":                          `drivers[0].date_of_birth="1980-05-06"`,
		"DOB 13/05/1980":                                     `drivers[0].date_of_birth="1980-05-13"`,
		"Pat Quill (5/6/80), licensed 20 yrs":                `drivers[0].date_of_birth="1980-05-06"`,
		"Pat Quill, 5/6/80, licensed 20 yrs":                 `drivers[0].date_of_birth="1980-05-06"`,
		"Me: 5/6/80":                                         `drivers[0].date_of_birth="1980-05-06"`,
		"Driver: Pat Quill 5-6-1980":                         `drivers[0].date_of_birth="1980-05-06"`,
		"5/6/1980 is when I was born":                        `drivers[0].date_of_birth="1980-05-06"`,
		"My birthdate: 5/6/1980 and hers: 7/8/1981. My wife Ines drives too.":     `drivers[0].date_of_birth="1980-05-06"`,
		"My wife Ines drives too. My birthdate is 5/6/1980 and hers is 7/8/1981.": `drivers[1].date_of_birth="1981-07-08" drivers[0].date_of_birth="1980-05-06"`,
		"My wife Ines (7/8/1981) and I (5/6/1980)":                                `drivers[1].date_of_birth="1981-07-08" drivers[0].date_of_birth="1980-05-06"`,
		"I was born 5/6/1980, my wife Ines 7/8/1981.":                             `drivers[1].date_of_birth="1981-07-08" drivers[0].date_of_birth="1980-05-06"`,
		"Birthdays: me 5/6/1980, wife Ines 7/8/1981":                              `drivers[1].date_of_birth="1981-07-08" drivers[0].date_of_birth="1980-05-06"`,
		"DOBs are 5/6/1980 (me) and 7/8/1981 (my wife Ines)":                      `drivers[1].date_of_birth="1981-07-08" drivers[0].date_of_birth="1980-05-06"`,
		"5/6/1980 for me and 7/8/1981 for my wife Ines.":                          `drivers[1].date_of_birth="1981-07-08" drivers[0].date_of_birth="1980-05-06"`,
		"My wife's name is Ines, her birthday is July 8, 1981. She drives.":       `drivers[1].date_of_birth="1981-07-08" drivers[1].given_name="Ines"`,
		"My husband is Olaf Quill, DOB 7/8/1981, licensed 20 years.":              `drivers[1].date_of_birth="1981-07-08" drivers[1].given_name="Olaf" drivers[1].surname="Quill" drivers[1].years_licensed=20`,
		"Olaf Quill - husband - 7/8/1981 - licensed 2001":                         `drivers[1].date_of_birth="1981-07-08" drivers[1].given_name="Olaf" drivers[1].relationship="spouse" drivers[1].years_licensed=25`,
		"Second driver: Olaf Quill, 7/8/1981, husband":                            `drivers[1].date_of_birth="1981-07-08" drivers[1].given_name="Olaf" drivers[1].relationship="spouse"`,
		"Other driver is my son Tom (DOB 7/8/2005), licensed 3 years":             `drivers[1].date_of_birth="2005-07-08" drivers[1].given_name="Tom" drivers[1].relationship="child" drivers[1].years_licensed=3`,
		"My 21 year old daughter Nell, born 7/8/2005, drives too.":                `drivers[1].date_of_birth="2005-07-08" drivers[1].given_name="Nell"`,
		"Our son Tom just turned 16 on November 9 and got his license.":           `drivers[1].date_of_birth="2010-11-09" drivers[1].given_name="Tom" drivers[1].years_licensed=0`,
		"My mom Rosa Quill lives with me and drives, she was born 7/8/1950.":      `drivers[1].date_of_birth="1950-07-08" drivers[1].relationship="parent"`,
		"My roommate Lee Park, 7/8/1995, drives it too":                           `drivers[1].date_of_birth="1995-07-08" drivers[1].relationship="other"`,
		"my partner Sam (7/8/1981)":                                               `drivers[1].date_of_birth="1981-07-08" drivers[1].relationship="other"`,
		"My policy started 5/6/1980.":                                             `!drivers[0].date_of_birth`,
		"Call me at five six eighty.":                                             `!drivers[0].date_of_birth`,
		"We moved here on 5/6/1980 (6 de mayo).":                                  `!drivers[0].date_of_birth`,
	} {
		in := letter("quote", text)
		in.FromName = "Pat Quill"
		in.Date = time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
		facts := map[string]string{}
		for _, f := range Read(in).Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(want) {
			checkFact(t, text, w, facts)
		}
	}
}
