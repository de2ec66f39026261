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

// The steps of the workflow task.
const (
	StagePlan         Stage = "plan"
	StageSpecialist   Stage = "specialist"
	StageToolCall     Stage = "tool_call" // a call of an agent's that changes something
	StageFinalResults Stage = "final_results"
)

// StageAgentFailed is where staff say how to go on without an agent's result. It has no
// gate, as nobody else can say so.
const StageAgentFailed Stage = task.StageAgentFailed

// StageHumanInput is where the planner puts questions to staff. It has no gate: it
// is staff's answers that it is for.
const StageHumanInput Stage = ToolRequestHumanInput

// words is the stage as people write it.
func words(s Stage) string { return strings.ReplaceAll(string(s), "_", " ") }

// State is all that a run knows, small enough to be written at every commit:
// the history is in the journal.
type State struct {
	SchemaVersion int                `json:"schema_version"`
	ThreadID      string             `json:"thread_id"`
	Status        store.ThreadStatus `json:"status"`
	Goal          string             `json:"goal"`
	Task          *task.Task         `json:"task,omitempty"` // of the workflow task

	CustomerInfo      CustomerInfo     `json:"customer_info"`
	MercurySession    *carrier.Session `json:"mercury_session,omitempty"`
	PlannedToolInputs *Action          `json:"planned_tool_inputs,omitempty"`
	LastToolOutputs   *Output          `json:"last_tool_outputs,omitempty"`
	AgentScratchpad   Scratchpad       `json:"agent_scratchpad"`
	HumanFeedback     []Feedback       `json:"human_feedback,omitempty"` // the last of it, oldest first

	RequiresAgencyReview     bool             `json:"requires_agency_review"`
	AwaitingCustomerReply    bool             `json:"awaiting_customer_reply"`
	StepRequiringReview      Stage            `json:"step_requiring_review,omitempty"`
	DataForReview            *Proposal        `json:"data_for_review,omitempty"`
	LastHumanDecisionForStep map[Stage]string `json:"last_human_decision_for_step,omitempty"`
	RejectionFeedbackForStep map[Stage]string `json:"rejection_feedback_for_step,omitempty"` // that no action answers yet; one at most
	RetryCounts              map[Stage]int    `json:"retry_counts,omitempty"`                // rejections since the step last went through

	// Next is what the run does next; empty at an interrupt and at the end.
	Next Next `json:"next,omitempty"`
	// InFlight is the queued event being worked on; 0 when none is. It lets a run
	// that was cut short go on behind its last commit instead of starting over.
	InFlight uint64 `json:"in_flight,omitempty"`
	// Policy is the digest of the policy that the thread runs under; "" before its
	// first event.
	Policy string `json:"policy,omitempty"`
	// EventActions and Actions count the planner's actions, of this event and of
	// the thread.
	EventActions int `json:"event_actions,omitempty"`
	Actions      int `json:"actions,omitempty"`
}

// Next is what a run that is not paused does next.
type Next string

// What a run may do next.
const (
	NextNothing Next = ""
	NextPlan    Next = "plan" // ask the planner
	NextCall    Next = "call" // of PlannedToolInputs
)

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

// DecodeState reads a state. A state of another schema version is refused with
// store.ErrVersion, so that a downgrade can't quietly lose what it does not know. Once
// SchemaVersion is raised, this is where a state of a version before is brought up to it.
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

// Encode writes the state, having checked that it holds together.
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
		return fmt.Errorf("a review of %q is asked for, and what is under review is of %q",
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

// CallKey names the planned call within all threads: by the thread, the revision of
// the application, the step and the digest of its inputs. It stays the same when a
// call that was cut short is made again.
func (s *State) CallKey() string {
	return fmt.Sprintf("%s-r%d-%d-%s-%s", s.ThreadID, s.AgentScratchpad.Revision, s.Actions,
		s.PlannedToolInputs.Tool, s.CallDigest()[:16])
}

// CallStands reports whether the planned call is still, to the letter, the one that was
// approved, where a gate asked for that.
func (s *State) CallIsApproved() bool {
	approved := s.PlannedToolInputs.Approved
	return approved == "" || approved == s.CallDigest()
}

// CallDigest is that of the planned call, by which it was approved where a gate asks
// for that.
func (s *State) CallDigest() string {
	return dataDigest(s.PlannedToolInputs.Tool, s.PlannedToolInputs.Args)
}

// put sets a value of a map that may be nil.
func put[V any](m *map[Stage]V, stage Stage, value V) {
	if *m == nil {
		*m = make(map[Stage]V)
	}
	(*m)[stage] = value
}

// Inquiry is what questions to the customer are based on.
func (s *State) Inquiry() letters.Inquiry {
	pad := s.AgentScratchpad
	return letters.Inquiry{
		Application: *s.Application(), Conflicts: pad.Conflicts, Problems: pad.Problems,
		Refused: pad.RefusedPaths, POBox: pad.POBox, Today: pad.Today,
	}
}

// Application is what the customer is known to ask for.
func (s *State) Application() *quote.Application { return &s.CustomerInfo.Case.Application }

// LanguageFor is the language of a mail: as staff asked, or as the customer writes, or English.
func (s *State) LanguageFor(asked string) string {
	return cmp.Or(asked, s.CustomerInfo.Language, "en")
}
