package agent

import "testing"

// No code can tell whether a call that changes something is right: it is made unseen only
// where an admin says never.
func TestGateOfCalls(t *testing.T) {
	for gate, want := range map[Gate]bool{GateAlways: true, GateAuto: true, "": true, GateNever: false} {
		p := Policy{Gates: map[Stage]Gate{StageToolCall: gate}}
		if got := p.needsReview(StageToolCall, false, nil); got != want {
			t.Errorf("%q: %t", gate, got)
		}
	}
}
