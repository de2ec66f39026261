package agent

import (
	"time"

	"ppamaild/store"
)

// Event is something that happened to a thread. Step takes one at a time.
type Event interface{ event() }

// CustomerMessage is a mail of the customer's.
type CustomerMessage struct {
	Mail      Mail
	Withdrawn bool // a mail that was approved for the customer was taken back for it
	At        time.Time
}

// Planned is what the planner answered.
type Planned struct {
	Action Action
	At     time.Time
}

// PlannerFailed says that the planner gave no usable action, and why.
type PlannerFailed struct {
	Why string
	At  time.Time
}

// ToolDone is what the called tool returned.
type ToolDone struct {
	Output Output
	At     time.Time
}

// Decision is what a member of staff decided in a review of a step.
type Decision struct {
	Verdict Verdict
	Text    string // reason of a rejection or cancellation, or the new text of an edit
	Clean   bool   // an edit's text was cut cleanly out of the reply
	Digest  string // of what they saw; must be that of what is under review
	By      string
	At      time.Time
}

// Verdict is the kind of a decision.
type Verdict string

// The decisions that a step's review takes.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
	Edit   Verdict = "edit"
	Cancel Verdict = "cancel"
)

// TakenOver says that a member of staff answers by hand from now on.
type TakenOver struct {
	By string
	At time.Time
}

// Written is a mail that a member of staff wrote to the customer by hand.
type Written struct {
	Text string
	By   string
	At   time.Time
}

// HandedBack returns a thread from staff to the planner.
type HandedBack struct {
	By string
	At time.Time
}

// Stopped ends the thread from outside: cancelled by staff, or time ran out.
type Stopped struct {
	Status store.ThreadStatus // cancelled or expired
	Why    string
	By     string
	At     time.Time
}

func (CustomerMessage) event() {}
func (Planned) event()         {}
func (PlannerFailed) event()   {}
func (ToolDone) event()        {}
func (Decision) event()        {}
func (TakenOver) event()       {}
func (Written) event()         {}
func (HandedBack) event()      {}
func (Stopped) event()         {}

// Intent is something that Step wants done outside the state.
type Intent interface{ intent() }

// AskReview asks staff to decide on a proposal.
type AskReview struct{ Proposal Proposal }

// Supersede closes the open review of the thread: what it asked about is no longer proposed.
type Supersede struct{ Why string }

// SendMail sends a draft to the customer. If Approved, what goes out is the mail
// that was frozen for the review just decided.
type SendMail struct {
	Draft    Draft
	Approved bool
}

// HandOver puts the whole case before staff, who answer by hand from then on.
type HandOver struct{ Why string }

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

// Result is what a step led to.
type Result struct {
	Notes   []Note
	Intents []Intent
}

func (r *Result) note(n Note)      { r.Notes = append(r.Notes, n) }
func (r *Result) want(i ...Intent) { r.Intents = append(r.Intents, i...) }
