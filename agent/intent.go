package agent

import (
	"time"

	"ppamaild/store"
)

// Intent is something that Step wants done outside the state.
type Intent interface{ intent() }

// AskReview asks staff to decide on a proposal.
type AskReview struct {
	Proposal Proposal
	Writer   string // of staff, who alone is asked about a text of their own; "": it is the agent's
}

// Supersede closes the open review of the thread: what it asked about is no longer proposed.
type Supersede struct{ Why string }

// SendMail sends a draft to the customer. If Approved, what goes out is the mail
// that was frozen for the review just decided; the draft is without its HTML then.
type SendMail struct {
	Draft    Draft
	Approved bool
	Followup FollowupName // empty: it is none
}

// HandOver puts the whole case before staff, who answer by hand from then on.
type HandOver struct {
	Why string
	By  string // the member of staff who wrote TAKE OVER; empty: the agent handed over
}

// AwaitCustomer starts the time within which the customer may answer.
type AwaitCustomer struct{}

// End says that the thread's work is over.
type End struct {
	Status store.ThreadStatus
	Why    string
}

func (AskReview) intent()     {}
func (Supersede) intent()     {}
func (SendMail) intent()      {}
func (HandOver) intent()      {}
func (AwaitCustomer) intent() {}
func (End) intent()           {}

// Note is an entry for the thread's journal; Payload is marshalled to JSON.
type Note struct {
	At      time.Time
	Source  store.Source
	Kind    string
	Actor   string
	Ref     string
	Payload any
}

// Result is what a step led to, both in order.
type Result struct {
	Notes   []Note
	Intents []Intent
}

func (r *Result) note(n Note)      { r.Notes = append(r.Notes, n) }
func (r *Result) want(i ...Intent) { r.Intents = append(r.Intents, i...) }

// AwaitCarrier wants the event CarrierDue at a time.
type AwaitCarrier struct{ Since, At time.Time }

func (AwaitCarrier) intent() {}
