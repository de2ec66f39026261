package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// link is the transport of a session.
type link interface {
	sdk.Transport
	// close ends the link gracefully at first, and returns the known reason for its end. Repeated
	// calls are allowed.
	close() error
}

// newLink starts the process or prepares the URL.
func (c *Client) newLink() (link, error) {
	if c.url != nil {
		return c.newHTTP(), nil
	}
	p, err := start(c.o, c.log)
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", c.o.Command[0], err)
	}
	return stdio{p, c.o.Timeout}, nil
}

// session is one connection to the server.
type session struct {
	server string
	limit  int64
	link   link
	peer   *sdk.ClientSession
	users  int // protected by the client's mu

	ended     chan struct{} // closed after all parts ended
	over, why error         // reasons of the end by the SDK and by the link; set before ended is closed

	changed atomic.Bool       // the tools changed
	listing chan struct{}     // held while listing
	tools   map[string]*entry // nil: not listed yet; guarded by listing
}

// open connects and negotiates a version of the protocol.
func (c *Client) open(ctx context.Context) (*session, error) {
	link, err := c.newLink()
	if err != nil {
		return nil, err
	}
	s := &session{server: c.o.Name, limit: c.o.MaxAnswer, link: link, ended: make(chan struct{}), listing: make(chan struct{}, 1)}
	client := sdk.NewClient(&sdk.Implementation{Name: "ppamaild", Version: version()}, &sdk.ClientOptions{
		Logger:                 c.log,
		Capabilities:           &sdk.ClientCapabilities{},
		MultiRoundTrip:         &sdk.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { s.changed.Store(true) },
	})
	client.AddReceivingMiddleware(declining)
	handshake := &sdk.ClientSessionOptions{}
	if c.old {
		handshake.ProtocolVersion = oldProtocol
	}
	if s.peer, err = client.Connect(ctx, link, handshake); err != nil {
		return nil, joined(err, link.close())
	}
	return s, nil
}

// oldProtocol is the last version that begins with initialize. Newer sessions begin with a
// question that some servers never answer.
const oldProtocol = "2025-11-25"

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// declining declines all requests by the server.
func declining(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if method == "ping" || strings.HasPrefix(method, "notifications/") {
			return next(ctx, method, req)
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: method + " is declined"}
	}
}

var errEnded = errors.New("the server ended the session")

// wait returns the reason when the session is over.
func (s *session) wait() error {
	s.over = s.peer.Wait()
	s.why = s.link.close()
	_ = s.peer.Close() // releases listeners; Wait returned this error
	close(s.ended)
	return cmp.Or(joined(s.over, s.why), errEnded)
}

// end ends the session if it is still open.
func (s *session) end() {
	go s.peer.Close() // would block while the link is stuck
	_ = s.link.close()
	<-s.ended
}

// explain adds the reason for the end of the session to the error of a call.
func (s *session) explain(err error) error {
	select {
	case <-s.ended:
	case <-time.After(time.Second):
		return err
	}
	if s.over != nil && errors.Is(err, s.over) {
		return joined(err, s.why)
	}
	return joined(err, joined(s.over, s.why))
}

// joined joins two errors; either may be nil.
func joined(err, why error) error {
	if err == nil || why == nil {
		return cmp.Or(err, why)
	}
	return fmt.Errorf("%w (%w)", err, why)
}

// codeRejected is the SDK's code for an HTTP failure. Servers never send it.
const codeRejected = -32005

// call calls a tool.
func (s *session) call(ctx context.Context, tool string, args json.RawMessage) (Answer, error) {
	e, err := s.find(ctx, tool)
	if err != nil {
		return Answer{}, err
	}
	if err := e.takes(args); err != nil {
		return Answer{}, &Refused{s.server, tool, err.Error()}
	}
	sentOf(ctx).armed.Store(true)
	result, err := s.peer.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
	if answered, is := errors.AsType[*jsonrpc.Error](err); is && answered.Code != codeRejected && sentOf(ctx).hasLeft() {
		return Answer{}, &ToolError{s.server, tool, brief(answered.Message)}
	}
	if err != nil {
		return Answer{}, err
	}
	return e.understand(result, s.limit)
}
