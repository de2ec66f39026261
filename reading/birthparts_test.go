package reading

import "testing"

// born checks whose birth dates texts tell of: wants of TestFacts by text.
func born(t *testing.T, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		checkText(t, text+" The car is a 2014 Kia Soul.", want)
	}
}

const (
	myBirth    = `drivers[0].date_of_birth=`
	theirBirth = `drivers[1].date_of_birth=`
	noBirth    = `!drivers[0].date_of_birth`
)

// TestBirthRunTogether reads birth dates that would be other numbers by themselves.
func TestBirthRunTogether(t *testing.T) {
	born(t, map[string]string{
		"DOB 030489.":         myBirth + `"1989-03-04"`,
		"D.O.B: 03041989.":    myBirth + `"1989-03-04"`,
		"03041989 is my dob.": myBirth + `"1989-03-04"`,
		"My wife Ana drives too. Her DOB 030489, mine 051287.":                   myBirth + `"1987-05-12" ` + theirBirth + `"1989-03-04"`,
		"Birthday: 3, 4, 1989.":                                                  myBirth + `"1989-03-04"`,
		"Born 89-03-04.":                                                         myBirth + `"1989-03-04"`,
		"Policy 030489 is with Geico.":                                           noBirth,
		"Claim 03041989 was closed.":                                             noBirth,
		"DOB for me is three four eighty nine.":                                  myBirth + `"1989-03-04"`,
		"Nací el tres de abril de mil novecientos ochenta y dos. Quiero seguro.": myBirth + `"1982-04-03"`,
		"I was born the 8th day of August, 1973.":                                myBirth + `"1973-08-08"`,
		"Birthday: Oct. 4th (1971).":                                             myBirth + `"1971-10-04"`,
		"My dob is April Fools Day 1987.":                                        myBirth + `"1987-04-01"`,
	})
}

// TestBirthInParts reads the day and the year of a birth that stand apart.
func TestBirthInParts(t *testing.T) {
	born(t, map[string]string{
		"I was born in '70, on the 2nd of June.":                  myBirth + `"1970-06-02"`,
		"I was born in July 1980 on the 8th.":                     myBirth + `"1980-07-08"`,
		"I was born in November of '57 - the eighteenth.":         myBirth + `"1957-11-18"`,
		"My birthday's October 12 and I was born in 1979.":        myBirth + `"1979-10-12"`,
		"My birthday is October 4th. The year is 1971.":           myBirth + `"1971-10-04" vehicles[0].year=2014`,
		"My birthday is on February 12 and I'm a '68 baby.":       myBirth + `"1968-02-12"`,
		"Cumplo años el 4 de octubre, soy del 71. Quiero seguro.": myBirth + `"1971-10-04"`,
		"My birthday is October 4th and I got my license in '88.": noBirth,
		"My birthday is March 3rd, but I won't say what year.":    noBirth,
		"I was born in July 1980.":                                noBirth,
	})
}

// TestBirthByAge counts the year of a birthday from an age that is told.
func TestBirthByAge(t *testing.T) {
	born(t, map[string]string{
		"I'm 74, born on Valentine's Day.":                   myBirth + `"1952-02-14"`,
		"I am 44, birthday December 3.":                      myBirth + `"1981-12-03"`,
		"I am eighty, I'll be eighty-one on the 3rd of May.": myBirth + `"1946-05-03"`,
		"I was born on Valentine's Day.":                     noBirth,
		"I'm 74 and my wife Ana's birthday is May 3.":        noBirth + ` !drivers[1].date_of_birth`,
		"I was licensed at 16, and my birthday is May 3.":    noBirth,
	})
}

// TestDayLeads reads the day first where the mail says so.
func TestDayLeads(t *testing.T) {
	born(t, map[string]string{
		"Birth date (day/month/year): 05/01/1973.":                myBirth + `"1973-01-05"`,
		"I was born 06/07/80 (European way).":                     myBirth + `"1980-07-06"`,
		"Birth date (month/day/year): 05/01/1973.":                myBirth + `"1973-05-01"`,
		"Date of birth (DD/MM/YYYY): 05/01/1973.":                 myBirth + `"1973-01-05"`,
		"Date of birth (DD/MM/YYYY): 15/01/1973.":                 myBirth + `"1973-01-15"`,
		"I was born 17.05.1978. My wife Ana was born 03.11.1975.": myBirth + `"1978-05-17" drivers[1].date_of_birth="1975-11-03"`,
		"I was born 03/11/1975. My wife Ana was born 17/05/1978.": myBirth + `"1975-11-03" drivers[1].date_of_birth="1978-05-17"`,
		"I was born 05/17/1978. My wife Ana was born 03/11/1975.": myBirth + `"1978-05-17" drivers[1].date_of_birth="1975-03-11"`,
		"I was born 17.05.1978. My wife Ana was born 03/11/1975.": myBirth + `"1978-05-17" drivers[1].date_of_birth="1975-03-11"`,
		"I was born 17/05/1978. My wife Ana was born 03/21/1975.": myBirth + `"1978-05-17" drivers[1].date_of_birth="1975-03-21"`,
	})
}
