package agent

import (
	"fmt"
	"slices"

	"ppamaild/store"
)

// maxInbox bounds the unread messages that the state holds while a person has the
// thread, who got each of them; the journal has them all.
const maxInbox = 10

// customerMessage puts a message before the planner, or before the person who has
// the thread.
func (a *Agent) customerMessage(s *State, e CustomerMessage, r *Result) {
	s.receive(e.Mail)
	if e.Withdrawn && s.Status != store.ThreadHandedOver { // else it was staff's own
		s.undoLastMail()
	}
	switch {
	case s.Status == store.ThreadHandedOver:
		a.handOver(s, "the customer wrote again", r)
	case s.Status == store.ThreadCancelled:
		a.handOver(s, "the customer wrote again after the thread was cancelled", r)
	case s.Next != NextNothing: // it is at work, and finds the message
	default:
		// The review stays open until it is known whether this mail changes it.
		s.AgentScratchpad.OpenReview = s.DataForReview
		s.closeReview()
		s.resume()
	}
}

// receive puts a message into the inbox, under a name that no other one there has.
func (s *State) receive(m Mail) {
	pad := &s.AgentScratchpad
	for n, id := 2, m.ID; m.ID == "" ||
		slices.ContainsFunc(pad.Inbox, func(other Mail) bool { return other.ID == m.ID }); n++ {
		m.ID = fmt.Sprintf("%s#%d", id, n)
	}
	pad.Inbox = append(pad.Inbox, m)
	if n := len(pad.Inbox) - maxInbox; n > 0 {
		pad.Inbox = slices.Delete(pad.Inbox, 0, n)
	}
}

// takeBack undoes the planner's last mail to the customer: it never left.
func (s *State) undoLastMail() {
	pad := &s.AgentScratchpad
	last := ""
	if s.LastToolOutputs != nil {
		last = s.LastToolOutputs.Tool
	}
	if last == ToolCloseThread {
		pad.ClosedRevision = 0 // what was asked or quoted before was
		return
	}
	pad.AskedRevision, pad.SentRevision = 0, 0
	if last == ToolAskCustomer {
		pad.Asked = pad.AskedBefore
	}
}

// IsClosed reports whether the customer was told that there will be no quote, and
// nothing has changed since.
func (s *State) IsClosed() bool {
	pad := s.AgentScratchpad
	return pad.ClosedRevision > 0 && pad.ClosedRevision == pad.Revision
}

// customerSilent sends what was approved for this. Behind the close nothing more
// is waited for.
func (a *Agent) customerSilent(s *State, e CustomerSilent, r *Result) {
	r.want(SendMail{Draft: e.Followup.Draft, Followup: e.Followup.Name})
	if e.Followup.Name == FollowupClose {
		a.stop(s, store.ThreadExpired, "the customer did not answer in time", r)
	}
}
