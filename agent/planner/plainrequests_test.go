package planner_test

import (
	"strings"
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

// TestFindingD11MonthlyIsNoBill: a question about monthly payments is no question about a bill.
func TestFindingD11MonthlyIsNoBill(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("Can I pay monthly?")
	if got := c.state.AgentScratchpad.Intent; got == "billing" {
		t.Errorf("intent %q", got)
	}
}

// TestFindingD11APolicyNumberIsNotAskedFor: a quote does not ask for a policy number that the customer
// gave.
func TestFindingD11APolicyNumberIsNotAskedFor(t *testing.T) {
	const proof = "number of the other policy"
	for said, asks := range map[string]bool{
		"Our house is insured with you too, policy HO-1234567, so please add the bundle discount.": false,
		"Our house is insured with you too, so please add the bundle discount.":                    true,
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + said)
		if text := c.underReview(agent.StageQuote).Draft.Text; strings.Contains(text, proof) != asks {
			t.Errorf("%q: %s", said, text)
		}
	}
}
