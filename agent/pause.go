package agent

import (
	"encoding/json"
	"slices"
	"time"

	"ppamaild/agent/signals"
	"ppamaild/store"
)

// run puts the state back to work.
func (s *State) resume() {
	s.Status, s.Next, s.AwaitingCustomerReply, s.EventActions = store.ThreadRunning,
		NextPlan, false, 0
	s.AgentScratchpad.EventUsage, s.AgentScratchpad.CarrierSince = Usage{}, time.Time{}
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
	r.want(HandOver{Why: why})
}

// takenOver gives the thread to the member of staff who asks for it.
func (a *Agent) takenOver(s *State, e TakenOver, r *Result) {
	why := e.By + " answers by hand"
	s.pause(why, r)
	s.Status = store.ThreadHandedOver
	r.want(HandOver{Why: why, By: e.By})
}

// stop ends the thread.
func (a *Agent) stop(s *State, status store.ThreadStatus, why string, r *Result) {
	s.pause(why, r)
	s.Status = status
	r.want(End{status, why})
}

// pause ends what is under way, whatever it is.
func (s *State) pause(why string, r *Result) {
	s.dropOwnText(why, r)
	if s.DataForReview != nil || s.AgentScratchpad.OpenReview != nil {
		r.want(Supersede{why})
	}
	s.closeReview()
	s.AgentScratchpad.OpenReview, s.AgentScratchpad.CarrierSince = nil, time.Time{}
	s.Next, s.AwaitingCustomerReply = NextNothing, false
}

// handedBack lets the planner go on, with the values that staff correct.
func (a *Agent) handedBack(s *State, e HandedBack, r *Result) {
	s.dropOwnText("the thread was handed back", r)
	s.handBack()
	if len(e.Facts) == 0 {
		return
	}
	data, err := json.Marshal(Extracted{Facts: e.Facts})
	if err != nil {
		a.handOver(s, "the corrected values can't be read: "+err.Error(), r)
		return
	}
	out := Output{Tool: ToolExtractApplication, Status: OutputOK, Data: data}
	a.apply(s, a.tools[ToolExtractApplication], Action{Tool: ToolExtractApplication}, out, e.At, r)
}

// handBack lets the planner go on, past what it had called a person for. It takes
// stock as of today, which begins a revision: what was asked or quoted before is
// asked and quoted anew. It has all its retries again.
func (s *State) handBack() {
	if s.Task != nil {
		s.RetryCounts, s.AgentScratchpad.RejectedFingerprints = nil, nil
		s.resume()
		return
	}
	pad := &s.AgentScratchpad
	if pad.Refer != "" && !slices.Contains(pad.DismissedReferrals, pad.Refer) {
		pad.DismissedReferrals = append(pad.DismissedReferrals, pad.Refer)
	}
	if len(pad.Inbox) > 0 {
		s.RejectionFeedbackForStep = nil // it is of before what the customer wrote since
	}
	pad.StaffAnswers, pad.SignOff, pad.AcceptsQuote = nil, signals.SignOff{}, false
	pad.Refer, pad.Intent, pad.QuoteRequested, pad.Today = "", "new_quote", true, ""
	s.RetryCounts = nil
	s.resume()
}

// AwaitsCarrier reports whether staff have the thread until the carrier answers.
func (s *State) AwaitsCarrier() bool {
	return s.Status == store.ThreadHandedOver && !s.AgentScratchpad.CarrierSince.IsZero()
}

// awaitCarrier leaves the thread with staff.
func (s *State) awaitCarrier(i AwaitCarrier, r *Result) {
	s.Status, s.AgentScratchpad.CarrierSince = store.ThreadHandedOver, i.Since
	r.want(i)
}

// askCarrierAgain makes the call again that is planned.
func (s *State) askCarrierAgain() {
	since := s.AgentScratchpad.CarrierSince
	s.resume()
	s.Next, s.AgentScratchpad.CarrierSince = NextCall, since
}

// dropOwn takes back that somebody was asked about a text of their own.
func (s *State) dropOwnText(why string, r *Result) {
	if s.AgentScratchpad.OwnText != nil {
		s.AgentScratchpad.OwnText = nil
		r.want(Supersede{why})
	}
}

// AwaitReply pauses the run until the customer writes. The language of the mail becomes the
// customer's language.
func (s *State) AwaitReply(language string) Then {
	s.CustomerInfo.Language = s.LanguageFor(language)
	s.Status, s.AwaitingCustomerReply = store.ThreadAwaitingCustomer, true
	return Then{Intents: []Intent{AwaitCustomer{}}}
}
