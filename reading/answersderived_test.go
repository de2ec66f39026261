package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
)

// theNairs are who is known in the conversations of these tests: two whose birth dates are, and two children.
func theNairs() quote.Application {
	return quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Priya", Surname: "Nair", DateOfBirth: "1974-06-02"},
		Drivers: []quote.Driver{{GivenName: "Priya", Surname: "Nair", DateOfBirth: "1974-06-02", Relationship: quote.Insured},
			{GivenName: "Anil", DateOfBirth: "1971-11-30", Relationship: quote.Spouse}, {GivenName: "Rohan", Relationship: quote.Child}, {GivenName: "Maya", Relationship: quote.Child}},
		Vehicles: []quote.Vehicle{{Make: "Honda", Model: "Accord"}, {Make: "Toyota", Model: "Corolla"}},
	}
}

// nairsAsked are the questions that the answers below are numbered by.
var nairsAsked = []string{"drivers[0].years_licensed", "drivers[1].years_licensed", "drivers[2].date_of_birth", "drivers[2].years_licensed",
	"drivers[3].date_of_birth", "drivers[3].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles", "vehicles[1].use", "vehicles[1].annual_miles"}

func nairsAnswer(text string) Input {
	return Input{Subject: "Re: quote", Text: text, FromName: "Priya Nair", Replies: true, Known: theNairs(), Asked: nairsAsked,
		Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
}

// TestAnswersByAge: an age that answers for how long somebody has been licensed is of that person.
func TestAnswersByAge(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"3. 9/14/2007\n4. since he was 16", `drivers[2].years_licensed=3 !drivers[0].years_licensed`},
		{"4. since he was 16\n3. 9/14/2007", `drivers[2].years_licensed=3`},
		{"4. since he was 16", `!drivers[2].years_licensed !drivers[0]`}, // nobody has told how old he is
		{"3. 9/14/2007\n4. since he was 16\n5. 11/2/2009\n6. just got her license last week", `drivers[2].years_licensed=3 drivers[3].years_licensed=0 !drivers[0]`},
		{"1. since I was 17\n2. at 16", `drivers[0].years_licensed=35 drivers[1].years_licensed=38`},
		{"1. I was 16 when I got it\n2. got it when he was 18", `drivers[0].years_licensed=36 drivers[1].years_licensed=36`},
		{"1. Since I was 15 1/2", `drivers[0].years_licensed=37`},
		{"1. desde los 18\n2. desde los 18 años", `drivers[0].years_licensed=34 drivers[1].years_licensed=36`},
		{"1. Since high school, so about 30 years", `drivers[0].years_licensed=30`},
		{"1. 30 years, since I was 22", `drivers[0].years_licensed=30`},
		{"1. 16\n2. 16 years", `drivers[0].years_licensed=16 drivers[1].years_licensed=16`},
		{"1. since 98", `drivers[0].years_licensed=28`},
		{"6. got it last week", `drivers[3].years_licensed=0 !drivers[0]`},
		{"6. less than a year", `drivers[3].years_licensed=0`},
		{"4. 2 years, one speeding ticket\nI have no tickets.", `drivers[2].years_licensed=2 drivers[2].violations=1 drivers[0].violations=0`},
		{"> 4. For how many years has Rohan been licensed?\nsince he was 16\n> 3. What is the date of birth of Rohan?\n9/14/2007", `drivers[2].years_licensed=3`},
		{"Rohan is 19 and has had his license since he was 16, Maya since last week.", `drivers[2].years_licensed=3 drivers[3].years_licensed=0`},
		{"Rohan has had his license since he was 16, Maya since 2025.", `!drivers[2].years_licensed drivers[3].years_licensed=1`},
	} {
		trap(t, nairsAnswer(tt.text), tt.want)
	}
}

// TestAnswersAlike: "same" is what the answer before says, or that of whom it names.
func TestAnswersAlike(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"1. 33\n2. Same", `drivers[0].years_licensed=33 drivers[1].years_licensed=33`},
		{"1. 33\n2. same as me\n6. same as Rohan\n4. 2", `drivers[1].years_licensed=33 drivers[2].years_licensed=2 drivers[3].years_licensed=2`},
		{"1. since I was 16\n2. same", `drivers[0].years_licensed=36 drivers[1].years_licensed=38`}, // the same age
		{"1. 33\n6. same as #1", `drivers[3].years_licensed=33`},
		{"7. commute\n8. 9,000\n9. same\n10. same", `vehicles[1].use="commute" vehicles[1].annual_miles=9000`},
		{"8. 9,000\n10. about the same", `vehicles[1].annual_miles=9000`},
		{"I've been driving 27 years and Anil has too.", `drivers[0].years_licensed=27 drivers[1].years_licensed=27`},
		{"2. same", `!drivers[1].years_licensed`},              // as what?
		{"1. 33\n3. same\n5. same", `!drivers[2] !drivers[3]`}, // a birth date
		{"8. 9,000\n10. the same as now", `!vehicles[1].annual_miles`},
		{"I've been driving 27 years and Anil has a ticket too.", `drivers[0].years_licensed=27 !drivers[1].years_licensed`},
	} {
		trap(t, nairsAnswer(tt.text), tt.want)
	}
}

// TestBarePermit: "permit" behind a name or a birth date is a learner's, and no day of a license.
func TestBarePermit(t *testing.T) {
	for text, want := range map[string]bool{
		"6. Maya 11/2/2010 permit":                               true,
		"6. permit only, test is in January":                     true,
		"5. 11/2/2010\n6. permit":                                true,
		"Rohan: 9/14/2007, 3 years. Maya: 11/2/2010, permit.":    true,
		"Maya 11/2/2010 permit":                                  true,
		"Maya 11/2/2010, licensed 1 year, parks by permit only?": false,
		"Maya 11/2/2010. We have a parking permit.":              false,
	} {
		got := false
		reading := Read(nairsAnswer(text))
		for _, c := range reading.Conflicts {
			got = got || c.Path == "drivers[3].years_licensed" && len(c.Values) == 1
		}
		if got != want || reading.Refer != "" {
			t.Errorf("%q: a permit is %t, want %t; refer %q", text, got, want, reading.Refer)
		}
	}
}
