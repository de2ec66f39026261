package reading

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
		checkQuill(t, text, want)
	}
}

// checkQuill checks the facts of a mail that Pat Quill sent on 20 November 2026.
func checkQuill(t *testing.T, text, want string) {
	t.Helper()
	in := Input{Subject: "quote", Text: text, FromName: "Pat Quill", FromAddress: "pquill@customer.test", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
	facts := map[string]string{}
	for _, f := range Read(in).Facts {
		facts[f.Path] = string(f.Value)
	}
	for _, w := range wants(want) {
		checkFact(t, text, w, facts)
	}
}

// TestRecordsSaid reads accidents and violations, and whose they are, in a mail of Pat Quill.
func TestRecordsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"No accidents or tickets.": `drivers[0].accidents=0 drivers[0].violations=0`,
		"Clean record.":            `drivers[0].accidents=0 drivers[0].violations=0`,
		"No accidents, no violations in the last 5 years.":                                          `drivers[0].accidents=0 drivers[0].violations=0`,
		"I've never had an accident or ticket.":                                                     `drivers[0].accidents=0 drivers[0].violations=0`,
		"Never been in a wreck, never gotten a ticket.":                                             `drivers[0].accidents=0 drivers[0].violations=0`,
		"zero accidents zero tickets":                                                               `drivers[0].accidents=0 drivers[0].violations=0`,
		"0 accidents / 0 violations":                                                                `drivers[0].accidents=0 drivers[0].violations=0`,
		"Accidents: 0 Violations: 0":                                                                `drivers[0].accidents=0 drivers[0].violations=0`,
		"Accidents/violations: none":                                                                `drivers[0].accidents=0 drivers[0].violations=0`,
		"Accidents / violations: None / None":                                                       `drivers[0].accidents=0 drivers[0].violations=0`,
		"Tickets? None. Accidents? One, in 2025, at fault.":                                         `drivers[0].accidents=1 drivers[0].violations=0`,
		"I have one speeding ticket from last year, no accidents.":                                  `drivers[0].accidents=0 drivers[0].violations=1`,
		"1 speeding ticket (2025), otherwise clean":                                                 `drivers[0].accidents=0 drivers[0].violations=1`,
		"just one ticket, that's it":                                                                `drivers[0].violations=1 drivers[0].accidents=0`,
		"I got pulled over once for speeding in March, no accidents.":                               `drivers[0].violations=1 drivers[0].accidents=0`,
		"One at-fault accident in 2025. No tickets.":                                                `drivers[0].accidents=1 drivers[0].violations=0`,
		"I had a fender bender in 2025 that was my fault. No tickets.":                              `drivers[0].accidents=1 drivers[0].violations=0`,
		"I rear-ended someone in 2025.":                                                             `drivers[0].accidents=1`,
		"I backed into a pole last year and filed a claim, no tickets":                              `drivers[0].accidents=1 drivers[0].violations=0`,
		"two tickets and an accident":                                                               `drivers[0].violations=2 drivers[0].accidents=1`,
		"2 speeding tickets, 1 accident (my fault)":                                                 `drivers[0].violations=2 drivers[0].accidents=1`,
		"Record is clean as a whistle.":                                                             `drivers[0].accidents=0 drivers[0].violations=0`,
		"Squeaky clean driving record":                                                              `drivers[0].accidents=0 drivers[0].violations=0`,
		"my record is spotless":                                                                     `drivers[0].accidents=0 drivers[0].violations=0`,
		"Haven't had any accidents or tickets.":                                                     `drivers[0].accidents=0 drivers[0].violations=0`,
		"I don't have any tickets or accidents on my record.":                                       `drivers[0].accidents=0 drivers[0].violations=0`,
		"nothing on my record":                                                                      `drivers[0].accidents=0 drivers[0].violations=0`,
		"no claims, no tickets":                                                                     `drivers[0].violations=0 drivers[0].accidents=0`,
		"No at-fault accidents, no moving violations.":                                              `drivers[0].accidents=0 drivers[0].violations=0`,
		"No dings on my record.":                                                                    `drivers[0].accidents=0 drivers[0].violations=0`,
		"no tix no accidents":                                                                       `drivers[0].accidents=0 drivers[0].violations=0`,
		"Not a single accident or ticket in 20 years":                                               `drivers[0].accidents=0 drivers[0].violations=0`,
		"I have a perfect driving record":                                                           `drivers[0].accidents=0 drivers[0].violations=0`,
		"Ticket-free and accident-free.":                                                            `drivers[0].accidents=0 drivers[0].violations=0`,
		"sin accidentes ni multas":                                                                  `drivers[0].accidents=0 drivers[0].violations=0`,
		"No he tenido accidentes ni infracciones.":                                                  `drivers[0].accidents=0 drivers[0].violations=0`,
		"No tengo multas ni choques.":                                                               `drivers[0].accidents=0 drivers[0].violations=0`,
		"Nunca he tenido un accidente, y una multa en 2025.":                                        `drivers[0].accidents=0 drivers[0].violations=1`,
		"récord limpio":                                                                             `drivers[0].accidents=0 drivers[0].violations=0`,
		"tengo el récord limpio":                                                                    `drivers[0].accidents=0 drivers[0].violations=0`,
		"cero accidentes, cero multas":                                                              `drivers[0].accidents=0 drivers[0].violations=0`,
		"Choques: ninguno. Multas: una en 2025.":                                                    `drivers[0].accidents=0 drivers[0].violations=1`,
		"me dieron una multa el año pasado, sin choques":                                            `drivers[0].accidents=0 drivers[0].violations=1`,
		"ni un choque ni una multa":                                                                 `drivers[0].accidents=0 drivers[0].violations=0`,
		"Neither my wife Ines nor I have any tickets or accidents. She drives too.":                 `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) and I both have clean records.":                                    `drivers[0].accidents=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. No accidents or tickets for either of us.":                 `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. We're both clean.":                                         `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. Ines had a ticket in 2025; no other tickets or accidents.": `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=1`,
		"My wife Ines (5/6/1980) drives. She had an at-fault accident in 2025, otherwise we are both clean.": `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=1 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. Not one ticket or accident between us.":                             `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. I've had a speeding ticket, my wife nothing.":                       `drivers[0].violations=1 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. Accidents: none for both. Tickets: me 1, Ines 0.":                   `drivers[0].violations=1 drivers[1].violations=0 drivers[0].accidents=0 drivers[1].accidents=0`,
		"My wife Ines (5/6/1980) drives. All clean.":                                                         `drivers[0].violations=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. Nobody has any accidents or violations.":                            `drivers[0].violations=0 drivers[1].violations=0`,
		"My wife Ines (5/6/1980) drives. We have no accidents, and she has one violation.":                   `drivers[0].accidents=0 drivers[1].violations=1 drivers[1].accidents=0`,
	} {
		checkQuill(t, text, want)
	}
}

// TestAddressesSaid reads where the car is kept, in a mail of Pat Quill.
func TestAddressesSaid(t *testing.T) {
	for text, want := range map[string]string{
		"I live at 61 Elm St in Bend, Oregon 97701.":                           `garaging_address.street="61 Elm St" garaging_address.city="Bend" garaging_address.state="OR" garaging_address.zip="97701"`,
		"Address: 61 Elm St., Apt. 4, Bend OR 97701-1234":                      `garaging_address.street="61 Elm St., Apt. 4" garaging_address.city="Bend" garaging_address.zip="97701-1234"`,
		"Car is parked at 61 Elm Street, Bend. Zip 97701.":                     `garaging_address.street="61 Elm Street" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Zip code is 97701.":                                                   `garaging_address.zip="97701"`,
		"my zip's 97701":                                                       `garaging_address.zip="97701"`,
		"We live in Bend (97701).":                                             `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"We're in the Bend area, 97701":                                        `garaging_address.zip="97701"`,
		"Bend, Oregon":                                                         `garaging_address.city="Bend" garaging_address.state="OR"`,
		"I live in Bend.":                                                      `garaging_address.city="Bend"`,
		"I'm from Bend, Oregon.":                                               `garaging_address.city="Bend" garaging_address.state="OR"`,
		"61 NW Elm Ave #4, Bend, OR, 97701":                                    `garaging_address.street="61 NW Elm Ave #4" garaging_address.city="Bend"`,
		"61 N. Elm Ave. Unit B Bend, OR 97701":                                 `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"61 Elm Ave\nApt 4\nBend, OR 97701":                                    `garaging_address.street="61 Elm Ave Apt 4" garaging_address.city="Bend"`,
		"61 Elm Ave\nBend, OR\n97701":                                          `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Street: 61 Elm Ave\nCity/State/Zip: Bend, OR 97701":                   `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Home address - 61 Elm Ave, Bend, OR 97701":                            `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"We moved from 5 Oak St, Salem OR 97301 to 61 Elm Ave, Bend OR 97701.": `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"My old address was 5 Oak St, Salem OR 97301. Now I'm at 61 Elm Ave, Bend OR 97701.":     `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"I get mail at 5 Oak St, Salem OR 97301 but live at 61 Elm Ave, Bend OR 97701.":          `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"Mailing: PO Box 7, Bend OR 97709. Garaging: 61 Elm Ave, Bend OR 97701.":                 `garaging_address.street="61 Elm Ave" garaging_address.zip="97701"`,
		"mailing address is PO Box 7, Bend OR 97709, the car stays at 61 Elm Ave, Bend OR 97701": `garaging_address.street="61 Elm Ave" garaging_address.zip="97701"`,
		"I work at 5 Oak St, Salem OR 97301 and live at 61 Elm Ave, Bend OR 97701.":              `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"Vivo en 61 Elm Ave, Bend, Oregon 97701":                                                 `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.state="OR"`,
		"Mi dirección es 61 Elm Ave apto 4, Bend OR 97701":                                       `garaging_address.street="61 Elm Ave apto 4" garaging_address.city="Bend"`,
		"mi domicilio: calle Elm 61, Bend OR 97701":                                              `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"vivo en bend oregon el zip es 97701":                                                    `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"el carro duerme en 61 Elm Ave, Bend OR 97701":                                           `garaging_address.street="61 Elm Ave"`,
		"Rural route: 61 Highway 20, Bend OR 97701":                                              `garaging_address.street="61 Highway 20" garaging_address.city="Bend"`,
		"61 Hwy 20 E, Bend OR 97701":                                                             `garaging_address.street="61 Hwy 20 E" garaging_address.city="Bend"`,
		"61500 Old Mill Loop, La Pine OR 97739":                                                  `garaging_address.street="61500 Old Mill Loop" garaging_address.city="La Pine"`,
		"61 Paseo del Rio, San Luis Obispo, CA 93401":                                            `garaging_address.street="61 Paseo del Rio" garaging_address.city="San Luis Obispo"`,
		"61 La Costa Ct, Rancho Cucamonga 91730":                                                 `garaging_address.street="61 La Costa Ct" garaging_address.city="Rancho Cucamonga" garaging_address.state="CA"`,
		"61 1/2 Elm Ave, Bend OR 97701":                                                          `garaging_address.street="61 1/2 Elm Ave"`,
		"6100 23rd St, Sacramento CA 95818":                                                      `garaging_address.street="6100 23rd St" garaging_address.city="Sacramento"`,
		"6100 E 23rd, Sacramento CA 95818":                                                       `garaging_address.street="6100 E 23rd" garaging_address.city="Sacramento"`,
		"61B Elm Ave, Bend OR 97701":                                                             `garaging_address.street="61B Elm Ave"`,
		"61-B Elm Ave, Bend OR 97701":                                                            `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"I am in Bend at 61 Elm Ave (97701).":                                                    `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Location: Bend, 97701":                                                                  `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"Garaging ZIP 97701 (Bend)":                                                              `garaging_address.zip="97701" garaging_address.city="Bend"`,
		"Zip where it's kept: 97701":                                                             `garaging_address.zip="97701"`,
		"we are in 97701":                                                                        `garaging_address.zip="97701"`,
		"97701 is our zip":                                                                       `garaging_address.zip="97701"`,
		"St. Helens, OR 97051; 61 Elm Ave":                                                       `garaging_address.street="61 Elm Ave" garaging_address.city="St. Helens" garaging_address.zip="97051"`,
		"I rent a place on 61 Elm Ave in Bend, 97701.":                                           `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"I rent a place on 61 Elm Ave in Bend OR.":                                               `garaging_address.street="61 Elm Ave" garaging_address.city="Bend" garaging_address.state="OR"`,
		"The car lives with me at 61 Elm Ave, Bend, OR 97701, not at my dad's in Salem.":         `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"61 Elm Ave, Lake Oswego, Ore. 97034":                                                    `garaging_address.city="Lake Oswego" garaging_address.state="OR"`,
		"61 Elm Ave, Lake Oswego, Oreg 97034":                                                    `garaging_address.zip="97034"`,
		"61 Elm Ave Bend, OR 97701":                                                              `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"61 South Bend Rd, Salem OR 97301":                                                       `garaging_address.street="61 South Bend Rd" garaging_address.city="Salem"`,
		"61 Bend Oregon Trail, Salem OR 97301":                                                   `garaging_address.city="Salem"`,
	} {
		checkQuill(t, text, want)
	}
}

// TestHouseholdsSaid reads who else drives, and what of all that is said is theirs.
func TestHouseholdsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"My name is Pat Quill and my wife is Ines Rey. She drives too.":                                     `drivers[1].given_name="Ines" drivers[1].surname="Rey" drivers[1].relationship="spouse"`,
		"This is Pat. My husband's name is Olaf Quill and he drives as well.":                               `drivers[1].given_name="Olaf" drivers[1].surname="Quill" drivers[1].relationship="spouse"`,
		"Me and my wife, Ines, both drive.":                                                                 `drivers[1].given_name="Ines" drivers[1].relationship="spouse"`,
		"Two drivers: me and my husband Olaf.":                                                              `drivers[1].given_name="Olaf" drivers[1].relationship="spouse"`,
		"Drivers: Pat Quill and Ines Quill (wife)":                                                          `drivers[1].given_name="Ines" drivers[1].surname="Quill" drivers[1].relationship="spouse"`,
		"Drivers are myself and my son Leo Quill, 7/8/2005.":                                                `drivers[1].given_name="Leo" drivers[1].surname="Quill" drivers[1].relationship="child" drivers[1].date_of_birth="2005-07-08"`,
		"Ines, my wife, will be on the policy too.":                                                         `drivers[1].given_name="Ines" drivers[1].relationship="spouse"`,
		"Ines (my wife) drives the second car.":                                                             `drivers[1].given_name="Ines" drivers[1].relationship="spouse"`,
		"My fiancé Olaf Berg should be on it as well.":                                                      `drivers[1].given_name="Olaf" drivers[1].surname="Berg" drivers[1].relationship="other"`,
		"My girlfriend Ines drives it sometimes.":                                                           `drivers[1].given_name="Ines" drivers[1].relationship="other"`,
		"My daughter (Nell, 17) just got her license.":                                                      `drivers[1].given_name="Nell" drivers[1].relationship="child" drivers[1].years_licensed=0`,
		"Please include my 19-year-old son Leo as a driver.":                                                `drivers[1].given_name="Leo" drivers[1].relationship="child"`,
		"I need to add my mother-in-law, Rosa Berg, as a driver.":                                           `drivers[1].given_name="Rosa" drivers[1].surname="Berg" drivers[1].relationship="other"`,
		"My dad also drives it. His name is Omar Quill, DOB 7/8/1950.":                                      `drivers[1].given_name="Omar" drivers[1].surname="Quill" drivers[1].date_of_birth="1950-07-08" drivers[1].relationship="parent"`,
		"Mi esposa Inés también maneja.":                                                                    `drivers[1].given_name="Inés" drivers[1].relationship="spouse"`,
		"Mi esposo se llama Olaf Berg y también maneja.":                                                    `drivers[1].given_name="Olaf" drivers[1].surname="Berg" drivers[1].relationship="spouse"`,
		"mi hijo leo quill de 19 años tambien maneja":                                                       `drivers[1].given_name="Leo" drivers[1].relationship="child"`,
		"We have two drivers, my wife and I. Her name is Ines, DOB 7/8/1981.":                               `drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].relationship="spouse"`,
		"My wife drives too: Ines, 7/8/1981, licensed 20 years.":                                            `drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=20`,
		"wife - Ines - 7/8/1981 - 20 yrs licensed":                                                          `drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=20 drivers[1].relationship="spouse"`,
		"Wife: Ines Quill, DOB: 7/8/1981, Licensed: 2001":                                                   `drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=25 drivers[1].relationship="spouse"`,
		"Spouse name: Ines Quill\nSpouse DOB: 7/8/1981\nSpouse years licensed: 20":                          `drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=20 drivers[1].relationship="spouse"`,
		"Driver 1: Pat Quill, 5/6/1980, licensed 1998\nDriver 2: Ines Quill, 7/8/1981, licensed 2001, wife": `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=28 drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=25 drivers[1].relationship="spouse"`,
		"1. Pat Quill 5/6/80 lic 1998\n2. Ines Quill 7/8/81 lic 2001 spouse":                                `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=28 drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=25 drivers[1].relationship="spouse"`,
		"Pat 5/6/80, Ines 7/8/81 (my wife). Both licensed 20 years.":                                        `drivers[0].date_of_birth="1980-05-06" drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].years_licensed=20 drivers[0].years_licensed=20`,
		"I was born 5/6/1980 and licensed at 18; my wife Ines was born 7/8/1981 and licensed at 20.":        `drivers[0].years_licensed=28 drivers[1].years_licensed=25`,
		"My wife Ines (7/8/1981) and I (5/6/1980) have been licensed 20 and 25 years.":                      `drivers[0].date_of_birth="1980-05-06" drivers[1].date_of_birth="1981-07-08"`,
		"My wife Ines drives. I've been licensed 25 years and she's had hers for 20.":                       `drivers[0].years_licensed=25 drivers[1].years_licensed=20`,
		"My wife Ines drives. I've had my license 25 years, Ines 20.":                                       `drivers[0].years_licensed=25 drivers[1].years_licensed=20`,
		"My wife Ines drives. Licensed 25 years (me) and 20 years (Ines).":                                  `drivers[0].years_licensed=25 drivers[1].years_licensed=20`,
		"My wife Ines drives. Years licensed: me 25, her 20.":                                               `drivers[0].years_licensed=25 drivers[1].years_licensed=20`,
		"My wife Ines drives. 25 years licensed for me, 20 for her.":                                        `drivers[0].years_licensed=25 drivers[1].years_licensed=20`,
		"My wife Ines drives. We have both been licensed 20 years.":                                         `drivers[0].years_licensed=20 drivers[1].years_licensed=20`,
		"My wife Ines drives. I got my license in 2000, and she got hers in 2006.":                          `drivers[0].years_licensed=26 drivers[1].years_licensed=20`,
		"My wife Ines drives. I got my license in 2000; hers was 2006.":                                     `drivers[0].years_licensed=26 drivers[1].years_licensed=20`,
		"My wife Ines drives. I was licensed in 2000 and Ines in 2006.":                                     `drivers[0].years_licensed=26 drivers[1].years_licensed=20`,
		"My wife Ines drives. Ines has been licensed since 2006, I've been since 2000.":                     `drivers[0].years_licensed=26 drivers[1].years_licensed=20`,
		"My wife Ines drives. Ines has been licensed since 2006, me since 2000.":                            `drivers[0].years_licensed=26 drivers[1].years_licensed=20`,
		"My wife Ines drives. She has been driving 20 years, same as me.":                                   `drivers[1].years_licensed=20 drivers[0].years_licensed=20`,
		"I've been licensed 25 years, my son Leo (7/8/2005) since he was 17.":                               `drivers[0].years_licensed=25 drivers[1].years_licensed=4`,
		"My son Leo (7/8/2005), licensed at 17, clean.":                                                     `drivers[1].years_licensed=4`,
		"Our daughter Nell (7/8/2009) got her license this summer.":                                         `drivers[1].years_licensed=0`,
		"Our daughter Nell, 17, has had her license for 6 months.":                                          `drivers[1].years_licensed=0`,
		"Our daughter Nell (7/8/2010) only has a learner's permit.":                                         `drivers[1].given_name="Nell" drivers[1].date_of_birth="2010-07-08"`,
		"I took the class of Ms. Ines Rey (teacher).":                                                       `!drivers[1]`,
	} {
		checkQuill(t, text, want)
	}
}

// TestIntentsSaid reads what is wanted, in words that have no other meaning.
func TestIntentsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"Please cancel my auto policy effective June 1.":                                             "cancel",
		"I sold my car and no longer need insurance.":                                                "cancel",
		"I'd like to stop my coverage at the end of the month, I'm moving to Ohio.":                  "cancel",
		"Found a better rate elsewhere so please don't renew my policy.":                             "cancel",
		"My mother passed away and we need to close her auto policy.":                                "cancel",
		"We switched to State Farm last week, so our policy with you can end.":                       "cancel",
		"Ya no necesito el seguro, vendí el carro.":                                                  "cancel",
		"Quiero cancelar mi póliza por favor.":                                                       "cancel",
		"You can take us off the books, we are moving to Spain next month.":                          "cancel",
		"Someone hit my car in the parking lot this morning. What do I do?":                          "claim",
		"I need to report an accident that happened last night on Hwy 20.":                           "claim",
		"A rock cracked my windshield yesterday, is that covered? How do I file?":                    "claim",
		"My car was stolen from the driveway overnight.":                                             "claim",
		"I hit a deer on the way home, the front end is smashed and it was towed.":                   "claim",
		"Choqué ayer y quiero reportar el accidente.":                                                "claim",
		"A tree branch fell on my Subaru last night and dented the roof.":                            "claim",
		"Hail got my truck on Tuesday, dents all over the hood. Who do I call?":                      "claim",
		"Why did my bill go up $40 this month?":                                                      "billing",
		"Can I change my payment date to the 15th?":                                                  "billing",
		"I was charged twice this month on my autopay.":                                              "billing",
		"I need to update my credit card on file for the payments.":                                  "billing",
		"¿Por qué me cobraron dos veces este mes?":                                                   "billing",
		"My payment didn't go through, can I pay over the phone?":                                    "billing",
		"When is my next payment due and how much is it?":                                            "billing",
		"Please send me my ID cards.":                                                                "question",
		"Am I covered if I rent a car in Canada?":                                                    "question",
		"Does my policy cover a rental?":                                                             "question",
		"What's the difference between comprehensive and collision?":                                 "question",
		"What are your office hours?":                                                                "question",
		"Do you write policies in Nevada?":                                                           "question",
		"How does a DUI affect my rate?":                                                             "question",
		"¿Mi póliza cubre a mi hermano si maneja mi carro?":                                          "question",
		"Is there a discount for paying in full on my policy?":                                       "question",
		"Can you send proof of insurance to my landlord?":                                            "question",
		"Please add my daughter Nell to my policy, she just got her license.":                        "policy_change",
		"Please add a 2022 Kia Soul to our policy, we bought it yesterday.":                          "policy_change",
		"I traded in my Civic for a 2023 CR-V, please swap them on my policy.":                       "policy_change",
		"We moved, please update our address on the policy to 61 Elm Ave, Bend OR 97701.":            "policy_change",
		"Please raise my collision deductible to $1000.":                                             "policy_change",
		"Please remove my ex-husband from my policy.":                                                "policy_change",
		"I'd like to drop collision on the old truck on my policy.":                                  "policy_change",
		"Quiero agregar a mi hijo a mi póliza.":                                                      "policy_change",
		"Can you take the Jeep off my policy, it's in storage now.":                                  "policy_change",
		"Please add Wells Fargo as the lienholder on my Soul.":                                       "policy_change",
		"I got married, please change my last name on the policy.":                                   "policy_change",
		"I need a quote for homeowners insurance.":                                                   "other_line",
		"How much is renters insurance for a one bedroom apartment?":                                 "other_line",
		"Do you insure motorcycles? I have a 2018 Harley I need a quote on.":                         "other_line",
		"Looking for an umbrella policy quote.":                                                      "other_line",
		"I want life insurance quotes for my wife and me.":                                           "other_line",
		"Need a quote for my boat.":                                                                  "other_line",
		"Necesito seguro para mi casa.":                                                              "other_line",
		"Quote for an RV please, 2015 Winnebago.":                                                    "other_line",
		"We need a quote for our three delivery vans, our bakery LLC owns them.":                     "commercial",
		"I need commercial auto insurance for my landscaping company trucks.":                        "commercial",
		"My plumbing business needs insurance on two work vans with employees driving.":              "commercial",
		"Necesito seguro para los camiones de mi empresa.":                                           "commercial",
		"Our church needs insurance for its 15 passenger van.":                                       "commercial",
		"We can get your agency on the first page of Google.":                                        "spam",
		"Grow your book of business with our exclusive live transfer leads!":                         "spam",
		"Congratulations, you have won a gift card.":                                                 "spam",
		"Need a quote on a 2018 Kia Soul.":                                                           "new_quote",
		"How much would you charge me for full coverage on my 2018 Kia Soul?":                        "new_quote",
		"I'm shopping for car insurance.":                                                            "new_quote",
		"I just bought a 2018 Kia Soul and need insurance by Friday.":                                "new_quote",
		"My renewal with Geico went up, can you beat $140 a month for a 2018 Kia Soul?":              "new_quote",
		"Cuánto me sale asegurar un Kia Soul 2018?":                                                  "new_quote",
		"Looking to switch from Geico. 2018 Kia Soul, born 5/6/1980, licensed 20 years, no tickets.": "new_quote",
		"Thank you so much!":                        "other",
		"I will be out of the office until Monday.": "other",
		"Thanks, got it.":                           "other",
	} {
		in := Input{Subject: "hello", Text: text, FromName: "Pat Quill", FromAddress: "pquill@customer.test", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		if got := Read(in).Intent; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestRefersSaid reads why a person must take a mail, and what is no reason.
func TestRefersSaid(t *testing.T) {
	for text, want := range map[string]string{
		"Need an SR-22 for my 2018 Kia Soul.":                                          "sr22",
		"The court says I need an SR22 filing. 2018 Kia Soul quote.":                   "sr22",
		"My license is suspended until March. Quote for a 2018 Kia Soul.":              "suspended",
		"I've never been suspended. Quote for a 2018 Kia Soul.":                        "",
		"I don't have a license yet, quote for a 2018 Kia Soul that I drive.":          "unlicensed",
		"Todavía no tengo licencia pero manejo. Cotización para un Kia Soul 2018.":     "unlicensed",
		"I drive for Uber on weekends. Quote for a 2018 Kia Soul.":                     "rideshare",
		"I deliver for DoorDash with it. Quote for a 2018 Kia Soul.":                   "rideshare",
		"I used to drive for Uber but stopped. Quote for a 2018 Kia Soul.":             "",
		"My 2018 Kia Soul has a salvage title, need a quote.":                          "salvage",
		"My 2018 Kia Soul has a rebuilt title, need a quote.":                          "salvage",
		"The 2018 Kia Soul has a clean title, need a quote.":                           "",
		"I don't own a car but need insurance to drive my roommate's.":                 "non_owner",
		"I have had no insurance since June. Quote for a 2018 Kia Soul.":               "lapse",
		"My policy lapsed in June. Quote for a 2018 Kia Soul.":                         "lapse",
		"I've never had a lapse. Quote for a 2018 Kia Soul.":                           "",
		"They won't give me plates without insurance. Quote for a 2018 Kia Soul.":      "",
		"You can't drive without insurance here, so quote a 2018 Kia Soul.":            "",
		"I've been driving without insurance since May. Quote for a 2018 Kia Soul.":    "lapse",
		"I'm 17 and want my own policy for a 2018 Kia Soul.":                           "minor_applicant",
		"I have 17 years of experience. Quote for a 2018 Kia Soul.":                    "",
		"My son is 17. Quote for a 2018 Kia Soul for me.":                              "",
		"Tengo 17 años y quiero asegurar mi Kia Soul 2018.":                            "minor_applicant",
		"Tengo 17 años de licencia y quiero asegurar mi Kia Soul 2018.":                "",
		"2019 Ferrari 488 quote please.":                                               "exotic",
		"My son's license is suspended, he won't drive it. Quote for a 2018 Kia Soul.": "suspended",
		"Licensed in California 2008. Quote for a 2018 Kia Soul.":                      "",
	} {
		in := Input{Subject: "quote", Text: text, FromName: "Pat Quill", FromAddress: "pquill@customer.test", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		if got := Read(in).Refer; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestAnswersSaid reads replies of Pat Quill, bare or below a quoted question.
func TestAnswersSaid(t *testing.T) {
	for text, want := range map[string]string{
		"5/6/1980": `drivers[0].date_of_birth="1980-05-06"`,
		"05-06-80, licensed 20 years, 61 Elm Ave, Bend 97701":                                                  `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=20 garaging_address.city="Bend"`,
		"Hi, it's 5/6/1980. Thanks":                                                                            `drivers[0].date_of_birth="1980-05-06"`,
		"My DOB is 5/6/80 and I've been licensed since 1998.":                                                  `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=28`,
		"sure! May 6 1980, 20 years, no accidents":                                                             `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=20 drivers[0].accidents=0`,
		"1. 5/6/1980\n2. 20 years":                                                                             `drivers[0].date_of_birth="1980-05-06"`,
		"> Your date of birth?\n5/6/1980\n> How long have you been licensed?\n20 years":                        `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=20`,
		"> 1. Date of birth?\n5/6/1980\n> 2. Years licensed?\n20\n> 3. ZIP code where the car is kept?\n97701": `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=20 garaging_address.zip="97701"`,
		"> When did you first get your license?\nWhen I was 18\n> And your date of birth?\nMay 6, 1980":        `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=28`,
		"> How many years have you been licensed?\nsince 98":                                                   `drivers[0].years_licensed=28`,
		"> How many years have you been licensed?\nAbout 20":                                                   `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\nover 20 years":                                              `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\n20+":                                                        `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\ntwenty years":                                               `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\nI think 20 years":                                           `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\nIt's been 20 years":                                         `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\nGot it in 2006":                                             `drivers[0].years_licensed=20`,
		"> How many years have you been licensed?\nSince high school, so 20 years":                             `drivers[0].years_licensed=20`,
		"> How long have you had a license?\n8/2006":                                                           `drivers[0].years_licensed=20`,
		"> Where is the car kept at night?\n61 Elm Ave, Bend":                                                  `garaging_address.street="61 Elm Ave" garaging_address.city="Bend"`,
		"> What is your address?\n61 Elm Ave Apt 3\nBend OR 97701":                                             `garaging_address.street="61 Elm Ave Apt 3" garaging_address.city="Bend" garaging_address.zip="97701"`,
		"> Which city and ZIP?\nBend, 97701":                                                                   `garaging_address.city="Bend" garaging_address.zip="97701"`,
		"> ZIP?\n97701":                                                                                        `garaging_address.zip="97701"`,
		"> What is the ZIP code?\nIt's 97701":                                                                  `garaging_address.zip="97701"`,
		"> Your full name?\nPatricia Quill":                                                                    `drivers[0].given_name="Patricia" drivers[0].surname="Quill"`,
		"> What is your wife's name and date of birth?\nInes, 7/8/1981":                                        `drivers[1].given_name="Ines" drivers[1].date_of_birth="1981-07-08" drivers[1].relationship="spouse"`,
		"> What is your wife's date of birth?\n7/8/1981":                                                       `drivers[1].date_of_birth="1981-07-08" drivers[1].relationship="spouse"`,
		"> How long has your wife been licensed?\n20 years":                                                    `drivers[1].years_licensed=20`,
		"> How long has Ines been licensed?\n20 years":                                                         `drivers[1].years_licensed=20`,
		"> What is Ines's date of birth?\nJuly 8 1981":                                                         `drivers[1].date_of_birth="1981-07-08"`,
		"> Any accidents or tickets?\nNope":                                                                    `drivers[0].accidents=0 drivers[0].violations=0`,
		"> Any accidents or tickets in the last 3 years?\nNone":                                                `drivers[0].accidents=0 drivers[0].violations=0`,
		"> Any accidents or tickets?\nno to both":                                                              `drivers[0].accidents=0 drivers[0].violations=0`,
		"> Any accidents or tickets?\n1 ticket":                                                                `drivers[0].violations=1`,
		"> How many accidents?\n0\n> How many tickets?\n1":                                                     `drivers[0].accidents=0 drivers[0].violations=1`,
		"> ¿Su fecha de nacimiento?\n6 de mayo de 1980\n> ¿Cuántos años tiene con licencia?\n20":               `drivers[0].date_of_birth="1980-05-06" drivers[0].years_licensed=20`,
		"> ¿Desde cuándo tiene licencia?\ndesde 2006":                                                          `drivers[0].years_licensed=20`,
		"> ¿Ha tenido accidentes o multas?\nNinguno":                                                           `drivers[0].accidents=0 drivers[0].violations=0`,
		"> ¿Cuál es su código postal?\n97701":                                                                  `garaging_address.zip="97701"`,
	} {
		in := Input{Subject: "Re: your quote", Text: text, FromName: "Pat Quill", FromAddress: "pquill@customer.test", Replies: true, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		r := Read(in)
		if r.Intent != provideInfo {
			t.Errorf("%q: intent %s", text, r.Intent)
		}
		facts := map[string]string{}
		for _, f := range r.Facts {
			facts[f.Path] = string(f.Value)
		}
		for _, w := range wants(want) {
			checkFact(t, text, w, facts)
		}
	}
}

// TestSurnamesSaid: people have two surnames in Spanish, and the header may have one of them.
func TestSurnamesSaid(t *testing.T) {
	const es, en = " y quiero un seguro para mi carro. Nací el 6 de mayo de 1980.", " and want a quote for my car."
	for _, tt := range []struct{ from, text, given, surname string }{
		{"Rosa Rey", "Buenas tardes, me llamo Rosa Rey Luna" + es, "Rosa", "Rey Luna"},
		{"Rosa Rey Luna", "Buenas tardes, me llamo Rosa Rey Luna" + es, "Rosa", "Rey Luna"},
		{"Juan Rey", "Buenas tardes, soy Juan Carlos Rey" + es, "Juan Carlos", "Rey"},
		{"Ana Rey", "Buenas tardes, soy Ana Lucia Rey" + es, "Ana", "Rey"},
		{"Ann Lee", "I am Ann Quist Lee" + en, "Ann", "Lee"},
		{"Dora Lee", "A quote for my car please.\n\nD. Lee", "Dora", "Lee"},
	} {
		r := Read(Input{Text: tt.text, FromName: tt.from, FromAddress: "mail@customer.test", Date: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)})
		if given, surname := factOf(r, "named_insured.given_name"), factOf(r, "named_insured.surname"); given != tt.given || surname != tt.surname {
			t.Errorf("%s, %q: %s %s; want %s %s", tt.from, tt.text, given, surname, tt.given, tt.surname)
		}
	}
}
