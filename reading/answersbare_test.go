package reading

import (
	"testing"

	"ppamaild/quote"
)

// beckersAsked is an answer of Tom's to the questions for whom he and his wife are.
func beckersAsked(text string) Input {
	in := answerOf("Tom Becker", text)
	in.Asked = []string{"drivers[0].date_of_birth", "drivers[0].years_licensed", "drivers[1].date_of_birth", "drivers[1].years_licensed", "vehicles[0].use", "vehicles[0].annual_miles"}
	return in
}

// TestBareAnswers reads answers that only our questions tell the meaning of.
func TestBareAnswers(t *testing.T) {
	births := `drivers[0].date_of_birth="1981-08-09" drivers[1].date_of_birth="1983-03-22" !drivers[2] `
	years := `drivers[0].years_licensed=27 drivers[1].years_licensed=25 !drivers[2] `
	for _, tt := range []struct{ text, want string }{
		{"8/9/81, 3/22/83", births},
		{"August 9, 1981 and March 22, 1983", births},
		{"mine 8/9/81 hers 3/22/83. mine 27 yrs hers 25.", births + years},
		{"Mine: 8/9/1981, Linda's: 3/22/1983", births},
		{"mine 27 yrs hers 25", years},
		{"I have 27 years, my wife 25", years},
		{"Me 27 years and Linda 25 years.", years},
		{"Both of us 27 years.", `drivers[0].years_licensed=27 drivers[1].years_licensed=27`},
		{"Linda: since 2001. Me: since 1999.", years},
		{"DOB: Me 8/9/81, Linda 3/22/83\nLicensed: 27 / 25", births + years},
		{"DOB: Linda 3/22/83, me 8/9/81\nLicensed: 25 / 27", births + years},
		{"Licensed: 27 and 25", years},
		{"Years licensed: 27 yrs, 25 yrs", years},
		// What fits nobody, or tells of something else.
		{"8/9/81, 3/22/83, 4/5/2008", `!drivers[0].date_of_birth !drivers[1].date_of_birth`},
		{"8/9/81", `!drivers[1]`},
		{"Licensed: 27 / 25 / 1", `!drivers[0].years_licensed !drivers[1].years_licensed`},
		{"since 98", `!drivers[0].years_licensed !drivers[1].years_licensed`},
		{"Linda is 25 years old and I am 27 years old.", `!drivers[0].years_licensed !drivers[1].years_licensed`},
		{"Hers is 25 years old, mine 27 years old.", `!drivers[0].years_licensed !drivers[1].years_licensed`},
		{"We have both been with Geico 27 years.", `!drivers[0].years_licensed !drivers[1].years_licensed`},
		{"The Civic I have had 10 years, Linda the Forester 5 years.", `!drivers[0].years_licensed !drivers[1].years_licensed`},
		{"Both of us 27 miles.", `!drivers[0].years_licensed`},
		{"Linda has 2 years at her new job.", `!drivers[1].years_licensed`},
	} {
		trap(t, beckersAsked(tt.text), tt.want)
	}
	// Nothing is asked of them any more.
	trap(t, answerOf("Tom Becker", "mine 27 yrs hers 25"), `!drivers`)
}

// TestOnlyOneAsked: what we asked of one person alone is theirs.
func TestOnlyOneAsked(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"may 1 1960, 48 years, no tickets", `drivers[1].date_of_birth="1960-05-01" drivers[1].years_licensed=48 drivers[1].violations=0 !drivers[0]`},
		{"5/1/1960, since 1978", `drivers[1].date_of_birth="1960-05-01" drivers[1].years_licensed=48 !drivers[0]`},
		{"since 78", `drivers[1].years_licensed=48 !drivers[0]`},
		{"I was born 5/1/1960", `!drivers[1]`},
	} {
		in := answerOf("Tom Becker", tt.text)
		in.Asked = []string{"drivers[1].date_of_birth", "drivers[1].years_licensed"}
		trap(t, in, tt.want)
	}
}

// TestRecordOfAnswer: what an answer about one person says of a record is no one else's.
func TestRecordOfAnswer(t *testing.T) {
	in := answerOf("Tom Becker", "2. 27, clean record\n\nMy son Mike (25) sometimes borrows it when he visits from Boise.")
	in.Known.Drivers = in.Known.Drivers[:1]
	in.Asked = []string{"drivers[0].date_of_birth", "drivers[0].years_licensed"}
	trap(t, in, `drivers[0].years_licensed=27 drivers[0].violations=0 !drivers[1].violations !drivers[1].accidents`)
}

// TestYearOfLicense: a license of a year is as old as that.
func TestYearOfLicense(t *testing.T) {
	for text, want := range map[string]string{
		"Linda is the one with the 1998 license, mine is 2000.": `drivers[0].years_licensed=26 drivers[1].years_licensed=28`,
		"Linda has a 1998 license.":                             `drivers[1].years_licensed=28 !drivers[0]`,
		"Linda has a 1998 license plate.":                       `!drivers[1].years_licensed`,
	} {
		in := answerOf("Tom Becker", text)
		in.Known.Drivers[0].DateOfBirth, in.Known.Drivers[1].DateOfBirth = quote.Date("1981-08-09"), "1983-03-22"
		trap(t, in, want)
	}
}
