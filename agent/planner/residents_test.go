package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

const borrows = "My roommate borrows the car each weekend."

// asksAboutRoommate returns a conversation that waits for the answer about the roommate.
func asksAboutRoommate(t *testing.T, c *conversation) {
	c.customer(complete + "\n" + borrows)
	p := c.underReview(agent.StageInfoRequest)
	mustHave(t, p.Draft.Text, `You wrote "My roommate borrows the car each weekend".`,
		"Should we list this person as a driver, or leave this person out?")
	mustHave(t, strings.Join(p.Warnings, "\n"), borrows)
	c.accept()
}

// TestFindingD5ResidentsAreAskedAbout: a person who lives there or drives is listed, left out, or
// taken by staff.
func TestFindingD5ResidentsAreAskedAbout(t *testing.T) {
	byEither(t, usual(), func(t *testing.T, c *conversation) {
		asksAboutRoommate(t, c)
		c.customer("Please leave him out.")
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), borrows, `the customer answered: "Please leave him out."`,
			"needs a signed form")
	})
}

func TestFindingD5AResidentIsListed(t *testing.T) {
	c := begin(t, usual())
	asksAboutRoommate(t, c)
	c.customer("List him, please: my roommate Bob Stone, born March 4, 1990, licensed for 12 years, no accidents, no tickets.")
	p := c.underReview(agent.StageQuote)
	mustLack(t, strings.Join(p.Warnings, "\n"), "another driver or resident",
		"who lives there or drives")
	drivers := c.state.CustomerInfo.Case.Application.Drivers
	if len(drivers) != 2 || drivers[1].GivenName != "Bob" || drivers[1].DateOfBirth != quote.Date("1990-03-04") {
		t.Errorf("drivers %+v", drivers)
	}
}

// A driver whom staff add by EDIT answers the question and the note about people at home. A note
// that may name another person stays.
func TestAResidentAddedByStaffIsNoQuestion(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\n" + borrows)
	c.underReview(agent.StageInfoRequest)
	addBob(c)
	mustLack(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), borrows)
	c = begin(t, usual())
	c.customer(complete + "\nI live with my roommate Bob and he works at home.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "roommate Bob and he works")
	addBob(c)
	mustLack(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), "roommate Bob")
	for _, two := range []string{"My roommate and cousin borrow it.",
		"My roommate and my cousin borrow the car.",
		"My roommates borrow the car."} {
		c := begin(t, usual())
		c.customer(complete + "\n" + two)
		c.underReview(agent.StageInfoRequest)
		addBob(c)
		mustHave(t, strings.Join(c.asked[len(c.asked)-1].Warnings, "\n"), two)
	}
}

func addBob(c *conversation) {
	var facts []quote.Fact
	for path, value := range map[string]string{"given_name": `"Bob"`, "surname": `"Stone"`,
		"date_of_birth": `"1990-03-04"`, "relationship": `"other"`, "years_licensed": "12",
		"accidents": "0", "violations": "0"} {
		facts = append(facts, quote.Fact{Path: "drivers[1]." + path, Value: []byte(value),
			Standing: quote.Confirmed})
	}
	c.correct("driver 2: Bob Stone", facts)
}

func TestFindingD5AResidentWithoutAnAnswerGoesToStaff(t *testing.T) {
	c := begin(t, usual())
	asksAboutRoommate(t, c)
	c.customer("I would also like towing.")
	mustHave(t, c.handedOver(), "neither listed nor left out", borrows)
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), borrows)
}

// The question about people at home joins the other questions, and is asked after a quote too.
func TestResidentsJoinOtherQuestions(t *testing.T) {
	c := begin(t, usual())
	c.customer("I want a quote for my 2019 Honda Civic. Vivo con mi suegra. I live with my brother.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "What is your date of birth?",
		`You wrote "Vivo con mi suegra" and "I live with my brother".`)
	c, _ = quoted(t, usual())
	c.accept()
	c.customer("My mom also drives the Civic on Sundays, and lives with me.")
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "your parent")
}
