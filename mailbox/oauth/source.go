// Package oauth gets the tokens by which accounts are logged in to that take no password
// (RFC 6749): by a refresh token (§6) or by the client's own credentials (§4.4).
//
// It promises: whoever shares a Source shares its tokens; the endpoint is asked by one at a
// time, within a time-out, before a token ends, and while that one still holds nobody waits;
// an endpoint that says no, or does not answer, is left alone for a while; a refresh token
// that takes the place of another is kept before anything is done with what came with it.
// What the endpoint says is bounded, quoted, and without our secrets.
package oauth

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Options are what a Source works with.
type Options struct {
	TokenURL     string
	ClientID     string
	ClientSecret string   // "" for a public client
	RefreshToken string   // "": the client's own credentials are the grant
	Scopes       []string // none: those of the refresh token
	RootCAs      *x509.CertPool
	Timeout      time.Duration // of one request; default 30 seconds
	Keeper       Keeper        // nil: a refresh token that takes the place of another is lost with the Source
	Now          func() time.Time
	Logger       *slog.Logger // default: none
}

// Keeper keeps the newest refresh token: some endpoints give another with each token, and
// take the one before no more.
type Keeper interface {
	// Kept returns what took the place of a refresh token; "" where nothing has.
	Kept(ctx context.Context, of string) (string, error)
	// Keep makes it durable.
	Keep(ctx context.Context, of, newest string) error
}

// Source gives the tokens of one grant. It is safe for concurrent use.
type Source struct {
	o    Options
	http *http.Client
	log  *slog.Logger

	turn    chan struct{} // held by whoever asks the endpoint
	unkept  string        // a refresh token that Keeper did not take yet; used by whoever holds turn
	inBasic bool          // the endpoint wants the secret in a header (RFC 6749 §2.3.1); likewise

	mu       sync.Mutex
	token    string    // protected by mu, as is all that follows
	renewAt  time.Time // when to get another
	ends     time.Time // when it counts no more; zero: once it is refused
	failed   error     // why there is no other
	until    time.Time // when the endpoint is asked again
	failures int       // in a row
	dropped  time.Time // when a server last refused a token
}

// New does no I/O.
func New(o Options) *Source {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: o.RootCAs, MinVersion: tls.VersionTLS12}
	transport.DisableKeepAlives = true // one request an hour
	return &Source{
		o: o, log: o.Logger.With("component", "tokens", "endpoint", o.TokenURL), turn: make(chan struct{}, 1),
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // secrets go where the configuration says, and nowhere else
		}},
	}
}

// Token returns a token that holds for a while yet.
func (s *Source) Token(ctx context.Context) (string, error) {
	token, settled, err := s.known()
	if settled {
		return token, err
	}
	if token == "" {
		select {
		case s.turn <- struct{}{}:
		case <-ctx.Done():
			return "", s.failure(ctx.Err())
		}
	} else {
		select {
		case s.turn <- struct{}{}:
		default: // somebody gets another; this one does
			return token, nil
		}
	}
	defer func() { <-s.turn }()
	if token, settled, err = s.known(); settled { // somebody was faster
		return token, err
	}
	if ctx.Err() != nil {
		return "", s.failure(ctx.Err())
	}
	fresh, err := s.renew(ctx)
	if err != nil && token != "" && ctx.Err() == nil {
		s.log.Warn("no new token is to be had; going on with the one there is while that holds", "error", err)
		return token, nil
	}
	return fresh, err
}

// known returns the token that there is, "" for none, and whether nothing better is to be
// had now.
func (s *Source) known() (token string, settled bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.o.Now()
	if s.token != "" && (s.ends.IsZero() || now.Before(s.ends)) {
		token = s.token
	}
	held := s.failed != nil && now.Before(s.until)
	switch {
	case token != "":
		return token, held || s.ends.IsZero() || now.Before(s.renewAt), nil
	case held:
		return "", true, s.failed
	}
	return "", false, nil
}

// dropAtMost is how often a token is thrown away that a server refuses though it has not
// ended: where another is refused as well, it is not for the token.
const dropAtMost = time.Minute

// Refused says that a server did not take a token, and returns whether another may do.
func (s *Source) Refused(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token != token {
		return true // it was thrown away, or has ended
	}
	now := s.o.Now()
	if !s.dropped.IsZero() && now.Sub(s.dropped) < dropAtMost {
		return false
	}
	s.token, s.dropped = "", now
	s.log.Info("a server refuses a token that has not ended; getting another")
	return true
}

// grace is how long a request goes on that nobody waits for any more: the endpoint may
// have replaced the refresh token already.
const grace = 5 * time.Second

// renew gets a token, and remembers what came of it. The turn is held.
func (s *Source) renew(ctx context.Context) (string, error) {
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Timeout)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })()
	asked := s.o.Now()
	got, err := s.get(within)
	if err != nil && ctx.Err() != nil {
		return "", s.failure(ctx.Err())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.failures++
		s.failed, s.until = err, s.o.Now().Add(pause(err, s.failures))
		return "", err
	}
	s.token, s.failed, s.failures = got.access, nil, 0
	s.ends, s.renewAt = time.Time{}, time.Time{}
	if got.lasts > 0 {
		s.ends = asked.Add(got.lasts - min(got.lasts/8, 10*time.Second))
		s.renewAt = asked.Add(got.lasts - min(got.lasts/4, 5*time.Minute))
	}
	return s.token, nil
}

func (s *Source) failure(err error) error {
	return fmt.Errorf("getting a token at %s: %w", s.o.TokenURL, err)
}
