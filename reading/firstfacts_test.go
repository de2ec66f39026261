package reading

import "testing"

// TestFirstFacts: values that first mails state in ways of which others were made.
func TestFirstFacts(t *testing.T) {
	for text, want := range map[string]string{
		"birthday: 1994-12-09\nage_first_licensed: 17\naccidents_3y: 1\nviolations_3y: 0":                                              `drivers[0].years_licensed=14 drivers[0].accidents=1 drivers[0].violations=0`,
		"I was born 10/5/1992, 18 years driving, no tickets in 5 years. 2018 Kia Rio.":                                                 `drivers[0].years_licensed=18`,
		"2012 Kia Rio, 2 drivers: me (Pat Doe, 3/29/1971) and my partner Curt Dem (7/7/1973). We've had licenses for 37 and 35 years.": `drivers[0].years_licensed=37 drivers[1].years_licensed=35`,
		"I own a 2021 Jeep Compass that I'm paying off through Navy Federal.":                                                          `vehicles[0].ownership="financed" !discounts`,
		"I am starting a contract in Spokane on Dec 7 and need car insurance for my 2018 Rio.":                                         `!effective_date`,
		"Our Rio will be in Reno from December 5th on, which is when I want the new policy.":                                           `effective_date="2026-12-05"`,
		"im pat doe bday is march 3rd 2002 and i drive a 2014 kia rio to work every day please":                                        `named_insured.surname="Doe" named_insured.date_of_birth="2002-03-03"`,
		"QUOTE FOR ME. OUR GRANDSON TYLER DOE STAYS WITH US AND DRIVES TOO, BORN 8/17/2004. 2018 KIA RIO":                              `drivers[1].given_name="Tyler" drivers[1].surname="Doe" drivers[1].date_of_birth="2004-08-17"`,
		"MY SON LEROY LIVES WITH ME AND DRIVES THE CAR, HE WAS BORN MARCH 2, 1974. 2011 KIA RIO":                                       `drivers[1].given_name="Leroy"`,
	} {
		trap(t, letter("quote", text), want)
	}
}

// TestCoupleSigns: of two whom the header names, the one who signs is the writer.
func TestCoupleSigns(t *testing.T) {
	in := letter("quote", "We are Beverly and Henry Lind. Henry was born 10/11/1949 and I was born 6/20/1951. Licensed since 1966 and 1968. 2012 Kia Rio.\n\nThank you, Bev Lind")
	in.FromName = "Bev & Hank Lind"
	trap(t, in, `named_insured.given_name="Beverly" named_insured.date_of_birth="1951-06-20" drivers[1].given_name="Henry" drivers[1].date_of_birth="1949-10-11" drivers[0].years_licensed=58 drivers[1].years_licensed=60`)
}

// TestAccidentOfRecord: who describes a driver asks for a price, whatever accidents they tell of; what
// happened just now is a claim all the same.
func TestAccidentOfRecord(t *testing.T) {
	const driver = "I was born 9/9/1988 and licensed in 2005. 2017 Kia Rio, 6 miles to work, 7,000 miles a year. "
	for text, want := range map[string]string{
		driver + "I'll be honest: I rear-ended somebody in a car park, at fault. Who will take me?": newQuote,
		driver + "I was rear-ended this morning. What do I do?":                                     claimReport,
	} {
		if got := Read(letter("hello", text)); got.Intent != want {
			t.Errorf("%q: %s, want %s", text, got.Intent, want)
		}
	}
}
