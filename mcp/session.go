package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
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

// session is one connection to the server.
type session struct {
	server string
	limit  int64
	link   link
	peer   *sdk.ClientSession
	users  int // protected by the client's mu

	ended chan struct{} // closed when nothing of it is left
	cause error         // why it ended; set before ended is closed

	changed atomic.Bool // the server has other tools now
	mu      sync.Mutex  // held while listing
	tools   map[string]*entry
}

// open connects, and agrees on a version of the protocol.
func (c *Client) open(ctx context.Context) (*session, error) {
	link, err := c.newLink()
	if err != nil {
		return nil, err
	}
	s := &session{server: c.o.Name, limit: c.o.MaxAnswer, link: link, ended: make(chan struct{})}
	client := sdk.NewClient(&sdk.Implementation{Name: "ppamaild", Version: version()}, &sdk.ClientOptions{
		Logger:                 c.log,
		Capabilities:           &sdk.ClientCapabilities{},
		MultiRoundTrip:         &sdk.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { s.changed.Store(true) },
	})
	client.AddReceivingMiddleware(declining)
	if s.peer, err = client.Connect(ctx, link, nil); err != nil {
		if why := link.close(); why != nil {
			err = fmt.Errorf("%w (%w)", err, why)
		}
		return nil, err
	}
	return s, nil
}

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

// wait returns when the session is over, and why.
func (s *session) wait() error {
	err := s.peer.Wait()
	why := s.link.close()
	_ = s.peer.Close() // drops what still listens; it says what Wait said
	s.cause = errors.Join(err, why)
	close(s.ended)
	return s.cause
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
	if s.cause == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", err, s.cause)
}

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
	if answered, is := errors.AsType[*jsonrpc.Error](err); is && sentOf(ctx).is() {
		return Answer{}, &ToolError{s.server, tool, brief(answered.Message)}
	}
	if err != nil {
		return Answer{}, err
	}
	answer, err := e.understand(result, s.limit)
	answer.Took = time.Since(began)
	return answer, err
}
