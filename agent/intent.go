package agent

import (
	"time"

	"ppamaild/agent/letters"
	"ppamaild/store"
)

// Intent is an effect outside the state that Step requests.
type Intent interface{ intent() }

// AskReview asks staff to decide on a proposal.
type AskReview struct {
	Proposal Proposal
	Writer   string // the writer of an own text, who alone decides; "": the agent's proposal
}

// Supersede closes the open review of the thread, because its proposal is gone.
type Supersede struct{ Why string }

// SendMail sends a draft to the customer. If Approved, the frozen mail of the decided review is
// sent, and the draft has no HTML.
type SendMail struct {
	Draft    Draft
	Approved bool
	Followup FollowupName // empty: not a follow-up
}

// HandOver gives the whole case to staff, who then answer by hand.
type HandOver struct {
	Why string
	By  string // the member of staff who wrote TAKE OVER; empty: the agent handed over

	reason Reason // from a tool, instead of Why
}

// AwaitCustomer starts the waiting time for the customer's answer.
type AwaitCustomer struct{}

// AwaitCarrier requests the event CarrierDue at a time. Since is the start of the pending call.
type AwaitCarrier struct{ Since, At time.Time }

// End ends the work on the thread.
type End struct {
	Status store.ThreadStatus
	Why    string
	Reason Reason // from a tool, instead of Why
}

// Reason is a phrase with its arguments. The agent writes it in its words.
type Reason struct {
	Phrase string
	Args   []string
}

func (r Reason) in(words letters.Words) string {
	if r.Phrase == "" {
		return ""
	}
	return words.Say(r.Phrase, r.Args...)
}

func (AskReview) intent()     {}
func (Supersede) intent()     {}
func (SendMail) intent()      {}
func (HandOver) intent()      {}
func (AwaitCustomer) intent() {}
func (End) intent()           {}
func (AwaitCarrier) intent()  {}

// Note is an entry for the journal of the thread. Payload is encoded as JSON.
type Note struct {
	At      time.Time
	Source  store.Source
	Kind    string
	Actor   string
	Ref     string
	Payload any
}

// Result is the outcome of a step. Notes and intents are in order.
type Result struct {
	Notes   []Note
	Intents []Intent
}

func (r *Result) note(n Note)      { r.Notes = append(r.Notes, n) }
func (r *Result) want(i ...Intent) { r.Intents = append(r.Intents, i...) }
