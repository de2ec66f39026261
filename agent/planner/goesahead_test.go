package planner_test

import (
	"testing"

	"ppamaild/agent"
)

// A yes to one quote is none to the next: what comes after that is read again.
func TestYesToAQuoteIsNoneToTheNext(t *testing.T) {
	c := withQuote(t)
	c.customer("Sounds good, please go ahead. The Civic is a 2020, not a 2019.")
	c.underReview(agent.StageQuote)
	c.accept()
	c.customer("Actually the Civic is a 2018.")
	c.underReview(agent.StageQuote)
	if year := c.state.CustomerInfo.Case.Application.Vehicles[0].Year; year == nil || *year != 2018 {
		t.Errorf("the car is of %v", year)
	}
}

// Who likes a quote but for something gets it changed.
func TestWhoLikesAQuoteButForSomethingGetsAnother(t *testing.T) {
	c := withQuote(t)
	c.customer("Looks good but make the deductible 1000.")
	c.underReview(agent.StageQuote)
	c.accept()
	c.customer("Actually the Civic is a 2018.")
	c.underReview(agent.StageQuote)
}
