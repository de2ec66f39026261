package store

import (
	"slices"
	"strings"
	"time"
)

// The workflows of threads. The agency's own thread has none.
const (
	WorkflowQuote = "quote"
	WorkflowTask  = "task"
	WorkflowTest  = "test_task" // a task for the test agents
)

// ThreadStatus is the status of a thread.
type ThreadStatus string

// The statuses of a thread.
const (
	ThreadRunning          ThreadStatus = "running"
	ThreadAwaitingReview   ThreadStatus = "awaiting_review"
	ThreadAwaitingCustomer ThreadStatus = "awaiting_customer"
	ThreadHandedOver       ThreadStatus = "handed_over"
	ThreadCompleted        ThreadStatus = "completed"
	ThreadCancelled        ThreadStatus = "cancelled"
	ThreadExpired          ThreadStatus = "expired"
)

// ThreadStatuses returns all statuses of a thread.
func ThreadStatuses() []ThreadStatus {
	return []ThreadStatus{
		ThreadRunning, ThreadAwaitingReview, ThreadAwaitingCustomer, ThreadHandedOver,
		ThreadCompleted, ThreadCancelled, ThreadExpired,
	}
}

// Known reports whether s is one of the statuses above.
func (s ThreadStatus) Known() bool { return slices.Contains(ThreadStatuses(), s) }

// Ended reports whether the thread is over.
func (s ThreadStatus) Ended() bool {
	return s == ThreadCompleted || s == ThreadCancelled || s == ThreadExpired
}

// Head is a thread as of the last commit. A Head stays small for any length of the thread. The
// journal records the events.
type Head struct {
	Thread    string       `json:"thread"`
	Version   uint64       `json:"version"`
	Workflow  string       `json:"workflow"`
	Status    ThreadStatus `json:"status"`
	CreatedAt time.Time    `json:"created_at"`
	UpdatedAt time.Time    `json:"updated_at"`

	Subject      string   `json:"subject"`
	Participants []string `json:"participants"`           // addresses that may take part, in lower case
	ReplyTo      string   `json:"reply_to,omitempty"`     // where answers go, if not to Participants[0]
	LastMessage  string   `json:"last_message"`           // Message-ID that the next answer replies to
	References   []string `json:"references,omitempty"`   // of that answer, oldest first
	ThreadIndex  string   `json:"thread_index,omitempty"` // of the message to answer, as Outlook wrote it
	Reviews      int      `json:"reviews"`                // number of the last review
	MergedInto   string   `json:"merged_into,omitempty"`  // the thread that took over the messages
	Owner        string   `json:"owner,omitempty"`        // wrote CLAIM or TAKE OVER
	Traits       []string `json:"traits,omitempty"`       // digests of the customer's data, in lower case

	Arrived time.Time `json:"arrived,omitzero"` // of the last message, until a review
	Erased  time.Time `json:"erased,omitzero"`  // when the customer's data was erased

	State []byte `json:"state"` // the agent's, as JSON
}

// IsNew reports whether the thread has never run, so that it has no mail yet.
func (h Head) IsNew() bool { return h.Version == 1 }

// FoundBy returns what HeadsOf finds the thread by: the addresses that may take part, in lower
// case, and the traits. Each is there once.
func (h Head) FoundBy() []string {
	keys := slices.Clone(h.Traits)
	for _, a := range h.Participants {
		keys = append(keys, strings.ToLower(a))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Event is an event that waits for a thread's runner.
type Event struct {
	Thread string    `json:"thread"`
	Seq    uint64    `json:"seq"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Data   []byte    `json:"data"` // JSON, by kind
}

// EffectStatus is the status of an effect.
type EffectStatus string

// The statuses of an effect.
const (
	EffectIntended  EffectStatus = "intended"
	EffectAttempted EffectStatus = "attempted"
	EffectConfirmed EffectStatus = "confirmed"
	EffectUnknown   EffectStatus = "unknown"
)

// EffectStatuses returns all statuses of an effect.
func EffectStatuses() []EffectStatus {
	return []EffectStatus{EffectIntended, EffectAttempted, EffectConfirmed, EffectUnknown}
}

// Known reports whether s is one of the statuses above.
func (s EffectStatus) Known() bool { return slices.Contains(EffectStatuses(), s) }

// Effect is one act on the outside world. The intent is recorded before the attempt, and the
// attempt before the result.
type Effect struct {
	Key      string       `json:"key"` // also the idempotency key
	Thread   string       `json:"thread"`
	Tool     string       `json:"tool"`
	Digest   string       `json:"digest"` // of the approved action
	Status   EffectStatus `json:"status"`
	Attempts int          `json:"attempts,omitempty"`
	At       time.Time    `json:"at"` // of the last change
	Result   []byte       `json:"result,omitempty"`
	Error    string       `json:"error,omitempty"`
}
