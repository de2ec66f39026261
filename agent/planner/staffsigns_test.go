package planner_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

// TestFindingD5WhatStaffMustLookAt: a complete request with one of these sentences gives a review of
// a quote, or of questions, with a note that quotes the sentence.
func TestFindingD5WhatStaffMustLookAt(t *testing.T) {
	for sentence, note := range map[string]string{
		"My 17 year old daughter has a learner's permit and lives with us.":    "a new or future driver",
		"My roommate borrows the car each weekend.":                            "another driver or resident",
		"I had a reckless driving ticket in 2025.":                             "more than a ticket",
		"It has a lift kit and a turbo.":                                       "a modified car",
		"The rear bumper has an old dent.":                                     "existing damage",
		"We spend half the year in Arizona.":                                   "kept elsewhere",
		"I also take a 1967 Mustang to shows.":                                 "classic or show car",
		"It still has Texas plates.":                                           "plates of another state",
		"Our son Max, 19, is away at college in Idaho.":                        "a student away",
		"My wife does not have a driver's license yet, she will drive it too.": "no valid license",
		"I do not have insurance yet.":                                         "a gap in insurance",
		"I don't currently have car insurance.":                                "a gap in insurance",
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + sentence)
		var said []string
		if len(c.asked) > 0 {
			said = c.asked[len(c.asked)-1].Warnings
		} else {
			said = []string{c.handedOver()}
		}
		quoted := func(w string) bool {
			return strings.Contains(w, note) && strings.Contains(w, strings.TrimSuffix(sentence, "."))
		}
		if !slices.ContainsFunc(said, quoted) {
			t.Errorf("%q: %q", sentence, said)
		}
	}
}

// A claim gets no note about the damage that the claim is about.
func TestClaimsHaveNoSigns(t *testing.T) {
	c := begin(t, usual())
	c.customer("Hi, I backed into a pole at work yesterday and crumpled the tailgate on my 2019 " +
		"Tacoma. I need to file a claim.\n\nMaria Lopez")
	mustLack(t, c.handedOver(), "existing damage")
}

// TestFindingD5ASeriousViolationIsNotPricedAsNone: without a number of tickets, the customer is asked.
func TestFindingD5ASeriousViolationIsNotPricedAsNone(t *testing.T) {
	c := begin(t, usual())
	c.customer(strings.Replace(complete, "Clean record.", "I got a reckless driving ticket in 2025.", 1))
	c.underReview(agent.StageInfoAnalysis)
	c.accept()
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, "I got a reckless driving ticket in 2025.", "How many traffic tickets")
	c.accept()
	c.customer("One ticket.")
	c.underReview(agent.StageQuote)
	if n := c.state.CustomerInfo.Case.Application.Drivers[0].Violations; n == nil || *n != 1 {
		t.Errorf("%v tickets", n)
	}
}

// TestFindingD5ANamedLenderIsALoan: a car with a named lender is financed, not owned.
func TestFindingD5ANamedLenderIsALoan(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nMy lender is Chase.")
	c.underReview(agent.StageQuote)
	f := c.state.CustomerInfo.Case.Facts["vehicles[0].ownership"]
	if string(f.Value) != `"financed"` || f.Standing != "stated" {
		t.Errorf("%+v", f)
	}
}

// TestFindingD5CancelElsewhere: a request about another policy after the quote goes to a person, and
// no quote is drafted again.
func TestFindingD5CancelElsewhere(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("Please cancel my Geico policy.")
	mustHave(t, c.handedOver(), "cancel")
}

// TestFindingD5TheWriterHasNoLicenseYet: the request goes to a person. After HAND BACK, no mail
// asks for years with a license, and the quote repeats the reason.
func TestFindingD5TheWriterHasNoLicenseYet(t *testing.T) {
	for _, sentence := range []string{
		"I do not have a drivers license yet.", "I don't have a driver's license yet.",
		"I have no license yet.", "Todavía no tengo licencia.",
	} {
		c := begin(t, usual())
		c.customer(strings.Replace(complete, "and I've been licensed since 2003.", ". "+sentence, 1))
		mustHave(t, c.handedOver(), "a driver has no license")
		c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), "although a driver has no license")
	}
}

// TestFindingD5TitleInAnotherName: a title in another name goes to a person before a quote, and is
// quoted with a note after HAND BACK.
func TestFindingD5TitleInAnotherName(t *testing.T) {
	for _, sentence := range []string{
		"The title is in my partner's name.", "The car is titled in my mother's name.",
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + sentence)
		mustHave(t, c.handedOver(), "titled or registered in another name")
		c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), sentence)
	}
}

// A number from staff settles the line about an accident of the only driver.
func TestStaffSettleAnAccident(t *testing.T) {
	const line = "No value counts these words"
	number := func(path, n string) []quote.Fact {
		return []quote.Fact{{Path: path, Value: []byte(n), Standing: quote.Confirmed}}
	}
	c := begin(t, usual())
	c.customer(complete + "\nSome guy rear ended me in 2025.")
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), line)
	c.correct("x", number("drivers[0].violations", "1"))
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), line)
	c.correct("x", number("drivers[0].accidents", "1"))
	mustLack(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), line)

	c = begin(t, usual())
	c.customer(complete + "\nMy husband Bob Lopez, born 1/2/1980, licensed 20 years, drives it " +
		"too, clean record. Some guy rear ended him in 2025.")
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), line)
	c.correct("x", number("drivers[0].accidents", "1"))
	mustHave(t, strings.Join(c.asked[len(c.asked)-1].Warnings, "\n"), line)
}
