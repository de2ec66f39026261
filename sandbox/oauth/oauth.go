// Package oauth is a token endpoint (RFC 6749) with token introspection for mail servers (RFC
// 7662), for tests. The endpoint is as strict as real providers: it accepts only POST forms,
// requires registered clients, and issues only granted scopes. If refresh tokens rotate, the
// second use of one revokes the whole grant. The server listens on loopback only.
package oauth

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Client is a registered application.
type Client struct {
	ID, Secret string // empty secret: a public client
	Basic      bool   // the secret must be in a header (RFC 6749 §2.3.1)
	Rotate     bool   // each use of a refresh token replaces the token
	// Itself is the user for the client credentials grant (§4.4); "" means that the grant is
	// not allowed.
	Itself string
}

// Options set the clients and the lifetime of tokens.
type Options struct {
	Clients []Client
	Life    time.Duration // lifetime of a token; default 1 hour
}

// Server is the token endpoint.
type Server struct {
	o    Options
	http *httptest.Server

	mu      sync.Mutex
	life    time.Duration      // protected by mu, like all later fields
	grants  map[string]*grant  // by refresh token, including used ones
	tokens  map[string]*access // by token
	devices map[string]*device // by device code
	fail    http.HandlerFunc   // replaces the endpoint's answer; nil: no replacement
	asked   int
}

// grant is the consent of one user.
type grant struct {
	client, user string
	scopes       []string
	newest       string // latest refresh token
	void         bool
}

type access struct {
	of   *grant
	ends time.Time
	void bool
}

// New starts a server. The caller must Close the server.
func New(o Options) *Server {
	if o.Life == 0 {
		o.Life = time.Hour
	}
	s := &Server{o: o, life: o.Life, grants: map[string]*grant{}, tokens: map[string]*access{}, devices: map[string]*device{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/token", s.token)
	mux.HandleFunc("/introspect", s.introspect)
	mux.HandleFunc("POST /device", s.device)
	s.http = httptest.NewServer(mux)
	return s
}

// Close stops the server.
func (s *Server) Close() { s.http.Close() }

// TokenURL is the token endpoint.
func (s *Server) TokenURL() string { return s.http.URL + "/token" }

// IntrospectURL is the introspection endpoint.
func (s *Server) IntrospectURL() string { return s.http.URL + "/introspect" }

// Consent grants a client the scopes of a user and returns the refresh token.
func (s *Server) Consent(client, user string, scopes ...string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &grant{client: client, user: user, scopes: scopes, newest: "refresh-" + rand.Text()}
	s.grants[g.newest] = g
	return g.newest
}

// Withdraw ends all consents of a user. Existing tokens stay valid.
func (s *Server) Withdraw(user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.grants {
		g.void = g.void || g.user == user
	}
}

// Revoke revokes all existing tokens.
func (s *Server) Revoke() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tokens {
		t.void = true
	}
}

// Live sets the lifetime of new tokens.
func (s *Server) Live(life time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.life = life
}

// Fail replaces the answers of the token endpoint; nil ends the replacement.
func (s *Server) Fail(answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = answer
}

// Asked returns the number of token requests.
func (s *Server) Asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// ServeHTTP answers token requests. A handler passed to Fail may call ServeHTTP.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.http.Config.Handler.ServeHTTP(w, r)
}

func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.fail != nil {
		answer := s.fail
		s.mu.Unlock() // the answer may take long
		answer(w, r)
		s.mu.Lock()
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" || r.ParseForm() != nil || r.URL.RawQuery != "" {
		refuse(w, http.StatusBadRequest, "invalid_request", "a form by POST is wanted")
		return
	}
	client, known := s.client(r)
	if !known {
		w.Header().Set("WWW-Authenticate", "Basic")
		refuse(w, http.StatusUnauthorized, "invalid_client", "Unauthorized")
		return
	}
	switch r.PostForm.Get("grant_type") {
	case "refresh_token":
		s.refresh(w, client, r.PostForm.Get("refresh_token"), strings.Fields(r.PostForm.Get("scope")))
	case "urn:ietf:params:oauth:grant-type:device_code":
		s.consented(w, client, r.PostForm.Get("device_code"))
	case "client_credentials":
		s.itself(w, client, strings.Fields(r.PostForm.Get("scope")))
	default:
		refuse(w, http.StatusBadRequest, "unsupported_grant_type", "")
	}
}

// client returns the authenticated client.
func (s *Server) client(r *http.Request) (Client, bool) {
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = r.PostForm.Get("client_id"), r.PostForm.Get("client_secret")
	} else if plain, err := url.QueryUnescape(secret); err == nil { // RFC 6749 §2.3.1
		secret = plain
	}
	i := slices.IndexFunc(s.o.Clients, func(c Client) bool { return c.ID == id })
	if i < 0 || s.o.Clients[i].Secret != secret || s.o.Clients[i].Basic != basic && secret != "" {
		return Client{}, false
	}
	return s.o.Clients[i], true
}

func (s *Server) refresh(w http.ResponseWriter, c Client, token string, scopes []string) {
	g := s.grants[token]
	switch {
	case g == nil || g.client != c.ID || g.void:
		refuse(w, http.StatusBadRequest, "invalid_grant", "Token has been expired or revoked.")
		return
	case g.newest != token: // RFC 9700 §4.14.2: one of the two users of the token stole it
		g.void = true
		refuse(w, http.StatusBadRequest, "invalid_grant", "The refresh token was used before.")
		return
	case slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(g.scopes, scope) }):
		refuse(w, http.StatusBadRequest, "invalid_scope", "Some requested scopes were not granted.")
		return
	}
	more := map[string]any{}
	if c.Rotate {
		g.newest = "refresh-" + rand.Text()
		s.grants[g.newest] = g
		more["refresh_token"] = g.newest
	}
	s.give(w, g, more)
}

func (s *Server) itself(w http.ResponseWriter, c Client, scopes []string) {
	switch {
	case c.Secret == "" || c.Itself == "":
		refuse(w, http.StatusBadRequest, "unauthorized_client", "The client may not do so.")
	case len(scopes) == 0:
		refuse(w, http.StatusBadRequest, "invalid_scope", "A scope is wanted.")
	default:
		s.give(w, &grant{client: c.ID, user: c.Itself, scopes: scopes}, map[string]any{})
	}
}

// tokenSize is about the size of Microsoft's tokens, which exceeds the line limit of some
// servers.
const tokenSize = 2000

func (s *Server) give(w http.ResponseWriter, g *grant, answer map[string]any) {
	token := "access-" + rand.Text() + strings.Repeat("x", tokenSize)
	s.tokens[token] = &access{of: g, ends: time.Now().Add(s.life)}
	answer["access_token"], answer["token_type"], answer["expires_in"] = token, "Bearer", int(s.life.Seconds())
	respond(w, http.StatusOK, answer)
}

// introspect returns the user of a token.
func (s *Server) introspect(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tokens[r.FormValue("token")]
	if t == nil || t.void || time.Now().After(t.ends) {
		respond(w, http.StatusOK, map[string]any{"active": false})
		return
	}
	respond(w, http.StatusOK, map[string]any{
		"active": true, "username": t.of.user, "client_id": t.of.client, "scope": strings.Join(t.of.scopes, " "), "token_type": "Bearer",
	})
}

// refuse writes an error in the format of RFC 6749 §5.2.
func refuse(w http.ResponseWriter, status int, code, why string) {
	answer := map[string]any{"error": code}
	if why != "" {
		answer["error_description"] = why
	}
	respond(w, status, answer)
}

func respond(w http.ResponseWriter, status int, answer map[string]any) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the client may be gone
}
