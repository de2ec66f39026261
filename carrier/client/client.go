// Package client reaches a carrier over HTTP, by the API that ../openapi.yaml
// describes.
//
// It promises that no price comes out of it but one that the carrier gave for
// exactly the session that was asked about: whatever is too long, of another shape,
// of another quote or does not add up is an error. A call is made again only where
// it can't have taken effect, or where the carrier was asked and knows nothing of
// it. It follows no redirect, so that neither credentials nor applications go to a
// host that was not configured.
//
// What is temporary (no connection, 429, 5xx) is tried again with growing pauses,
// or those that Retry-After asks for, until Options.GiveUpAfter. Then the result is
// a temporary Failed where the call surely took no effect, and else an error.
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

// Options say where a carrier is and how to reach it.
type Options struct {
	Name        string // what the carrier is called in quotes
	BaseURL     string // "https://carrier.test/v1"
	APIKey      string
	OAuth       OAuth          // used where there is no APIKey
	RootCAs     *x509.CertPool // nil: those of the system
	Timeout     time.Duration  // of one request with its answer
	GiveUpAfter time.Duration  // of one call with all its requests
	Logger      *slog.Logger
	// Wrap, if not nil, sees every request and answer.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// OAuth is how to get a bearer token (RFC 6749 §4.4, client credentials).
type OAuth struct {
	TokenURL, ClientID, ClientSecret string
	Scopes                           []string
}

// Client is a carrier that is reached over HTTP. Any number of callers may use it
// at once.
type Client struct {
	o      Options
	base   string
	http   *http.Client
	tokens *tokens // nil: an API key is used
}

// New returns a client; it connects to nobody yet.
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

// Probe asks the carrier for what it can't know, to see that it can be reached and
// takes our credentials.
func (c *Client) Probe(ctx context.Context) error {
	_, _, err := c.recall(ctx, "ppamaild-probe")
	return err
}

// maxAttempts is how often a call is begun anew, because the carrier forgot the
// session or somebody else changed it.
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

// attempt makes a call, in another session where need be.
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

// once makes a call in the session as we know it.
func (c *Client) once(ctx context.Context, key carrier.Key, s carrier.Session, call carrier.Call) (carrier.Session, carrier.Result, error) {
	r, err := wire.RequestOf(call)
	if err != nil {
		return s, nil, err
	}
	if _, opens := call.(carrier.Initiate); !opens {
		r.Path = "/quotes/" + url.PathEscape(s.ID) + r.Path
	}
	answer, err := c.exchange(ctx, key, s.Version, r)
	if surely, is := errors.AsType[notDone](err); is {
		return s, carrier.Failed{Message: surely.Error(), Temporary: true}, nil
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

// reread looks at a session that has another version than we thought. It is done
// where it was our own call that changed it. Where its contents are still ours the
// call can be made again; else the session is lost to us.
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

// rebuild makes the session again from what we keep of it. Its old prices are void.
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
