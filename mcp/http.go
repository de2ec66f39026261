package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// endpoint reads the URL of a server. Plain HTTP is for loopback only, as people's
// data and a token pass.
func endpoint(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, err
	case u.User != nil:
		return nil, errors.New("its URL must not hold credentials")
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("%q is no URL of a server", text)
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("%q is not https, and its host is not this one", text)
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

// overHTTP is a link to a server that is reached by its URL.
type overHTTP struct {
	*sdk.StreamableClientTransport
	conn sdk.Connection // nil: there was none
	idle func()
}

// reconnects is how often a stream that broke is asked for again.
const reconnects = 3

func (c *Client) newHTTP() *overHTTP {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: c.o.RootCAs}
	return &overHTTP{
		StreamableClientTransport: &sdk.StreamableClientTransport{
			Endpoint: c.o.URL, MaxRetries: reconnects, MaxEventSize: maxFrame,
			HTTPClient: &http.Client{Transport: &guarded{transport, c.url, c.o.Token}, CheckRedirect: c.redirected},
		},
		idle: transport.CloseIdleConnections,
	}
}

// Connect implements sdk.Transport.
func (t *overHTTP) Connect(ctx context.Context) (conn sdk.Connection, err error) {
	t.conn, err = t.StreamableClientTransport.Connect(ctx)
	return t.conn, err
}

// close implements link.
func (t *overHTTP) close() error {
	if t.conn != nil {
		_ = t.conn.Close() // which asks the server to forget the session, as a courtesy
	}
	t.idle()
	return nil
}

// redirected follows redirects within the server that keep the request as it is.
func (c *Client) redirected(r *http.Request, via []*http.Request) error {
	switch {
	case r.URL.Scheme != c.url.Scheme || r.URL.Host != c.url.Host:
		return fmt.Errorf("the server redirects to %s, which was not configured", r.URL.Host)
	case r.Method != via[0].Method || len(via) > reconnects:
		return errors.New("the server redirects again and again, or drops what it was sent")
	}
	return nil
}

// guarded carries requests to one server and bounds what comes back.
type guarded struct {
	next   http.RoundTripper
	server *url.URL
	token  string
}

// streamWait is how long a server may take to open the stream of its notices.
const streamWait = 5 * time.Second

// RoundTrip implements http.RoundTripper.
func (g *guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != g.server.Scheme || r.URL.Host != g.server.Host {
		return nil, fmt.Errorf("%s is not the server", r.URL.Host)
	}
	call := r.Context()
	ctx, cancel := context.WithCancel(httptrace.WithClientTrace(call, &httptrace.ClientTrace{
		WroteHeaders: func() { leaves(call, true) },
	}))
	r = r.Clone(ctx)
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	slow := time.AfterFunc(streamWait, cancel)
	if r.Method != http.MethodGet {
		slow.Stop()
	}
	resp, err := g.next.RoundTrip(r)
	if !slow.Stop() && r.Method == http.MethodGet && call.Err() == nil {
		cancel()
		return notOffered(r), nil
	}
	if err != nil {
		cancel()
		return nil, err
	}
	if code := resp.StatusCode; code >= 400 && code < 500 && code != http.StatusRequestTimeout {
		leaves(call, false) // it was not taken
	}
	resp.Body = &bounded{resp.Body, boundOf(resp), cancel}
	return resp, nil
}

// notOffered is what a server answers that has no notices.
func notOffered(r *http.Request) *http.Response {
	return &http.Response{
		StatusCode: http.StatusMethodNotAllowed, Status: "405 Method Not Allowed", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: http.NoBody, Request: r,
	}
}

// boundOf is how long an answer may be; -1: a stream, each of whose events is bounded.
func boundOf(resp *http.Response) int64 {
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		return -1
	}
	return maxFrame
}

// bounded is the body of an answer.
type bounded struct {
	io.ReadCloser
	left int64 // octets; below 0: any number
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
