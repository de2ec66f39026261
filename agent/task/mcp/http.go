package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// endpoint parses the URL of a server. Plain HTTP is allowed for loopback only, because personal
// data and a token are sent.
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

// overHTTP is a link to a server with a URL.
type overHTTP struct {
	*sdk.StreamableClientTransport
	conn    sdk.Connection // nil: not connected
	guarded *guarded
}

// reconnects is the number of attempts to reopen a broken stream.
const reconnects = 3

func (c *Client) newHTTP() *overHTTP {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: c.o.RootCAs}
	g := &guarded{next: transport, server: c.url, token: c.o.Token,
		wait: min(streamWait, c.o.Timeout/2)}
	return &overHTTP{guarded: g, StreamableClientTransport: &sdk.StreamableClientTransport{
		Endpoint: c.o.URL, MaxRetries: reconnects, MaxEventSize: maxFrame,
		HTTPClient: &http.Client{Transport: g, CheckRedirect: c.redirected},
	}}
}

// Connect implements sdk.Transport.
func (t *overHTTP) Connect(ctx context.Context) (conn sdk.Connection, err error) {
	t.conn, err = t.StreamableClientTransport.Connect(ctx)
	return t.conn, err
}

// close implements link.
func (t *overHTTP) close() error {
	if t.conn != nil {
		_ = t.conn.Close() // asks the server to end the session
	}
	t.guarded.next.CloseIdleConnections()
	if code := int(t.guarded.last.Load()); isRefusal(code) {
		return fmt.Errorf("%w: %d %s", errNotWelcome, code, http.StatusText(code))
	}
	return nil
}

// errNotWelcome means that the server rejects this client, also in later attempts.
var errNotWelcome = errors.New("the server does not take our requests")

// redirected follows redirects within the server that keep the method and the body.
func (c *Client) redirected(r *http.Request, via []*http.Request) error {
	switch {
	case r.URL.Scheme != c.url.Scheme || r.URL.Host != c.url.Host:
		return fmt.Errorf("%w: it redirects to %s, which was not configured", errNotWelcome,
			r.URL.Host)
	case r.Method != via[0].Method || len(via) > reconnects:
		return fmt.Errorf("%w: it redirects again and again, or drops what it was sent",
			errNotWelcome)
	}
	return nil
}
