// Package sandbox serves the reference carrier with the API in ../openapi.yaml, for the
// development and tests of clients. It simulates faults on request. All data is in memory,
// and the credentials are public.
//
// The sandbox behaves like a correct carrier: repeated calls take effect once, clients can ask
// for results, versions are counted, and forgotten quotes are reported. Only a requested Fault
// changes this behavior.
package sandbox

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// The credentials of the sandbox. They protect nothing.
const (
	APIKey       = "sandbox-key"
	ClientID     = "sandbox-client"
	ClientSecret = "sandbox-secret"
)

// HeaderFault requests a fault for one request, in the form of ParseFault.
const HeaderFault = "X-Sandbox-Fault"

// Options configure a sandbox.
type Options struct {
	Faults []Fault       // of all requests
	Life   time.Duration // of an unused quote; 0: an hour
	Now    func() time.Time
	Logger *slog.Logger
}

// Server is a sandbox. It is safe for concurrent use.
type Server struct {
	o         Options
	reference *carrier.Reference
	mux       *http.ServeMux

	mu     sync.Mutex
	quotes map[string]*openQuote   // by number; protected by mu
	calls  map[string]*transaction // by key; protected by mu
	tokens map[string]time.Time    // expiry; protected by mu
	struck map[string]int          // number of faults; protected by mu
}

// openQuote is an unfinished quote.
type openQuote struct {
	session carrier.Session
	last    string // key of the last change
	used    time.Time
}

// transaction is a call that took effect, with its answers.
type transaction struct {
	request string // method, path and body
	answers []wire.Answer
	at      time.Time
}

// New returns a sandbox.
func New(o Options) (*Server, error) {
	if o.Now == nil || o.Logger == nil {
		return nil, errors.New("sandbox: Now and Logger are needed")
	}
	if o.Life == 0 {
		o.Life = time.Hour
	}
	s := &Server{
		o: o, reference: carrier.NewReference(), mux: http.NewServeMux(),
		quotes: make(map[string]*openQuote), calls: make(map[string]*transaction), tokens: make(map[string]time.Time), struck: make(map[string]int),
	}
	s.mux.HandleFunc("POST /token", s.token)
	s.mux.HandleFunc("POST /v1/quotes", s.authorized(s.change))
	s.mux.HandleFunc("GET /v1/quotes/{number}", s.authorized(s.read))
	for _, call := range []string{"PUT /insured", "POST /drivers", "POST /vehicles", "PUT /assignments", "PUT /coverages", "POST /reports", "POST /ratings"} {
		method, path, _ := strings.Cut(call, " ")
		s.mux.HandleFunc(method+" /v1/quotes/{number}"+path, s.authorized(s.change))
	}
	s.mux.HandleFunc("GET /v1/transactions/{key}", s.authorized(s.recall))
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mux.ServeHTTP(w, r)
}

// forget drops unused quotes and transactions. The caller holds mu.
func (s *Server) forget() {
	before := s.o.Now().Add(-s.o.Life)
	for number, q := range s.quotes {
		if q.used.Before(before) {
			delete(s.quotes, number)
		}
	}
	for key, t := range s.calls {
		if t.at.Before(before.Add(-s.o.Life)) {
			delete(s.calls, key)
		}
	}
}

// authorized accepts requests with the key or a token.
func (s *Server) authorized(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(wire.HeaderAPIKey) != APIKey && !s.isToken(r.Header.Get("Authorization")) {
			s.refuse(w, http.StatusUnauthorized, wire.Problem{Type: wire.Unauthorized, Title: "The credentials are not known"})
			return
		}
		next(w, r)
	}
}

func (s *Server) isToken(authorization string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ends, known := s.tokens[authorization]
	return known && s.o.Now().Before(ends)
}

// token serves bearer tokens (RFC 6749 §4.4).
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	if id != ClientID || secret != ClientSecret || r.FormValue("grant_type") != "client_credentials" {
		send(w, http.StatusUnauthorized, "application/json", map[string]string{"error": "invalid_client"})
		return
	}
	const life = 600 // seconds
	token := rand.Text()
	s.mu.Lock()
	s.tokens["Bearer "+token] = s.o.Now().Add(life * time.Second)
	s.mu.Unlock()
	send(w, http.StatusOK, "application/json", map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": life})
}
