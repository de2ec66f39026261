package planner_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// sinceLast returns the values of a review that differ from the previous quote.
func sinceLast(c *conversation, p agent.Proposal) string {
	changed, was := c.state.ChangedValues(p, nil)
	lines := []string{"was " + was}
	for _, i := range changed {
		lines = append(lines, i.Label+": "+i.Was+" -> "+i.Now)
	}
	return strings.Join(lines, "\n")
}

// An unchanged total is not shown as a change. A total that depends on a pending discount is
// shown as higher without it.
func TestWhatIsAsBeforeIsSaidToBe(t *testing.T) {
	m := &moody{}
	c, _ := quoted(t, withMood(m))
	c.accept()
	total := c.state.AgentScratchpad.Quote.Total.String()
	c.customer("Please have it start on December 1, 2026 instead.")
	p := c.underReview(agent.StageQuote)
	got := sinceLast(c, p)
	mustHave(t, got, "Start date: November 20, 2026 -> December 1, 2026")
	mustLack(t, got, total, "Without unproven")
}

// A price when new that replaces an assumption is named to staff and to the customer.
func TestPriceWhenNewExplainsTheChange(t *testing.T) {
	c, _ := quoted(t, usual())
	c.accept()
	c.customer("The Civic was $52,000 new.")
	p := c.underReview(agent.StageQuote)
	mustHave(t, sinceLast(c, p), "Price when new of the 2019 Honda Civic: $28,000 -> $52,000")
	mustHave(t, strings.Join(strings.Fields(p.Draft.Text), " "),
		"What changed since our last estimate", "Price when new of the 2019 Honda Civic: $52,000")
}

// An option with refused coverages is not rated, because the rate would be for the earlier
// coverages.
func TestOptionThatIsNotTakenIsNotRated(t *testing.T) {
	rated := 0
	m := &moody{makes: func(call carrier.Call) carrier.Result {
		if _, is := call.(carrier.Rate); is {
			rated++
		}
		if u, is := call.(carrier.UpdateCoverage); is && u.Coverages.BodilyInjury == "250/500" {
			return carrier.Failed{Message: "is not sold"}
		}
		return nil
	}}
	c := begin(t, comparing(m))
	c.customer(complete)
	p := c.underReview(agent.StageQuote)
	if n := strings.Count(p.Draft.Text, "The state's minimum"); n != 1 || len(c.state.AgentScratchpad.Options) != 1 || rated != 2 {
		t.Errorf("the least is shown %d times, %d options, %d ratings", n, len(c.state.AgentScratchpad.Options), rated)
	}
}

// A refusal by the carrier is not shown as an invalid value.
func TestWhatTheCarrierDoesNotTakeIsSaidTruly(t *testing.T) {
	for path, lie := range map[string]string{
		"garaging_address.zip":           "does not lie in that state",
		"vehicles[0].year":               "is no model year",
		"drivers[0].years_licensed":      "does not fit the age",
		"coverages.collision_deductible": "below what the state requires",
	} {
		c := begin(t, withMood(&moody{makes: on[carrier.Rate](carrier.Failed{Field: path, Message: "is not one that we know"})}))
		c.customer(complete)
		text := c.underReview(agent.StageInfoRequest).Draft.Text
		mustHave(t, strings.Join(strings.Fields(text), " "), "the carrier does not accept that")
		mustLack(t, text, lie)
	}
}

// An approved quote with a past start by the customer is not sent. The customer is asked for
// another day.
func TestQuoteForAPastStartIsNotSent(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nPlease have it start on November 24, 2026.\n")
	c.underReview(agent.StageQuote)
	c.later(5 * 24 * time.Hour)
	c.accept()
	mustHave(t, c.handedOver(), "start on 2026-11-24", "HAND BACK")
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "When should the coverage start?")
}

// paidSo is a carrier with these payments in its quote.
func paidSo(payments ...carrier.Cents) settings {
	return withMood(&moody{alters: func(q *carrier.Quote) {
		q.Plan = carrier.Plan{Payments: payments, Fee: 500}
	}})
}

// Unequal payments are listed separately.
func TestUnequalPaymentsAreShownAsTheyAre(t *testing.T) {
	for want, with := range map[string]settings{
		"$300.00, then 3 of $100.00":               paidSo(300_00, 100_00, 100_00, 100_00),
		"$100.00 each":                             paidSo(100_00, 100_00, 100_00, 100_00),
		"$300.00, then 2 of $200.00, then $100.00": paidSo(300_00, 200_00, 200_00, 100_00),
		"2 of $300.00, then 2 of $200.00":          paidSo(300_00, 300_00, 200_00, 200_00),
	} {
		_, p := quoted(t, with)
		mustHave(t, strings.Join(strings.Fields(p.Draft.Text), " "), want)
	}
}

// A customer who asks for unavailable limits sees the available limits.
func TestWhatCanBeHadIsToldToWhoAskedForOther(t *testing.T) {
	for said, want := range map[string]string{
		"A deductible of 750 please.":        `"$750", and that is not offered, or is below what the state requires. The choices are $250, $500, $1,000 and $2,000. Which collision deductible`,
		"I want 15/30/5.":                    "The choices are $25,000 / $50,000, $25,000 / $65,000",
		"I want property damage of 200,000.": "The choices are $20,000, $25,000, $30,000, $50,000, $100,000 and $250,000. Which property damage",
	} {
		c := begin(t, usual())
		c.customer(complete + "\n" + said + "\n")
		p := c.underReview(agent.StageInfoRequest)
		mustHave(t, p.Draft.Text, want)
		mustLack(t, p.Draft.Text, `We understood "$25,000 / $50,000"`)
		if len(p.Warnings) > 0 {
			t.Errorf("warnings %q", p.Warnings)
		}
	}
}

// A dropped coverage is not among the assumptions.
func TestADroppedCoverageIsNotAssumed(t *testing.T) {
	c, _ := quoted(t, usual())
	c.correct("x", []quote.Fact{{Path: "vehicles[0].coverages.collision_deductible",
		Value: []byte("0"), Standing: quote.Confirmed}})
	text := c.underReview(agent.StageQuote).Draft.Text
	mustHave(t, text, "Collision not included", "Comprehensive deductible: $500")
	mustLack(t, text, "Collision deductible: $500")
}

// A mail with the lower price of a full payment shows no other full payment.
func TestAMailHasOneFullPayment(t *testing.T) {
	c, _ := quoted(t, usual())
	mustHave(t, c.underReview(agent.StageQuote).Draft.Text, "In full")
	c.accept()
	c.customer("Please start December 1, 2026. " +
		"What would it cost if I pay in full?")
	text := c.underReview(agent.StageQuote).Draft.Text
	mustHave(t, text, "Paid in full instead of none", "4 payments")
	mustLack(t, text, "In full")
}
