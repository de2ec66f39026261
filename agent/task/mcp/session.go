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

// link is what a session runs over.
type link interface {
	sdk.Transport
	// close ends it, politely at first, and returns what is known of why it ended.
	// It may be called more than once.
	close() error
}

// newLink starts the process, or gets ready to reach the URL.
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

	ended     chan struct{} // closed when nothing of it is left
	over, why error         // why it ended, as the SDK and as the link have it; set before ended is closed

	changed atomic.Bool       // the server has other tools now
	listing chan struct{}     // held by whoever lists
	tools   map[string]*entry // nil: not listed yet; used by whoever holds listing
}

// open connects, and agrees on a version of the protocol.
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

// oldProtocol is the last version that begins with initialize. A newer session begins
// with a question that some servers do not answer, not even by an error.
const oldProtocol = "2025-11-25"

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// declining answers nothing that a server asks of its client.
func declining(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if method == "ping" || strings.HasPrefix(method, "notifications/") {
			return next(ctx, method, req)
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: method + " is declined"}
	}
}

var errEnded = errors.New("the server ended the session")

// wait returns when the session is over, and why.
func (s *session) wait() error {
	s.over = s.peer.Wait()
	s.why = s.link.close()
	_ = s.peer.Close() // drops what still listens; it says what Wait said
	close(s.ended)
	return cmp.Or(joined(s.over, s.why), errEnded)
}

// end ends the session, if it did not by itself.
func (s *session) end() {
	go s.peer.Close() // waits for what does not come while the link is stuck
	_ = s.link.close()
	<-s.ended
}

// explain adds why the session ended to what a call saw of it.
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

// joined adds to an error what else is known of it; either may be nil.
func joined(err, why error) error {
	if err == nil || why == nil {
		return cmp.Or(err, why)
	}
	return fmt.Errorf("%w (%w)", err, why)
}

// codeRejected is what the SDK makes of a failure of HTTP; no server answers it.
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
	began := time.Now()
	sentOf(ctx).armed.Store(true)
	result, err := s.peer.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
	if answered, is := errors.AsType[*jsonrpc.Error](err); is && answered.Code != codeRejected && sentOf(ctx).is() {
		return Answer{}, &ToolError{s.server, tool, brief(answered.Message)}
	}
	if err != nil {
		return Answer{}, err
	}
	answer, err := e.understand(result, s.limit)
	answer.Took = time.Since(began)
	return answer, err
}
