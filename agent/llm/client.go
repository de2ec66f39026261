package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"ppamaild/agent"
	"ppamaild/lazyregexp"
)

// Options configure a Client.
type Options struct {
	BaseURL string // of the API, such as "https://api.example.test/v1"
	Model   string
	Key     string        // "": none
	Timeout time.Duration // of one request
	Longest int           // maximum number of tokens of an answer
	Prices  Prices
	Now     func() time.Time
}

// Prices are in dollars for a million tokens; 0 for unknown prices.
type Prices struct{ Prompt, Cached, Completion float64 }

// cost returns the price of tokens in millionths of a dollar.
func (p Prices) cost(s agent.Usage) int64 {
	return int64(float64(s.PromptTokens-s.CachedTokens)*p.Prompt +
		float64(s.CachedTokens)*p.Cached + float64(s.CompletionTokens)*p.Completion)
}

// Client is a Model behind an API. Client never repeats a request.
type Client struct {
	options Options
	api     *openai.Client
}

// NewClient returns a client without opening a connection.
func NewClient(o Options) *Client {
	config := openai.DefaultConfig(o.Key)
	config.BaseURL = strings.TrimRight(o.BaseURL, "/")
	config.HTTPClient = newTransport()
	return &Client{o, openai.NewClientWithConfig(config)}
}

// Ask sends one request.
func (c *Client) Ask(ctx context.Context, r Request) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) { sent.Store(w.Err == nil) }})
	wire := c.wire(r)
	response, err := c.api.CreateChatCompletion(ctx, wire)
	if errors.Is(err, openai.ErrReasoningToolsRequireResponses) {
		wire.ReasoningEffort = openai.ReasoningEffortNone // some of these models accept tools then
		response, err = c.api.CreateChatCompletion(ctx, wire)
	}
	if err != nil {
		e := c.hidden(failure(ctx, err, retryAfter(response.Header(), c.options.Now())))
		if sent.Load() && !e.refusal { // the service has read the request and usually charges for it
			return Answer{Spent: c.spent(r, response)}, e
		}
		return Answer{}, e
	}
	if len(response.Choices) == 0 {
		return Answer{Spent: c.spent(r, response)}, temporary("the answer has no choices") // but has a price
	}
	return c.answer(r, response), nil
}

// hidden removes the key from an error, because a service may repeat the key.
func (c *Client) hidden(e *Error) *Error {
	if key := c.options.Key; key != "" && strings.Contains(e.Error(), key) {
		e.Err = errors.New(strings.ReplaceAll(e.Error(), key, "***"))
	}
	return e
}

// wire converts a request for the API. wire sets no temperature, because reasoning models refuse
// such options.
func (c *Client) wire(r Request) openai.ChatCompletionRequest {
	w := openai.ChatCompletionRequest{
		Model: c.options.Model, MaxCompletionTokens: c.options.Longest,
		ToolChoice: "required", ParallelToolCalls: false,
		Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleSystem, Content: r.System}},
	}
	for _, t := range r.Tools {
		w.Tools = append(w.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{
			Name: t.Name, Description: t.Description, Strict: true, Parameters: t.Schema,
		}})
	}
	for _, t := range r.Turns {
		m := openai.ChatCompletionMessage{Role: string(t.Role), Content: t.Text, ToolCallID: t.Answers}
		for _, call := range t.Calls {
			m.ToolCalls = append(m.ToolCalls, openai.ToolCall{
				ID: call.ID, Type: openai.ToolTypeFunction, Function: echoed(call),
			})
		}
		w.Messages = append(w.Messages, m)
	}
	return w
}

// echoed returns an earlier call of the model for the next request. Some services refuse invalid
// names and invalid JSON even in earlier calls.
func echoed(call Call) openai.FunctionCall {
	said := openai.FunctionCall{Name: call.Name, Arguments: call.Args}
	if !name.MatchString(said.Name) {
		said.Name = "unknown"
	}
	if !json.Valid([]byte(said.Arguments)) {
		said.Arguments = "{}"
	}
	return said
}

// name matches valid names of functions.
var name = lazyregexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func (c *Client) answer(r Request, response openai.ChatCompletionResponse) Answer {
	choice := response.Choices[0]
	a := Answer{Text: cmp.Or(choice.Message.Content, choice.Message.Refusal), Finish: string(choice.FinishReason), Spent: c.spent(r, response)}
	for i, call := range choice.Message.ToolCalls {
		if call.ID == "" { // some servers omit the ID, but an answer needs an ID
			call.ID = fmt.Sprintf("call_%d", i)
		}
		a.Calls = append(a.Calls, Call{call.ID, call.Function.Name, call.Function.Arguments})
	}
	return a
}

// spent returns the usage according to the service. Without such data, for example after a
// failure, spent counts four bytes as a token, which fits English.
func (c *Client) spent(r Request, response openai.ChatCompletionResponse) agent.Usage {
	u := response.Usage
	s := agent.Usage{Requests: 1, PromptTokens: u.PromptTokens, CompletionTokens: u.CompletionTokens}
	if u.PromptTokensDetails != nil {
		s.CachedTokens = min(u.PromptTokensDetails.CachedTokens, s.PromptTokens)
	}
	if u.PromptTokens == 0 && u.CompletionTokens == 0 {
		s.PromptTokens = (r.size() + 3) / 4
		s.CompletionTokens = (answered(response) + 3) / 4
	}
	s.MicroDollars = c.options.Prices.cost(s)
	return s
}

// answered returns the size of an answer in bytes.
func answered(response openai.ChatCompletionResponse) (n int) {
	for _, choice := range response.Choices {
		n += len(choice.Message.Content)
		for _, call := range choice.Message.ToolCalls {
			n += len(call.Function.Name) + len(call.Function.Arguments)
		}
	}
	return n
}

// size returns the size of a request in bytes.
func (r Request) size() int {
	n := len(r.System)
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	for _, t := range r.Turns {
		n += len(t.Text)
		for _, call := range t.Calls {
			n += len(call.Name) + len(call.Args)
		}
	}
	return n
}
