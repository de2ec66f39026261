package planner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// conversation runs agent, planner and tools in memory, like the daemon, and records the results.
// It encodes and decodes the state between steps.
type conversation struct {
	t       *testing.T
	agent   *agent.Agent
	planner interface {
		Next(ctx context.Context, s *agent.State) (agent.Action, error)
	}
	state agent.State
	at    time.Time
	mails int

	asked  []agent.Proposal // reviews
	sent   []agent.SendMail
	handed []string // why it was handed over
	others []agent.Intent
	called []string      // tools
	replay *agent.Replay // replay of the journal; nil if the state is not from the journal
}

// settings are the parts of the setup that a test can change.
type settings struct {
	gates    map[agent.Stage]agent.Gate
	retries  int
	askStaff bool
	askBack  bool
	payments int
	validFor time.Duration
	carrier  carrier.Carrier
	reports  bool
	again    quoting.AskAgain
	compare  quoting.Compare
}

func usual() settings {
	return settings{
		gates: map[agent.Stage]agent.Gate{
			agent.StageInfoAnalysis: agent.GateAuto, agent.StageDiscountCheck: agent.GateAuto, agent.StageCarrierCall: agent.GateAuto,
			agent.StageInfoRequest: agent.GateAlways, agent.StageQuote: agent.GateAlways, agent.StageFinalResponse: agent.GateAlways,
		},
		retries: 3, payments: 4, validFor: 20 * 24 * time.Hour, carrier: carrier.NewReference(),
	}
}

// embedded are the real templates, parsed once.
var embedded = sync.OnceValues(func() (*templates.Set, error) { return templates.New("") })

func begin(t *testing.T, with settings) *conversation {
	t.Helper()
	mails, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	pacific, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	tools, err := quoting.Toolbox{
		Carrier: with.carrier, Templates: mails, Agency: "Sunrise Insurance Agency",
		Producer: templates.Producer{Name: "Dana Reyes", License: "0X00000"}, LicensedStates: []string{"OR", "CA"},
		DefaultCoverages: quote.Coverages{
			BodilyInjury: "100/300", PropertyDamage: new(100), UninsuredMotorist: "100/300", MedicalPayments: new(5000),
			ComprehensiveDeductible: new(500), CollisionDeductible: new(500), Rental: new(true), Towing: new(true),
		},
		ValidFor: with.validFor, Compare: with.compare, Location: pacific,
		ThreadRef: func(thread string) string { return thread + "-c-k3v9qd2m7xw4t6hzn5rj8pya2b" },
		AsksStaff: with.askStaff, AskAgain: with.again,
		Reviewed: func(agent.Stage) bool { return true },
	}.Tools()
	if err != nil {
		t.Fatal(err)
	}
	policy := agent.Policy{Gates: with.gates, AskBack: with.askBack, AskStaff: with.askStaff, MaxRetries: with.retries, ActionsPerEvent: 40, ActionsPerThread: 400}
	a, err := agent.New(policy, tools)
	if err != nil {
		t.Fatal(err)
	}
	c := &conversation{
		t: t, agent: a, replay: agent.NewReplay("Q-7F3K2M", tools),
		planner: planner.Rules{
			Producer: "0X00000", Payments: with.payments, OrderReports: with.reports, Compare: with.compare,
			Location: pacific, AskStaff: with.askStaff,
		},
		at: time.Date(2026, 11, 20, 10, 0, 0, 0, pacific),
		state: agent.NewState("Q-7F3K2M", agent.CustomerInfo{
			Name: "Maria Lopez", Address: "maria@customer.test", AnswerTo: "maria@customer.test", Subject: "Car insurance",
		}),
	}
	if err := c.step(agent.Begun{Customer: c.state.CustomerInfo, Policy: policy, At: c.at}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.replayed)
	return c
}

// replayed checks that the journal restores the final state.
func (c *conversation) replayed() {
	if c.replay == nil {
		return
	}
	got, err := json.Marshal(c.replay.State())
	if err != nil {
		c.t.Fatal(err)
	}
	want, err := json.Marshal(c.state)
	if err != nil {
		c.t.Fatal(err)
	}
	if !bytes.Equal(got, want) && !c.t.Failed() {
		c.t.Errorf("the journal makes\n%s\nnot\n%s", got, want)
	}
}

// step applies one event and commits.
func (c *conversation) step(e agent.Event) error {
	c.t.Helper()
	r, err := c.agent.Step(&c.state, e)
	if err != nil {
		return err
	}
	for _, i := range r.Intents {
		switch i := i.(type) {
		case agent.AskReview:
			c.asked = append(c.asked, i.Proposal)
		case agent.SendMail:
			c.sent = append(c.sent, i)
		case agent.HandOver:
			c.handed = append(c.handed, i.Why)
		default:
			c.others = append(c.others, i)
		}
	}
	for _, n := range r.Notes {
		payload, err := json.Marshal(n.Payload)
		if err != nil {
			c.t.Fatalf("note %s can't be journaled: %v", n.Kind, err)
		}
		if c.replay == nil {
			continue
		}
		if _, err := c.replay.Take(n.Kind, payload); err != nil {
			c.t.Fatal(err)
		}
	}
	raw, err := c.state.Encode()
	if err != nil {
		c.t.Fatalf("after %T: %v", e, err)
	}
	if c.state, err = agent.DecodeState(raw); err != nil {
		c.t.Fatal(err)
	}
	return nil
}

// feed applies an event that must fit, and continues the run.
func (c *conversation) feed(e agent.Event) {
	c.t.Helper()
	if err := c.step(e); err != nil {
		c.t.Fatal(err)
	}
	c.drive()
}

// drive continues until the run pauses.
func (c *conversation) drive() {
	c.t.Helper()
	for range 200 {
		switch c.state.Next {
		case agent.NextNothing:
			return
		case agent.NextPlan:
			c.plan()
		case agent.NextCall:
			c.call()
		}
	}
	c.t.Fatal("the run does not come to rest")
}

func (c *conversation) plan() {
	c.t.Helper()
	before, err := c.state.Encode()
	if err != nil {
		c.t.Fatal(err)
	}
	act, err := c.planner.Next(context.Background(), &c.state)
	if after, _ := c.state.Encode(); string(after) != string(before) {
		c.t.Fatal("the planner changed the state")
	}
	if rules, are := c.planner.(planner.Rules); are {
		if again, _ := rules.Next(context.Background(), &c.state); !reflect.DeepEqual(act, again) {
			c.t.Fatalf("the planner wants %s now, and %s then", act.Args, again.Args)
		}
	}
	c.called = append(c.called, act.Tool)
	var e agent.Event = agent.Planned{Action: act, At: c.at}
	if err != nil {
		e = agent.PlannerFailed{Why: err.Error(), Usage: act.Usage, At: c.at}
	}
	if err := c.step(e); err != nil {
		c.t.Fatal(err)
	}
}

func (c *conversation) call() {
	c.t.Helper()
	tool, _ := c.agent.Tool(c.state.PlannedToolInputs.Tool)
	out := tool.Run(context.Background(), agent.Call{State: &c.state, Args: c.state.PlannedToolInputs.Args, Key: c.state.CallKey(), At: c.at})
	if err := c.step(agent.ToolDone{Output: out, At: c.at}); err != nil {
		c.t.Fatal(err)
	}
}

// customer delivers a mail from the customer.
func (c *conversation) customer(text string) {
	c.t.Helper()
	c.write(agent.CustomerMessage{Mail: agent.Mail{Text: text}})
}

func (c *conversation) write(m agent.CustomerMessage) {
	c.t.Helper()
	c.mails++
	m.At = c.at
	m.Mail.ID, m.Mail.FromName, m.Mail.Date = fmt.Sprintf("m%d@customer.test", c.mails), "Maria Lopez", c.at
	if m.Mail.Subject == "" && c.mails == 1 {
		m.Mail.Subject = "Car insurance"
	} else if m.Mail.Subject == "" {
		m.Mail.Subject = "Re: Car insurance"
	}
	c.feed(m)
}

// decide delivers Dana's decision on the open review.
func (c *conversation) decide(v agent.Verdict, text string) {
	c.t.Helper()
	if c.state.DataForReview == nil {
		c.t.Fatalf("nothing is under review; %s", c.summary())
	}
	c.feed(agent.Decision{Verdict: v, Text: text, Clean: true, Digest: c.state.DataForReview.Digest, By: "dana@agency.test", At: c.at})
}

// correct answers the review with lines that state facts.
func (c *conversation) correct(lines string, facts []quote.Fact) {
	c.t.Helper()
	c.feed(agent.Decision{Verdict: agent.Edit, Text: lines, Facts: facts, Digest: c.state.DataForReview.Digest, By: "dana@agency.test", At: c.at})
}

func (c *conversation) accept() { c.t.Helper(); c.decide(agent.Accept, "") }

// later advances the clock.
func (c *conversation) later(d time.Duration) { c.at = c.at.Add(d) }

// underReview returns the open proposal, which must be of the stage. A draft has its HTML.
func (c *conversation) underReview(stage agent.Stage) agent.Proposal {
	c.t.Helper()
	if c.state.StepRequiringReview != stage {
		c.t.Fatalf("want a review of %s; %s", stage, c.summary())
	}
	return c.asked[len(c.asked)-1]
}

// lastSent returns the text of the last mail to the customer.
func (c *conversation) lastSent() string {
	c.t.Helper()
	if len(c.sent) == 0 {
		c.t.Fatalf("nothing was sent; %s", c.summary())
	}
	return c.sent[len(c.sent)-1].Draft.Text
}

// handedOver returns the reason of the last hand-over.
func (c *conversation) handedOver() string {
	c.t.Helper()
	if len(c.handed) == 0 || c.state.Status != "handed_over" {
		c.t.Fatalf("want a hand-over; %s", c.summary())
	}
	return c.handed[len(c.handed)-1]
}

func (c *conversation) summary() string {
	s := fmt.Sprintf("it is %s, intent %q, after %s", c.state.Status, c.state.AgentScratchpad.Intent, strings.Join(c.called, ", "))
	if len(c.handed) > 0 {
		s += "; handed over: " + strings.Join(c.handed, " / ")
	}
	if p := c.state.DataForReview; p != nil && p.Draft != nil {
		s += "; under review:\n" + p.Draft.Text
	}
	return s
}

func mustHave(t *testing.T, text string, parts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(text), " ")
	for _, p := range parts {
		if !strings.Contains(flat, p) {
			t.Errorf("%q is missing in:\n%s", p, text)
		}
	}
}

func mustLack(t *testing.T, text string, parts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(text), " ")
	for _, p := range parts {
		if strings.Contains(flat, p) {
			t.Errorf("%q stands in:\n%s", p, text)
		}
	}
}
