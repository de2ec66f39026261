package planner_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/quote"
)

var provide = strings.Replace(identify, "new_quote", "provide_info", 1)

// A correction that only the rules find is shown with the quote.
func TestCase40ACorrectionThatTheModelSkipsIsShown(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	c.says(one("identify_intent", provide), one("extract_application", noFacts))
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	p := c.underReview(agent.StageInfoAnalysis)
	if want := []string{
		`Year of the 2019 Honda Civic = 2020 was left out: the rules read it in "2020"`}; !slices.Equal(p.Warnings, want) {
		t.Errorf("warnings %q", p.Warnings)
	}
	c.decide(agent.Reject, "The Civic is a 2020.")
	c.underReview(agent.StageQuote)
	mustHave(t, c.asked[len(c.asked)-1].Draft.Text, "2020 Honda Civic")
}

func TestCase40WhatStaffStateNeedNotBeReadInTheMail(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	c.says(one("identify_intent", provide), one("extract_application", noFacts),
		one("extract_application", factsArgs(factArg("vehicles[0].year", "2020", "a 2020", "staff"))))
	c.customer("Sorry, the Civic is a 2020, not a 2019.")
	c.underReview(agent.StageInfoAnalysis)
	c.decide(agent.Reject, "it is a 2020")
	c.underReview(agent.StageQuote)
}

// "no collision" is a deductible of 0 for a model. A quote leaves the coverage out.
func TestModelDeclinesACoverageWithZero(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	c.says(one("identify_intent", provide), one("extract_application", factsArgs(
		factArg("coverages.comprehensive_deductible", "0", "no comp", "mail"),
		factArg("coverages.collision_deductible", "0", "no collision", "mail"))))
	c.customer("Please no comp and no collision.")
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text,
		"Comprehensive not included", "Collision not included")
}

// Staff see that the model saw only the beginning of a mail.
func TestReviewSaysThatAMailWasTooLongForTheModel(t *testing.T) {
	c := think(t, nil)
	c.customer(complete + strings.Repeat("And our dog says hello.\n", 3000))
	p := c.underReview(agent.StageInfoAnalysis)
	if want := "the model saw only the first 64 KB of the mail"; p.Action.Doubt != want {
		t.Errorf("doubt %q, want %q", p.Action.Doubt, want)
	}
}

// Staff who decline a coverage answer the question about its deductible.
func TestDeclinedCoverageIsNoOpenQuestion(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	fields := `"fields":["coverages.collision_deductible"]`
	c.says(one("ask_customer", strings.Replace(askMore, `"fields":[]`, fields, 1)))
	c.decide(agent.Reject, "which collision deductible?")
	c.underReview(agent.StageInfoRequest)
	c.says(one("extract_application", factsArgs(
		factArg("coverages.collision_deductible", "0", "no collision", "staff"))))
	c.decide(agent.Reject, "no collision")
	c.underReview(agent.StageInfoAnalysis)
	c.accept()
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "Collision not included")
}

// The rules take a spouse who writes for the customer. The values of another driver are not omitted.
func TestSpouseWhoWritesIsNotLeftOut(t *testing.T) {
	c := think(t, nil)
	c.customer(complete + "My husband Juan Perez drives, too.\n")
	c.underReview(agent.StageInfoRequest)
	c.accept()
	c.says(one("identify_intent", provide), one("extract_application", factsArgs(
		factArg("drivers[1].date_of_birth", "1986-02-14", "born 02/14/1986", "mail"))))
	c.customer("Hi, I'm Juan Perez, born 02/14/1986.")
	for _, warning := range c.underReview(agent.StageInfoAnalysis).Warnings {
		mustLack(t, warning, "was left out")
	}
}

// A model writes values as people do. Another state than "OR" would refer the customer to a person.
func TestModelWritesValuesAsPeopleDo(t *testing.T) {
	c := think(t, nil)
	c.says(one("identify_intent", identify), one("extract_application", factsArgs(
		factArg("drivers[0].given_name", "Maria", "Maria Lopez", "mail"),
		factArg("drivers[0].relationship", "insured", "Maria Lopez", "mail"),
		factArg("drivers[0].date_of_birth", "2/2/1978", "born 2/2/1978", "mail"),
		factArg("garaging_address.state", "Oregon", "Salem, Oregon", "mail"),
		factArg("vehicles[0].annual_miles", "9,000", "9,000 miles", "mail"),
		factArg("coverages.bodily_injury", "100,000/300,000", "100/300/100", "mail"),
		factArg("coverages.property_damage", "100000", "100/300/100", "mail"),
		factArg("coverages.comprehensive_deductible", "500", "500 deductible", "mail"),
		factArg("coverages.collision_deductible", "$500", "500 deductible", "mail"))))
	c.customer("Maria Lopez, born 2/2/1978, Salem, Oregon. 9,000 miles, 100/300/100, 500 deductible.")
	c.underReview(agent.StageInfoRequest)
	if n := len(c.server.Seen()); n != 3 {
		t.Errorf("%d requests, want 3 without a repair", n)
	}
	a := c.state.CustomerInfo.Case.Application
	if a.GaragingAddress.State != "OR" || a.Coverages.BodilyInjury != "100/300" ||
		*a.Coverages.PropertyDamage != 100 || *a.Coverages.CollisionDeductible != 500 ||
		a.Drivers[0].DateOfBirth != "1978-02-02" || *a.Vehicles[0].AnnualMiles != 9000 {
		t.Errorf("%s", agent.Encoded(a))
	}
}

// "Mazda 3" is the Mazda3 of the rules, so the review shows no doubt and no second car.
func TestModelWritesTheModelLikeTheCatalog(t *testing.T) {
	c := think(t, nil)
	c.says(one("identify_intent", identify), one("extract_application", factsArgs(
		factArg("vehicles[0].make", "Mazda", "Mazda 3", "mail"),
		factArg("vehicles[0].model", "3", "Mazda 3", "mail"))))
	c.customer("Please quote my Mazda 3.")
	c.underReview(agent.StageInfoRequest)
	if m := c.state.CustomerInfo.Case.Application.Vehicles[0].Model; m != "Mazda3" {
		t.Errorf("model %q", m)
	}
}

// Staff who take a car out need no note that the next reading leaves the car out.
func TestStaffNeedNoNoteAboutWhatTheyTakeOut(t *testing.T) {
	with := usual()
	with.gates[agent.StageInfoAnalysis] = agent.GateAlways
	c := thinkWith(t, with, nil)
	honda := factArg("vehicles[0].year", "2019", "2019 Honda", "mail")
	kia := factArg("vehicles[1].year", "2020", "2020 Kia", "mail")
	c.says(one("identify_intent", identify), one("extract_application", factsArgs(honda, kia)))
	c.customer("Please quote my 2019 Honda and my 2020 Kia.")
	c.underReview(agent.StageInfoAnalysis)
	c.says(one("extract_application", factsArgs(honda)))
	c.decide(agent.Reject, "not the Kia")
	p := c.underReview(agent.StageInfoAnalysis)
	if left := slices.DeleteFunc(p.Warnings, func(w string) bool {
		return !strings.Contains(w, "2020 was left out")
	}); len(left) > 0 {
		t.Errorf("warnings %q", left)
	}
}

// A text with the values of two paths is no value of the first, or the other would be lost.
func TestTwoLimitsAreNotOneValue(t *testing.T) {
	c := think(t, nil)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	c.says(one("extract_application", factsArgs(factArg("coverages.bodily_injury",
		"250/500/250", "250/500/250", "staff"))))
	c.decide(agent.Reject, "use 250/500/250")
	c.underReview(agent.StageInfoRequest) // and no quote with the former property damage
}

// A date without a year counts from the day on which staff wrote it.
func TestDatesOfStaffCountFromTheirDay(t *testing.T) {
	for said, want := range map[string]quote.Date{"Dec 1": "2026-12-01", "tomorrow": "2026-11-21"} {
		c := think(t, nil)
		c.customer(complete)
		c.underReview(agent.StageQuote)
		c.says(one("extract_application", factsArgs(
			factArg("effective_date", said, said, "staff"))))
		c.decide(agent.Reject, "start "+said)
		c.underReview(agent.StageQuote)
		if got := c.state.CustomerInfo.Case.Application.EffectiveDate; got != want {
			t.Errorf("%s: %s", said, got)
		}
	}
}
