package planner_test

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/agent"
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
