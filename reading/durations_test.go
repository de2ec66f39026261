package reading

import "testing"

// TestDurationsAndRecords: how long somebody has been licensed, and what is on record, said in other words.
func TestDurationsAndRecords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"2015 Kia Soul. I got my licence, an international one aside, in Nevada in 2011.", `drivers[0].years_licensed=15`},
		{"2015 Kia Soul. I have my license; had it since 2012.", `drivers[0].years_licensed=14`},
		{"2015 Kia Soul. License? Got it in 2012.", `drivers[0].years_licensed=14`},
		{"2015 Kia Soul. I've had it (the license) 12 yrs", `drivers[0].years_licensed=12`},
		{"2015 Kia Soul. licensed 18 months", `drivers[0].years_licensed=1`},
		{"2015 Kia Soul. got my license 8 months ago", `drivers[0].years_licensed=0`},
		{"2015 Kia Soul. My unblemished driving record counts, I hope.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. There's nothing on record.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. No record of any kind.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. My driving record is perfect.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. Record: immaculate", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. One ticket, rest clean.", `drivers[0].accidents=0 drivers[0].violations=1`},
		{"2015 Kia Soul. Caught speeding last spring.", `drivers[0].violations=1`},
		{"2015 Kia Soul. I hit a guardrail on black ice in January 2025.", `drivers[0].accidents=1`},
		{"2015 Kia Soul. I've never been in a crash nor been pulled over.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. Clean as they come.", `drivers[0].accidents=0 drivers[0].violations=0`},
		{"2015 Kia Soul. At-fault accident 2025; no violations.", `drivers[0].accidents=1 drivers[0].violations=0`},
		{"2015 Kia Soul. No violations other than a 2025 speeding ticket.", `drivers[0].violations=1`},
		{"2015 Kia Soul. Do you have it in 2012 models? My license is from 1999.", `drivers[0].years_licensed=27`},
		{"2015 Kia Soul. I have my license. The Soul, had it since 2017.", `!drivers[0].years_licensed`},
		{"2015 Kia Soul. Licensed 14 years. I paid 0/0 interest once.", `!drivers[0].accidents !drivers[0].violations`},
		{"2015 Kia Soul. Licensed 7 months.", `drivers[0].years_licensed=0`},
		{"2015 Kia Soul. My wife Ann Doe, 5/5/1984, drives too. She has had no accidents or tickets. Neither have I.", `drivers[0].accidents=0 drivers[0].violations=0 drivers[1].accidents=0 drivers[1].violations=0`},
		{"2015 Kia Soul. My husband Bo Doe, 5/5/1984, drives too. No wrecks for either of us and I have no tickets.", `drivers[0].violations=0 !drivers[1].violations drivers[0].accidents=0 drivers[1].accidents=0`},
		{"2015 Kia Soul. It's only me since my husband passed.", `!drivers[1]`},
		{"2015 Kia Soul. I have two tickets: one in March 2024 and one in June 2025.", `drivers[0].violations=2`},
		{"2015 Kia Soul. Three tickets: one in 2024, two in 2025.", `drivers[0].violations=3`},
		{"2015 Kia Soul. Tickets: March 2024, June 2025.", `!drivers[0].violations`},
		{"2015 Kia Soul. Accidents: one in 2024, two in 2025.", `!drivers[0].accidents`},
		{"2015 Kia Soul. Accidents: 1 in 2025, licensed since 2003.", `drivers[0].accidents=1 drivers[0].years_licensed=23`},
		{"2015 Kia Soul. Two speeding tickets, in August 2025 and in 2020.", `!drivers[0].violations`},
		{"2015 Kia Soul. Two speeding tickets, in 2024 and in 2025.", `drivers[0].violations=2`},
		{"2015 Kia Soul. My wife Ann Doe, 5/5/1984, drives too. 2 at-fault accidents, both hers, in 2024 and 2025.", `!drivers[0].accidents !drivers[1].accidents`},
		{"Birth 30.11.1990. Kia Soul.", `drivers[0].date_of_birth="1990-11-30"`},
	} {
		checkText(t, tt.text, tt.want)
	}
}
