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

const twoCarsOfPat = "Pat Doe. My wife and I need a quote for a 2019 Toyota Camry " +
	"and a 2020 Subaru Outback."

// The digits of a birth date below its quoted question are no number of another question.
func TestDateIsNoNumberOfAQuestion(t *testing.T) {
	checkLater(t, []later{{
		twoCarsOfPat,
		"garaging_address.street named_insured.date_of_birth drivers[0].years_licensed " +
			"drivers[1].given_name drivers[1].date_of_birth drivers[1].years_licensed",
		"> 2. What is your date of birth?\n>    The price depends on driving experience.\n" +
			"6/30/1972\n\n> 3. How many years have you been licensed to drive?\n" +
			">    Experience counts in the price.\nsince I was 16\n",
		`drivers[0].date_of_birth="1972-06-30" drivers[0].years_licensed=38 ` +
			"!drivers[1].years_licensed",
	}})
}

// An answer to a question for a name is a name only if the whole answer can be one.
func TestOnlyNamesAnswerForNames(t *testing.T) {
	var cases []later
	for _, text := range []string{"How do we sign up", "Thanks", "Sure", "Why", "Not yet"} {
		c := later{twoCarsOfPat, "drivers[1].given_name", text, "!drivers[1].given_name"}
		cases = append(cases, c)
	}
	checkLater(t, append(cases,
		later{twoCarsOfPat, "drivers[1].given_name", "Grace", `drivers[1].given_name="Grace"`},
		later{twoCarsOfPat, "drivers[1].given_name", "Carol has been driving since 1990.",
			`drivers[1].given_name="Carol" !drivers[0].years_licensed`},
		later{twoCarsOfPat, "drivers[1].given_name", "1. Mark and he was born Feb 9 1974",
			`drivers[1].given_name="Mark"`}))
}

// An amount for a named car does not answer the question about another car.
func TestAmountOfAnotherCar(t *testing.T) {
	checkLater(t, []later{
		{twoCarsOfPat, "vehicles[0].annual_miles", "1000 on the Outback only.",
			"!vehicles[0].annual_miles"},
		{twoCarsOfPat, "vehicles[0].annual_miles", "9000 on it", "vehicles[0].annual_miles=9000"},
		{twoCarsOfPat, "vehicles[0].annual_miles vehicles[1].annual_miles",
			"1. 9000 on average\n2. 5000 on the Outback",
			"vehicles[0].annual_miles=9000 vehicles[1].annual_miles=5000"},
	})
}

// A full name with a birth date names the driver who is known without both.
func TestNameOfTheKnownDriver(t *testing.T) {
	checkLater(t, []later{
		{twoCarsOfPat, "drivers[1].given_name drivers[1].date_of_birth",
			"Carol Doe, born Feb 9 1974, licensed 34 years.",
			`drivers[1].given_name="Carol" drivers[1].date_of_birth="1974-02-09" !drivers[2]`},
		{"Pat Doe, 2019 Toyota Camry.", "drivers[0].date_of_birth",
			"Emma Doe, she turns 16 on January 8.",
			`drivers[1].given_name="Emma" drivers[1].date_of_birth="2011-01-08" ` +
				"!named_insured.date_of_birth"},
		{twoCarsOfPat, "drivers[1].given_name", "Juan Perez (19) also lives here.",
			`!drivers[1].given_name drivers[2].given_name="Juan"`},
		{"Pat Doe, 2019 Toyota Camry. My wife and my daughter drive it too.",
			"drivers[1].given_name drivers[2].given_name", "Emma Doe, turns 21 in May.",
			"!drivers[1].given_name !drivers[2].given_name"},
	})
}

// Words to keep a coverage ask for the coverage. “Don't keep” takes the coverage off.
func TestKeptCover(t *testing.T) {
	checkLater(t, []later{
		{twoCarsOfPat, "", "Keep the rental but drop the towing.",
			"coverages.rental=true coverages.towing=false"},
		{twoCarsOfPat, "", "Don't keep the rental.", "coverages.rental=false"},
	})
}

// Days at home leave a drive to work on the other days.
func TestSomeDaysAtHome(t *testing.T) {
	checkLater(t, []later{
		{"Pat Doe, 2019 Toyota Camry.", "", "I work from home 3 days a week now.",
			"!vehicles[0].use"},
		{"Pat Doe, 2019 Toyota Camry.", "", "I work from home 5 days a week.",
			`vehicles[0].use="pleasure"`},
		{"Pat Doe, 2019 Toyota Camry.", "", "I work from home now.", `vehicles[0].use="pleasure"`},
	})
}

// The permit is also read in the short answer to the question about the permit.
func TestPermitInAnAnswer(t *testing.T) {
	in := thread{"Pat Doe, 2019 Toyota Camry. My son Marc got his permit.",
		"drivers[1].years_licensed"}.reply(t, "he doesnt have a license yet just the permit")
	if got := Read(in).Conflicts; len(got) != 1 || got[0].Path != "drivers[1].years_licensed" {
		t.Errorf("%+v", got)
	}
}

// A name below its quoted question is the name of the person whom the question asks about.
func TestNameBelowItsQuestion(t *testing.T) {
	checkLater(t, []later{{
		twoCarsOfPat,
		"drivers[0].date_of_birth drivers[1].given_name drivers[1].date_of_birth",
		"> 2. What is your spouse's first name?\n" +
			">    Everyone who drives the car is on the policy.\nDiane\n\n" +
			"> 3. What is your spouse's date of birth?\n9/3/68\n",
		`drivers[1].given_name="Diane" drivers[1].date_of_birth="1968-09-03"`,
	}, {
		twoCarsOfPat, "drivers[1].given_name",
		"> 1. What is your spouse's first name?\nI am not married", "!drivers[1].given_name",
	}})
}
