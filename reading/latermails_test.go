package reading

import "testing"

// later is a case of a later mail: the first mail, the paths asked for, the answer, and the wants.
type later struct{ first, asked, text, want string }

func checkLater(t *testing.T, cases []later) {
	t.Helper()
	for _, c := range cases {
		trap(t, thread{c.first, c.asked}.reply(t, c.text), c.want)
	}
}

const twoCarsOfPat = "Pat Doe. My wife and I need a quote for a 2019 Toyota Camry and a 2020 Subaru Outback."

// The digits of a birth date below its quoted question are no number of another question.
func TestDateIsNoNumberOfAQuestion(t *testing.T) {
	checkLater(t, []later{{
		twoCarsOfPat,
		"garaging_address.street named_insured.date_of_birth drivers[0].years_licensed " +
			"drivers[1].given_name drivers[1].date_of_birth drivers[1].years_licensed",
		"> 2. What is your date of birth?\n>    The price depends on driving experience.\n" +
			"6/30/1972\n\n> 3. How many years have you been licensed to drive?\n" +
			">    Experience counts in the price.\nsince I was 16\n",
		`drivers[0].date_of_birth="1972-06-30" drivers[0].years_licensed=38 !drivers[1].years_licensed`,
	}})
}
