// Package client calls a carrier over HTTP with the API in ../openapi.yaml.
//
// The client returns a price only if the carrier gave the price for exactly the requested
// session. An answer that is too long, has another shape, belongs to another quote, or does
// not add up is an error. The client repeats a call only if the call cannot have taken
// effect, or if the carrier confirms that it does not know the call. The client follows no
// redirect, so credentials and applications reach the configured host only.
//
// The client retries temporary failures (no connection, 429, 5xx) with growing pauses, or as
// Retry-After says, until Options.GiveUpAfter. Then the result is a temporary Failed if the
// call took no effect, and an error otherwise.
package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// Options configure a client.
type Options struct {
	Name        string // the name of the carrier in quotes
	BaseURL     string // "https://carrier.test/v1"
	APIKey      string
	OAuth       OAuth          // used without an APIKey
	RootCAs     *x509.CertPool // nil: the CAs of the system
	Timeout     time.Duration  // of one request with its answer
	GiveUpAfter time.Duration  // of one call with all requests
	Logger      *slog.Logger
	// Wrap, if not nil, sees every request and answer.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// OAuth configures bearer tokens from client credentials (RFC 6749 §4.4).
type OAuth struct {
	TokenURL, ClientID, ClientSecret string
	Scopes                           []string
}

// Client is a carrier over HTTP. It is safe for concurrent use.
type Client struct {
	o      Options
	base   string
	http   *http.Client
	tokens *tokens // nil if there is an API key
}

// New returns a client without connecting.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.BaseURL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the carrier's URL: %w", err)
	case base.Scheme != "https" && base.Scheme != "http" || base.Host == "":
		return nil, fmt.Errorf("the carrier's URL %q is no http URL", o.BaseURL)
	case o.Name == "" || o.Timeout <= 0 || o.GiveUpAfter <= 0 || o.Logger == nil:
		return nil, errors.New("a carrier's client needs Name, Timeout, GiveUpAfter and Logger")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: o.RootCAs}
	c := &Client{o: o, base: strings.TrimSuffix(o.BaseURL, "/"), http: &http.Client{
		Transport: transport, Timeout: o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if o.Wrap != nil {
		c.http.Transport = o.Wrap(transport)
	}
	if o.APIKey == "" {
		c.tokens = &tokens{oauth: o.OAuth, http: c.http, turn: make(chan struct{}, 1)}
	}
	return c, nil
}

// Name implements carrier.Carrier.
func (c *Client) Name() string { return c.o.Name }

// Local implements carrier.Carrier.
func (*Client) Local() bool { return false }

// Probe asks the carrier for an unknown transaction. It checks the connection and the
// credentials.
func (c *Client) Probe(ctx context.Context) error {
	_, _, err := c.recall(ctx, "ppamaild-probe")
	return err
}

// maxAttempts limits how often the client restarts a call after the carrier forgot the session
// or another client changed it.
const maxAttempts = 3

// Call implements carrier.Carrier.
func (c *Client) Call(ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call) (carrier.Session, carrier.Result, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.o.GiveUpAfter+c.o.Timeout, errors.New("the carrier took too long"))
	defer cancel()
	if _, opens := call.(carrier.Initiate); opens == (s.ID != "") {
		return s, carrier.Failed{Message: "a session begins with " + carrier.Initiate{}.Name() + ", and only once"}, nil
	}
	next, result, err := c.attempt(ctx, key, s, call)
	if err != nil {
		return s, nil, fmt.Errorf("%s at %s: %w", call.Name(), c.o.Name, err)
	}
	switch result.(type) {
	case carrier.OK, carrier.Rated:
		return next, result, nil
	}
	return s, result, nil
}

// attempt makes a call, in a rebuilt session if necessary.
func (c *Client) attempt(ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call) (carrier.Session, carrier.Result, error) {
	for n := 1; ; n++ {
		next, result, err := c.once(ctx, key, s, call)
		expired, stale := errors.Is(err, errExpired), errors.Is(err, errStale)
		if !expired && !stale || n == maxAttempts {
			return next, result, err
		}
		if stale {
			var done bool
			if s, done, err = c.reread(ctx, key, s, call); done {
				return s, carrier.OK{}, nil
			}
			expired = errors.Is(err, errExpired)
		}
		if expired {
			if s, err = c.rebuild(ctx, fmt.Sprintf("%s+%d", key.ID, n), s); err == nil {
				key = carrier.Key{ID: fmt.Sprintf("%s+%d", key.ID, n), Again: key.Again}
			}
		}
		if err != nil {
			return s, nil, err
		}
	}
}

// once makes a call in the known session.
func (c *Client) once(ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call) (carrier.Session, carrier.Result, error) {
	r, err := wire.RequestOf(call)
	if err != nil {
		return s, nil, err
	}
	if _, opens := call.(carrier.Initiate); !opens {
		r.Path = "/quotes/" + url.PathEscape(s.ID) + r.Path
	}
	answer, err := c.exchange(ctx, key, s.Version, r)
	if failure, is := errors.AsType[notDone](err); is {
		return s, carrier.Failed{Message: failure.Error(), Temporary: true}, nil
	}
	if err != nil {
		return s, nil, err
	}
	next, result, err := understand(key.ID, s, call, answer)
	if r, is := result.(carrier.Rated); is {
		r.Quote.Carrier = c.o.Name
		result = r
	}
	return next, result, err
}

// reread reads a session with an unexpected version. done reports that the call made the change.
// If the content did not change, the call can be repeated. Otherwise the session counts as expired.
func (c *Client) reread(ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call) (now carrier.Session, done bool, err error) {
	q, err := c.show(ctx, s.ID)
	if err != nil {
		return s, false, err
	}
	if next, err := after(s, call, q); err == nil && q.TransactionId == key.ID {
		return next, true, nil
	}
	if q.QuoteNumber != s.ID || !q.Agrees(s) {
		return s, false, errExpired
	}
	s.Version = q.VersionNumber
	return s, false, nil
}

// rebuild repeats the calls of an expired session. Its old prices are void.
func (c *Client) rebuild(ctx context.Context, key string, old carrier.Session) (carrier.Session, error) {
	c.o.Logger.Warn("the carrier does not have the session any more; building it again", "session", old.ID)
	var s carrier.Session
	for i, call := range old.Calls() {
		next, result, err := c.once(ctx, carrier.Key{ID: fmt.Sprintf("%s.%d", key, i), Again: true}, s, call)
		_, waits := result.(carrier.Pending)
		if err == nil && result != (carrier.OK{}) && !waits {
			err = fmt.Errorf("the carrier took it before and now says %+v", result)
		}
		if err != nil {
			return old, fmt.Errorf("building the session again: %s: %w", call.Name(), err)
		}
		if !waits {
			s = next
		}
	}
	return s, nil
}
