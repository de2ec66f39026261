// Package oauth gets tokens for accounts without a password (RFC 6749): with a refresh token
// (§6) or with the client's own credentials (§4.4).
//
// Users of one Source share its tokens. Only one of them asks the endpoint at a time, with a
// timeout, before the token expires. No user waits while the old token is valid. After a
// rejection or a timeout the endpoint gets a pause. A new refresh token is stored before the
// token that came with it is used. Texts of the endpoint are shortened and quoted, and contain
// no secrets.
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

// Options are the options of a Source.
type Options struct {
	TokenURL     string
	ClientID     string
	ClientSecret string   // "" for a public client
	RefreshToken string   // "": use the client's own credentials
	Scopes       []string // none: the scopes of the refresh token
	RootCAs      *x509.CertPool
	Timeout      time.Duration // of one request; default 30 seconds
	Keeper       Keeper        // nil: a new refresh token is lost with the Source
	Turn         Turn          // nil: no other process has the refresh token
	Now          func() time.Time
	Logger       *slog.Logger // default: none
}

// Keeper stores the newest refresh token. Some endpoints replace the refresh token with each
// response and reject the old one.
type Keeper interface {
	// Kept returns the newest replacement of a configured refresh token, or "".
	Kept(ctx context.Context, configured string) (string, error)
	// Keep stores the newest replacement durably.
	Keep(ctx context.Context, configured, newest string) error
}

// Turn calls work while no other process asks the endpoint with the same refresh token. An
// endpoint may revoke the grant if two processes send one refresh token (RFC 9700 §4.14.2).
type Turn func(ctx context.Context, work func() error) error

// Source provides the tokens of one grant. It is safe for concurrent use.
type Source struct {
	o    Options
	http *http.Client
	log  *slog.Logger

	turn    chan struct{} // held by the user that asks the endpoint
	unsaved string        // a refresh token that Keeper has not stored yet; for the holder of turn
	inBasic bool          // the secret goes in a header (RFC 6749 §2.3.1); for the holder of turn

	mu       sync.Mutex
	token    string    // protected by mu, like all fields below
	renewAt  time.Time // when to get a new token
	ends     time.Time // expiry time; zero: on rejection
	failed   error     // why there is no new token
	until    time.Time // when to ask the endpoint again
	failures int       // consecutive
	dropped  time.Time // when a server last rejected a token
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
			return http.ErrUseLastResponse // secrets go only to the configured endpoint
		}},
	}
}

// Token returns a token that stays valid for a while.
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
		default: // another user gets a token; the old token is still valid
			return token, nil
		}
	}
	defer func() { <-s.turn }()
	if token, settled, err = s.known(); settled { // another user was faster
		return token, err
	}
	if ctx.Err() != nil {
		return "", s.failure(ctx.Err())
	}
	fresh, err := s.renew(ctx)
	if err != nil && token != "" && ctx.Err() == nil {
		s.log.Warn("can't get a new token; using the old token while it is valid", "error", err)
		return token, nil
	}
	return fresh, err
}

// known returns the current token, or "". settled means that there is no reason to ask the
// endpoint now.
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

// dropInterval limits how often a rejected, unexpired token is dropped. If the server also
// rejects the next token, the token is not the reason.
const dropInterval = time.Minute

// Refused records that a server rejected a token. It returns whether another token may work.
func (s *Source) Refused(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token != token {
		return true // it was dropped, or has expired
	}
	now := s.o.Now()
	if !s.dropped.IsZero() && now.Sub(s.dropped) < dropInterval {
		return false
	}
	s.token, s.dropped = "", now
	s.log.Info("a server refuses a token that has not ended; getting another")
	return true
}

// grace is how long a request continues without a waiting user, because the endpoint may
// already have replaced the refresh token.
const grace = 5 * time.Second

// renew gets a token and records the result. The caller holds the turn.
func (s *Source) renew(ctx context.Context) (string, error) {
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Timeout)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })()
	asked := s.o.Now()
	got, err := s.getInTurn(within)
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
