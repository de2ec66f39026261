package task

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/templates"
)

// Write is a call that changes something at a service. A person must approve the exact call
// first.
type Write struct {
	Agent string          `json:"agent"`
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"args"`
	Why   string          `json:"why,omitempty"`
}

// DecodeWrite decodes arguments that passed the schema of ToolCallTool.
func DecodeWrite(data json.RawMessage) Write {
	var w Write
	if json.Unmarshal(data, &w) != nil {
		return Write{}
	}
	return w
}

// With returns the call with another value of one argument. The value must have the type of the
// argument.
func (w Write) With(name, value string) (Write, error) {
	var args map[string]any
	if err := Exact(w.Args, &args); err != nil {
		return w, fmt.Errorf("reading the arguments of %s: %w", w.Tool, err)
	}
	was, found := args[name]
	if !found {
		return w, fmt.Errorf("%s has no argument %q", w.Tool, name)
	}
	var is any = value
	if _, text := was.(string); !text {
		if err := Exact([]byte(value), &is); err != nil ||
			fmt.Sprintf("%T", is) != fmt.Sprintf("%T", was) {
			return w, fmt.Errorf("%q is no value for %s, which is %v", value, name, was)
		}
	}
	args[name] = is
	raw, err := json.Marshal(args)
	w.Args = raw
	return w, err
}

func (w Write) same(other Write) bool { return w.Agent == other.Agent && w.Tool == other.Tool }

// LeaveOut removes a call that staff rejected.
func (t *Task) LeaveOut(w Write, words *templates.Phrases) {
	t.take(w)
	t.Note(Iteration{Stage: "tool_call", Agent: w.Agent,
		Summary: words.Say("task.write_rejected", w.Tool)})
}

// Done records a call and its answer.
func (t *Task) Done(w Write, answer json.RawMessage, at time.Time, words *templates.Phrases) {
	t.take(w)
	t.Note(Iteration{Stage: "tool_call", Agent: w.Agent,
		Summary: words.Say("task.write_done", w.Tool, short(string(answer))), At: at})
}

// Tried adds the failure of an approved call to its reason, for the next approval.
func (t *Task) Tried(w Write, wrong string, words *templates.Phrases) {
	if i := slices.IndexFunc(t.Wants, w.same); i >= 0 {
		t.Wants[i].Why = words.Say("task.write_failed_before", w.Why, wrong)
	}
}

// take removes the first requested call of the tool of w.
func (t *Task) take(w Write) {
	if i := slices.IndexFunc(t.Wants, w.same); i >= 0 {
		t.Wants = slices.Delete(t.Wants, i, i+1)
	}
}
