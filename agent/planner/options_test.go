package planner_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/quote"
)

func comparing(m *moody) settings {
	with := withMood(m)
	with.compare = quoting.Compare{Minimum: true, Coverages: quote.Coverages{
		BodilyInjury: "250/500", PropertyDamage: new(250), UninsuredMotorist: "250/500", PersonalInjury: new(15_000), CollisionDeductible: new(250),
	}}
	return with
}

// One mail shows the requested coverages with the minimum and the configured limits, with and
// without pending discounts.
func TestOptionsAreCompared(t *testing.T) {
	c := begin(t, comparing(&moody{}))
	c.customer(complete + "\nI also have my home insurance with you, do I get the bundle discount?\n")
	p := c.underReview(agent.StageQuote)
	pad := c.state.AgentScratchpad
	if len(pad.Options) != 2 || len(p.Warnings) > 0 {
		t.Fatalf("%d options, warnings %q", len(pad.Options), p.Warnings)
	}
	least, more := pad.Options[0].Quote, pad.Options[1].Quote
	if least.Total >= pad.Quote.Total || more.Total <= least.Total || least.ID == pad.Quote.ID || least.Total >= least.TotalWithoutPending {
		t.Errorf("as asked %v, least %v (without pending %v), more %v", pad.Quote.Total, least.Total, least.TotalWithoutPending, more.Total)
	}
	mustHave(t, p.Draft.Text, "As priced above", "The state's minimum", "$25,000 / $50,000", "Another set of limits", "$250,000 / $500,000",
		least.Total.String(), least.TotalWithoutPending.String(), more.Total.String(), more.TotalWithoutPending.String(), "These are prices, not advice")
	mustLack(t, strings.ToLower(p.Draft.Text), "recommend", "best", "should")
	if got := pad.Quote.Lines[0].Limit; got != "100/300" {
		t.Errorf("the quote itself is of %s", got)
	}
}

// The current coverages are shown if they differ from the requested ones.
func TestTheSameAsNowIsCompared(t *testing.T) {
	with := withMood(&moody{})
	with.compare = quoting.Compare{Now: true}
	c := begin(t, with)
	c.customer(complete + "\nI have 50/100/50 now but would like 100/300/100.\n")
	p := c.underReview(agent.StageQuote)
	options := c.state.AgentScratchpad.Options
	if len(options) != 1 || len(p.Warnings) > 0 {
		t.Fatalf("%d options, warnings %q", len(options), p.Warnings)
	}
	mustHave(t, p.Draft.Text, "As you asked", "The same limits as now", "$50,000 / $100,000", options[0].Quote.Total.String())
	c = begin(t, with)
	c.customer(complete + "\nI have 100/300/100 now, please quote the same.\n")
	if mustLack(t, c.underReview(agent.StageQuote).Draft.Text, "The same limits as now"); len(c.state.AgentScratchpad.Options) > 0 {
		t.Errorf("options %+v", c.state.AgentScratchpad.Options)
	}
}

// A refused option does not delay the quote.
func TestOptionWithoutAPriceIsLeftOut(t *testing.T) {
	c := begin(t, comparing(&moody{makes: func(call carrier.Call) carrier.Result {
		if u, is := call.(carrier.UpdateCoverage); is && u.Coverages.BodilyInjury == "250/500" {
			return carrier.Failed{Message: "is not sold"}
		}
		return nil
	}}))
	c.customer(complete)
	p := c.underReview(agent.StageQuote)
	mustHave(t, strings.Join(p.Warnings, "\n"), "no price for the option other_limits")
	mustHave(t, p.Draft.Text, "The state's minimum")
	mustLack(t, p.Draft.Text, "Another set of limits")
}

// forgetful changes the number of the session once, like a carrier that lost it.
type forgetful struct {
	carrier.Carrier
	calls, forgets int
}

func (f *forgetful) Call(ctx context.Context, key carrier.Key, s carrier.Session, c carrier.Call) (carrier.Session, carrier.Result, error) {
	next, r, err := f.Carrier.Call(ctx, key, s, c)
	if f.calls++; f.calls == f.forgets {
		next.ID += "-AGAIN"
	}
	return next, r, err
}

// A lost session voids its prices, and all is priced again.
func TestForgottenSessionVoidsItsPrices(t *testing.T) {
	f := &forgetful{Carrier: carrier.NewReference(), forgets: 9} // call number of the first option's rating
	with := comparing(&moody{})
	with.carrier = f
	c := begin(t, with)
	c.customer(complete)
	c.underReview(agent.StageQuote)
	pad := c.state.AgentScratchpad
	if f.calls != 9+11 || len(pad.Options) != 2 || !reflect.DeepEqual(pad.Options[0].Name, "state_minimum") {
		t.Errorf("%d calls, options %+v", f.calls, pad.Options)
	}
	if id := c.state.MercurySession.ID; strings.HasSuffix(id, "-AGAIN") || pad.Quote == nil {
		t.Errorf("the prices are of session %s", id)
	}
}

// The mail to the customer lists omitted required offers.
func TestWhatMustBeOfferedIsInTheMail(t *testing.T) {
	inCalifornia := strings.Replace(complete, "Portland, OR 97201", "Sacramento, CA 95814", 1) + "\nNo uninsured motorist coverage please.\n"
	c := begin(t, usual())
	c.customer(inCalifornia)
	p := c.underReview(agent.StageQuote)
	mustHave(t, p.Draft.Text, "Coverage we must offer you", "To decline it you must sign a form", "- Uninsured motorist")
	mustHave(t, strings.Join(p.Warnings, "\n"), "Cal. Ins. Code 11580.2", `the customer wrote "No uninsured motorist"`)
	_, elsewhere := quoted(t, usual())
	mustLack(t, elsewhere.Draft.Text, "What has to be offered")
}

// A liability-only request adds no coverage for the car, and the mail says so.
func TestLiabilityOnlyIsQuotedAsThat(t *testing.T) {
	c := begin(t, usual())
	c.customer(complete + "\nLiability only, please.\n")
	said := strings.Join(strings.Fields(c.underReview(agent.StageQuote).Draft.Text), " ")
	mustHave(t, said, "Comprehensive not included Collision not included This vehicle")
}
