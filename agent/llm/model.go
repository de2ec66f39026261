// Package llm asks a language model behind an OpenAI-compatible API for one
// answer at a time.
//
// It promises that an error says whether waiting may help; that Patient waits as
// long as the service asks for, with jitter, and leaves a service alone that is
// down; that what was answered is complete, since a body that breaks off, an error
// under status 200 and an answer without choices are errors; that what was spent
// is known, estimated where the service does not say; and that no API key is ever
// part of an error. What it is asked leaves as it is: whoever asks masks it first.
package llm

import (
	"context"
	"encoding/json"

	"ppamaild/agent"
)

// Model answers requests.
type Model interface {
	// Ask returns a complete answer, or an *Error.
	Ask(ctx context.Context, r Request) (Answer, error)
}

// Request is what a model is asked. Services cache what requests begin with, so
// System and Tools should be the same in all of them.
type Request struct {
	System string `json:"system"`
	Tools  []Tool `json:"tools"`
	Turns  []Turn `json:"turns"`
}

// Tool is something that a model may ask to have done. Schema follows the rules of
// strict mode: every object is closed and requires all that it has.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
}

// Turn is one message of a conversation with a model.
type Turn struct {
	Role    Role   `json:"role"`
	Text    string `json:"text,omitempty"`
	Calls   []Call `json:"calls,omitempty"`   // of RoleModel
	Answers string `json:"answers,omitempty"` // of RoleTool: the id of the call
}

// Role is whose turn it is.
type Role string

// The roles.
const (
	RoleUser  Role = "user"
	RoleModel Role = "assistant"
	RoleTool  Role = "tool"
)

// Call is a model's wish to have a tool called. Args should be JSON, and need not be.
type Call struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args"`
}

// Answer is what a model answered.
type Answer struct {
	Calls  []Call      `json:"calls,omitempty"`
	Text   string      `json:"text,omitempty"`
	Finish string      `json:"finish"` // why it ends: "tool_calls", "stop", "length", "content_filter"
	Spent  agent.Usage `json:"spent"`
}
