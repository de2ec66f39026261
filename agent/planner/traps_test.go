package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
)

// What looks wrong is shown to staff where the gates are auto, be it in what a mail
// says, between it and what is known from before, or in what follows from it; and
// once more with the quote.

func withAutoGates() settings {
	with := usual()
	for stage := range with.gates {
		with.gates[stage] = agent.GateAuto
	}
	return with
}

// byEither runs a test with either planner.
func byEither(t *testing.T, with settings, test func(t *testing.T, c *conversation)) {
	t.Run("rules", func(t *testing.T) { test(t, begin(t, with)) })
	t.Run("llm", func(t *testing.T) { test(t, thinkWith(t, with, nil).conversation) })
}

func TestTrap5AYearThatContradictsAKnownVINIsShown(t *testing.T) {
	byEither(t, withAutoGates(), func(t *testing.T, c *conversation) {
		c.customer(complete + "\nThe VIN is 19XFC2F53KE512345.\n")
		if len(c.asked) != 0 || len(c.sent) != 1 {
			t.Fatalf("a review of a mail without doubts; %s", c.summary())
		}
		c.customer("Sorry, the Civic is a 2020, not a 2019.")
		const says = "VIN of the 2020 Honda Civic: 19XFC2F53KE512345 is of model year 2019, not 2020"
		mustHave(t, strings.Join(c.underReview(agent.StageInfoAnalysis).Warnings, "\n"), says)
		c.accept()
		mustHave(t, strings.Join(c.underReview(agent.StageQuote).Warnings, "\n"), says)
		c.customer("Sorry, I drive 9,000 miles a year.")
		c.underReview(agent.StageQuote) // of what is known already, no mail is doubted again
	})
}

func TestTrap8LiabilityOnlyWithALoanIsShown(t *testing.T) {
	byEither(t, withAutoGates(), func(t *testing.T, c *conversation) {
		c.customer(complete + "\nLiability only, please. I still owe the bank on it.\n")
		const says = "a financed vehicle usually needs comprehensive and collision"
		mustHave(t, strings.Join(c.underReview(agent.StageInfoAnalysis).Warnings, "\n"), says)
		c.accept()
		p := c.underReview(agent.StageQuote)
		mustHave(t, strings.Join(p.Warnings, "\n"), says)
		mustLack(t, p.Draft.Text, "Collision", "Comprehensive")
	})
}
