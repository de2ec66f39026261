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

// Options say which model to ask, and how.
type Options struct {
	BaseURL string // of the API, such as "https://api.example.test/v1"
	Model   string
	Key     string        // "": none
	Timeout time.Duration // of one request
	Longest int           // an answer may have that many tokens
	Prices  Prices
	Now     func() time.Time
}

// Prices are in dollars for a million tokens; all zero where nothing is known.
type Prices struct{ Prompt, Cached, Completion float64 }

// cost is what the tokens cost: a dollar for a million is a millionth for one.
func (p Prices) cost(s agent.Usage) int64 {
	return int64(float64(s.PromptTokens-s.CachedTokens)*p.Prompt + float64(s.CachedTokens)*p.Cached + float64(s.CompletionTokens)*p.Completion)
}

// Client is a Model behind an API. Each request is made once.
type Client struct {
	options Options
	api     *openai.Client
}

// NewClient returns a client. It opens no connection yet.
func NewClient(o Options) *Client {
	config := openai.DefaultConfig(o.Key)
	config.BaseURL = strings.TrimRight(o.BaseURL, "/")
	config.HTTPClient = newTransport()
	return &Client{o, openai.NewClientWithConfig(config)}
}

// Ask asks once.
func (c *Client) Ask(ctx context.Context, r Request) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) { sent.Store(w.Err == nil) }})
	wire := c.wire(r)
	response, err := c.api.CreateChatCompletion(ctx, wire)
	if errors.Is(err, openai.ErrReasoningToolsRequireResponses) {
		wire.ReasoningEffort = openai.ReasoningEffortNone // as some of these models take tools then
		response, err = c.api.CreateChatCompletion(ctx, wire)
	}
	if err != nil {
		e := c.hidden(failure(ctx, err, retryAfter(response.Header(), c.options.Now())))
		if sent.Load() && !e.refusal { // it is read by then, and mostly paid for
			return Answer{Spent: c.spent(r, response)}, e
		}
		return Answer{}, e
	}
	if len(response.Choices) == 0 {
		return Answer{Spent: c.spent(r, response)}, temporary("the answer holds no choice") // and is paid for
	}
	return c.answer(r, response), nil
}

// hidden takes the key out of an error, should a service repeat it.
func (c *Client) hidden(e *Error) *Error {
	if key := c.options.Key; key != "" && strings.Contains(e.Error(), key) {
		e.Err = errors.New(strings.ReplaceAll(e.Error(), key, "***"))
	}
	return e
}

// wire is the request as the API takes it. Temperature and its kin are left out,
// as models that reason refuse them.
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

// echoed is a call of the model's as it is told again. What is not a name or not
// JSON is refused by some services, even as part of what was said.
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

// name is what a function may be called.
var name = lazyregexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func (c *Client) answer(r Request, response openai.ChatCompletionResponse) Answer {
	choice := response.Choices[0]
	a := Answer{Text: cmp.Or(choice.Message.Content, choice.Message.Refusal), Finish: string(choice.FinishReason), Spent: c.spent(r, response)}
	for i, call := range choice.Message.ToolCalls {
		if call.ID == "" { // as some servers leave it out, and an answer must name it
			call.ID = fmt.Sprintf("call_%d", i)
		}
		a.Calls = append(a.Calls, Call{call.ID, call.Function.Name, call.Function.Arguments})
	}
	return a
}

// spent is what the service says it used. Where it says nothing, as where its answer did
// not come, four octets are taken for a token, which is about right for English.
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

// answered is the octets of an answer.
func answered(response openai.ChatCompletionResponse) (n int) {
	for _, choice := range response.Choices {
		n += len(choice.Message.Content)
		for _, call := range choice.Message.ToolCalls {
			n += len(call.Function.Name) + len(call.Function.Arguments)
		}
	}
	return n
}

// size is the octets of a request.
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
