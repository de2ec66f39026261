package agent

import "testing"

// Code can't judge a call that changes something. The call skips the review only if an admin sets
// never.
func TestGateOfCalls(t *testing.T) {
	for gate, want := range map[Gate]bool{GateAlways: true, GateAuto: true, "": true, GateNever: false} {
		p := Policy{Gates: map[Stage]Gate{StageToolCall: gate}}
		if got := p.needsReview(StageToolCall, false, nil); got != want {
			t.Errorf("%q: %t", gate, got)
		}
	}
}
