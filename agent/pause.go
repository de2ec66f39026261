package agent

import (
	"encoding/json"
	"slices"
	"time"

	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
	"ppamaild/store"
)

// resume restarts the run.
func (s *State) resume() {
	s.Status, s.Next, s.AwaitingCustomerReply, s.EventActions = store.ThreadRunning,
		NextPlan, false, 0
	s.AgentScratchpad.EventUsage, s.AgentScratchpad.CarrierSince = Usage{}, time.Time{}
}

// ended reports whether only the customer can continue the thread.
func (s *State) ended() bool {
	switch s.Status {
	case store.ThreadCompleted, store.ThreadCancelled, store.ThreadExpired:
		return true
	}
	return false
}

// handOver gives the thread to a person with all known facts.
func (a *Agent) handOver(s *State, why string, r *Result) {
	s.pause(why, r)
	s.Status = store.ThreadHandedOver
	r.want(HandOver{Why: why})
}

// takenOver gives the thread to the member of staff who asks for it.
func (a *Agent) takenOver(s *State, e TakenOver, r *Result) {
	why := a.say("agent.by_hand", e.By)
	s.pause(why, r)
	s.Status = store.ThreadHandedOver
	r.want(HandOver{Why: why, By: e.By})
}

// stop ends the thread.
func (a *Agent) stop(s *State, status store.ThreadStatus, why string, r *Result) {
	s.pause(why, r)
	s.Status = status
	r.want(End{Status: status, Why: why})
}

// pause stops all current work.
func (s *State) pause(why string, r *Result) {
	s.dropOwnText(why, r)
	if s.DataForReview != nil || s.AgentScratchpad.OpenReview != nil {
		r.want(Supersede{why})
	}
	s.closeReview()
	s.AgentScratchpad.OpenReview, s.AgentScratchpad.CarrierSince = nil, time.Time{}
	s.Next, s.AwaitingCustomerReply = NextNothing, false
}

// handedBack lets the planner continue with the corrected values.
func (a *Agent) handedBack(s *State, e HandedBack, r *Result) {
	s.dropOwnText(a.say("decision.handed_back"), r)
	s.handBack()
	s.AgentScratchpad.HandedBack = e.Despite
	if a.policy.AskBack && s.Task == nil {
		s.AgentScratchpad.RejectionsLifted = true // staff may see a rejected proposal again
		s.RejectionFeedbackForStep = nil
	}
	s.takeReason(e)
	s.keepCorrections(e.Facts, a.Words)
	a.correct(s, e.At, r)
}

// AsksForPerson returns the planner's reason for a hand-over, or "" if the planner's last action
// did not ask for a person.
func (s *State) AsksForPerson() string {
	var args ReasonArgs
	act := s.PlannedToolInputs
	if act == nil || act.Tool != ToolRequestHumanReview || json.Unmarshal(act.Args, &args) != nil {
		return ""
	}
	return args.Reason
}

// takeReason lets the planner act on the reason of a hand-back like on the reason of a rejection.
func (s *State) takeReason(e HandedBack) {
	if e.Reason == "" {
		return
	}
	stage := StageInfoRequest
	if s.AgentScratchpad.Quote != nil {
		stage = StageQuote
	}
	s.addFeedback(Feedback{stage, string(Reject), e.Reason, e.By, e.At})
	put(&s.RejectionFeedbackForStep, stage, e.Reason)
}

// maxStaffChanges limits the changes that the next review shows.
const maxStaffChanges = 20

// keepCorrections keeps the values that staff correct until the waiting mails are read. The next
// review shows the changes.
func (s *State) keepCorrections(facts []quote.Fact, words letters.Words) {
	if len(facts) == 0 {
		return
	}
	pad := &s.AgentScratchpad
	corrected := s.CustomerInfo.Case
	_ = corrected.ApplyAll(facts) // applyFacts reports a fact that does not apply
	s.listChanges(fields.Reader{Words: words}.Changed(
		s.CustomerInfo.Case.Application, corrected.Application, facts))
	c := Corrections{Facts: facts}
	if pad.Corrected != nil {
		c.Facts = slices.Concat(pad.Corrected.Facts, facts)
	}
	if n := len(pad.Inbox); n > 0 {
		c.After = pad.Inbox[n-1].ID
	}
	pad.Corrected = &c
}

// listChanges adds changes of staff to the changes that the next review shows.
func (s *State) listChanges(changes []fields.Change) {
	all := append(s.AgentScratchpad.StaffChanges, changes...)
	s.AgentScratchpad.StaffChanges = all[max(0, len(all)-maxStaffChanges):]
}

// correct applies the corrections of staff after the planner has read the mails that arrived
// before the corrections.
func (a *Agent) correct(s *State, at time.Time, r *Result) {
	c := s.AgentScratchpad.Corrected
	if c == nil || s.Next != NextPlan || s.isUnread(c.After) {
		return
	}
	s.AgentScratchpad.Corrected = nil
	data, err := json.Marshal(Extracted{Facts: c.Facts})
	if err != nil {
		a.handOver(s, a.say("agent.corrections_unreadable", err.Error()), r)
		return
	}
	out := Output{Tool: ToolExtractApplication, Status: OutputOK, Data: data}
	a.apply(s, a.tools[ToolExtractApplication], Action{Tool: ToolExtractApplication}, out, at, r)
}

// handBack lets the planner continue after a referral. It starts a revision as of today, so that
// questions and quotes are repeated. The count of retries starts again.
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
		s.RejectionFeedbackForStep = nil // it is older than the customer's message
	}
	pad.StaffAnswers, pad.SignOff, pad.AcceptsQuote = nil, signals.SignOff{}, false
	pad.Residents, pad.ResidentsAsked = nil, false
	pad.Refer, pad.Intent, pad.QuoteRequested, pad.Today = "", "new_quote", true, ""
	s.RetryCounts = nil
	s.resume()
}

// AwaitsCarrier reports whether staff have the thread until the carrier answers.
func (s *State) AwaitsCarrier() bool {
	return s.Status == store.ThreadHandedOver && !s.AgentScratchpad.CarrierSince.IsZero()
}

// awaitCarrier leaves the thread with staff while a carrier call is pending. A manual action by
// staff or a mail from the customer ends the wait.
func (s *State) awaitCarrier(i AwaitCarrier, r *Result) {
	s.Status, s.AgentScratchpad.CarrierSince = store.ThreadHandedOver, i.Since
	r.want(i)
}

// askCarrierAgain repeats the planned carrier call.
func (s *State) askCarrierAgain() {
	since := s.AgentScratchpad.CarrierSince
	s.resume()
	s.Next, s.AgentScratchpad.CarrierSince = NextCall, since
}

// dropOwnText withdraws the review of a text by staff.
func (s *State) dropOwnText(why string, r *Result) {
	if s.AgentScratchpad.OwnText != nil {
		s.AgentScratchpad.OwnText = nil
		r.want(Supersede{why})
	}
}

// AwaitReply pauses the run until the customer writes. The language of the mail becomes the
// language of the customer.
func (s *State) AwaitReply(language string) Then {
	s.CustomerInfo.Language = s.LanguageFor(language)
	s.Status, s.AwaitingCustomerReply = store.ThreadAwaitingCustomer, true
	return Then{Intents: []Intent{AwaitCustomer{}}}
}
