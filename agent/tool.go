package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Tool carries out one kind of action.
type Tool struct {
	Name  string
	Stage Stage // whose gate it passes; empty: none
	// Before says that its arguments are reviewed before the call, else its result
	// is reviewed before it is used.
	Before bool
	// Effect says that a call acts on the world outside, so that it is entered in
	// the ledger before it is made.
	Effect bool
	Schema *jsonschema.Schema
	// Run carries the action out. It must not change the state. With Effect it may
	// be called more than once with the same key, and must then act once.
	Run func(ctx context.Context, c Call) Output
	// Apply takes the output into the state; it is pure.
	Apply func(s *State, act Action, out Output, at time.Time) Then
}

// Call is one call of a tool.
type Call struct {
	State *State
	Args  json.RawMessage
	Key   string // names this call within the thread; the idempotency key of an effect
	At    time.Time
}

// Then is how a run goes on after a tool's output was taken in.
type Then struct {
	Next    Next
	Intents []Intent
}

// plan is what follows most tools: ask the planner.
var plan = Then{Next: NextPlan}

// compileSchema reads a JSON Schema, which is part of the program.
func compileSchema(name, src string) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", name, err)
	}
	c := jsonschema.NewCompiler()
	// The default loader would follow file:// references.
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource(name+".json", doc); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", name, err)
	}
	return c.Compile(name + ".json")
}

// check validates an action's arguments against its tool's schema.
func (t Tool) check(args json.RawMessage) error {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(args)))
	if err != nil {
		return fmt.Errorf("arguments of %s are not JSON: %w", t.Name, err)
	}
	if err := t.Schema.Validate(doc); err != nil {
		var v *jsonschema.ValidationError
		if errors.As(err, &v) {
			return fmt.Errorf("arguments of %s: %s", t.Name, strings.ReplaceAll(v.Error(), "\n", "; "))
		}
		return err
	}
	return nil
}

// ok returns a tool's successful output.
func ok(tool string, data any, flags ...string) Output {
	raw, err := json.Marshal(data)
	if err != nil {
		return failed(tool, "its result can't be written as JSON: %v", err)
	}
	return Output{Tool: tool, Status: OutputOK, Data: raw, Flags: flags}
}

// failed returns a tool's failure, in words for planner and staff.
func failed(tool, format string, args ...any) Output {
	return Output{Tool: tool, Status: OutputError, Message: fmt.Sprintf(format, args...)}
}
