package reading

import "testing"

// TestYearsOfNoLicense leaves out what is said of a permit, and of a license given up or renewed.
func TestYearsOfNoLicense(t *testing.T) {
	const car = "I have a 2019 Honda Civic and a license since 1999. "
	for text, want := range map[string]string{
		car + "My husband Al has a license 25 years, and our oldest, Maya, turned 15 and just got her permit 2 weeks ago.": `drivers[1].years_licensed=25 drivers[2].given_name="Maya" !drivers[2].years_licensed`,
		car + "My son Bo has had his permit 2 months.":                                                                     `drivers[1].given_name="Bo" !drivers[1].years_licensed`,
		car + "My wife Ann got her permit in 2010 and her license in 2011.":                                                `drivers[1].years_licensed=15`,
		car + "My mother Rosa lives with us. She gave up her license in 2019, does not drive.":                             `drivers[0].years_licensed=27 !drivers[1]`,
		car + "My husband Bo (1975/10/27) is abroad until next year and will not drive.":                                   `!drivers[1]`,
		car + "Wife: Ana, DOB 02/03/1980, she no drive.":                                                                   `!drivers[1]`,
		car + "My ex Paul (DOB 1/1/1975) should not be on it.":                                                             `!drivers[1]`,
		car + "My wife Ann (2/3/1980) was on it until she passed in March.":                                                `!drivers[1]`,
		car + "My son Bo, born 3/4/2008, passed on the first try and drives now.":                                          `drivers[1].given_name="Bo"`,
		car + "My wife Ann, 2/3/1980, and my son, who does not drive.":                                                     `drivers[1].given_name="Ann"`,
		car + "I renewed my license in 2019.":                                                                              `drivers[0].years_licensed=27`,
	} {
		checkText(t, text, want)
	}
}

// TestBirthdayIsNoYears: the day of a birth date is not a number of years licensed.
func TestBirthdayIsNoYears(t *testing.T) {
	checkText(t, "I'm Judy Stone, licensed since 1993, and my husband Mark Stone was born "+
		"June 2, 1973, licensed since 1990.",
		"drivers[0].years_licensed=33 drivers[1].years_licensed=36")
}
