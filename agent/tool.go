package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/schema"
)

// Tool executes one kind of action.
type Tool struct {
	Name  string
	Stage Stage // the stage with the gate; empty: no gate
	// Before: staff review the arguments before the call, not the result after the call.
	Before bool
	// Follows: a call continues the session that an earlier call opened; see GateSession.
	Follows bool
	// Effect: a call changes the outside world, so the ledger records it first.
	Effect bool
	// Asks: the arguments are questions to staff. Apply gets the answers, and Run is unused.
	Asks bool
	// Mails: the result is a Draft to the customer.
	Mails bool
	// Silent: a mailing tool may return no draft. Then no gate applies.
	Silent bool
	Schema *schema.Schema // of the arguments
	// Run executes the action without changing the state. With Effect, a second call with the
	// same key must have no further effect.
	Run func(ctx context.Context, c Call) Output
	// Edit changes one field of the data under review and returns all data; nil: no edits. Drafts
	// need no Edit.
	Edit func(s *State, data json.RawMessage, field, value string) (json.RawMessage, error)
	// Apply adds the output to the state. It is pure.
	Apply func(s *State, act Action, out Output, at time.Time) Then
}

// Call is one call of a tool.
type Call struct {
	State *State
	Args  json.RawMessage
	Key   string // unique across threads; the idempotency key of an effect
	Again bool   // an earlier attempt has an unknown outcome
	At    time.Time
}

// Then says how a run continues after a tool.
type Then struct {
	Next    Next
	Intents []Intent
}

// PlanNext asks the planner next, as after most tools.
var PlanNext = Then{Next: NextPlan}

// HandingOver gives the thread to a person, for the reason in a phrase.
func HandingOver(phrase string, args ...string) Then {
	return Then{Intents: []Intent{HandOver{reason: Reason{phrase, args}}}}
}

// HandingOverFor gives the thread to a person, for a reason in words.
func HandingOverFor(why string) Then {
	return Then{Intents: []Intent{HandOver{Why: strings.TrimSpace(why)}}}
}

// Running makes a tool's Run from a function of its decoded and validated arguments.
func Running[A any](tool string,
	run func(ctx context.Context, c Call,
		args A) (data any, flags []string, err error)) func(context.Context, Call) Output {
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

// Applying makes a tool's Apply from a function of its decoded data.
func Applying[D any](apply func(s *State, d D, at time.Time) Then) func(*State, Action, Output,
	time.Time) Then {
	return func(s *State, _ Action, out Output, at time.Time) Then {
		var d D
		if err := json.Unmarshal(out.Data, &d); err != nil {
			return HandingOver("agent.result_unreadable", out.Tool, err.Error())
		}
		return apply(s, d, at)
	}
}

// Sending makes the Apply of a mailing tool from a function of its decoded arguments.
func Sending[A any](apply func(s *State, args A) Then) func(*State, Action, Output,
	time.Time) Then {
	return func(s *State, act Action, _ Output, _ time.Time) Then {
		var args A
		if err := json.Unmarshal(act.Args, &args); err != nil {
			return HandingOver("agent.arguments_unreadable", act.Tool, err.Error())
		}
		return apply(s, args)
	}
}

// CheckArgs validates arguments against the schema of the tool.
func (t Tool) CheckArgs(args json.RawMessage) error {
	if t.Schema == nil {
		return nil
	}
	if err := t.Schema.Check(args); err != nil {
		return fmt.Errorf("arguments of %s: %w", t.Name, err)
	}
	return nil
}

// CompileSchemas compiles the schema of each tool. texts has the JSON Schemas by tool, except for
// tools of this package. "LANGUAGES" in a schema is a choice of the languages for customers.
func CompileSchemas(tools []Tool, texts map[string]string, languages ...string) (err error) {
	for i, t := range tools {
		text := cmp.Or(texts[t.Name], schemas.Get()[t.Name])
		text = strings.ReplaceAll(text, `"LANGUAGES"`, `"`+strings.Join(languages, `","`)+`"`)
		if tools[i].Schema, err = schema.Compile([]byte(text)); err != nil {
			return fmt.Errorf("schema of %s: %w", t.Name, err)
		}
	}
	return nil
}

// schemas are the JSON Schemas of the tools in all workflows.
var schemas = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		ToolRequestHumanReview: `{"type":"object","additionalProperties":false,"required":["reason"],"properties":{"reason":{"type":"string","minLength":1}}}`,
		ToolRequestHumanInput: `{"type":"object","additionalProperties":false,"required":["questions"],
		"properties":{"questions":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["text"],
			"properties":{"text":{"type":"string","minLength":1},"why":{"type":"string"},"expect":{"type":"string"},
				"path":{"type":"string"},"offer":{"type":"string"}}}}}}`,
	}
}}

// Today is the agency's day at the time of an event.
func Today(at time.Time) quote.Date { return quote.Date(at.Format(time.DateOnly)) }

// The tools of the workflow quote. Package carrier names the tools for its calls.
const (
	ToolIdentifyIntent     = "identify_intent"
	ToolExtractApplication = "extract_application"
	ToolCheckDiscounts     = "check_discounts"
	ToolAskCustomer        = "ask_customer"
	ToolSendQuote          = "send_quote"
	ToolAnswerQuestions    = "answer_questions"
	ToolCloseThread        = "close_thread"
	ToolDecodeVIN          = "decode_vin"
	ToolFinalSummary       = "prepare_final_summary"
	ToolRequestHumanReview = "request_human_review"
	ToolRequestHumanInput  = "request_human_input"
)

// ReasonArgs is the reason for a person to take over.
type ReasonArgs struct {
	Reason string `json:"reason"`
}

// RequestReview is the tool that gives the thread to a person.
func RequestReview() Tool {
	return Tool{
		Name: ToolRequestHumanReview,
		Run: Running(ToolRequestHumanReview,
			func(_ context.Context, _ Call, args ReasonArgs) (any, []string, error) {
				return args, nil, nil
			}),
		Apply: Applying(func(_ *State, d ReasonArgs,
			_ time.Time) Then {
			return HandingOverFor(d.Reason)
		}),
	}
}

// NewAction returns an action with encoded arguments.
func NewAction(tool, thought string, args any) (Action, error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return Action{}, fmt.Errorf("writing the arguments of %s: %w", tool, err)
	}
	return Action{Tool: tool, Args: raw, Thought: thought}, nil
}
