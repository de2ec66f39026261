package mcp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// After a timeout, the SDK sends a cancellation in the context of the call. A server that refuses
// the cancellation has not refused the call.
func TestWordAfterACallSaysNothingOfIt(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/word" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(s.Close)
	server, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	g := &guarded{next: transport, server: server, wait: time.Minute}
	mark := &sent{}
	post := func(ctx context.Context, path string) {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := g.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}
	ctx := mark.in(t.Context())
	post(ctx, "/listing")
	if mark.hasLeft() {
		t.Error("a listing counts as the call")
	}
	mark.armed.Store(true)
	post(ctx, "/call")
	post(context.WithoutCancel(ctx), "/word")
	if !mark.hasLeft() {
		t.Error("the call counts as not sent, as what came after it was refused")
	}
}
