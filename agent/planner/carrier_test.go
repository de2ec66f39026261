package planner_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/carrier"
)

// moody is the reference carrier, but for what a test has it make of some calls.
type moody struct {
	carrier.Carrier
	makes func(carrier.Call) carrier.Result // nil: what the reference carrier makes of it
	dear  carrier.Cents                     // added to the first premium
}

func (m *moody) Call(ctx context.Context, key carrier.Key, s carrier.Session, c carrier.Call) (carrier.Session, carrier.Result, error) {
	if m.makes != nil {
		if r := m.makes(c); r != nil {
			return s, r, nil
		}
	}
	next, r, err := m.Carrier.Call(ctx, key, s, c)
	if rated, is := r.(carrier.Rated); is && m.dear > 0 {
		rated.Quote.Lines[0].Premium += m.dear
		rated.Quote.Lines[0].WithoutPending += m.dear
		rated.Quote.Total += m.dear
		rated.Quote.TotalWithoutPending += m.dear
		rated.Quote.Plan.Payments[0] += m.dear
		r = rated
	}
	return next, r, err
}

func on[C carrier.Call](r carrier.Result) func(carrier.Call) carrier.Result {
	return func(c carrier.Call) carrier.Result {
		if _, is := c.(C); is {
			return r
		}
		return nil
	}
}

func withMood(m *moody) settings {
	m.Carrier = carrier.NewReference()
	with := usual()
	with.carrier = m
	return with
}

// What the carrier can't take is asked of the customer, once.
func TestFieldThatTheCarrierRefusesIsAsked(t *testing.T) {
	m := &moody{makes: on[carrier.AddVehicle](carrier.Failed{Field: "vehicles[0].annual_miles", Message: "is too low"})}
	c := begin(t, withMood(m))
	c.customer(complete)
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "About how many miles a year is the 2019 Honda Civic driven?")
	c.accept()
	c.customer("9,500 miles a year")
	mustHave(t, c.handedOver(), "did not accept add_vehicle", "vehicles[0].annual_miles")
}

func TestFieldsThatTheCarrierRefusesAreAskedTogether(t *testing.T) {
	m := &moody{makes: on[carrier.OrderReports](carrier.Failed{Field: "drivers[0].license_number", Message: "is needed", Also: []string{"drivers[0].license_state"}})}
	with := withMood(m)
	with.reports = true
	c := begin(t, with)
	c.customer(complete)
	mustHave(t, c.underReview(agent.StageInfoRequest).Draft.Text, "What is your driver's license number?", "Which state issued your license?")
}

func TestWhatTheCustomerCantPutRightIsForStaff(t *testing.T) {
	for name, r := range map[string]carrier.Result{
		"did not accept quote_initiate": carrier.Failed{Message: "the producer is not known"},
		"not available":                 carrier.Failed{Message: "503", Temporary: true, Field: "vehicles[0].vin"},
		"declines it: no appetite":      carrier.Declined{Reason: "no appetite"},
		"refers it":                     carrier.Referred{Reasons: []string{"a look"}},
		"waits for a report":            carrier.Pending{},
	} {
		c := begin(t, withMood(&moody{makes: on[carrier.Initiate](r)}))
		c.customer(complete)
		mustHave(t, c.handedOver(), name)
	}
}

// While reports are pending a price is indicative, and says so.
func TestPendingReportsMakeAnIndicativeQuote(t *testing.T) {
	with := withMood(&moody{makes: on[carrier.OrderReports](carrier.Pending{})})
	with.reports = true
	_, p := quoted(t, with)
	mustHave(t, p.Draft.Text, "This price is indicative")
	mustLack(t, p.Draft.Text, "into account")
}

// A price that changed when it was rated again needs an approval of its own.
func TestPriceChangeVoidsTheApproval(t *testing.T) {
	m := &moody{}
	with := withMood(m)
	with.validFor = 24 * time.Hour
	c, first := quoted(t, with)
	c.later(72 * time.Hour)
	c.accept()
	mustHave(t, c.handedOver(), "was valid until")
	m.dear = 10_00
	c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
	again := c.underReview(agent.StageQuote)
	if again.Digest == first.Digest || !strings.Contains(again.Draft.Text, c.state.AgentScratchpad.Quote.Total.String()) {
		t.Errorf("the price is %v in\n%s", c.state.AgentScratchpad.Quote.Total, again.Draft.Text)
	}
	late := agent.Decision{Verdict: agent.Accept, Digest: first.Digest, By: "dana@agency.test", At: c.at}
	if err := c.step(late); !errors.Is(err, agent.ErrNotUnderReview) || len(c.sent) > 0 {
		t.Errorf("the approval of the old price: %v, %d mails sent", err, len(c.sent))
	}
}
