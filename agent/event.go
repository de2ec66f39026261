package agent

import (
	"time"

	"ppamaild/store"
)

// Event is something that happened to a thread. Step takes one at a time.
type Event interface{ event() }

// CustomerMessage is a mail of the customer's. It reopens a thread that has
// ended.
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

// PlannerFailed says that the planner gave no usable action, or that the planned
// call can't be made, and why.
type PlannerFailed struct {
	Why string
	At  time.Time
}

// Stuck says that an event can't be dealt with, whatever it was.
type Stuck struct {
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

// Stopped ends the thread from outside: cancelled by staff, or time ran out. A
// thread that has ended stays as it ended.
type Stopped struct {
	Status store.ThreadStatus // cancelled or expired
	Why    string
	By     string
	At     time.Time
}

func (CustomerMessage) event() {}
func (Planned) event()         {}
func (Stuck) event()           {}
func (PlannerFailed) event()   {}
func (ToolDone) event()        {}
func (Decision) event()        {}
func (TakenOver) event()       {}
func (Written) event()         {}
func (HandedBack) event()      {}
func (Stopped) event()         {}
