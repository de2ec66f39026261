package agent

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent/letters"
	"ppamaild/agent/task"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/store"
)

// SchemaVersion is the version of the JSON of State.
const SchemaVersion = 1

// Stage is a named step of a workflow that can be reviewed.
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

// The steps of the workflow task.
const (
	StagePlan         Stage = "plan"
	StageSpecialist   Stage = "specialist"
	StageToolCall     Stage = "tool_call" // a service call that changes something
	StageFinalResults Stage = "final_results"
)

// StageAgentFailed is the stage where staff decide how to continue without an agent's result. It
// has no gate, because only staff can decide.
const StageAgentFailed Stage = task.StageAgentFailed

// StageHumanInput is the stage where the planner asks staff questions. It has no gate, because
// only staff can answer.
const StageHumanInput Stage = ToolRequestHumanInput

// inWords writes a stage for people: "info request".
func (s Stage) inWords() string { return strings.ReplaceAll(string(s), "_", " ") }

// State is all data of a run. It is small enough to write with every commit. The journal has the
// history.
type State struct {
	SchemaVersion int                `json:"schema_version"`
	ThreadID      string             `json:"thread_id"`
	Status        store.ThreadStatus `json:"status"`
	Goal          string             `json:"goal"`
	Task          *task.Task         `json:"task,omitempty"` // for the workflow task

	CustomerInfo      CustomerInfo     `json:"customer_info"`
	MercurySession    *carrier.Session `json:"mercury_session,omitempty"`
	PlannedToolInputs *Action          `json:"planned_tool_inputs,omitempty"`
	LastToolOutputs   *Output          `json:"last_tool_outputs,omitempty"`
	AgentScratchpad   Scratchpad       `json:"agent_scratchpad"`
	HumanFeedback     []Feedback       `json:"human_feedback,omitempty"` // the most recent, oldest first

	RequiresAgencyReview     bool             `json:"requires_agency_review"`
	AwaitingCustomerReply    bool             `json:"awaiting_customer_reply"`
	StepRequiringReview      Stage            `json:"step_requiring_review,omitempty"`
	DataForReview            *Proposal        `json:"data_for_review,omitempty"`
	LastHumanDecisionForStep map[Stage]string `json:"last_human_decision_for_step,omitempty"`
	RejectionFeedbackForStep map[Stage]string `json:"rejection_feedback_for_step,omitempty"` // unanswered rejection; at most one
	RetryCounts              map[Stage]int    `json:"retry_counts,omitempty"`                // rejections since the last approval of the step

	// Next is the next operation; empty at a pause and at the end.
	Next Next `json:"next,omitempty"`
	// InFlight is the queued event in progress, or 0. An interrupted run continues after its last
	// commit.
	InFlight uint64 `json:"in_flight,omitempty"`
	// Policy is the digest of the current policy; "" before the first event.
	Policy string `json:"policy,omitempty"`
	// EventActions and Actions count the planner's actions for this event and for the thread.
	EventActions int `json:"event_actions,omitempty"`
	Actions      int `json:"actions,omitempty"`
}

// Next is the next operation of a run.
type Next string

// The operations of a run.
const (
	NextNothing Next = ""
	NextPlan    Next = "plan" // ask the planner
	NextCall    Next = "call" // call the tool in PlannedToolInputs
)

// NewState returns the state of a new thread.
func NewState(thread string, who CustomerInfo) State {
	return State{
		SchemaVersion: SchemaVersion,
		ThreadID:      thread,
		Status:        store.ThreadRunning,
		Goal:          "answer a personal auto quote request",
		CustomerInfo:  who,
	}
}

// DecodeState reads a state. It refuses another schema version with store.ErrVersion, so that a
// downgrade can't silently lose data. Migrations for a new SchemaVersion belong here.
func DecodeState(raw []byte) (State, error) {
	var s State
	err := json.Unmarshal(raw, &s)
	if s.SchemaVersion != SchemaVersion && (err == nil || s.SchemaVersion != 0) {
		return s, fmt.Errorf("state has schema version %d, this program reads %d: %w",
			s.SchemaVersion, SchemaVersion, store.ErrVersion)
	}
	if err != nil {
		return s, fmt.Errorf("reading the thread's state: %w", err)
	}
	return s, nil
}

// Encode validates and writes the state.
func (s State) Encode() ([]byte, error) {
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("the state of %s is not valid: %w", s.ThreadID, err)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("writing the state of %s: %w", s.ThreadID, err)
	}
	return raw, nil
}

func (s State) validate() error {
	under := Stage("")
	if s.DataForReview != nil {
		under = s.DataForReview.Stage
	}
	switch {
	case s.SchemaVersion != SchemaVersion:
		return fmt.Errorf("it has schema version %d, not %d", s.SchemaVersion, SchemaVersion)
	case s.ThreadID == "":
		return errors.New("it has no thread id")
	case !s.Status.Known():
		return fmt.Errorf("%q is no status", s.Status)
	case s.RequiresAgencyReview != (s.DataForReview != nil) || s.StepRequiringReview != under:
		return fmt.Errorf("a review of %q is requested, but %q is under review",
			s.StepRequiringReview, under)
	case s.RequiresAgencyReview != (s.Status == store.ThreadAwaitingReview):
		return fmt.Errorf("a review is asked for: %t, while %s", s.RequiresAgencyReview, s.Status)
	case s.AwaitingCustomerReply != (s.Status == store.ThreadAwaitingCustomer):
		return fmt.Errorf("the customer is waited for: %t, while %s",
			s.AwaitingCustomerReply, s.Status)
	case s.Next != NextNothing && s.Status != store.ThreadRunning:
		return fmt.Errorf("%q is next, while %s", s.Next, s.Status)
	case s.Next == NextCall && s.PlannedToolInputs == nil:
		return errors.New("a call is next, and none is planned")
	case s.Next == NextNothing && s.AgentScratchpad.OpenReview != nil:
		return errors.New("it paused without settling the review that was open")
	case s.AgentScratchpad.OwnText != nil && s.Status != store.ThreadHandedOver:
		return fmt.Errorf("staff are asked about a text of their own, while %s", s.Status)
	case len(s.RejectionFeedbackForStep) > 1:
		return errors.New("more than one rejection is unanswered")
	}
	return nil
}

// CallKey identifies the planned call across all threads by thread, revision, action and digest
// of the arguments. A repeated call has the same key.
func (s *State) CallKey() string {
	return fmt.Sprintf("%s-r%d-%d-%s-%s", s.ThreadID, s.AgentScratchpad.Revision, s.Actions,
		s.PlannedToolInputs.Tool, s.CallDigest()[:16])
}

// CallIsApproved reports whether the planned call is exactly the approved call, if a gate
// required an approval.
func (s *State) CallIsApproved() bool {
	approved := s.PlannedToolInputs.Approved
	return approved == "" || approved == s.CallDigest()
}

// CallDigest returns the digest of the planned call, by which a gate approves it.
func (s *State) CallDigest() string {
	return dataDigest(s.PlannedToolInputs.Tool, s.PlannedToolInputs.Args)
}

// put sets a value in a map that may be nil.
func put[V any](m *map[Stage]V, stage Stage, value V) {
	if *m == nil {
		*m = make(map[Stage]V)
	}
	(*m)[stage] = value
}

// Inquiry returns the data for questions to the customer.
func (s *State) Inquiry() letters.Inquiry {
	pad := s.AgentScratchpad
	return letters.Inquiry{
		Application: *s.Application(), Conflicts: pad.Conflicts, Problems: pad.Problems,
		Refused: pad.RefusedPaths, POBox: pad.POBox, Today: pad.Today,
		Residents: pad.Residents, Facts: s.CustomerInfo.Case.Facts,
	}
}

// Application returns the known application of the customer.
func (s *State) Application() *quote.Application { return &s.CustomerInfo.Case.Application }

// LanguageFor returns the language of a mail: the requested language, the customer's language, or
// English.
func (s *State) LanguageFor(asked string) string {
	return cmp.Or(asked, s.CustomerInfo.Language, "en")
}
