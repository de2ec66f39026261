package reading

import (
	"testing"
	"time"

	"ppamaild/quote"
)

// theBeckers are who is known in the conversations of these tests: Tom, who is insured, and his wife.
func theBeckers() quote.Application {
	return quote.Application{
		NamedInsured: quote.NamedInsured{GivenName: "Tom", Surname: "Becker"},
		Drivers:      []quote.Driver{{GivenName: "Tom", Surname: "Becker", Relationship: quote.Insured}, {GivenName: "Linda", Relationship: quote.Spouse}},
		Vehicles:     []quote.Vehicle{{Make: "Honda", Model: "Civic"}, {Make: "Subaru", Model: "Forester"}},
	}
}

// answerOf is a mail of the Beckers' thread, that Tom began, by whom the From header names.
func answerOf(from, text string) Input {
	return Input{Subject: "Re: quote", Text: text, FromName: from, Began: "Tom Becker", FromAddress: "x@customer.test", Replies: true, Known: theBeckers(),
		Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
}

// TestOtherWriter: what somebody else than the insured writes of themselves is theirs.
func TestOtherWriter(t *testing.T) {
	both := `drivers[0].date_of_birth="1981-08-09" drivers[1].date_of_birth="1983-03-22" named_insured.date_of_birth="1981-08-09"`
	hers := `drivers[1].date_of_birth="1983-03-22" drivers[1].years_licensed=25 !drivers[0] !named_insured !drivers[2]`
	his := `drivers[0].date_of_birth="1981-08-09" !drivers[1] !drivers[2]`
	for _, tt := range []struct{ from, text, want string }{
		{"Linda Becker", "Hi, this is Linda, Tom's wife. I was born March 22 1983, I've had my license since 2001. I use the Subaru for work, 8 miles each way.\n\nLinda", hers + ` vehicles[1].use="commute" !vehicles[0]`},
		{"Tom Becker", "Hi, this is Linda, Tom's wife. I was born March 22 1983, license since 2001.", hers},
		{"Tom Becker", "Tom's wife here. 3/22/1983 is my birthday, 25 years licensed.", hers},
		{"Tom Becker", "Soy Linda, la esposa de Tom. Nací el 22 de marzo de 1983 y tengo licencia desde 2001.", hers},
		{"Tom Becker", "this is linda, i was born 3/22/1983, licensed 25 years", hers},
		{"Tom Becker", "It's Linda. I was born 3/22/1983 and have been licensed 25 years.", hers},
		{"Tom Becker", "I was born 3/22/1983 and have been licensed 25 years.\n\nThanks,\nLinda", hers},
		{"Linda Becker", "I was born 3/22/1983 and have been licensed 25 years.", hers},
		{"Tom Becker", "Tom's had his license since 1998, me since 2001. -Linda", `drivers[0].years_licensed=28 drivers[1].years_licensed=25`},
		{"Tom Becker", "Linda here. I was born 3/22/1983 and Tom 8/9/1981.", both},
		{"Tom Becker", "Hi, Linda here, writing from Tom's account. Tom was born 8/9/1981 and I was born 3/22/1983. He's had his license since 1998, me since 2001.", both + " drivers[0].years_licensed=28 drivers[1].years_licensed=25"},
		{"Tom Becker", "My husband Tom was born 8/9/81 and I was born 3/22/83.", both},
		{"Linda Becker", "My son Kyle drives too, he was born 4/5/2008, licensed 1 year. My mother Grace doesn't.", `drivers[2].given_name="Kyle" drivers[2].relationship="child" !drivers[0] !drivers[1] !drivers[3]`},
		{"Linda Becker", "My brother Hal will drive it too, born 4/5/1980, licensed 20 years.", `drivers[2].given_name="Hal" drivers[2].relationship="other"`},
		{"Tom Becker", "This is Mike, Tom's son. I was born 4/5/2008 and have been licensed 1 year.", `drivers[2].given_name="Mike" drivers[2].relationship="child" drivers[2].date_of_birth="2008-04-05" drivers[2].years_licensed=1 !drivers[0] !drivers[1]`},
		// Who only passes something on of Linda, is named with her, or is called by her name.
		{"Tom Becker", "This is Linda's birth date: 3/22/1983. She has been licensed 25 years.", hers},
		{"Tom Becker", "I was born 8/9/1981. My wife Linda says hello.", `drivers[0].date_of_birth="1981-08-09" !drivers[1].date_of_birth !drivers[2]`},
		{"Tom Becker", "This is Tom and Linda. I was born 8/9/1981.", `drivers[0].date_of_birth="1981-08-09"`},
		{"Tom Becker", "Hi Linda, I was born 8/9/1981.\n\nTom", his},
		{"Tom Becker", "I was born 8/9/1981. Thanks Linda!", his},
		{"Tom Becker", "I was born 8/9/1981.\n\nTom\nLinda", his},
		{"Tom Becker", "I'm Linda's husband and I was born 8/9/1981.", his},
		{"Linda Becker", "Tom here, on Linda's computer. I was born 8/9/1981.", his},
		{"Linda Becker", "I was born 8/9/1981.\n\nTom", his},
	} {
		trap(t, answerOf(tt.from, tt.text), tt.want)
	}
}

// TestSharedAddress: a From header under which the insured began the thread does not tell who writes.
func TestSharedAddress(t *testing.T) {
	in := answerOf("Linda Becker", "I was born 8/9/1981.")
	in.Began = "Linda Becker"
	trap(t, in, `drivers[0].date_of_birth="1981-08-09" !drivers[1]`)
}

// TestOtherWriterAsked: numbers of answers mean what we asked, whoever answers.
func TestOtherWriterAsked(t *testing.T) {
	in := answerOf("Linda Becker", "1. 8/9/1981\n2. 27\n3. 3/22/1983\n4. 25\n\nThanks,\nLinda")
	in.Asked = []string{"named_insured.date_of_birth", "drivers[0].years_licensed", "drivers[1].date_of_birth", "drivers[1].years_licensed"}
	trap(t, in, `drivers[0].date_of_birth="1981-08-09" named_insured.date_of_birth="1981-08-09" drivers[0].years_licensed=27 drivers[1].date_of_birth="1983-03-22" drivers[1].years_licensed=25`)
}
