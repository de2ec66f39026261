package openai

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// Request is a client's request, as far as the server reads requests.
type Request struct {
	Model               string          `json:"model"`
	Messages            []Message       `json:"messages"`
	Tools               []Tool          `json:"tools"`
	ToolChoice          json.RawMessage `json:"tool_choice"`
	ParallelToolCalls   *bool           `json:"parallel_tool_calls"`
	Stream              bool            `json:"stream"`
	Temperature         *float64        `json:"temperature"`
	TopP                *float64        `json:"top_p"`
	N                   *int            `json:"n"`
	Seed                *int            `json:"seed"`
	MaxTokens           *int            `json:"max_tokens"`
	MaxCompletionTokens *int            `json:"max_completion_tokens"`
	ReasoningEffort     string          `json:"reasoning_effort"`
	User                string          `json:"user"`
}

// Message is one message of a conversation.
type Message struct {
	Role       string     `json:"role"`
	Content    *string    `json:"content"`
	Name       string     `json:"name"`
	ToolCalls  []ToolCall `json:"tool_calls"`
	ToolCallID string     `json:"tool_call_id"`
}

// ToolCall is a tool call by the assistant.
type ToolCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string  `json:"name"`
		Arguments *string `json:"arguments"`
	} `json:"function"`
}

// Tool is a function that the model may call.
type Tool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Strict      bool            `json:"strict"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"function"`
}

// Text returns the first user message.
func (q Request) Text() string {
	for _, m := range q.Messages {
		if m.Role == "user" && m.Content != nil {
			return *m.Content
		}
	}
	return ""
}

// prompt returns all text for the model, in the order of real services.
func (q Request) prompt() string {
	var b strings.Builder
	for _, t := range q.Tools {
		fmt.Fprintf(&b, "%s\n%s\n%s\n", t.Function.Name, t.Function.Description, t.Function.Parameters)
	}
	for _, m := range q.Messages {
		fmt.Fprintf(&b, "<%s>\n", m.Role)
		if m.Content != nil {
			b.WriteString(*m.Content)
		}
		for _, call := range m.ToolCalls {
			fmt.Fprintf(&b, "%s(%s)\n", call.Function.Name, *call.Function.Arguments)
		}
	}
	return b.String()
}

// read reads and checks a request. The error is a refusal.
func (s *Server) read(r *http.Request) (q Request, err error) {
	if given := r.Header.Get("Authorization"); s.options.Key != "" && given != "Bearer "+s.options.Key {
		return q, unauthorized(strings.TrimPrefix(given, "Bearer "))
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return q, invalid("", "Invalid content type %q: expected application/json.", kind)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 8<<20))
	if err != nil {
		return q, invalid("", "The body could not be read: %v.", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&q); err != nil {
		return q, invalid("", "We could not parse the JSON body of your request, or it has a parameter that is not known: %v.", err)
	}
	return q, s.check(q)
}

func (s *Server) check(q Request) error {
	if q.Model != s.options.Name {
		return refusal{http.StatusNotFound, "invalid_request_error", "model_not_found", "model", fmt.Sprintf("The model `%s` does not exist or you do not have access to it.", q.Model)}
	}
	for _, check := range []func(Request) error{checkParameters, checkTools, checkMessages} {
		if err := check(q); err != nil {
			return err
		}
	}
	return nil
}
