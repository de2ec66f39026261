package planner_test

import (
	"maps"
	"testing"

	"ppamaild/agent"
)

// Each gate by itself: always has a person look, never does not, and auto has one
// look only where something is doubtful.
func TestEveryGateByItself(t *testing.T) {
	for _, stage := range []agent.Stage{agent.StageInfoAnalysis, agent.StageDiscountCheck, agent.StageCarrierCall, agent.StageQuote} {
		for gate, want := range map[agent.Gate]bool{agent.GateAlways: true, agent.GateAuto: false, agent.GateNever: false, "": true} {
			if got := seen(t, stage, gate, complete); got != want {
				t.Errorf("%s is %q: reviewed %t", stage, gate, got)
			}
		}
	}
	for _, gate := range []agent.Gate{agent.GateAuto, agent.GateNever} {
		if got := seen(t, agent.StageInfoAnalysis, gate, complete+"\nP.S. With the new job it is going to be 15,000 miles a year."); got != (gate == agent.GateAuto) {
			t.Errorf("a contradiction, and the gate is %q: reviewed %t", gate, got)
		}
	}
	for gate, want := range map[agent.Gate]bool{agent.GateAlways: true, agent.GateAuto: false, agent.GateNever: false} {
		if got := seen(t, agent.StageInfoRequest, gate, "Please send me a car insurance quote."); got != want {
			t.Errorf("questions, and the gate is %q: reviewed %t", gate, got)
		}
	}
}

// seen reports whether staff are asked about a stage, with all other gates open.
func seen(t *testing.T, stage agent.Stage, gate agent.Gate, text string) bool {
	t.Helper()
	with := usual()
	with.gates = maps.Clone(with.gates)
	for other := range with.gates {
		with.gates[other] = agent.GateNever
	}
	with.gates[stage] = gate
	c := begin(t, with)
	c.customer(text)
	return c.state.StepRequiringReview == stage
}
