package agent

import (
	"time"

	"ppamaild/agent/task"
	"ppamaild/quote"
	"ppamaild/store"
)

// Event is something that happened to a thread. Step takes one at a time. Its time
// has the agency's zone, whose day it is that counts.
type Event interface{ event() }

// Begun is the first event of every thread: whose it is, and under which policy. One
// that is Anew comes later and has the agent forget all but the number of its actions,
// which tells calls to the carrier apart.
type Begun struct {
	Customer CustomerInfo `json:"customer"`
	Policy   Policy       `json:"policy"`
	Restart  bool         `json:"anew,omitempty"`
	Actions  int          `json:"actions,omitempty"`
	At       time.Time    `json:"at"`
}

// PolicySet says that the policy is another than at the event before.
type PolicySet struct {
	Policy Policy    `json:"policy"`
	At     time.Time `json:"at"`
}

// CustomerMessage is a mail of the customer's. It reopens a thread that has
// ended.
type CustomerMessage struct {
	Mail      Mail      `json:"mail"`
	Inbound   uint64    `json:"inbound,omitempty"`   // the store's number for it: others may bear its Message-ID
	Withdrawn bool      `json:"withdrawn,omitempty"` // a mail that was approved for the customer was taken back for it
	At        time.Time `json:"at"`
}

// TaskGiven is a task that a member of staff mailed in.
type TaskGiven struct {
	Task task.Task `json:"task"`
	At   time.Time `json:"at"`
}

// Planned is what the planner answered.
type Planned struct {
	Action Action    `json:"action"`
	At     time.Time `json:"at"`
}

// PlannerFailed says that the planner gave no usable action, or that the planned
// call can't be made, and why.
type PlannerFailed struct {
	Why   string    `json:"why"`
	Usage Usage     `json:"spent,omitzero"` // all the same
	At    time.Time `json:"at"`
}

// Stuck says that an event can't be dealt with, whatever it was.
type Stuck struct {
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// Unsent says that a mail that was to go to the customer will not, and why: what let it
// go no longer counts.
type Unsent struct {
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// ToolDone is what the called tool returned.
type ToolDone struct {
	Output Output    `json:"output"`
	At     time.Time `json:"at"`
}

// Decision is what a member of staff decided in a review of a step.
type Decision struct {
	Verdict     Verdict       `json:"verdict"`
	Text        string        `json:"text,omitempty"` // reason of a rejection or cancellation, or the new text of an edit
	Answers     Answers       `json:"answers,omitempty"`
	Targets     []task.Target `json:"targets,omitempty"` // of a rejection of results: who does their work again; of Retry: who runs again
	Replan      bool          `json:"replan,omitempty"`  // of a rejection: another plan is wanted
	Clean       bool          `json:"clean,omitempty"`   // an edit's text was cut cleanly out of the reply
	UnsentParts []string      `json:"left,omitempty"`    // what an edit's text can't take along of the reply, in words
	Digest      string        `json:"digest"`            // of what they saw; must be that of what is under review
	By          string        `json:"by"`
	At          time.Time     `json:"at"`
}

// Verdict is the kind of a decision.
type Verdict string

// The decisions that a step's review takes.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
	Edit   Verdict = "edit"
	Cancel Verdict = "cancel"
	Answer Verdict = "answer" // of questions to staff, in place of Accept and Edit

	Retry    Verdict = "retry"    // of an agent that failed, in place of Accept
	Continue Verdict = "continue" // likewise: the task goes on without its result
)

// Answers are staff's, by the number of the question.
type Answers map[int]string

// TakenOver says that a member of staff answers by hand from now on.
type TakenOver struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// Written is a mail that a member of staff wrote to the customer by hand.
type Written struct {
	Text        string   `json:"text"`
	UnsentParts []string `json:"left,omitempty"` // what the text can't take along of the reply, in words
	// Word is the command the text followed. A journal of an earlier version has none, and
	// its text was sent without the checks in doubtsOf.
	Word    Word      `json:"word,omitempty"`
	ByAgent bool      `json:"by_agent,omitempty"` // the agent handed the thread over; staff did not write TAKE OVER
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// Word is the command that staff put before a text for the customer.
type Word string

// The commands that carry a text for the customer.
const (
	WordSend Word = "SEND"
	WordEdit Word = "EDIT"
)

// HandedBack returns a thread from staff to the planner, with the values that staff correct.
type HandedBack struct {
	Facts []quote.Fact `json:"facts,omitempty"`
	By    string       `json:"by"`
	At    time.Time    `json:"at"`
}

// Stopped ends the thread from outside: cancelled by staff, or time ran out. A
// thread that has ended stays as it ended.
type Stopped struct {
	Status store.ThreadStatus `json:"status"` // cancelled or expired
	Why    string             `json:"why"`
	By     string             `json:"by"`
	At     time.Time          `json:"at"`
}

func (Begun) event()           {}
func (PolicySet) event()       {}
func (CustomerMessage) event() {}
func (TaskGiven) event()       {}
func (Planned) event()         {}
func (Stuck) event()           {}
func (Unsent) event()          {}
func (PlannerFailed) event()   {}
func (ToolDone) event()        {}
func (Decision) event()        {}
func (TakenOver) event()       {}
func (Written) event()         {}
func (HandedBack) event()      {}
func (Stopped) event()         {}

// CarrierDue says that it is time to make the call again that the carrier has not
// answered yet.
type CarrierDue struct {
	At time.Time `json:"at"`
}

func (CarrierDue) event() {}

// CustomerSilent says that the customer has not answered for as long as the
// follow-up to the last mail says, and that it is due.
type CustomerSilent struct {
	Followup Followup  `json:"followup"` // in the journal without its HTML
	At       time.Time `json:"at"`
}

func (CustomerSilent) event() {}
