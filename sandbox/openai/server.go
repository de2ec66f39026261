// Package openai simulates the chat completions of an OpenAI-compatible API, on loopback.
//
// The server is as strict as the real API. It refuses unknown parameters, schemas that strict
// mode does not accept, unanswered tool calls, and answers to unknown calls, with the real
// error bodies. A Fault simulates a failure of the service. A Model, supplied by the caller,
// answers valid requests. Streaming is not supported.
package openai

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Model answers a valid request. A Model may be called from several goroutines.
type Model func(Request) Answer

// Answer is a model's answer.
type Answer struct {
	Calls  []Call
	Text   string
	Finish string // finish reason; "": the usual reason for the answer
}

// Call is a tool call. Args is the model's text, which should be JSON.
type Call struct{ Name, Args string }

// Calling returns a Model that calls the tool and arguments that choose returns for the user's
// first message. An error of choose goes to failed, and the model answers with its text.
func Calling(choose func(prompt string) (tool, args string, err error), failed func(error)) Model {
	return func(q Request) Answer {
		tool, args, err := choose(q.Text())
		if err != nil {
			failed(err)
			return Answer{Text: err.Error()}
		}
		return Answer{Calls: []Call{{Name: tool, Args: args}}}
	}
}

// Options are the settings of a Server.
type Options struct {
	Key   string // required API key; "": none
	Name  string // name of the model
	Model Model
}

// Server is an API on a free port of 127.0.0.1.
type Server struct {
	options Options
	address string
	http    *http.Server
	serving sync.WaitGroup

	mu      sync.Mutex
	faults  []Fault  // protected by mu; pending faults
	seen    []Seen   // protected by mu
	prompts []string // protected by mu; prompts of seen, in order
	calls   int      // protected by mu; number of calls so far
}

// Seen is a received request.
type Seen struct {
	Request Request
	Prompt  string // all text for the model, tools first, because services cache beginnings; "" for a refused request
	Cached  int    // length in bytes of the beginning that an earlier prompt shares
	Status  int    // 0: a fault answered
}

// Start starts a server.
func Start(o Options) (*Server, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the stand-in of a model: %w", err)
	}
	s := &Server{options: o, address: l.Addr().String()}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.complete)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refusal{http.StatusNotFound, "invalid_request_error", "unknown_url", "", fmt.Sprintf("Unknown request URL: %s %s.", r.Method, r.URL.Path)}.write(w)
	})
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	// Serve returns when Close closes the listener.
	s.serving.Go(func() { _ = s.http.Serve(l) })
	return s, nil
}

// BaseURL is the URL before "/chat/completions".
func (s *Server) BaseURL() string { return "http://" + s.address + "/v1" }

// Close closes all connections.
func (s *Server) Close() error {
	err := s.http.Close()
	s.serving.Wait()
	return err
}

// Fail makes the next requests fail, one per fault.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// Seen returns the requests so far, oldest first.
func (s *Server) Seen() []Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	q, err := s.read(r)
	if refused, is := errors.AsType[refusal](err); is {
		s.noteRefused(q, refused.status)
		refused.write(w)
		return
	}
	if fault := s.nextFault(); fault != nil {
		s.note(q, 0)
		fault(w, r, s.completion(q, Answer{Text: "You do not get to see this."}, 0))
		return
	}
	cached := s.note(q, http.StatusOK)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.completion(q, s.options.Model(q), cached)) // fails if the client is gone
}

func (s *Server) nextFault() Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) == 0 {
		return nil
	}
	next := s.faults[0]
	s.faults = s.faults[1:]
	return next
}

func (s *Server) noteRefused(q Request, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, Seen{Request: q, Status: status})
}

// note records a valid request and returns the length in bytes of the longest beginning shared
// with an earlier prompt.
func (s *Server) note(q Request, status int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := Seen{Request: q, Prompt: q.prompt(), Status: status}
	at, _ := slices.BinarySearch(s.prompts, seen.Prompt)
	for _, neighbour := range s.prompts[max(at-1, 0):min(at+1, len(s.prompts))] {
		seen.Cached = max(seen.Cached, commonPrefix(neighbour, seen.Prompt))
	}
	s.prompts = slices.Insert(s.prompts, at, seen.Prompt)
	s.seen = append(s.seen, seen)
	return seen.Cached
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// tokens estimates four bytes per token.
func tokens(octets int) int { return (octets + 3) / 4 }

// completion returns the body of an answer.
func (s *Server) completion(q Request, a Answer, cached int) Completion {
	s.mu.Lock()
	defer s.mu.Unlock()
	said := message{Role: "assistant", Content: a.Text}
	for _, call := range a.Calls {
		s.calls++
		said.ToolCalls = append(said.ToolCalls, toolCall{fmt.Sprintf("call_%06d", s.calls), "function", function{call.Name, call.Args}})
	}
	finish := "stop"
	if len(a.Calls) > 0 {
		finish = "tool_calls"
	}
	raw, _ := json.Marshal(said) // can't fail for strings
	c := Completion{ID: fmt.Sprintf("chatcmpl-%06d", len(s.seen)), Object: "chat.completion", Created: 1, Model: s.options.Name}
	c.Choices = []Choice{{Message: said, FinishReason: cmp.Or(a.Finish, finish)}}
	c.Usage.PromptTokens, c.Usage.CompletionTokens = tokens(len(q.prompt())), tokens(len(raw))
	c.Usage.TotalTokens = c.Usage.PromptTokens + c.Usage.CompletionTokens
	// The real API caches prompts of at least 1024 tokens, in steps of 128.
	if n := cached / 4 / 128 * 128; n >= 1024 {
		c.Usage.Details.CachedTokens = n
	}
	return c
}

// Completion is the body of an answer.
type Completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int      `json:"created"`
	Model   string   `json:"model"`
	Choices []Choice `json:"choices"`
	Usage   struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
		TotalTokens      int `json:"total_tokens"`
		Details          struct {
			CachedTokens int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
}

// Choice is one choice of a Completion.
type Choice struct {
	Index        int     `json:"index"`
	Message      message `json:"message"`
	FinishReason string  `json:"finish_reason"`
}

type message struct {
	Role      string     `json:"role"`
	Content   string     `json:"content"`
	ToolCalls []toolCall `json:"tool_calls,omitempty"`
}

type toolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}
