package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// guarded sends requests to one server and limits the answers.
type guarded struct {
	next   *http.Transport
	server *url.URL
	token  string
	wait   time.Duration // for the start of an answer that no caller awaits
	last   atomic.Int32  // status of the last POST; 0: none
}

// streamWait is the maximum time for opening the stream of notifications.
const streamWait = 5 * time.Second

// RoundTrip implements http.RoundTripper.
func (g *guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != g.server.Scheme || r.URL.Host != g.server.Host {
		return nil, fmt.Errorf("%s is not the server", r.URL.Host)
	}
	call := r.Context()
	mark := leaving(call)
	ctx, cancel := context.WithCancel(httptrace.WithClientTrace(call, &httptrace.ClientTrace{
		WroteHeaders: func() { mark.left.Store(true) },
	}))
	r = r.Clone(ctx)
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	begun := func() {}
	if _, waits := call.Deadline(); !waits {
		late := time.AfterFunc(g.wait, cancel)
		begun = func() { late.Stop() }
	}
	g.note(r, 0)
	resp, err := g.next.RoundTrip(r)
	begun()
	if err != nil {
		cancel()
		if r.Method == http.MethodGet && ctx.Err() != nil && call.Err() == nil {
			return notOffered(r), nil
		}
		return nil, err
	}
	g.note(r, resp.StatusCode)
	if isRefusal(resp.StatusCode) || resp.StatusCode == http.StatusTooManyRequests {
		mark.left.Store(false)
	}
	resp.Body = &bounded{resp.Body, boundOf(resp), cancel}
	return resp, nil
}

func (g *guarded) note(r *http.Request, code int) {
	if r.Method == http.MethodPost { // servers need not offer a GET stream
		g.last.Store(int32(code))
	}
}

// isRefusal reports whether a request was not executed and would fail again.
func isRefusal(code int) bool {
	return code >= 400 && code < 500 && code != http.StatusRequestTimeout &&
		code != http.StatusTooManyRequests
}

// notOffered is the answer of a server without notifications.
func notOffered(r *http.Request) *http.Response {
	return &http.Response{
		StatusCode: http.StatusMethodNotAllowed, Status: "405 Method Not Allowed",
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: r,
	}
}

// boundOf returns the limit of an answer; -1: a stream, with a limit per event.
func boundOf(resp *http.Response) int64 {
	if resp.StatusCode == http.StatusOK &&
		strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return -1
	}
	return maxFrame
}

// bounded is the body of an answer with a limit.
type bounded struct {
	io.ReadCloser
	left int64 // remaining bytes; negative: unlimited
	done context.CancelFunc
}

var errFrame = errors.New("the answer is longer than a message may be")

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errFrame
	}
	if b.left > 0 && int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left > 0 {
		b.left -= int64(n)
	}
	return n, err
}

// Close implements io.Closer.
func (b *bounded) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}
