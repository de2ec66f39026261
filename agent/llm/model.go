// Package llm asks a language model behind an OpenAI-compatible API for answers, one at a time.
//
// The package guarantees:
//   - An error says whether waiting may help.
//   - Patient waits as long as the service asks, with jitter, and spares a service that is down.
//   - An answer is complete. An incomplete body, an error under status 200 and an answer
//     without choices are errors.
//   - The usage is known, or estimated if the service reports none.
//   - No error contains an API key.
//
// Package llm sends requests unchanged, so the caller must mask private data first.
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

// Request is a request to a model. Services cache the beginning of requests, so System and Tools
// should be the same in all requests.
type Request struct {
	System string `json:"system"`
	Tools  []Tool `json:"tools"`
	Turns  []Turn `json:"turns"`
}

// Tool is a tool that a model may call. Schema follows the rules of strict mode: each object is
// closed and requires all its properties.
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

// Role is the author of a turn.
type Role string

// The roles.
const (
	RoleUser  Role = "user"
	RoleModel Role = "assistant"
	RoleTool  Role = "tool"
)

// Call is a tool call by a model. Args may be invalid JSON.
type Call struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args"`
}

// Answer is the answer of a model.
type Answer struct {
	Calls  []Call      `json:"calls,omitempty"`
	Text   string      `json:"text,omitempty"`
	Finish string      `json:"finish"` // reason for the end: "tool_calls", "stop", "length", "content_filter"
	Spent  agent.Usage `json:"spent"`
}
