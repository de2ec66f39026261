package agent

import (
	"slices"
	"time"

	"ppamaild/store"
)

// run puts the state back to work.
func (s *State) run() {
	s.Status, s.Next, s.AwaitingCustomerReply, s.EventActions = store.ThreadRunning, NextPlan, false, 0
	s.AgentScratchpad.EventSpent, s.AgentScratchpad.CarrierSince = Spent{}, time.Time{}
}

// ended reports whether nothing happens any more unless the customer writes.
func (s *State) ended() bool {
	switch s.Status {
	case store.ThreadCompleted, store.ThreadCancelled, store.ThreadExpired:
		return true
	}
	return false
}

// handOver gives the thread to a person, with all that is known.
func (a *Agent) handOver(s *State, why string, r *Result) {
	s.pause(why, r)
	s.Status = store.ThreadHandedOver
	r.want(HandOver{why})
}

// stop ends the thread.
func (a *Agent) stop(s *State, status store.ThreadStatus, why string, r *Result) {
	s.pause(why, r)
	s.Status = status
	r.want(End{status, why})
}

// pause ends what is under way, whatever it is.
func (s *State) pause(why string, r *Result) {
	s.dropOwn(why, r)
	if s.DataForReview != nil || s.AgentScratchpad.Open != nil {
		r.want(Supersede{why})
	}
	s.closeReview()
	s.AgentScratchpad.Open, s.AgentScratchpad.CarrierSince = nil, time.Time{}
	s.Next, s.AwaitingCustomerReply = NextNothing, false
}

// handBack lets the planner go on, past what it had called a person for. It takes
// stock as of today, which begins a revision: what was asked or quoted before is
// asked and quoted anew. It has all its retries again.
func (s *State) handBack() {
	if s.Task != nil {
		s.RetryCounts, s.AgentScratchpad.Rejected = nil, nil
		s.run()
		return
	}
	pad := &s.AgentScratchpad
	if pad.Refer != "" && !slices.Contains(pad.Passed, pad.Refer) {
		pad.Passed = append(pad.Passed, pad.Refer)
	}
	if len(pad.Inbox) > 0 {
		s.RejectionFeedbackForStep = nil // it is of before what the customer wrote since
	}
	pad.Answered, pad.Parting, pad.Ahead = nil, Parting{}, false
	pad.Refer, pad.Intent, pad.Quoting, pad.Today = "", "new_quote", true, ""
	s.RetryCounts = nil
	s.run()
}
