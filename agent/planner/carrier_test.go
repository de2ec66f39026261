package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/store"
)

// moody is the reference carrier with results changed by the test.
type moody struct {
	carrier.Carrier
	makes  func(carrier.Call) carrier.Result // nil: result of the reference carrier
	dear   carrier.Cents                     // added to the first premium
	alters func(*carrier.Quote)              // nil: unchanged price
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
	} else if is && m.alters != nil {
		m.alters(&rated.Quote)
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

// The customer is asked once about a value that the carrier refuses.
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
		"did not accept quote_initiate":         carrier.Failed{Message: "the producer is not known"},
		"not available":                         carrier.Failed{Message: "503", Temporary: true, Field: "vehicles[0].vin"},
		"declines the application: no appetite": carrier.Declined{Reason: "no appetite"},
		"refers the application":                carrier.Referred{Reasons: []string{"a look"}},
		"waits for a report":                    carrier.Pending{},
	} {
		c := begin(t, withMood(&moody{makes: on[carrier.Initiate](r)}))
		c.customer(complete)
		mustHave(t, c.handedOver(), name)
	}
}

// A quote with pending reports is marked as indicative.
func TestPendingReportsMakeAnIndicativeQuote(t *testing.T) {
	with := withMood(&moody{makes: on[carrier.OrderReports](carrier.Pending{})})
	with.reports = true
	_, p := quoted(t, with)
	mustHave(t, p.Draft.Text, "This estimate is based on what you told us")
	mustLack(t, p.Draft.Text, "into account")
}

// waiting is a carrier that reports the first n ratings as pending.
func waiting(n int) settings {
	with := withMood(&moody{makes: func(c carrier.Call) carrier.Result {
		if _, rates := c.(carrier.Rate); rates && n > 0 {
			n--
			return carrier.Pending{}
		}
		return nil
	}})
	with.again = quoting.AskAgain{After: time.Hour, For: 3 * time.Hour}
	return with
}

// due advances the clock by an hour and repeats the pending call.
func (c *conversation) due() (next time.Time) {
	c.t.Helper()
	c.later(time.Hour)
	c.others = nil
	c.feed(agent.CarrierDue{At: c.at})
	for _, i := range c.others {
		if again, is := i.(agent.AwaitCarrier); is {
			next = again.At
		}
	}
	return next
}

// A pending call is repeated while staff have the thread.
func TestCarrierThatWaitsIsAskedAgain(t *testing.T) {
	c := begin(t, waiting(3))
	c.customer(complete)
	mustHave(t, c.handedOver(), "waits for a report", "the agent asks again at Fri Nov 20, 2026, 11:00 am PST", "until Fri Nov 20, 2026, 1:00 pm PST")
	for range 2 {
		if next := c.due(); !next.Equal(c.at.Add(time.Hour)) || !c.state.AwaitsCarrier() || len(c.handed) > 1 {
			t.Fatalf("the agent asks again at %v; %s, handed over for %q", next, c.state.Status, c.handed)
		}
	}
	if next := c.due(); !next.IsZero() || c.state.AwaitsCarrier() {
		t.Errorf("it has answered, and is asked again at %v", next)
	}
	c.underReview(agent.StageQuote)
	c.accept()
	if len(c.sent) != 1 {
		t.Errorf("%d mails sent", len(c.sent))
	}
}

// A repeated call is exactly the approved call.
func TestAgentCase9ACallThatIsMadeAgainIsTheOneApproved(t *testing.T) {
	with := waiting(1)
	with.gates[agent.StageCarrierCall] = agent.GateAlways
	c := begin(t, with)
	for c.customer(complete); c.state.StepRequiringReview == agent.StageCarrierCall; {
		c.accept()
	}
	asked, act := c.asked[len(c.asked)-1], c.state.PlannedToolInputs
	if !c.state.AwaitsCarrier() || act.Approved != asked.Digest || !c.state.CallIsApproved() {
		t.Fatalf("%s was approved, and is asked again as %+v", asked.Digest, act)
	}
	if act.Args = json.RawMessage(`{}`); c.state.CallIsApproved() {
		t.Error("a call with other arguments counts as approved")
	}
	act.Args = asked.Data
	c.due()
	if c.underReview(agent.StageQuote); c.state.PlannedToolInputs.Approved != "" {
		t.Error("a call that was made is still approved")
	}
}

func TestCarrierIsAskedOnlySoLong(t *testing.T) {
	c := begin(t, waiting(100))
	began := c.at
	c.customer(complete)
	for !c.due().IsZero() {
		if len(c.handed) > 1 {
			t.Fatalf("handed over for %q while it is asked again", c.handed)
		}
	}
	mustHave(t, c.handedOver(), "since Fri Nov 20, 2026, 10:00 am PST", "the agent does not ask again")
	if waited := c.at.Sub(began); waited != 3*time.Hour || c.state.AwaitsCarrier() {
		t.Errorf("it was asked for %v", waited)
	}
}

// Any manual action ends the repeated calls.
func TestCarrierIsNotAskedBehindStaffsBack(t *testing.T) {
	for name, meanwhile := range map[string]func(*conversation) agent.Event{
		"written": func(c *conversation) agent.Event {
			return agent.Written{Text: "By hand", By: "dana@agency.test", At: c.at}
		},
		"taken over": func(c *conversation) agent.Event { return agent.TakenOver{By: "dana@agency.test", At: c.at} },
		"cancelled":  func(c *conversation) agent.Event { return agent.Stopped{Status: store.ThreadCancelled, At: c.at} },
		"the customer wrote": func(c *conversation) agent.Event {
			return agent.CustomerMessage{Mail: agent.Mail{ID: "later@customer.test", Text: "Are you there?", Date: c.at}, At: c.at}
		},
		"handed back": func(c *conversation) agent.Event { return agent.HandedBack{By: "dana@agency.test", At: c.at} },
	} {
		c := begin(t, waiting(1))
		c.customer(complete)
		c.feed(meanwhile(c))
		if err := c.step(agent.CarrierDue{At: c.at}); c.state.AwaitsCarrier() || err == nil {
			t.Errorf("%s: the carrier is asked all the same: %s, %v", name, c.state.Status, err)
		}
	}
}

// A changed price needs a new approval.
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

// The calls of a carrier session have one review, the quote. The gate "always" has one for each call.
func TestFindingOneReviewForACarrierSession(t *testing.T) {
	for gate, want := range map[agent.Gate]int{agent.GateAuto: 1, agent.GateSession: 2, agent.GateAlways: 8} {
		with := usual()
		with.gates = maps.Clone(with.gates)
		with.gates[agent.StageCarrierCall] = gate
		c := begin(t, with)
		for c.customer(complete); c.state.StepRequiringReview == agent.StageCarrierCall; {
			c.accept()
		}
		c.underReview(agent.StageQuote)
		if len(c.asked) != want {
			t.Errorf("gate %v: %d reviews for a quote, want %d", gate, len(c.asked), want)
		}
	}
}
