package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ppamaild/schema"
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
	// Asks says that its arguments are questions to staff, who take the place of
	// Run: Apply gets their answers.
	Asks bool
	// Mails says that its result is a Draft, which goes to the customer when it
	// takes effect.
	Mails bool
	// Silent says that one that mails may find nothing to write, and returns none.
	// What it does then reaches nobody, so that no gate is asked.
	Silent bool
	Schema *schema.Schema // of its arguments
	// Run carries the action out. It must not change the state. With Effect it may
	// be called more than once with the same key, and must then act once.
	Run func(ctx context.Context, c Call) Output
	// Edit changes one field of what is under review as staff wrote it, and
	// returns the whole; nil: it can't be edited. A draft needs none.
	Edit func(s *State, data json.RawMessage, field, value string) (json.RawMessage, error)
	// Apply takes the output into the state; it is pure.
	Apply func(s *State, act Action, out Output, at time.Time) Then
}

// Call is one call of a tool.
type Call struct {
	State *State
	Args  json.RawMessage
	Key   string // names this call within all threads; the idempotency key of an effect
	Again bool   // it was attempted before, and nobody knows what came of it
	At    time.Time
}

// Then is how a run goes on after a tool's output was taken in.
type Then struct {
	Next    Next
	Intents []Intent
}

// plan is what follows most tools: ask the planner.
var plan = Then{Next: NextPlan}

// handOver is what follows where a person has to go on.
func handOver(format string, args ...any) Then {
	return Then{Intents: []Intent{HandOver{Why: strings.TrimSpace(fmt.Sprintf(format, args...))}}}
}

// running makes a tool's Run of a function of its decoded arguments, which have
// passed the tool's schema.
func running[A any](tool string, run func(ctx context.Context, c Call, args A) (data any, flags []string, err error)) func(context.Context, Call) Output {
	return func(ctx context.Context, c Call) Output {
		out := Output{Tool: tool, Status: OutputOK}
		var args A
		err := json.Unmarshal(c.Args, &args)
		var data any
		if err == nil {
			data, out.Flags, err = run(ctx, c, args)
		}
		if draft, is := data.(Draft); is {
			out.Draft = &draft
		} else if err == nil {
			out.Data, err = json.Marshal(data)
		}
		if err != nil {
			return Output{Tool: tool, Status: OutputError, Message: err.Error()}
		}
		return out
	}
}

// applying makes a tool's Apply of a function of its decoded data.
func applying[D any](apply func(s *State, d D, at time.Time) Then) func(*State, Action, Output, time.Time) Then {
	return func(s *State, _ Action, out Output, at time.Time) Then {
		var d D
		if err := json.Unmarshal(out.Data, &d); err != nil {
			return handOver("the result of %s can't be read: %v", out.Tool, err)
		}
		return apply(s, d, at)
	}
}

// sending makes the Apply of a tool that mails of a function of its decoded arguments.
func sending[A any](apply func(s *State, args A) Then) func(*State, Action, Output, time.Time) Then {
	return func(s *State, act Action, _ Output, _ time.Time) Then {
		var args A
		if err := json.Unmarshal(act.Args, &args); err != nil {
			return handOver("the arguments of %s can't be read: %v", act.Tool, err)
		}
		return apply(s, args)
	}
}

// check validates an action's arguments against its tool's schema.
func (t Tool) check(args json.RawMessage) error {
	if t.Schema == nil {
		return nil
	}
	if err := t.Schema.Check(args); err != nil {
		return fmt.Errorf("arguments of %s: %w", t.Name, err)
	}
	return nil
}

// compileSchemas gives each tool its schema, with the languages that customers are written to in.
func compileSchemas(tools []Tool, languages ...string) (err error) {
	for i, t := range tools {
		text := schemas[t.Name]
		if len(languages) > 0 {
			text = strings.ReplaceAll(text, `"en","es"`, `"`+strings.Join(languages, `","`)+`"`)
		}
		if tools[i].Schema, err = schema.Compile([]byte(text)); err != nil {
			return fmt.Errorf("schema of %s: %w", t.Name, err)
		}
	}
	return nil
}
