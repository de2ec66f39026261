package agent

import (
	"time"

	"ppamaild/agent/task"
	"ppamaild/quote"
	"ppamaild/store"
)

// Event is something that happened to a thread. Step takes one event at a time. The time has the
// agency's time zone, which determines the day.
type Event interface{ event() }

// Begun is the first event of every thread, with its customer and policy. A later Begun with
// Restart resets the agent, except for the count of actions. The count keeps the keys of carrier
// calls unique.
type Begun struct {
	Customer CustomerInfo `json:"customer"`
	Policy   Policy       `json:"policy"`
	Restart  bool         `json:"anew,omitempty"`
	Actions  int          `json:"actions,omitempty"`
	At       time.Time    `json:"at"`
}

// PolicySet changes the policy.
type PolicySet struct {
	Policy Policy    `json:"policy"`
	At     time.Time `json:"at"`
}

// CustomerMessage is a mail from the customer. It reopens an ended thread.
type CustomerMessage struct {
	Mail      Mail      `json:"mail"`
	Inbound   uint64    `json:"inbound,omitempty"`   // number in the store, because Message-IDs can repeat
	From      string    `json:"from,omitempty"`      // another participant; "": the customer
	Withdrawn bool      `json:"withdrawn,omitempty"` // an approved mail to the customer was withdrawn for this mail
	At        time.Time `json:"at"`
}

// TaskGiven is a task from a mail by staff.
type TaskGiven struct {
	Task task.Task `json:"task"`
	At   time.Time `json:"at"`
}

// Planned is the planner's next action.
type Planned struct {
	Action Action    `json:"action"`
	At     time.Time `json:"at"`
}

// PlannerFailed reports that the planner returned no usable action, or that the planned call is
// impossible.
type PlannerFailed struct {
	Why   string    `json:"why"`
	Usage Usage     `json:"spent,omitzero"` // usage of the failed attempt
	At    time.Time `json:"at"`
}

// AskedBack reports that the planner can't act on the reason of a rejection. The review stays open.
type AskedBack struct {
	Why   string    `json:"why"`
	Usage Usage     `json:"spent,omitzero"` // usage of the failed attempt to act
	At    time.Time `json:"at"`
}

// Stuck reports an event that can't be handled.
type Stuck struct {
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// Unsent reports that an approved mail to the customer will not be sent. The approval no longer
// counts.
type Unsent struct {
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// ToolDone is the output of the called tool.
type ToolDone struct {
	Output Output    `json:"output"`
	At     time.Time `json:"at"`
}

// Decision is the decision of staff in a review.
type Decision struct {
	Verdict     Verdict       `json:"verdict"`
	Text        string        `json:"text,omitempty"` // reason of a rejection or cancellation, or the text of an edit
	Answers     Answers       `json:"answers,omitempty"`
	Targets     []task.Target `json:"targets,omitempty"` // agents that work again, after a rejection of results or Retry
	Replan      bool          `json:"replan,omitempty"`  // a rejection asks for another plan
	Clean       bool          `json:"clean,omitempty"`   // the text of an edit was extracted with certainty
	UnsentParts []string      `json:"left,omitempty"`    // parts of the reply that can't be sent, in words
	Facts       []quote.Fact  `json:"facts,omitempty"`   // values that the reply corrects
	Digest      string        `json:"digest"`            // digest of the reviewed proposal; must match the current proposal
	By          string        `json:"by"`
	At          time.Time     `json:"at"`
}

// Verdict is the kind of a decision.
type Verdict string

// The verdicts in a review.
const (
	Accept Verdict = "accept"
	Reject Verdict = "reject"
	Edit   Verdict = "edit"
	Cancel Verdict = "cancel"
	Answer Verdict = "answer" // for questions to staff, instead of Accept and Edit

	Retry    Verdict = "retry"    // for a failed agent, instead of Accept
	Continue Verdict = "continue" // for a failed agent: continue the task without its result
)

// Answers has staff's answers by the number of the question.
type Answers map[int]string

// TakenOver reports that a member of staff takes the thread.
type TakenOver struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// Written is a mail to the customer by a member of staff.
type Written struct {
	Text        string   `json:"text"`
	UnsentParts []string `json:"left,omitempty"` // parts of the reply that can't be sent, in words
	// Word is the command before the text. Older journals have no word, and textDoubts did not
	// check their texts.
	Word    Word      `json:"word,omitempty"`
	Footer  string    `json:"footer,omitempty"`   // below the text; older journals have none
	ByAgent bool      `json:"by_agent,omitempty"` // the agent handed over the thread, without TAKE OVER by staff
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// Word is the command that staff put before a text for the customer.
type Word string

// The commands that carry a text for the customer.
const (
	WordSend Word = "SEND"
	WordEdit Word = "EDIT"
	WordNone Word = "none" // the reply had no command
)

// HandedBack returns a thread from staff to the planner, with corrected values or a reason.
type HandedBack struct {
	Facts  []quote.Fact `json:"facts,omitempty"`
	Reason string       `json:"reason,omitempty"` // the change that staff want in the next proposal
	// Despite is the planner's reason for the hand-over; "" if the planner gave none.
	Despite string    `json:"despite,omitempty"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// Stopped ends the thread from outside: staff cancelled it, or it expired. It does not change a
// thread that has ended.
type Stopped struct {
	Status store.ThreadStatus `json:"status"` // cancelled or expired
	Why    string             `json:"why"`
	By     string             `json:"by"`
	At     time.Time          `json:"at"`
}

// CarrierDue starts the next attempt of a pending carrier call.
type CarrierDue struct {
	At time.Time `json:"at"`
}

// CustomerSilent reports that a follow-up is due because the customer did not answer.
type CustomerSilent struct {
	Followup Followup  `json:"followup"` // without HTML in the journal
	At       time.Time `json:"at"`
}

func (Begun) event()           {}
func (PolicySet) event()       {}
func (CustomerMessage) event() {}
func (TaskGiven) event()       {}
func (Planned) event()         {}
func (PlannerFailed) event()   {}
func (AskedBack) event()       {}
func (Stuck) event()           {}
func (Unsent) event()          {}
func (ToolDone) event()        {}
func (Decision) event()        {}
func (TakenOver) event()       {}
func (Written) event()         {}
func (HandedBack) event()      {}
func (Stopped) event()         {}
func (CarrierDue) event()      {}
func (CustomerSilent) event()  {}
