// Package mcp calls one server of the Model Context Protocol, which it starts as a process
// (stdio) or reaches by URL (streamable HTTP).
//
// The package guarantees: nothing is sent for a tool that is not allowed, or for arguments that
// the tool's schema refuses. Every call ends within Options.Timeout. Answers are bounded and fit
// the tool's schema. An error says whether the call may have been executed.
//
// A session that ended is replaced at the next use. The pause before it grows while connecting
// fails.
//
// A server gets no data but the calls. A process has only PATH, HOME and Options.Env in its
// environment. A URL gets only its token. Requests by the server (sampling, elicitation, roots)
// are declined.
package mcp

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Options configure the connection to a server.
type Options struct {
	Name string // name in errors and in the log

	Command []string          // program and arguments, or
	URL     string            // URL of streamable HTTP: https, or http to a loopback host
	Env     map[string]string // environment for Command, in addition to PATH and HOME
	Dir     string            // working directory of Command; "": the current directory
	Token   string            // bearer token for URL; "": none
	RootCAs *x509.CertPool    // roots for URL; nil: the roots of the system

	Allow     []string      // allowed tools; "*": all; none: none
	Reads     []string      // read-only tools, independent of the server's claims
	Timeout   time.Duration // for one attempt to connect, one listing or one call
	MaxAnswer int64         // maximum bytes of text and structured content in an answer
}

// everything in Options.Allow allows all tools.
const everything = "*"

// Client calls one server. It is safe for concurrent use.
type Client struct {
	o   Options
	url *url.URL // nil: a command
	log *slog.Logger

	life    context.Context // ends with Close
	endLife context.CancelFunc
	running sync.WaitGroup // uses of the client, and goroutines that watch or end sessions
	turn    chan struct{}  // held while connecting
	old     bool           // use the handshake of before 2026; guarded by turn

	mu        sync.Mutex
	current   *session                    // nil: none; protected by mu
	pauses    *backoff.ExponentialBackOff // protected by mu
	notBefore time.Time                   // earliest next attempt to connect; protected by mu
	lastErr   error                       // error of the last attempt; protected by mu
	failures  int                         // number of failed connections; protected by mu
}

// New returns a client without connecting.
func New(o Options, log *slog.Logger) (*Client, error) {
	if o.Name == "" || o.Timeout <= 0 || o.MaxAnswer <= 0 || log == nil {
		return nil, errors.New("a client of an MCP server needs Name, Timeout, MaxAnswer and a log")
	}
	c := &Client{
		o: o, log: log.With("component", "mcp", "server", o.Name),
		turn: make(chan struct{}, 1), pauses: backoff.NewExponentialBackOff(),
	}
	if (len(o.Command) == 0) == (o.URL == "") {
		return nil, fmt.Errorf("MCP server %s: either a command or a URL is needed", o.Name)
	}
	if o.URL != "" {
		var err error
		if c.url, err = endpoint(o.URL); err != nil {
			return nil, fmt.Errorf("MCP server %s: %w", o.Name, err)
		}
	}
	c.pauses.InitialInterval, c.pauses.MaxInterval = 100*time.Millisecond, 10*time.Second
	c.life, c.endLife = context.WithCancel(context.Background())
	return c, nil
}

// Tools returns the allowed tools by name. Its errors are *Unavailable and *Malformed.
func (c *Client) Tools(ctx context.Context) ([]Tool, error) {
	var tools []Tool
	err := c.with(ctx, "listing the tools", func(ctx context.Context, s *session) error {
		all, err := s.catalogue(ctx)
		if err != nil {
			return err
		}
		tools = nil
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if c.allows(name) {
				tools = append(tools, c.known(all[name].Tool))
			}
		}
		return nil
	})
	return tools, err
}

// known adds the configured properties of a tool.
func (c *Client) known(t Tool) Tool {
	if slices.Contains(c.o.Reads, t.Name) {
		t.ReadOnly, t.Idempotent = true, true
	}
	return t
}

// Call calls a tool. args is a JSON object; none is the empty object. Its errors are *Refused,
// *Unavailable, *ToolError and *Malformed.
func (c *Client) Call(ctx context.Context, tool string, args json.RawMessage) (Answer, error) {
	if !c.allows(tool) {
		return Answer{}, &Refused{c.o.Name, tool, "it is not among the tools that may be used"}
	}
	if len(args) == 0 {
		args = json.RawMessage(`{}`)
	}
	var answer Answer
	err := c.with(ctx, "calling "+tool, func(ctx context.Context, s *session) (err error) {
		answer, err = s.call(ctx, tool, args)
		return err
	})
	return answer, err
}

// Close ends the session and the process with all its children. Running calls fail. It returns
// nil.
func (c *Client) Close() error {
	c.endLife()
	c.mu.Lock()
	s := c.current
	c.current = nil
	c.mu.Unlock()
	if s != nil {
		s.end()
	}
	c.running.Wait()
	return nil
}

func (c *Client) allows(tool string) bool {
	return slices.Contains(c.o.Allow, tool) || slices.Contains(c.o.Allow, everything)
}
