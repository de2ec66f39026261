package task

import (
	"encoding/json"
	"strings"
	"time"

	"ppamaild/templates"
)

// Status is the outcome of an agent's run.
type Status string

// The statuses of a result. Only Found and Partial have real data.
const (
	Found   Status = "found"
	Partial Status = "partial" // part of the data is missing; Error says why
	Missing Status = "missing" // its service is down, or staff continue without it
	Sample  Status = "sample"  // sample data from the configuration
	Failed  Status = "failed"  // staff must decide
)

// Result is the result of an agent.
type Result struct {
	Agent   string          `json:"agent"`
	Status  Status          `json:"status"`
	Summary string          `json:"summary"`        // for people
	Data    json.RawMessage `json:"data,omitempty"` // as returned by the service
	Refs    []Reference     `json:"refs,omitempty"` // supporting messages
	Meta    Meta            `json:"metadata"`
	Error   string          `json:"error,omitempty"`
	Wants   []Write         `json:"wants,omitempty"` // requested calls that change something
}

// Meta describes the origin of a result.
type Meta struct {
	Service string    `json:"service_used"`
	Quality float64   `json:"data_quality"` // 0 to 1, for real data; see package correlate
	Took    Seconds   `json:"execution_seconds"`
	At      time.Time `json:"at"`
	Usage   Usage     `json:"spent,omitzero"`
}

// Usage is an agent's use of a model, like agent.Usage.
type Usage struct {
	Requests         int   `json:"requests,omitempty"`
	PromptTokens     int   `json:"prompt_tokens,omitempty"`
	CachedTokens     int   `json:"cached_tokens,omitempty"`
	CompletionTokens int   `json:"completion_tokens,omitempty"`
	MicroDollars     int64 `json:"micro_dollars,omitempty"`
}

// Reference is a message that supports a result.
type Reference struct {
	MessageID string    `json:"message_id"`
	Folder    string    `json:"folder,omitempty"`
	From      string    `json:"from,omitempty"`
	Date      time.Time `json:"date,omitzero"`
	Subject   string    `json:"subject,omitempty"`
}

// IsReal reports whether a result has data of its service.
func (r Result) IsReal() bool { return r.Status == Found || r.Status == Partial }

// Label describes the reliability of a result. All outputs use these words.
func (s Status) Label(words *templates.Phrases) string {
	if name := "status." + string(s); words.Has(name) {
		return words.Say(name)
	}
	return string(s)
}

// Assignment is the input of an agent.
type Assignment struct {
	Thread   string
	Task     Task    // without other results and the context
	Step     Step    // step of the plan
	Feedback string  // feedback of staff for a repeated run
	Before   *Result // the rejected result
	Earlier  []Result
	History  []Iteration // history of this agent
	At       time.Time
}

// Assign returns the input for the agent of a step.
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

// maxSummary limits a summary in the context, in bytes. The journal has all of it.
const maxSummary = 400

func short(text string) string {
	if len(text) <= maxSummary {
		return text
	}
	return strings.ToValidUTF8(text[:maxSummary], "") + "…"
}
