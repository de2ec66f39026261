package mcp

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A session that opens while the client closes ends with the client.
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
	time.Sleep(20 * time.Millisecond) // let Close look for a session in use
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
		s.end() // end the session for the test
	}
}
