// Package agent is the run that serves one thread: its state, the
// plan–gate–execute loop, the interrupts where it pauses, and its tools.
//
// Step is a pure function of a state and an event. It does no mail, no network
// and no storage, and reads no clock: what it wants done it returns as intents,
// and what came of them is fed back as the next event. The same events therefore
// always lead to the same state.
package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/store"
)

// SchemaVersion is the version of State's JSON that this program writes.
const SchemaVersion = 1

// Stage is a named, reviewable step of a workflow.
type Stage string

// The steps of the workflow quote.
const (
	StageInfoAnalysis  Stage = "info_analysis"
	StageDiscountCheck Stage = "discount_check"
	StageCarrierCall   Stage = "carrier_call"
	StageInfoRequest   Stage = "info_request"
	StageQuote         Stage = "quote"
	StageFinalResponse Stage = "final_response"
)

// State is all that a run knows, small enough to be written at every commit:
// the history is in the journal.
type State struct {
	SchemaVersion int                `json:"schema_version"`
	ThreadID      string             `json:"thread_id"`
	Status        store.ThreadStatus `json:"status"`
	Goal          string             `json:"goal"`

	CustomerInfo      CustomerInfo     `json:"customer_info"`
	MercurySession    *carrier.Session `json:"mercury_session,omitempty"`
	PlannedToolInputs *Action          `json:"planned_tool_inputs,omitempty"`
	LastToolOutputs   *Output          `json:"last_tool_outputs,omitempty"`
	AgentScratchpad   Scratchpad       `json:"agent_scratchpad"`
	HumanFeedback     []Feedback       `json:"human_feedback,omitempty"`

	RequiresAgencyReview     bool             `json:"requires_agency_review"`
	AwaitingCustomerReply    bool             `json:"awaiting_customer_reply"`
	StepRequiringReview      Stage            `json:"step_requiring_review,omitempty"`
	DataForReview            *Proposal        `json:"data_for_review,omitempty"`
	LastHumanDecisionForStep map[Stage]string `json:"last_human_decision_for_step,omitempty"`
	RejectionFeedbackForStep map[Stage]string `json:"rejection_feedback_for_step,omitempty"`
	RetryCounts              map[Stage]int    `json:"retry_counts,omitempty"`

	// Next is what the run does next; empty at an interrupt and at the end.
	Next Next `json:"next,omitempty"`
	// InFlight is the queued event being worked on; 0 when none is. It lets a run
	// that was cut short go on behind its last commit instead of starting over.
	InFlight uint64 `json:"in_flight,omitempty"`
	// Actions counts the planner's actions: of this event, and of the thread.
	EventActions int `json:"event_actions,omitempty"`
	Actions      int `json:"actions,omitempty"`
}

// Next is what a run that is not paused does next.
type Next string

// What a run may do next.
const (
	NextNothing Next = ""
	NextPlan    Next = "plan"
	NextCall    Next = "call" // of PlannedToolInputs
)

// CustomerInfo is who asks, and for what.
type CustomerInfo struct {
	Name     string     `json:"name,omitempty"` // as the From header gives it
	Address  string     `json:"address"`        // the identity
	AnswerTo string     `json:"answer_to"`      // Reply-To where it differs, else Address
	Subject  string     `json:"subject"`
	Language string     `json:"language,omitempty"`
	Case     quote.Case `json:"case"`
}

// Scratchpad is the planner's memory between actions.
type Scratchpad struct {
	Inbox      []Mail             `json:"inbox,omitempty"`      // of the customer, not yet read
	Identified string             `json:"identified,omitempty"` // message that Intent is of
	Intent     string             `json:"intent,omitempty"`
	Today      quote.Date         `json:"today,omitempty"` // of the last reading, where the agency is
	Problems   []quote.Problem    `json:"problems,omitempty"`
	Revision   int                `json:"revision"` // of the application; a change voids what was derived from it
	Conflicts  []Conflict         `json:"conflicts,omitempty"`
	Refer      string             `json:"refer,omitempty"`
	Asked      []string           `json:"asked,omitempty"` // paths of the last questions, in order
	Ask        AskArgs            `json:"ask,omitzero"`    // how staff want questions put
	Discounts  []quote.Assessment `json:"discounts,omitempty"`
	Checked    int                `json:"checked,omitempty"` // revision that Discounts are of
	Called     int                `json:"called,omitempty"`  // carrier calls done for CalledFor
	CalledFor  int                `json:"called_for,omitempty"`
	Quote      *carrier.Quote     `json:"quote,omitempty"` // of revision CalledFor
	Sent       int                `json:"sent,omitempty"`  // revision whose quote was sent
	Heard      int                `json:"heard,omitempty"` // revision when the last question was sent
	Rejected   []string           `json:"rejected,omitempty"`
	Previous   string             `json:"previous,omitempty"` // text of the draft that was rejected last
	Answers    Stage              `json:"answers,omitempty"`  // step whose rejection the next proposal answers
	Open       *Proposal          `json:"open,omitempty"`     // still before staff while a newer mail is looked at
}

// AskArgs is what to ask a customer, and how.
type AskArgs struct {
	Fields   []string `json:"fields"`         // paths of the application
	Also     []string `json:"also,omitempty"` // further questions, in words
	Drop     []string `json:"drop,omitempty"` // paths that staff do not want asked
	Short    bool     `json:"short,omitempty"`
	Language string   `json:"language,omitempty"` // "": the customer's
}

// Mail is a customer's message as the planner gets it.
type Mail struct {
	ID          string    `json:"id"` // Message-ID
	Subject     string    `json:"subject,omitempty"`
	Text        string    `json:"text"` // the author's own text
	FromName    string    `json:"from_name,omitempty"`
	Date        time.Time `json:"date"`
	Attachments []string  `json:"attachments,omitempty"`
	Notes       []string  `json:"notes,omitempty"`
}

// Conflict is a value that the customer gave twice, differently.
type Conflict struct {
	Path   string   `json:"path"`
	Values []string `json:"values"`
}

// Action is what the planner wants done: a tool and its arguments.
type Action struct {
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	Thought string          `json:"thought,omitempty"`
	Review  bool            `json:"review,omitempty"` // the planner asks for one, whatever the gate says
}

// Output is what a tool returned.
type Output struct {
	Tool    string          `json:"tool"`
	Status  OutputStatus    `json:"status"`
	Data    json.RawMessage `json:"data,omitempty"`
	Message string          `json:"message,omitempty"` // why it failed
	Flags   []string        `json:"flags,omitempty"`   // why a person should look, gate permitting
}

// OutputStatus says whether a tool did what it was asked.
type OutputStatus string

// How a tool call ends.
const (
	OutputOK    OutputStatus = "ok"
	OutputError OutputStatus = "error"
)

// Feedback is what a member of staff said about a draft.
type Feedback struct {
	Stage   Stage     `json:"step"`
	Verdict string    `json:"verdict"`
	Text    string    `json:"text,omitempty"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// maxFeedback bounds HumanFeedback in the state; the journal has all of it.
const maxFeedback = 20

// NewState returns the state of a thread that nothing has happened in.
func NewState(thread string, who CustomerInfo) State {
	return State{
		SchemaVersion: SchemaVersion,
		ThreadID:      thread,
		Status:        store.ThreadRunning,
		Goal:          "answer a personal auto quote request",
		CustomerInfo:  who,
	}
}

// DecodeState reads a state. A state of a newer program is refused with
// store.ErrVersion, so that a downgrade can't quietly lose what it does not know.
func DecodeState(raw []byte) (State, error) {
	var s State
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, fmt.Errorf("reading the thread's state: %w", err)
	}
	if s.SchemaVersion != SchemaVersion {
		return s, fmt.Errorf("state has schema version %d, this program reads %d: %w", s.SchemaVersion, SchemaVersion, store.ErrVersion)
	}
	return s, nil
}

// Encode writes the state, having checked that it can be read again and holds together.
func (s State) Encode() ([]byte, error) {
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("state of %s is not valid: %w", s.ThreadID, err)
	}
	return json.Marshal(s)
}

func (s State) validate() error {
	switch {
	case s.ThreadID == "":
		return fmt.Errorf("no thread id")
	case s.RequiresAgencyReview != (s.DataForReview != nil):
		return fmt.Errorf("review and data for review disagree")
	case s.RequiresAgencyReview && s.Status != store.ThreadAwaitingReview:
		return fmt.Errorf("a review is asked for while %s", s.Status)
	case s.Next == NextCall && s.PlannedToolInputs == nil:
		return fmt.Errorf("a call is due but none is planned")
	}
	return nil
}

// CallKey names the planned call within all threads. It stays the same when a
// call that was cut short is made again.
func (s *State) CallKey() string {
	return fmt.Sprintf("%s-%d-%s", s.ThreadID, s.Actions, digest("call", s.PlannedToolInputs)[:16])
}

// application is what the customer is known to ask for.
func (s *State) application() *quote.Application { return &s.CustomerInfo.Case.Application }

func (s *State) addFeedback(f Feedback) {
	s.HumanFeedback = append(s.HumanFeedback, f)
	if n := len(s.HumanFeedback) - maxFeedback; n > 0 {
		s.HumanFeedback = slices.Delete(s.HumanFeedback, 0, n)
	}
}
