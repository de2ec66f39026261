package mcp

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A session that is opened just as the client is closed ends with it.
func TestCloseWhileConnecting(t *testing.T) {
	server := sdk.NewServer(&sdk.Implementation{Name: "slow", Version: "1"}, nil)
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(web.Close)
	c, err := New(Options{Name: "slow", URL: web.URL, Timeout: time.Minute, MaxAnswer: 1e6}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave, err := c.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- c.Close() }()
	<-ctx.Done()
	time.Sleep(20 * time.Millisecond) // Close looks for a session that is in use, and finds none
	c.adopt(s)
	c.release(s)
	leave()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it does not end")
		s.end() // so that the test does
	}
}
