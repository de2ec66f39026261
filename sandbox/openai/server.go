// Package openai is a stand-in for the chat completions of an OpenAI-compatible
// API, on loopback.
//
// It promises to be as strict as the real one: it refuses unknown parameters,
// schemas that strict mode does not take, tool calls that are not answered one by
// one and answers to calls that nobody made, in error bodies of the real shape. It
// goes wrong on request, in the ways that services do (Fault). What it answers is
// up to a Model that its user brings. It does not stream.
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

// Model chooses the answer to a request that has passed every check. It may be
// called from several goroutines.
type Model func(Request) Answer

// Answer is what a model answers.
type Answer struct {
	Calls  []Call
	Text   string
	Finish string // "": what goes with the rest
}

// Call is a call of a tool. Args is what the model wrote for JSON.
type Call struct{ Name, Args string }

// Calling is the Model that calls the tool which choose names for the first words of
// the user, with its arguments as JSON. An error is told to failed, and answered as text.
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

// Options say what a Server serves.
type Options struct {
	Key   string // demanded; "": none
	Name  string // of the one model there is
	Model Model
}

// Server is an API on a free port of 127.0.0.1.
type Server struct {
	options Options
	address string
	http    *http.Server
	serving sync.WaitGroup

	mu      sync.Mutex
	faults  []Fault  // protected by mu; what is still to go wrong
	seen    []Seen   // protected by mu
	prompts []string // protected by mu; of those, in order
	calls   int      // protected by mu; made so far
}

// Seen is a request that was answered, or was to be.
type Seen struct {
	Request Request
	Prompt  string // all that the model reads, tools first, as what is cached are its beginnings; "" of a refused one
	Cached  int    // bytes of Prompt that an earlier one began with
	Status  int    // 0: a fault stood in for the answer
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

// BaseURL is what clients put before "/chat/completions".
func (s *Server) BaseURL() string { return "http://" + s.address + "/v1" }

// Close ends every connection.
func (s *Server) Close() error {
	err := s.http.Close()
	s.serving.Wait()
	return err
}

// Fail makes the next requests go wrong, one each.
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
	_ = json.NewEncoder(w).Encode(s.completion(q, s.options.Model(q), cached)) // fails where the client has gone
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

// note keeps a sound request and returns how many bytes of its prompt an earlier one
// began with.
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

// tokens are reckoned at four bytes each.
func tokens(octets int) int { return (octets + 3) / 4 }

// completion makes the body of an answer.
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
	raw, _ := json.Marshal(said) // strings only: can't fail
	c := Completion{ID: fmt.Sprintf("chatcmpl-%06d", len(s.seen)), Object: "chat.completion", Created: 1, Model: s.options.Name}
	c.Choices = []Choice{{Message: said, FinishReason: cmp.Or(a.Finish, finish)}}
	c.Usage.PromptTokens, c.Usage.CompletionTokens = tokens(len(q.prompt())), tokens(len(raw))
	c.Usage.TotalTokens = c.Usage.PromptTokens + c.Usage.CompletionTokens
	// The real API caches prompts of 1024 tokens or more, by steps of 128.
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

// Choice is one of the answers in it.
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
