package reading

import "testing"

// TestYearsOfEach reads how long each of several people has been licensed, where that is said of
// one beside the other, in a mail of 20 November 2026.
func TestYearsOfEach(t *testing.T) {
	const car = "I have a 2019 Honda Civic. "
	for text, want := range map[string]string{
		car + "I've been licensed 22 years, my wife Jill 19, our son Tyler 2.":                                      `drivers[0].years_licensed=22 drivers[1].years_licensed=19 drivers[2].years_licensed=2`,
		car + "I have been driving for 18 years. My wife Mia for 14 years.":                                         `drivers[0].years_licensed=18 drivers[1].given_name="Mia" drivers[1].years_licensed=14`,
		car + "Licensed 14 years. Same for my wife, Chloe.":                                                         `drivers[0].years_licensed=14 drivers[1].given_name="Chloe" drivers[1].years_licensed=14`,
		car + "I've been licensed 40 years. Wife Barb - about the same.":                                            `drivers[1].given_name="Barb" drivers[1].years_licensed=40`,
		car + "I was licensed at 16 and so was my husband, Neil. I'm 44 and he is 47.":                              `drivers[0].years_licensed=28 drivers[1].years_licensed=31`,
		car + "Licensed 14 years. My wife Chloe, same last name, 5/6/1990, drives too.":                             `drivers[0].years_licensed=14 !drivers[1].years_licensed`,
		car + "I've had a license for 12 years and my wife one year longer.":                                        `drivers[0].years_licensed=12 drivers[1].years_licensed=13`,
		car + "I got my license in 2001 and my husband Jeff got his a year earlier.":                                `drivers[0].years_licensed=25 drivers[1].years_licensed=26`,
		car + "I've been at it 44 years licensed, Sylvia 41. Sylvia is my wife.":                                    `drivers[0].years_licensed=44 drivers[1].given_name="Sylvia" drivers[1].years_licensed=41`,
		car + "He's had a license 10 years, my grandson Marco that is. I've been licensed 50 years.":                `drivers[0].years_licensed=50 drivers[1].given_name="Marco" drivers[1].years_licensed=10`,
		car + "Licensed since: 1994 (me), 1997 (my husband Lars).":                                                  `drivers[0].years_licensed=32 drivers[1].given_name="Lars" drivers[1].years_licensed=29`,
		car + "Between us 60 years of driving: 32 for me and 28 for my husband Luther.":                             `drivers[0].years_licensed=32 drivers[1].given_name="Luther" drivers[1].years_licensed=28`,
		car + "Licensed since 16 for me and 18 for my husband Dale. I'm 40 and he is 43.":                           `drivers[0].years_licensed=24 drivers[1].years_licensed=25`,
		car + "I was first licensed back in '96; Don, my husband, 3/3/1978, in '94.":                                `drivers[0].years_licensed=30 drivers[1].years_licensed=32`,
		car + "I got mine in 1990, my wife Gloria got hers in 1993 (licenses).":                                     `drivers[0].years_licensed=36 drivers[1].years_licensed=33`,
		car + "Need quote. 2 drivers, 20 years licensed each, me and Maureen Grady (spouse).":                       `drivers[0].years_licensed=20 drivers[1].given_name="Maureen" drivers[1].years_licensed=20`,
		car + "My wife Ana (26 years licensed) and my son Joel (5 years licensed) drive it.":                        `drivers[1].years_licensed=26 drivers[2].years_licensed=5`,
		car + "Licensed drivers in the house: me 18 yrs, Keisha (wife) 16 yrs.":                                     `drivers[0].years_licensed=18 drivers[1].given_name="Keisha" drivers[1].years_licensed=16`,
		car + "My license: 10 years. Hers: 11. She's my wife, Dani.":                                                `drivers[0].years_licensed=10 drivers[1].given_name="Dani" drivers[1].years_licensed=11`,
		car + "I'm licensed 20 years. My husband Anil Rao, 3-Mar-1983, is having since 9 years.":                    `drivers[1].years_licensed=9`,
		car + "My name is Ann Ngo. I have been licensed 12 years, Linh Ngo licensed 9 years, Kim licensed 6 years.": `drivers[1].given_name="Linh" drivers[1].years_licensed=9 drivers[2].years_licensed=6`,
		car + "Yo manejo hace 20 años y mi hijo Kevin, de 19, hace 2.":                                              `drivers[0].years_licensed=20 drivers[1].years_licensed=2`,
		car + "Carl and I are both 52 and we've both had our licenses since we were 17.":                            `drivers[0].years_licensed=35 drivers[1].given_name="Carl" drivers[1].years_licensed=35`,
		car + "All three of us have been licensed ten years. Me, my wife Amy, her brother Kyle.":                    `drivers[0].years_licensed=10 drivers[1].years_licensed=10 drivers[2].years_licensed=10`,
		car + "My wife Tina been driving 15 years and we got it in 2018.":                                           `!drivers[0].years_licensed drivers[1].years_licensed=15`,
		car + "I'm licensed 20 yrs. Her dad Lou, 70, drives it too.":                                                `drivers[0].years_licensed=20 !drivers[1].years_licensed`,
		car + "My son Trevor passed his road test two weeks ago. I have 26 years and my wife Kim 24.":               `drivers[0].years_licensed=26 drivers[1].years_licensed=0 drivers[2].years_licensed=24`,
		car + "My daughter Avery was licensed in February. I'm her dad, licensed 28 years.":                         `drivers[0].years_licensed=28 drivers[1].years_licensed=0`,
		car + "Me: 7 years licensed. Partner: Alex, 9 years licensed.":                                              `drivers[0].years_licensed=7 drivers[1].given_name="Alex" drivers[1].years_licensed=9`,
		car + "I first got licensed in 1979. The wife, Ingrid, in 1981.":                                            `drivers[0].years_licensed=47 drivers[1].years_licensed=45`,
		car + "I got my license in 2010 and my fiancé Marc at 16 in 2004.":                                          `drivers[0].years_licensed=16 drivers[1].years_licensed=22`,
		car + "Licensed 12 years. My son Leo may drive it in 2 years.":                                              `drivers[0].years_licensed=12 !drivers[1].years_licensed`,
		car + "Mi licencia la tengo desde 2016 y mi hijo Iván desde el año pasado.":                                 `drivers[0].years_licensed=10 drivers[1].years_licensed=1`,
		car + "My ex wife had her license 20 years. Licensed 12 years here.":                                        `drivers[0].years_licensed=12 !drivers[1]`,
		car + "Mi mamá Teresa tiene 40 años de experiencia manejando y yo apenas dos años con licencia.":            `drivers[0].years_licensed=2 drivers[1].years_licensed=40`,
		car + "Mi licencia es de 2005 y la de mi esposo Hugo es de 2002.":                                           `drivers[0].years_licensed=21 drivers[1].years_licensed=24`,
		car + "My wife Ann, 5/5/1984, drives too (spouse; ran a stop sign, June 2024). I've a license 9 years.":     `drivers[0].years_licensed=9 !drivers[1].years_licensed`,
	} {
		checkText(t, text, want)
	}
}

// TestYearsListed reads years in lists that a heading or a note explains.
func TestYearsListed(t *testing.T) {
	for text, want := range map[string]string{
		"2015 Kia Soul.\n\nYears licensed:\nme - 29\nmy wife Stacy - 27":                                                           `drivers[0].years_licensed=29 drivers[1].years_licensed=27`,
		"2015 Kia Soul. Myself (6/6/1991), seventeen years; my son Cleo (1/9/2003), four years. That's how long each is licensed.": `drivers[0].years_licensed=17 drivers[1].years_licensed=4`,
		"2015 Kia Soul. Please note years licensed: husband (Tim) 33, self 31, daughter (Molly) 4.":                                `drivers[0].years_licensed=31`,
		"Drivers:\n- Me, 37, 20 yrs\n- Wife Kara, 35, 17 yrs\n(years = how long licensed)\n2015 Kia Soul.":                         `drivers[0].years_licensed=20 drivers[1].years_licensed=17`,
		"Drivers and how long we've had licenses:\nMy son Leo - 5 years\nEverett (husband) - 47 years\n2015 Kia Soul":              `drivers[1].years_licensed=5 drivers[2].given_name="Everett" drivers[2].years_licensed=47`,
		"2015 Kia Soul. I'm Vivian Cho.\nLicensed: Vivian 2001, Andrew 1999.":                                                      `drivers[0].years_licensed=25 drivers[1].given_name="Andrew" drivers[1].years_licensed=27`,
		"Age first licensed: 17\nDate of birth: 04/12/1961\n2015 Kia Soul.":                                                        `drivers[0].years_licensed=48`,
		"2015 Kia Soul. I lived here 12 years. How long licensed matters to you, I guess.":                                         `!drivers[0].years_licensed`,
	} {
		checkText(t, text, want)
	}
}

// TestLicensedElse holds that other licenses, other things driven for years, bounds from above and
// questions say nothing of how long somebody has had a driver's license.
func TestLicensedElse(t *testing.T) {
	const none = `!drivers[0].years_licensed`
	for text, want := range map[string]string{
		"I've been driving this 2010 Honda Accord for 9 years.":                                 none,
		"I've been driving stick for 20 years. 2015 Kia Soul.":                                  none,
		"2015 Kia Soul. I'm a licensed electrician, 14 years in the trade.":                     none,
		"2015 Kia Soul. I have had my real estate license since 2011.":                          none,
		"2015 Kia Soul. Got my motorcycle license at 20. I'm 40.":                               none,
		"2015 Kia Soul. I've been a school bus driver for 11 years.":                            none,
		"2015 Kia Soul. My late husband did all the driving until 2021.":                        none,
		"2015 Kia Soul. My policy was issued in 2008.":                                          none,
		"2015 Kia Soul. License plate 8XKJ220, registered 2019.":                                none,
		"2015 Kia Soul. Do you need to have been licensed 3 years for your best rate?":          none,
		"2015 Kia Soul. Under 5 years licensed.":                                                none,
		"2015 Kia Soul. I had my license for 3 years before I got this car.":                    none,
		"2015 Kia Soul. I drove in Poland and changed my license to an Illinois one in 2019.":   none,
		"2015 Kia Soul. I'd been licensed 30 years in Germany before I came here.":              none,
		"2015 Kia Soul. My son Leo will be getting his license in August.":                      `!drivers[1].years_licensed`,
		"2015 Kia Soul. My license renews in October 2023, I think.":                            none,
		"2015 Kia Soul. I've had my driver's license since 2011, a real estate one since 2015.": `drivers[0].years_licensed=15`,
		"2015 Kia Soul. I'm a licensed driver of 33 years.":                                     `drivers[0].years_licensed=33`,
	} {
		checkText(t, text, want)
	}
}

// TestYearsSinceAges reads years that count from an age, and years said in other words.
func TestYearsSinceAges(t *testing.T) {
	for text, want := range map[string]string{
		"2015 Kia Soul. I've been a licensed driver since the age of 16 (I'm 29 now).":     `drivers[0].years_licensed=13`,
		"2015 Kia Soul. I turned 72 in February and had a license since my 16th birthday.": `drivers[0].years_licensed=56`,
		"2015 Kia Soul. I'm 50 and was 16 when I got my license.":                          `drivers[0].years_licensed=34`,
		"2015 Kia Soul. First license: age 16. Current age: 38.":                           `drivers[0].years_licensed=22`,
		"2015 Kia Soul. I'm a nurse, 31, licensed since I was 18.":                         `drivers[0].years_licensed=13`,
		"2015 Kia Soul. I've only had my license a year.":                                  `drivers[0].years_licensed=1`,
		"2015 Kia Soul. I've been driving 6 months.":                                       `drivers[0].years_licensed=0`,
		"2015 Kia Soul. I have 35 years' driving experience.":                              `drivers[0].years_licensed=35`,
		"2015 Kia Soul. DOB 6/30/72, licensed 6/88, clean.":                                `drivers[0].years_licensed=38`,
		"2015 Kia Soul. I've had my license 20.":                                           `drivers[0].years_licensed=20`,
		"2015 Kia Soul. I have been driving 12.":                                           `drivers[0].years_licensed=12`,
		"2015 Kia Soul. I hold a Nevada license, issued 2008.":                             `drivers[0].years_licensed=18`,
		"2015 Kia Soul. I passed my test at 19 and I'm now 45.":                            `drivers[0].years_licensed=26`,
		"2015 Kia Soul. I passed my test at 19.":                                           `!drivers[0].years_licensed`,
		"2015 Kia Soul. I passed my test in March.":                                        `drivers[0].years_licensed=0`,
		"2015 Kia Soul. I've got 22 years on my license.":                                  `drivers[0].years_licensed=22`,
		"2015 Kia Soul. License? Eight years.":                                             `drivers[0].years_licensed=8`,
		"2015 Kia Soul. I'm a 2 year driver.":                                              `drivers[0].years_licensed=2`,
		"2015 Kia Soul. I have five years of experience in sales.":                         `!drivers[0].years_licensed`,
		"2015 Kia Soul. My daughter Ella, born 2/2/2010, has had her license since April.": `drivers[1].given_name="Ella" drivers[1].years_licensed=0`,
	} {
		checkText(t, text, want)
	}
}

// TestYearsOfNoLicense leaves out what is said of a permit, and of a license given up or renewed.
func TestYearsOfNoLicense(t *testing.T) {
	const car = "I have a 2019 Honda Civic and a license since 1999. "
	for text, want := range map[string]string{
		car + "My husband Al has a license 25 years, and our oldest, Maya, turned 15 and just got her permit 2 weeks ago.": `drivers[1].years_licensed=25 drivers[2].given_name="Maya" !drivers[2].years_licensed`,
		car + "My son Bo has had his permit 2 months.":                                                                     `drivers[1].given_name="Bo" !drivers[1].years_licensed`,
		car + "My wife Ann got her permit in 2010 and her license in 2011.":                                                `drivers[1].years_licensed=15`,
		car + "My mother Rosa lives with us. She gave up her license in 2019, does not drive.":                             `drivers[0].years_licensed=27 !drivers[1]`,
		car + "I renewed my license in 2019.":                                                                              `drivers[0].years_licensed=27`,
	} {
		checkText(t, text, want)
	}
}
