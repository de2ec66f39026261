package agent

// Gate is the configured policy of a step.
type Gate string

// The gates. Auto means that code decides: a person looks where something is
// uncertain, contradictory or failing, and at each call that changes something, of which
// code can't tell that.
const (
	GateAlways Gate = "always"
	GateAuto   Gate = "auto"
	GateNever  Gate = "never"
)

// Policy is what the configuration says about reviews and limits. It is code and
// configuration; nothing that a planner or a customer writes can change it.
type Policy struct {
	Gates            map[Stage]Gate `json:"gates"`
	AlwaysReview     bool           `json:"always_review,omitempty"`
	AskStaff         bool           `json:"ask_staff,omitempty"` // the planner may put questions to staff
	MaxRetries       int            `json:"max_retries"`         // 0: no limit
	ActionsPerEvent  int            `json:"actions_per_event"`
	ActionsPerThread int            `json:"actions_per_thread"`
}

// Digest names the policy.
func (p Policy) Digest() string { return digest("policy", Encoded(p)) }

// needsReview reports whether a person must see p before it takes effect. A gate
// that is not configured is closed.
func (p Policy) needsReview(stage Stage, asked bool, flags []string) bool {
	if p.AlwaysReview || asked {
		return true
	}
	switch p.Gates[stage] {
	case GateNever:
		return false
	case GateAuto:
		return len(flags) > 0 || stage == StageToolCall
	default:
		return true
	}
}
