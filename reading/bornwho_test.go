package reading

import "testing"

// TestBornTogether gives a birth date that is shared to each.
func TestBornTogether(t *testing.T) {
	born(t, map[string]string{
		"The twins, Max and Mia, were both born on August 8, 2009. I'm their mom, born 4/4/1977.": myBirth + `"1977-04-04" ` + theirBirth + `"2009-08-08" drivers[2].date_of_birth="2009-08-08"`,
		"Twin boys Eli and Sam, dob for both 3/12/2008. Me: 9/9/80.":                              myBirth + `"1980-09-09" ` + theirBirth + `"2008-03-12" drivers[2].date_of_birth="2008-03-12"`,
		"Triplets! Ann, Bob and Cy, all born 4/4/2009. Me, their mom: 10/4/1980.":                 myBirth + `"1980-10-04" ` + theirBirth + `"2009-04-04" drivers[3].date_of_birth="2009-04-04"`,
		"My husband Ian drives too. We share a birthday: 10/31/1984 for both.":                    myBirth + `"1984-10-31" ` + theirBirth + `"1984-10-31"`,
		"My husband Ian and I were both born in June: me on 6/15/1984, Ian on 6/16/1986.":         myBirth + `"1984-06-15" ` + theirBirth + `"1986-06-16"`,
		"My wife Ana (3/4/1985) and I both drive.":                                                noBirth + ` ` + theirBirth + `"1985-03-04"`,
		"Two sons: Leo was born on 5-5-2004 and Max on 6-6-2006. Me 7-7-1976.":                    myBirth + `"1976-07-07" ` + theirBirth + `"2004-05-05" drivers[2].date_of_birth="2006-06-06"`,
		"My two sons, Cal and Wes, were born on 8/1/2005 and 9/2/2007.":                           noBirth + ` ` + theirBirth + `"2005-08-01" drivers[2].date_of_birth="2007-09-02"`,
	})
}

// TestBirthOfWriter takes what stands by itself where the writer speaks of themselves for their
// birth date, and no other day.
func TestBirthOfWriter(t *testing.T) {
	born(t, map[string]string{
		"I'm the only driver, 7/19/1958.":                                          myBirth + `"1958-07-19"`,
		"My wife Ana (9-1-81) is the main driver; I'm on there too (7-8-80).":      myBirth + `"1980-07-08"`,
		"I'm a 3/5/1990, my wife Ana's a 4/6/1991.":                                myBirth + `"1990-03-05" ` + theirBirth + `"1991-04-06"`,
		"Two drivers: me and my wife Bea. Mine's 6/6/66, hers is 8/8/68.":          myBirth + `"1966-06-06" ` + theirBirth + `"1968-08-08"`,
		"DOB for me 8/8/73, for my wife Fran 1/8/76.":                              myBirth + `"1973-08-08" ` + theirBirth + `"1976-01-08"`,
		"I'm the owner since it was bought, 7/19/2008.":                            noBirth,
		"I'm a driver, licensed 7/19/2008.":                                        noBirth,
		"I was licensed on my 16th birthday, Feb 12, 1984.":                        myBirth + `"1968-02-12"`,
		"Our dog was born 2/9/2019. I was born 10/4/71.":                           myBirth + `"1971-10-04"`,
		"Our baby was born 1/15/2026. I'm the only driver, dob 9/3/94.":            myBirth + `"1994-09-03"`,
		"Ex-wife's birthday is 7/8/80 but she is off the policy. Just me, 9/1/79.": myBirth + `"1979-09-01" !drivers[1].date_of_birth`,
		"My late husband, 7/30/67, used to handle this. I'm 2/12/68.":              myBirth + `"1968-02-12" !drivers[1].date_of_birth`,
	})
}

// TestBirthOfNamed meets people by how their birth dates are told.
func TestBirthOfNamed(t *testing.T) {
	born(t, map[string]string{
		"Fran will be the second driver. She is my wife, birth date 1/8/1976.":                         `drivers[1].given_name="Fran" drivers[1].relationship="spouse" ` + theirBirth + `"1976-01-08"`,
		"Second driver would be my dad, Walter Quill, born 1/2/1950.":                                  `drivers[1].given_name="Walter"`,
		"I have two daughters. Mona's birthday is May 15th, 2005 and I was born 7/30/67.":              `drivers[1].given_name="Mona" drivers[1].relationship="child" ` + theirBirth + `"2005-05-15"`,
		"I'm Ann Poe. My kids have moved out. Bo Lee (5/2/1999) shares the car. I was born 7/30/67.":   `drivers[1].given_name="Bo"`,
		"My son Leo 17 yo dob 5/3/09. Me dob 11/18/57.":                                                myBirth + `"1957-11-18" ` + theirBirth + `"2009-05-03"`,
		"My DOB:\n10/4/1971\nHusband DOB:\n2/9/1969\n":                                                 myBirth + `"1971-10-04" ` + theirBirth + `"1969-02-09"`,
		"Ann Lee F 2/12/1968\nBo Lee M 7/30/1967\n":                                                    `drivers[0].surname="Lee" ` + myBirth + `"1968-02-12" drivers[1].surname="Lee" ` + theirBirth + `"1967-07-30"`,
		"My husband's info: Pete, 02/09/1969. My info: 10/04/1971.":                                    myBirth + `"1971-10-04" ` + theirBirth + `"1969-02-09"`,
		"DOBs are 06/17/1984 (Ann) and 11/02/1982 (Ben). Ben is my husband.":                           myBirth + `"1984-06-17" drivers[1].given_name="Ben" ` + theirBirth + `"1982-11-02"`,
		"Birthdays: hubby 11/2/82, me 6/17/84.":                                                        myBirth + `"1984-06-17" drivers[1].relationship="spouse" ` + theirBirth + `"1982-11-02"`,
		"I'm 11/2/82, the wife is 6/17/84 and our daughter is 4/9/06.":                                 myBirth + `"1982-11-02" ` + theirBirth + `"1984-06-17" drivers[2].date_of_birth="2006-04-09"`,
		"I'm 11/2/82. The house is 6/17/84 vintage.":                                                   myBirth + `"1982-11-02" !drivers[1].date_of_birth`,
		"My birthday is 6/17 (1984), I turned 42 last June 17.":                                        myBirth + `"1984-06-17"`,
		"The birth dates: 5/24/1979 for Gwen and 1/3/1977 for Hal, my husband.":                        `drivers[0].given_name="Gwen" ` + myBirth + `"1979-05-24" drivers[1].given_name="Hal" ` + theirBirth + `"1977-01-03"`,
		"My grandson Otis was born last week, 3/2/2026! Anyway, me 5/24/1949.":                         myBirth + `"1949-05-24" !drivers[1].given_name`,
		"I need Mona on the policy, she's my daughter. Birthday 5/15/09. Mine is 2/12/88.":             myBirth + `"1988-02-12" drivers[1].given_name="Mona" drivers[1].relationship="child" ` + theirBirth + `"2009-05-15"`,
		"I need Progressive on the policy gone. I was born 2/12/88.":                                   myBirth + `"1988-02-12" !drivers[1].given_name`,
		"My wife Ana, retired too, is 6/24/1951.":                                                      theirBirth + `"1951-06-24"`,
		"Mi esposa Ana (6 feb 1972) y yo (5 ene 1970) queremos seguro.":                                myBirth + `"1970-01-05" ` + theirBirth + `"1972-02-06"`,
		"Mi fecha de nacimiento es el 2 de mayo del 81 y la de mi esposo Leo es el 30 de mayo del 79.": myBirth + `"1981-05-02" ` + theirBirth + `"1979-05-30"`,
	})
}

// TestBirthInLowerCase meets whose names have no capitals.
func TestBirthInLowerCase(t *testing.T) {
	for text, want := range map[string]string{
		"i was born 8/21/75 my husband mark was born 4/19/73 and we have a 2014 kia soul": `drivers[1].given_name="Mark" !drivers[1].surname ` + theirBirth + `"1973-04-19"`,
		"2014 kia soul\nann poe 1/2/70 (me)\npete 2/9/69 (hubby)\nquote":                  `drivers[1].given_name="Pete" drivers[1].relationship="spouse" ` + theirBirth + `"1969-02-09"`,
		"2014 kia soul\nbought 2/9/99 (cash)\nquote":                                      `!drivers[1].given_name ` + noBirth,
		"2014 kia soul, wife fran jan 8 1976 self aug 8 1973":                             myBirth + `"1973-08-08" ` + theirBirth + `"1976-01-08"`,
	} {
		checkText(t, text, want)
	}
}

// TestBirthOfPair reads a list of birth dates behind the names of both who write.
func TestBirthOfPair(t *testing.T) {
	in := letter("quote", "We're Pat and Ann Doe, dobs 8/8/73 and 1/8/76. 2014 Kia Soul.")
	r := Read(in)
	for path, want := range map[string]string{"drivers[0].date_of_birth": "1973-08-08", "drivers[1].given_name": "Ann", "drivers[1].date_of_birth": "1976-01-08"} {
		if got := factOf(r, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestBirthCorrected reads a birth date that is told again.
func TestBirthCorrected(t *testing.T) {
	born(t, map[string]string{
		"My husband Pete was born 2/9/68. Correction, 2/9/69. I was born 10/4/71.": myBirth + `"1971-10-04" ` + theirBirth + `"1969-02-09"`,
		"My husband Pete was born April 9 1973, actually April 19.":                theirBirth + `"1973-04-19"`,
		"My dob is 4/19/83, sorry, '82 not '83.":                                   myBirth + `"1982-04-19"`,
		"born 8/21/1993 -- scratch that, that's my sister's. Mine is 8/12/1991.":   myBirth + `"1991-08-12"`,
		"DOB 6/17/1948. Whoops, 1984 not 1948!":                                    myBirth + `"1984-06-17" vehicles[0].year=2014`,
		"I was born June 17, 1983... I mean 1984.":                                 myBirth + `"1984-06-17"`,
		"DOB 6/17/1984. Sorry for the wait, licensed 2002.":                        myBirth + `"1984-06-17"`,
		"DOB 6/17/1984. Sorry, I meant a 2013 Kia Rio.":                            myBirth + `"1984-06-17"`,
		"I was born 8/21/75. Sorry I flipped it: 8/12/75.":                         myBirth + `"1975-08-12"`,
		"I was born 8/21/75. Sorry, I'm in a hurry. Start 12/12/26.":               myBirth + `"1975-08-21"`,
	})
}

// TestNamesThatAreWords meets people whose names are words.
func TestNamesThatAreWords(t *testing.T) {
	born(t, map[string]string{
		"My kids Ella and Jack drive. Ella's birthday is March 3, 2005.":         `drivers[1].given_name="Ella" ` + theirBirth + `"2005-03-03"`,
		"Our daughter Ella, 3/3/05, drives too.":                                 `drivers[1].given_name="Ella" ` + theirBirth + `"2005-03-03"`,
		"For my husband: Mark, 4/19/1973. For me: 8/21/1975.":                    `drivers[1].given_name="Mark" ` + theirBirth + `"1973-04-19"`,
		"Mark my husband April 19 1973.":                                         `!drivers[2].given_name`,
		"Mi esposa Ana maneja. Ella nació el 3 de abril de 1985. Quiero seguro.": `drivers[1].given_name="Ana" ` + theirBirth + `"1985-04-03"`,
		"Will you quote my wife Ana (3/4/1985)?":                                 `drivers[1].given_name="Ana" !drivers[2].given_name`,
	})
}

// TestExpiresElse tells the end of a license or a lease from that of a policy.
func TestExpiresElse(t *testing.T) {
	for text, want := range map[string]string{
		"2014 Kia Soul. License issued 5/2/2001, expires 5/2/2029.":      `!prior_insurance.expires`,
		"My lease on the 2014 Kia Soul ends 9/30/27.":                    `!prior_insurance.expires`,
		"2014 Kia Soul. Registration expires 8/8/27.":                    `!prior_insurance.expires`,
		"2014 Kia Soul. Mi licencia vence el 28/12/2028. Quiero seguro.": `!prior_insurance.expires`,
		"2014 Kia Soul. My policy expires 12/8/26.":                      `prior_insurance.expires="2026-12-08"`,
	} {
		checkText(t, text, want)
	}
}
