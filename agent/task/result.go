package task

import (
	"encoding/json"
	"strings"
	"time"
)

// Status is how an agent's run ended.
type Status string

// The statuses of a result. Nothing but Found and Partial is real data of the agent's.
const (
	Found   Status = "found"
	Partial Status = "partial" // some of it could not be had; Error says what
	Missing Status = "missing" // its service is down, or staff go on without it
	Sample  Status = "sample"  // made-up data of the configuration stands in for it
	Failed  Status = "failed"  // staff are asked
)

// Result is what an agent found.
type Result struct {
	Agent   string          `json:"agent"`
	Status  Status          `json:"status"`
	Summary string          `json:"summary"`        // for people
	Data    json.RawMessage `json:"data,omitempty"` // as the service gave it
	Refs    []Reference     `json:"refs,omitempty"` // messages that it rests on
	Meta    Meta            `json:"metadata"`
	Error   string          `json:"error,omitempty"`
	Wants   []Write         `json:"wants,omitempty"` // calls that would change something
}

// Meta is how a result came to be.
type Meta struct {
	Service string    `json:"service_used"`
	Quality float64   `json:"data_quality"` // 0 to 1, see correlate; of real data only
	Took    Seconds   `json:"execution_seconds"`
	At      time.Time `json:"at"`
	Usage   Usage     `json:"spent,omitzero"`
}

// Spent is what an agent used of a model, as agent.Spent.
type Usage struct {
	Requests         int   `json:"requests,omitempty"`
	PromptTokens     int   `json:"prompt_tokens,omitempty"`
	CachedTokens     int   `json:"cached_tokens,omitempty"`
	CompletionTokens int   `json:"completion_tokens,omitempty"`
	MicroDollars     int64 `json:"micro_dollars,omitempty"`
}

// Reference is a message that something rests on.
type Reference struct {
	MessageID string    `json:"message_id"`
	Folder    string    `json:"folder,omitempty"`
	From      string    `json:"from,omitempty"`
	Date      time.Time `json:"date,omitzero"`
	Subject   string    `json:"subject,omitempty"`
}

// IsReal reports whether a result holds data of its agent's service.
func (r Result) IsReal() bool { return r.Status == Found || r.Status == Partial }

// Label says how far a result may be believed, in the words that every place shows.
func (s Status) Label() string {
	switch s {
	case Sample:
		return "SAMPLE DATA, not real"
	case Missing:
		return "missing"
	case Partial:
		return "in part"
	}
	return string(s)
}

// Assignment is what an agent is given: the digest that it needs of all that happened.
type Assignment struct {
	Thread   string
	Task     Task    // without the results of others and without the context
	Step     Step    // of the plan
	Feedback string  // of staff, where it is done again
	Before   *Result // what they sent back then
	Earlier  []Result
	History  []Iteration // of this agent alone
	At       time.Time
}

// Assign returns what the agent of a step is given.
func (t *Task) Assign(thread string, s Step, at time.Time) Assignment {
	a := Assignment{Thread: thread, Task: *t, Step: s, Feedback: t.feedback(s.Agent), At: at}
	a.Task.Results, a.Task.Context, a.Task.Wants, a.Task.Again = nil, Context{}, nil, nil
	for _, sent := range t.Again {
		if sent.Agent == s.Agent {
			a.Before = sent.Was
		}
	}
	for _, need := range s.Needs {
		if r, found := t.Result(need); found {
			a.Earlier = append(a.Earlier, r)
		}
	}
	for _, i := range t.Context.Iterations {
		if i.Agent == s.Agent {
			a.History = append(a.History, i)
		}
	}
	return a
}

// maxSummary bounds what the context keeps of a result, in octets; the journal has all.
const maxSummary = 400

func short(text string) string {
	if len(text) <= maxSummary {
		return text
	}
	return strings.ToValidUTF8(text[:maxSummary], "") + "…"
}

func joined(texts []string) string { return strings.Join(texts, "\n") }
