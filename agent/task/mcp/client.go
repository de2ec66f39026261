// Package mcp asks one server of the Model Context Protocol, which it starts as a
// process (stdio) or reaches by a URL (streamable HTTP), and keeps at hand.
//
// It promises that nothing is sent for a tool that is not allowed or for arguments
// that the tool's schema does not take; that every call ends, whatever the server
// does (Options.Timeout); that what comes back is bounded and fits the tool's schema;
// and that an error says whether the call may have been carried out all the same. A
// session that ended, for whatever reason, is replaced at the next use, after a pause
// that grows while that does not help.
//
// A server gets nothing of ours but the calls: a process has PATH, HOME and what
// Options.Env names in its environment, a URL gets the token that was meant for it,
// and what a server asks of us (sampling, elicitation, roots) is declined.
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

// Options say where a server is and what may be asked of it.
type Options struct {
	Name string // what it is called in errors and in the log

	Command []string          // program and arguments; or
	URL     string            // of streamable HTTP: https, or http to a loopback host
	Env     map[string]string // for Command, besides PATH and HOME
	Dir     string            // where Command runs; "": where we do
	Token   string            // bearer token for URL; "": none
	RootCAs *x509.CertPool    // for URL; nil: those of the system

	Allow     []string      // the tools that may be called; "*": all; none: none
	Reads     []string      // tools that only read, whatever the server says of them
	Timeout   time.Duration // to connect once, which is tried for some seconds, and of one listing or call
	MaxAnswer int64         // octets of text and structured content of one answer
}

// everything in Options.Allow allows all tools.
const everything = "*"

// Client asks one server. Any number of callers may use it at once.
type Client struct {
	o   Options
	url *url.URL // nil: a command
	log *slog.Logger

	life   context.Context // ends with Close
	die    context.CancelFunc
	living sync.WaitGroup // what watches the sessions
	turn   chan struct{}  // held by whoever connects
	old    bool           // connect as it was done before 2026; used by whoever holds turn

	mu        sync.Mutex
	current   *session                    // nil: none; protected by mu
	pauses    *backoff.ExponentialBackOff // protected by mu
	notBefore time.Time                   // of the next attempt to connect; protected by mu
	trouble   error                       // of the last one; protected by mu
	gaveUp    int                         // how often connecting was given up; protected by mu
}

// New returns a client; it starts and reaches nobody yet.
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
	c.life, c.die = context.WithCancel(context.Background())
	return c, nil
}

// Tools returns the tools that may be called, by name. Its errors are *Unavailable
// and *Malformed.
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

// known is a tool with what is known of it here.
func (c *Client) known(t Tool) Tool {
	if slices.Contains(c.o.Reads, t.Name) {
		t.ReadOnly, t.Idempotent, t.Destructive = true, true, false
	}
	return t
}

// Call has the server carry out a tool. args is a JSON object; none is the empty
// one. Its errors are *Refused, *Unavailable, *ToolError and *Malformed.
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

// Close ends the session, and the process with all that it started; what is being
// called meanwhile fails. It returns nil.
func (c *Client) Close() error {
	c.die()
	c.mu.Lock()
	s := c.current
	c.current = nil
	c.mu.Unlock()
	if s != nil {
		s.end()
	}
	c.living.Wait()
	return nil
}

func (c *Client) allows(tool string) bool {
	return slices.Contains(c.o.Allow, tool) || slices.Contains(c.o.Allow, everything)
}
