package reading

import (
	"strings"
	"testing"

	"ppamaild/quote"
)

// askedOfOne and askedOfTwo are first mails, and what is asked about them then.
var (
	askedOfOne = thread{"2019 Hyundai Tucson. 331 Pine St Apt 4, Eugene, OR 97401",
		"drivers[0].date_of_birth drivers[0].years_licensed vehicles[0].use vehicles[0].annual_miles"}
	askedOfTwo = thread{"My 2017 Honda Civic and my wife's 2020 Subaru Forester. My wife is Linda. 88 Maple Ave, Bend, OR 97701",
		"drivers[0].date_of_birth drivers[0].years_licensed drivers[1].date_of_birth drivers[1].years_licensed vehicles[0].use vehicles[0].annual_miles vehicles[1].use vehicles[1].annual_miles"}
	askedSurname = thread{"2013 Nissan Sentra. I'm 22.",
		"named_insured.surname garaging_address drivers[0].date_of_birth drivers[0].years_licensed vehicles[0].use vehicles[0].annual_miles"}
)

// thread is a first mail and the paths that are asked for thereupon.
type thread struct{ first, paths string }

// reply is a mail of Pat Doe's who answers that.
func (a thread) reply(t *testing.T, text string) Input {
	t.Helper()
	in := letter("Car insurance", a.first)
	if a == askedSurname {
		in.FromName = "pat"
	}
	var c quote.Case
	for _, err := range c.ApplyAll(Read(in).Facts) {
		if err != nil {
			t.Fatal(err)
		}
	}
	in.Subject, in.Text, in.Known, in.Asked = "Re: Car insurance", text, c.Application, strings.Fields(a.paths)
	return in
}

// replies are answers, and what is read from them, in short: "57 52" is that drivers[0] is born
// on 1957-12-01 and has been licensed for 52 years.
type replies []struct {
	to         thread
	text, want string
}

func (all replies) check(t *testing.T) {
	t.Helper()
	for _, tt := range all {
		want := strings.NewReplacer("d0.", "drivers[0].", "d1.", "drivers[1].", "v0.", "vehicles[0].", "v1.", "vehicles[1].",
			"born=", "date_of_birth=", "years=", "years_licensed=", "miles=", "annual_miles=").Replace(tt.want)
		trap(t, tt.to.reply(t, tt.text), want)
	}
}

const allFour = `d0.born="1957-12-01" d0.years=52 v0.use="pleasure" v0.miles=6000`

// TestAnswersBelowReasons reads answers below questions that say why they are asked.
func TestAnswersBelowReasons(t *testing.T) {
	replies{
		{askedOfOne, "> 2. For how many years have you been licensed to drive?\n> Experience counts in the price.\n52", `d0.years=52 !vehicles`},
		{askedOfOne, "> 2. For how many years have you been licensed to drive?\n>    Experience counts in the\n>    price.\n52", `d0.years=52`},
		{askedOfOne, "> 2. For how many years have you been licensed to drive?\n> Experience counts in the price.\nsince 98", `d0.years=28`},
		{askedOfOne, "> 3. What is the 2019 Hyundai Tucson used for: getting to work, pleasure only, or\n> business?\n> A daily commute is rated differently from weekend use.\nwork\n> 4. About how many miles a year is the 2019 Hyundai Tucson driven?\n> Fewer miles cost less.\n6k", `v0.use="commute" v0.miles=6000`},
		{askedOfTwo, "> 4. For how many years has Linda been licensed to drive?\n> Experience counts in the price.\n25\n> 6. About how many miles a year is the 2017 Honda Civic driven?\n> Fewer miles cost less.\n10000", `d1.years=25 v0.miles=10000 !d0 !v1`},
		{askedSurname, "> 1. What is your last name?\n> A quote is made out to a person.\nSimmons\n> 4. For how many years have you been licensed to drive?\n> Experience counts in the price.\n5", `named_insured.surname="Simmons" d0.years=5 !named_insured.given_name`},
		{askedOfOne, "> For how many years have you been licensed to drive?\n> Experience counts in the price.\n52", `d0.years=52`},
		// what stands further up was not asked here
		{askedOfOne, "> 2. For how many years have you been licensed to drive?\n> Experience counts in the price.\n>\n> Thank you,\n> Dana Reyes\n52", `!drivers`},
		{askedOfOne, "> 2. For how many years have you been licensed to drive?\n> Experience counts in the price.\n\n52 Elm St is my office.", `!drivers`},
	}.check(t)
}

// TestSurnameAnswered reads the last name that was asked for, and keeps the first.
func TestSurnameAnswered(t *testing.T) {
	replies{
		{askedSurname, "1. Simmons\n4. 5", `named_insured.surname="Simmons" !named_insured.given_name`},
		{askedSurname, "1) simmons\n4) 5", `named_insured.surname="Simmons" !named_insured.given_name`},
		{askedSurname, "1. Pat Simmons\n4. 5", `named_insured.surname="Simmons"`},
		{askedSurname, "1. Patricia Simmons\n4. 5", `named_insured.surname="Simmons"`},
		{askedSurname, "1. de la Cruz\n4. 5", `named_insured.surname="de la Cruz" !named_insured.given_name`},
		{askedSurname, "1. O'Neil-Baker\n4. 5", `named_insured.surname="O'Neil-Baker" !named_insured.given_name`},
		{askedSurname, "1. my last name is Simmons\n4. 5", `named_insured.surname="Simmons" !named_insured.given_name`},
		{askedSurname, "1. Garcia Lopez\n4. 5", `d0.years=5 !named_insured.given_name`},
		{askedSurname, "1. Pat\n4. 5", `!named_insured.surname d0.years=5`},
	}.check(t)
}

// TestNumbersInMarks reads the numbers of answers however they are marked, and no value as one.
func TestNumbersInMarks(t *testing.T) {
	replies{
		{askedOfOne, "1. 12/1/57\n2 - 52\n3. pleasure\n4. 6000", allFour},
		{askedOfOne, "#1 12/1/57\n#2 52\n#3 pleasure\n#4 6000", allFour},
		{askedOfOne, "1; 12/1/57\n2; 52\n3; pleasure\n4; 6000", allFour},
		{askedOfOne, "1.12/1/57\n2.52\n3.pleasure\n4.6000", allFour},
		{askedOfOne, "1)12/1/57\n2)52\n3)pleasure\n4)6000", allFour},
		{askedOfOne, "1/ 12/1/57\n2/ 52\n3/ pleasure\n4/ 6000", allFour},
		{askedOfOne, "1- 12/1/57\n2- 52\n3- pleasure\n4- 6000", allFour},
		{askedOfOne, "1-12/1/57\n2-52\n3-pleasure\n4-6000", allFour},
		{askedOfOne, "1, 12/1/57\n2, 52\n3, pleasure\n4, 6000", allFour},
		{askedOfOne, "1 = 12/1/57\n2 = 52\n3 = pleasure\n4 = 6000", allFour},
		{askedOfOne, "[1] 12/1/57\n[2] 52\n[3] pleasure\n[4] 6000", allFour},
		{askedOfOne, "1.) 12/1/57\n2.) 52\n3.) pleasure\n4.) 6000", allFour},
		{askedOfOne, "1 12/1/57\n2 52\n3 pleasure\n4 6000", allFour},
		{askedOfOne, "Hi Dana,\n\n1 12/1/57\n2 52 years\n4 6k\n\nSue", `d0.born="1957-12-01" d0.years=52 v0.miles=6000`},
		{askedOfOne, "#2 52", `d0.years=52`},
		{askedOfOne, "#2 driver is my son", `!d0.years_licensed`},
		{askedOfOne, "#2 52\n#4 6000", `d0.years=52 v0.miles=6000`},
		{askedSurname, "1 simmons\n3 2/14/04\n4 5\n5 work\n6 9k", `named_insured.surname="Simmons" d0.born="2004-02-14" d0.years=5 v0.use="commute" v0.miles=9000`},
		// what a number counts, and what begins with one
		{askedOfOne, "2 cars\n3 drivers", `!vehicles[1]`},
		{askedOfOne, "I was born\n12/1/57 and drive\n2.5 miles to work", `d0.born="1957-12-01" !d0.years_licensed`},
		{askedOfOne, "3.14.1990\n4.2.1992", `!v0.annual_miles`},
		{askedOfOne, "2 accidents\n3 tickets\n4 miles to work", `!d0.years_licensed`},
		{askedOfTwo, "1 8/9/81\n2 27\n3 3/22/83\n4 25", `d0.born="1981-08-09" d0.years=27 d1.born="1983-03-22" d1.years=25`},
	}.check(t)
}

// TestAnswerOfAnotherMatter: what answers nothing that we asked is read as ever.
func TestAnswerOfAnotherMatter(t *testing.T) {
	replies{
		{thread{askedOfOne.first, "vehicles[0].annual_miles"}, "my husband Ray drives it too", `d1.given_name="Ray" d1.relationship="spouse"`},
		{thread{askedOfOne.first, "vehicles[0].annual_miles"}, "my wife Ann has a ticket", `d1.given_name="Ann" !v0.annual_miles`},
	}.check(t)
}
