package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

// A birth date never changes. Another date that corrects no mistake may belong to another person,
// so the customer is asked, and the price stays.
func TestDifficultBirthDateOfAnother(t *testing.T) {
	for _, said := range []string{
		"My mother will drive too. Name: Rosa Lopez. DOB 2/2/1995. Licensed since 2014.",
		"One more thing. DOB 2/2/1995, licensed since 2014.",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		c.customer(said)
		mustHave(t, strings.Join(c.asked[len(c.asked)-1].Warnings, "\n"),
			"Date of birth of Maria: the customer wrote March 4, 1985 and also February 2, 1995",
			"Years licensed, Maria: the customer's words mean 23 and also 12")
		c.accept()
		mustHave(t, c.asked[len(c.asked)-1].Draft.Text, "March 4, 1985 and also February 2, 1995")
		maria := c.state.CustomerInfo.Case.Application.Drivers[0]
		if maria.DateOfBirth != "1985-03-04" || *maria.YearsLicensed != 23 {
			t.Errorf("%s: Maria was born %s, licensed for %d years", said, maria.DateOfBirth,
				*maria.YearsLicensed)
		}
		c.accept()
		c.customer("My birthday is March 4, 1985, and I am licensed since 2003.")
		if open := c.state.AgentScratchpad.Conflicts; len(open) > 0 {
			t.Errorf("%s: still asked about %v", said, open)
		}
	}
}

// A new driver with a name in the same mail is one more driver, and the insured stays the same.
func TestDifficultNewDriverInAMail(t *testing.T) {
	for _, said := range []string{
		"Please put my brother on it too. His name is Mateo Lopez, he was born 2/2/1995 " +
			"and has been licensed since 2014, no accidents and no tickets.",
		"Ponga a mi hermano también, por favor. Se llama Mateo Lopez, nació el 2 de febrero " +
			"de 1995 y tiene licencia desde 2014, sin accidentes ni multas.",
		"Mateo Lopez, he was born 2/2/1995 and licensed since 2014. No tickets.",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		c.customer(said)
		mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Mateo Lopez")
		all := c.state.Application().Drivers
		if len(all) != 2 || all[0].DateOfBirth != "1985-03-04" || *all[0].YearsLicensed != 23 ||
			all[1].DateOfBirth != "1995-02-02" || *all[1].YearsLicensed != 12 {
			t.Errorf("%s: %+v", said, all)
		}
	}
}

func TestDifficultCorrectedBirthDate(t *testing.T) {
	for said, want := range map[string]quote.Date{
		"Sorry, I was born 3/4/1984.":                        "1984-03-04",
		"Oops, DOB is 3/4/1984.":                             "1984-03-04",
		"There is a mistake, my birthday is 3/4/1984.":       "1984-03-04",
		"Perdón, me equivoqué: nací el 4 de marzo de 1984.":  "1984-03-04",
		"I was born 3/4/1985, as I said. Please add towing.": "1985-03-04",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		c.customer(said)
		all := c.state.CustomerInfo.Case.Application.Drivers
		open := c.state.AgentScratchpad.Conflicts
		if len(all) != 1 || all[0].DateOfBirth != want || len(open) > 0 {
			t.Errorf("%s: %+v; %s", said, all, c.summary())
		}
	}
}

// A word about weekends ends no commute.
func TestDifficultWeekendsAndACommute(t *testing.T) {
	for said, want := range map[string]quote.Use{
		"I forgot the weekends in Tahoe, so it is more like 18k miles.": quote.Commute,
		"I now work from home, so I use it for pleasure only.":          quote.Pleasure,
		"I only use it on weekends now.":                                quote.Pleasure,
	} {
		c, _ := quoted(t, usual())
		c.accept()
		c.customer(said)
		if use := c.state.CustomerInfo.Case.Application.Vehicles[0].Use; use != want {
			t.Errorf("%s: the use is %s, want %s", said, use, want)
		}
		asks := strings.Contains(strings.Join(c.asked[len(c.asked)-1].Warnings, "\n"),
			"driven to work and also for pleasure")
		if asks != (want == quote.Commute) {
			t.Errorf("%s: staff see %q", said, c.asked[len(c.asked)-1].Warnings)
		}
	}
}

// The entries of a list are questions of their own, also without a question mark.
func TestDifficultListOfQuestions(t *testing.T) {
	for _, said := range []string{
		"three things: 1) price with 1000 deductible both 2) price w/o comprehensive " +
			"3) how much per year",
		"Three things:\n1. price with 1000 deductible on both\n2. price w/o comprehensive\n" +
			"3. how much per year",
		"Tres cosas: 1) precio con deducible de 1000 2) precio sin comprehensive 3) cuánto es al año",
	} {
		c, _ := quoted(t, usual())
		c.accept()
		total := c.state.AgentScratchpad.Quote.Total
		p := answered(t, c, said)
		mustHave(t, p.Draft.Text, "Collision deductible: $1,000 instead of $500",
			"Comprehensive deductible: none instead of $500", "A whole year at this price")
		if c.state.AgentScratchpad.Quote.Total != total {
			t.Errorf("%s: the questions changed the quote", said)
		}
		c.accept()
		c.customer("Option 2 please.")
		mustHave(t, c.underReview(agent.StageQuote).Draft.Text,
			"Comprehensive deductible: none instead of $500")
	}
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("Please change 2 things: 1) 1000 deductible on both 2) drop towing")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Collision deductible: $1,000 instead",
		"Towing: no instead of yes")
}

// A driver keeps both given names and both surnames.
func TestFourNamesOfADriver(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\n\nMy husband Juan Carlos Pérez Ruiz, born 2/2/1978, licensed for 20 " +
		"years, no accidents or tickets, drives too.")
	c.underReview(agent.StageQuote)
	d := c.state.Application().Drivers[1]
	if d.GivenName != "Juan Carlos" || d.Surname != "Pérez Ruiz" {
		t.Errorf("the driver is %q %q", d.GivenName, d.Surname)
	}
}

// A question about a driver without a name has the customer's word for the driver.
func TestQuestionsNameTheRelative(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nDo I need to pay extra if my brother borrows it now and then?")
	text := c.underReview(agent.StageInfoRequest).Draft.Text
	mustHave(t, text, "What is your brother's first name?", "has your brother been licensed")
	mustLack(t, text, "driver number 2")
}
