package planner_test

import (
	"testing"

	"ppamaild/agent"
)

// TestFindingD11PlainRequests: a request of staff reads as a sentence to the customer.
func TestFindingD11PlainRequests(t *testing.T) {
	for reason, want := range map[string]string{
		"ask for desired coverage":                  "Please give us your desired coverage.",
		"also ask for email of spouse":              "Please give us the email of your spouse.",
		"ask for proof of insurance":                "Please give us proof of insurance.",
		"also ask for the son's address":            "Please give us the son's address.",
		"please also ask for the name of the agent": "Please give us the name of the agent.",
	} {
		c, _ := questioned(t, usual())
		c.decide(agent.Reject, reason)
		mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, want)
	}
}

// TestFindingD11AHandOverNamesAllReasons: staff read each reason, not only the first reason.
func TestFindingD11AHandOverNamesAllReasons(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nI need an SR-22 filing. I drive for Uber on weekends. " +
		"My roommate drives it too.")
	mustHave(t, c.handedOver(), "SR-22 or FR-44", "Uber on weekends", "My roommate drives it too")
}
