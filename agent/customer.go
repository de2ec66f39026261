package agent

import (
	"fmt"
	"slices"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/store"
)

// maxInbox limits the unread messages in the state while a person has the thread. The journal has
// all messages.
const maxInbox = 10

// customerMessage gives a message to the planner, or to the person who has the thread.
func (a *Agent) customerMessage(s *State, e CustomerMessage, r *Result) {
	e.Mail.From = e.From
	s.receive(e.Mail)
	if e.Withdrawn && s.Status != store.ThreadHandedOver { // while staff have the thread, the mail was theirs
		s.undoLastMail()
	}
	switch {
	case s.Status == store.ThreadHandedOver:
		a.handOver(s, a.say("agent.wrote_again"), r)
	case s.Status == store.ThreadCancelled:
		a.handOver(s, a.say("agent.wrote_after_cancel"), r)
	case s.Next != NextNothing: // the planner is working and will find the message
	default:
		// The review stays open until the effect of this mail is known.
		s.AgentScratchpad.OpenReview = s.DataForReview
		s.closeReview()
		s.resume()
	}
}

// receive adds a message to the inbox under a unique ID.
func (s *State) receive(m Mail) {
	pad := &s.AgentScratchpad
	for n, id := 2, m.ID; m.ID == "" || s.isUnread(m.ID); n++ {
		m.ID = fmt.Sprintf("%s#%d", id, n)
	}
	all := append(pad.Inbox, m)
	pad.Inbox = all[max(0, len(all)-maxInbox):]
	pad.HandedBack = "" // staff know no reason in a new mail
	s.CustomerInfo.Spoken = m.Spoken
}

// undoLastMail reverts the planner's last mail, because it was never sent.
func (s *State) undoLastMail() {
	pad := &s.AgentScratchpad
	last := ""
	if s.LastToolOutputs != nil {
		last = s.LastToolOutputs.Tool
	}
	if last == ToolCloseThread {
		pad.ClosedRevision = 0 // earlier questions and quotes were sent
		return
	}
	if last == ToolAskCustomer {
		pad.Asked, pad.Offer = pad.AskedBefore, nil
	} else {
		pad.Questions, pad.Answered, pad.Offer = append(pad.Answered, pad.Questions...), nil, nil
	}
	if last == ToolAnswerQuestions {
		return // the quote before was sent
	}
	pad.AskedRevision, pad.AgainRevision, pad.SentRevision = 0, 0, 0
}

// IsClosed reports whether the customer was informed of the end, and nothing changed since.
func (s *State) IsClosed() bool {
	pad := s.AgentScratchpad
	return pad.ClosedRevision > 0 && pad.ClosedRevision == pad.Revision
}

// customerSilent sends an approved follow-up. The close ends the thread.
func (a *Agent) customerSilent(s *State, e CustomerSilent, r *Result) {
	r.want(SendMail{Draft: e.Followup.Draft, Followup: e.Followup.Name})
	if e.Followup.Name == FollowupClose {
		a.stop(s, store.ThreadExpired, a.say("agent.no_answer"), r)
	}
}

// isUnread reports whether the message is still in the inbox.
func (s *State) isUnread(message string) bool {
	return slices.ContainsFunc(s.AgentScratchpad.Inbox,
		func(m Mail) bool { return m.ID == message })
}

// WhatIf returns the supposition that the carrier prices next, or nil. Without a current quote,
// there is no price to compare.
func (s *State) WhatIf() *Question {
	pad := &s.AgentScratchpad
	if pad.Quote == nil || pad.CallsRevision != pad.Revision {
		return nil
	}
	i := slices.IndexFunc(pad.Questions, func(q Question) bool {
		return len(q.Facts) > 0 && q.Quote == nil && q.Failed == ""
	})
	if i < 0 {
		return nil
	}
	return &pad.Questions[i]
}

// Supposed returns the case with the facts of a supposition. The stored case does not change.
func (s *State) Supposed(q Question) (quote.Case, error) {
	k := s.CustomerInfo.Case
	for _, err := range k.ApplyAll(q.Facts) {
		if err != nil {
			return k, err
		}
	}
	return k, k.RaiseUninsured(s.AgentScratchpad.Today)
}

// PriorQuote returns the total and the application of the quote before the current one; nil for
// none.
func (s *State) PriorQuote() (carrier.Cents, *quote.Application) {
	pad := s.AgentScratchpad
	if pad.SentRevision != pad.Revision && pad.LastQuote != nil {
		return pad.LastQuote.Total, pad.LastQuoteOf
	}
	return pad.PriorTotal, pad.PriorOf
}
