package agent

import (
	"slices"
	"time"
)

// Feedback is what a member of staff said about a draft.
type Feedback struct {
	Stage   Stage     `json:"step"`
	Verdict string    `json:"verdict"`
	Text    string    `json:"text,omitempty"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// maxFeedback bounds HumanFeedback in the state; the journal has all of it.
const maxFeedback = 20

func (s *State) addFeedback(f Feedback) {
	s.HumanFeedback = append(s.HumanFeedback, f)
	if n := len(s.HumanFeedback) - maxFeedback; n > 0 {
		s.HumanFeedback = slices.Delete(s.HumanFeedback, 0, n)
	}
}

// Rejection returns the rejection that the next action is to answer, and false
// where there is none. It is asked about once: any action consumes it.
func (s *State) Rejection() (Feedback, bool) {
	for _, f := range slices.Backward(s.HumanFeedback) {
		if _, unanswered := s.RejectionFeedbackForStep[f.Stage]; unanswered && f.Verdict == string(Reject) {
			return f, true
		}
	}
	return Feedback{}, false
}

// consumeRejection: the planner has had the reason. It is shown to staff with
// what comes of it.
func (s *State) consumeRejection() {
	if f, found := s.Rejection(); found {
		s.AgentScratchpad.Unanswered = &f
	}
	s.RejectionFeedbackForStep = nil
}

// put sets a value of a map that may be nil.
func put[V any](m *map[Stage]V, stage Stage, value V) {
	if *m == nil {
		*m = make(map[Stage]V)
	}
	(*m)[stage] = value
}
