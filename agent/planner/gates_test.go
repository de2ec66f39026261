package planner_test

import (
	"context"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/store"
)

// Tests each gate alone: always requires a review, never skips it, and auto requires it only for
// doubts.
func TestEveryGateByItself(t *testing.T) {
	for _, stage := range []agent.Stage{agent.StageInfoAnalysis, agent.StageDiscountCheck, agent.StageCarrierCall, agent.StageQuote} {
		for gate, want := range map[agent.Gate]bool{agent.GateAlways: true, agent.GateAuto: false, agent.GateNever: false, "": true} {
			if got := seen(t, stage, gate, complete); got != want {
				t.Errorf("%s is %q: reviewed %t", stage, gate, got)
			}
		}
	}
	for gate, want := range map[agent.Gate]bool{agent.GateAlways: true, agent.GateAuto: false, agent.GateNever: false} {
		if got := seen(t, agent.StageInfoRequest, gate, "Please send me a car insurance quote."); got != want {
			t.Errorf("questions, and the gate is %q: reviewed %t", gate, got)
		}
		if got := seen(t, agent.StageFinalResponse, gate, complete, "Thanks, but we bought elsewhere."); got != want {
			t.Errorf("the last mail, and the gate is %q: reviewed %t", gate, got)
		}
	}
}

// The last mail waits for its gate, and completes the thread when it is sent, with both planners.
func TestLastMailCompletesTheThread(t *testing.T) {
	for _, model := range []bool{false, true} {
		for gate, want := range map[agent.Gate]bool{agent.GateAlways: true, agent.GateAuto: false, agent.GateNever: false, "": true} {
			with := allNever()
			with.gates[agent.StageFinalResponse] = gate
			c := begin(t, with)
			if model {
				c = thinkWith(t, with, nil).conversation
			}
			c.customer(complete)
			mustHave(t, c.lastSent(), "Estimate only")
			c.customer("Thanks, but we bought elsewhere.")
			if got := c.state.StepRequiringReview == agent.StageFinalResponse; got != want {
				t.Fatalf("model %t, gate %q: reviewed %t; %s", model, gate, got, c.summary())
			}
			if want {
				c.accept()
			}
			mustHave(t, c.lastSent(), "We have closed your request")
			if last := c.sent[len(c.sent)-1]; c.state.Status != store.ThreadCompleted || len(c.sent) != 2 || last.Approved != want {
				t.Errorf("model %t, gate %q: it is %s, %d sent, approved %t", model, gate, c.state.Status, len(c.sent), last.Approved)
			}
		}
	}
}

// allNever is the usual setup with all gates open.
func allNever() settings {
	with := usual()
	for stage := range with.gates {
		with.gates[stage] = agent.GateNever
	}
	return with
}

// seen reports whether a stage gets a review while all other gates are open.
func seen(t *testing.T, stage agent.Stage, gate agent.Gate, texts ...string) bool {
	t.Helper()
	c := beginOpen(t, stage, gate)
	for _, text := range texts {
		c.customer(text)
	}
	return c.state.StepRequiringReview == stage
}

// beginOpen begins a conversation with all gates open, except for one stage.
func beginOpen(t *testing.T, stage agent.Stage, gate agent.Gate) *conversation {
	t.Helper()
	with := allNever()
	with.gates[stage] = gate
	return begin(t, with)
}

// wary requests a review of every carrier call.
type wary struct{ planner.Rules }

func (w wary) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	act, err := w.Rules.Next(ctx, s)
	act.Review = act.Tool == "add_vehicle"
	return act, err
}

// Doubts close an auto gate. An open gate stays open unless the planner requests a review.
func TestAutoHasAPersonLookWhereSomethingIsDoubtful(t *testing.T) {
	inState := func(city, zip, more string) string {
		return strings.Replace(complete, "Portland, OR 97201", city+" "+zip, 1) + "\n" + more
	}
	tests := []struct {
		name  string
		stage agent.Stage
		text  string
		wary  bool
		says  string // reason for the review
	}{
		{"a contradiction", agent.StageInfoAnalysis, complete + "\nP.S. With the new job it is going to be 15,000 miles a year.", false, "8,000 and also 15,000"},
		{"a VIN of another year", agent.StageInfoAnalysis, complete + "\nThe VIN is 1HGCM82633A004352.", false, "model year 2003, not 2019"},
		{"a discount that may not count", agent.StageDiscountCheck, inState("Phoenix, AZ", "85004", "I am a member of AAA; is there an affinity discount?"), false, "no rule of AZ"},
		{"a coverage that takes a signature to leave out", agent.StageQuote, inState("San Diego, CA", "92101", "No uninsured motorist coverage, please."), false, "a signed rejection"},
		{"less than a lender wants", agent.StageQuote, complete + "\nLiability only, please. I still owe the bank on it.", false, "usually needs comprehensive and collision"},
		{"the planner asks", agent.StageCarrierCall, complete, true, ""},
	}
	for _, test := range tests {
		for _, gate := range []agent.Gate{agent.GateAuto, agent.GateNever} {
			t.Run(test.name+"/"+string(gate), func(t *testing.T) {
				c := beginOpen(t, test.stage, gate)
				if test.wary {
					c.planner = wary{c.planner.(planner.Rules)}
				}
				c.customer(test.text)
				if c.state.AgentScratchpad.Refer == "out_of_state" {
					c.feed(agent.HandedBack{By: "dana@agency.test", At: c.at})
				}
				if want := gate == agent.GateAuto || test.wary; want != (c.state.StepRequiringReview == test.stage) {
					t.Fatalf("reviewed %t; %s", !want, c.summary())
				} else if want {
					mustHave(t, strings.Join(c.underReview(test.stage).Warnings, "\n"), test.says)
				}
			})
		}
	}
}
