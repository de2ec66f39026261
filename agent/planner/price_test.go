package planner_test

import (
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/templates"
)

// sinceLast are what a review says of the quote before.
func sinceLast(c *conversation, p agent.Proposal) string {
	for _, s := range c.state.UnderReview(p) {
		if s.Title == "Since the last quote" {
			return said(s)
		}
	}
	return ""
}

func said(s templates.Section) string {
	var lines []string
	for _, i := range s.Items {
		lines = append(lines, i.Label+": "+i.Value)
	}
	return strings.Join(lines, "\n")
}

// A total that is the same as before is not said to have been another, and one that is the
// same only with a discount that is still to be documented is said to be dearer without it.
func TestWhatIsAsBeforeIsSaidToBe(t *testing.T) {
	m := &moody{}
	c, _ := quoted(t, withMood(m))
	c.accept()
	total := c.state.AgentScratchpad.Quote.Total.String()
	c.customer("Please have it start on December 1, 2026 instead.")
	p := c.underReview(agent.StageQuote)
	got := sinceLast(c, p)
	mustHave(t, got, "Total: "+total+", as before", "Start date: December 1, 2026, was November 20, 2026")
	mustLack(t, got, "was "+total, "Without unproven")
}
