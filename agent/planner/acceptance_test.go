package planner_test

import (
	"testing"

	"ppamaild/agent"
)

// An acceptance covers one quote only. Later mails are read again.
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

// An acceptance with a change request changes the quote.
func TestWhoLikesAQuoteButForSomethingGetsAnother(t *testing.T) {
	c := withQuote(t)
	c.customer("Looks good but make the deductible 1000.")
	c.underReview(agent.StageQuote)
	c.accept()
	c.customer("Actually the Civic is a 2018.")
	c.underReview(agent.StageQuote)
}
