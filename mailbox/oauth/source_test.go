package oauth_test

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/mailbox/oauth"
	sandbox "ppamaild/sandbox/oauth"
)

const scope = "https://mail.test/all"

// clock is a manual clock. The endpoint uses the machine's clock.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time       { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) pass(d time.Duration) { c.ahead.Add(int64(d)) }

// memory is a Keeper in memory.
type memory struct {
	mu   sync.Mutex
	kept map[string]string // protected by mu
	full error             // error for all writes; protected by mu
}

func (m *memory) Kept(_ context.Context, of string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[of], nil
}

func (m *memory) Keep(_ context.Context, of, newest string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full == nil {
		m.kept[of] = newest
	}
	return m.full
}

// desk is an endpoint with its clients.
type desk struct {
	*testing.T
	*sandbox.Server
	clock
	memory
}

func open(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, Server: sandbox.New(sandbox.Options{Clients: []sandbox.Client{
		{ID: "app", Secret: "app's secret"},
		{ID: "rotating", Secret: "app's secret", Rotate: true},
		{ID: "public"},
		{ID: "basic", Secret: "b:s e+c", Basic: true},
		{ID: "itself", Secret: "app's secret", Itself: "quotes"},
	}})}
	d.kept = make(map[string]string)
	t.Cleanup(d.Close)
	return d
}

// source returns a token source for a client with a user's consent.
func (d *desk) source(client, secret string, edits ...func(*oauth.Options)) *oauth.Source {
	o := oauth.Options{
		TokenURL: d.TokenURL(), ClientID: client, ClientSecret: secret, RefreshToken: d.Consent(client, "quotes", scope), Scopes: []string{scope},
		Keeper: &d.memory, Now: d.now,
	}
	for _, edit := range edits {
		edit(&o)
	}
	return oauth.New(o)
}

func (d *desk) token(s *oauth.Source) string {
	d.Helper()
	token, err := s.Token(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	return token
}

// refused returns the error of a source.
func (d *desk) refused(s *oauth.Source) string {
	d.Helper()
	token, err := s.Token(d.Context())
	if err == nil {
		d.Fatalf("there is a token: %s", token)
	}
	return err.Error()
}

// asked checks the number of requests so far.
func (d *desk) asked(want int) {
	d.Helper()
	if got := d.Asked(); got != want {
		d.Errorf("the endpoint was asked %d times, not %d", got, want)
	}
}

// Each kind of client gets tokens, with each kind of client authentication.
func TestClients(t *testing.T) {
	for client, c := range map[string]struct {
		secret string
		asked  int
	}{"app": {"app's secret", 1}, "public": {"", 1}, "basic": {"b:s e+c", 2}} {
		d := open(t)
		s := d.source(client, c.secret)
		first := d.token(s)
		if again := d.token(s); again != first {
			t.Errorf("%s: another token while the first holds", client)
		}
		d.asked(c.asked)
		d.pass(2 * time.Hour)
		d.token(s)
		d.asked(c.asked + 1)
	}
	d := open(t)
	d.token(d.source("itself", "app's secret", func(o *oauth.Options) { o.RefreshToken = "" }))
}

// A token is replaced before it ends, by one caller while others use the old token. Without a
// new token, the old token stays in use.
func TestTokensEnd(t *testing.T) {
	d := open(t)
	s := d.source("app", "app's secret")
	first := d.token(s)
	d.pass(54 * time.Minute)
	if d.token(s) != first {
		t.Error("it was replaced early")
	}
	began, goOn := make(chan struct{}), make(chan struct{})
	d.Fail(func(w http.ResponseWriter, _ *http.Request) {
		close(began)
		<-goOn
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	d.pass(2 * time.Minute)
	renewing := make(chan string)
	go func() {
		token, err := s.Token(context.Background())
		if err != nil {
			token = err.Error()
		}
		renewing <- token
	}()
	<-began
	if d.token(s) != first {
		t.Error("who asks meanwhile gets another")
	}
	close(goOn)
	if got := <-renewing; got != first {
		t.Errorf("the old one holds yet, and there is %q", got)
	}
	d.Fail(nil)
	d.pass(2 * time.Second)
	if d.token(s) == first {
		t.Error("it was not replaced before it ended")
	}
}

// Parallel callers cause one request, and each waits only for the result.
func TestOneAsksForAll(t *testing.T) {
	d := open(t)
	s := d.source("rotating", "app's secret")
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { d.token(s) })
	}
	all.Wait()
	d.asked(1)
	began, hangs := make(chan struct{}), make(chan struct{})
	d.Fail(func(http.ResponseWriter, *http.Request) { close(began); <-hangs })
	d.pass(time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	all.Go(func() { _, _ = s.Token(context.Background()) })
	<-began
	defer all.Wait()
	defer close(hangs)
	if _, err := s.Token(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("who waits no longer is told: %v", err)
	}
}

// An early refused token is replaced, at most once a minute.
func TestServerRefuses(t *testing.T) {
	d := open(t)
	s := d.source("app", "app's secret")
	first := d.token(s)
	if !s.Refused(first) {
		t.Error("another is not worth a try")
	}
	second := d.token(s)
	if second == first {
		t.Error("the same again")
	}
	if !s.Refused(first) {
		t.Error("who comes late with the first is not to try the second")
	}
	if s.Refused(second) || d.token(s) != second {
		t.Error("the second was thrown away at once")
	}
	d.pass(time.Minute)
	if !s.Refused(second) || d.token(s) == second {
		t.Error("the second is never thrown away")
	}
	d.asked(3)
}

// A new refresh token is stored before its access token is used. A restart continues with the
// newest. A new token in the configuration takes precedence.
func TestRotation(t *testing.T) {
	d := open(t)
	consent := d.Consent("rotating", "quotes", scope)
	begin := func() *oauth.Source {
		return d.source("rotating", "app's secret", func(o *oauth.Options) { o.RefreshToken = consent })
	}
	s := begin()
	for range 3 {
		d.token(s)
		d.pass(time.Hour)
	}
	s = begin()
	d.token(s)
	d.full = errors.New("the disk is full")
	d.pass(time.Hour)
	if why := d.refused(s); !strings.Contains(why, "another refresh token, which can't be kept\nthe disk is full") {
		t.Errorf("told: %s", why)
	}
	d.full = nil
	d.pass(time.Minute)
	d.token(s)
	d.token(begin())
	d.Withdraw("quotes")
	consent = d.Consent("rotating", "quotes", scope)
	d.token(begin())
}

// If another process used the refresh token and stored a newer one, the newer one counts.
func TestReplacedMeanwhile(t *testing.T) {
	d := open(t)
	consent := d.Consent("rotating", "quotes", scope)
	with := func(o *oauth.Options) { o.RefreshToken = consent }
	s, other := d.source("rotating", "app's secret", with), d.source("rotating", "app's secret", with)
	d.token(s)
	d.token(other)
	d.pass(time.Hour)
	d.Fail(func(w http.ResponseWriter, _ *http.Request) { // during the request
		d.Fail(nil)
		d.token(other)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant"}`))
	})
	d.token(s)
	d.asked(5)
}

// Several processes share a refresh token that the endpoint replaces. They ask in turn, because the
// endpoint revokes a refresh token that it sees twice.
func TestProcessesAskInTurn(t *testing.T) {
	d := open(t)
	consent := d.Consent("rotating", "quotes", scope)
	var turn sync.Mutex
	const processes = 8
	var asking sync.WaitGroup
	for range processes {
		s := d.source("rotating", "app's secret", func(o *oauth.Options) {
			o.RefreshToken = consent
			o.Turn = func(_ context.Context, work func() error) error {
				turn.Lock()
				defer turn.Unlock()
				return work()
			}
		})
		asking.Go(func() {
			if _, err := s.Token(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	asking.Wait()
	d.asked(processes)
	never := d.source("rotating", "app's secret", func(o *oauth.Options) {
		o.Turn = func(context.Context, func() error) error { return errors.New("the database is down") }
	})
	if why := d.refused(never); !strings.Contains(why, "the database is down") {
		t.Errorf("told: %s", why)
	}
}

// A permanent refusal gives an error with advice, and no retries. The endpoint's text is not
// trusted, and secrets in the text are not repeated.
func TestRefusals(t *testing.T) {
	d := open(t)
	app := func(edits ...func(*oauth.Options)) *oauth.Source { return d.source("app", "app's secret", edits...) }
	answer := func(status int, body string) func(*oauth.Options) {
		return func(*oauth.Options) {
			d.Fail(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(status)
				_, _ = w.Write([]byte(body))
			})
		}
	}
	for name, c := range map[string]struct {
		edit func(*oauth.Options)
		want string
	}{
		"consent withdrawn":  {func(*oauth.Options) { d.Withdraw("quotes") }, `answers 400 "invalid_grant", "Token has been expired or revoked."; consent was withdrawn, or the refresh token expired or was replaced: get a new one`},
		"wrong secret":       {func(o *oauth.Options) { o.ClientSecret = "old" }, `answers 401 "invalid_client", "Unauthorized"; check client_id, and client_secret, which may have expired`},
		"no such scope":      {func(o *oauth.Options) { o.Scopes = []string{"more"} }, `answers 400 "invalid_scope", "Some requested scopes were not granted."; check scopes`},
		"not by itself":      {func(o *oauth.Options) { o.RefreshToken = "" }, `answers 400 "unauthorized_client", "The client may not do so."; check how the client is registered`},
		"another page":       {answer(404, "no such page"), `answers 404; check token_url, client_id and scopes`},
		"secrets repeated":   {answer(400, `{"error":"x\ny","error_description":"app's secret is not \u0007 right"}`), `answers 400 "x\ny", "*** is not \a right"; check token_url`},
		"long words":         {answer(400, `{"error":"x","error_description":"`+strings.Repeat("é", 999)+`"}`), strings.Repeat("é", 200) + `…"`},
		"moved":              {answer(307, ``), `answers 307; check token_url`},
		"refused, so called": {answer(200, `{"error":"invalid_grant"}`), `answers 200 "invalid_grant"; consent was withdrawn`},
	} {
		d.Fail(nil)
		s := app(c.edit)
		why, asked := d.refused(s), d.Asked()
		if !strings.Contains(why, "getting a token at "+d.TokenURL()[:16]) || !strings.Contains(why, c.want) {
			t.Errorf("%s: told %s", name, why)
		}
		d.pass(4 * time.Minute)
		if again := d.refused(s); again != why || d.Asked() != asked {
			t.Errorf("%s: asked again within minutes, and told %s", name, again)
		}
		d.pass(time.Minute)
		if d.refused(s); d.Asked() == asked {
			t.Errorf("%s: it is never asked again", name)
		}
	}
}

// Temporary failures are retried after growing pauses, or at the time that the endpoint names.
func TestFailuresPass(t *testing.T) {
	d := open(t)
	s := d.source("app", "app's secret")
	status, after, body := http.StatusServiceUnavailable, "", ""
	d.Fail(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", after)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	fails := func(words string, wait time.Duration) {
		t.Helper()
		asked := d.Asked()
		if why := d.refused(s); !strings.Contains(why, words) || d.Asked() != asked+1 {
			t.Errorf("asked %d times, told %s", d.Asked()-asked, why)
		}
		d.pass(wait - 100*time.Millisecond)
		d.refused(s)
		d.asked(asked + 1)
		d.pass(100 * time.Millisecond)
	}
	fails("answers 503; it is asked again", time.Second)
	fails("answers 503", 2*time.Second)
	fails("answers 503", 4*time.Second)
	status, after = http.StatusTooManyRequests, "120"
	fails("answers 429; it is asked again", 2*time.Minute)
	after = d.now().Add(30 * time.Minute).UTC().Format(http.TimeFormat)
	fails("answers 429", 29*time.Minute)
	d.pass(time.Minute)
	status, after, body = http.StatusOK, "", "<html>Sign in to this network</html>"
	fails("what answers gives no token", 32*time.Second)
	body = `{"access_token":""}`
	fails("what answers gives no token", time.Minute)
	body = `{"access_token":"` + strings.Repeat("x", 2<<20)
	fails("what answers gives no token", time.Minute)
	d.Fail(nil)
	d.token(s)
}

// A request to a silent endpoint ends after the timeout.
func TestEndpointHangs(t *testing.T) {
	d := open(t)
	hangs := make(chan struct{})
	d.Fail(func(http.ResponseWriter, *http.Request) { <-hangs })
	defer close(hangs)
	s := d.source("app", "app's secret", func(o *oauth.Options) { o.Timeout = 50 * time.Millisecond })
	if why := d.refused(s); !strings.Contains(why, "the endpoint does not answer (50ms)") {
		t.Errorf("told: %s", why)
	}
	gone := d.source("app", "app's secret", func(o *oauth.Options) { o.TokenURL = "http://127.0.0.1:1/token" })
	if why := d.refused(gone); !strings.Contains(why, "getting a token at http://127.0.0.1:1/token: dial tcp 127.0.0.1:1: connect: connection refused") {
		t.Errorf("told: %s", why)
	}
}

// If a caller ends during a request, the new refresh token is still stored.
func TestEndsMeanwhile(t *testing.T) {
	d := open(t)
	consent := d.Consent("rotating", "quotes", scope)
	s := d.source("rotating", "app's secret", func(o *oauth.Options) { o.RefreshToken = consent })
	ctx, cancel := context.WithCancel(t.Context())
	d.Fail(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		time.Sleep(50 * time.Millisecond) // until the endpoint has the request
		d.Fail(nil)
		d.ServeHTTP(w, r)
	})
	_, _ = s.Token(ctx)
	if d.kept[consent] == "" {
		t.Error("it is lost")
	}
}

// Secrets go only to the configured server, with a valid certificate, and never follow a
// redirect.
func TestSecretsGoNowhereElse(t *testing.T) {
	d := open(t)
	secure := httptest.NewTLSServer(d.Server)
	defer secure.Close()
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	at := func(url string, roots *x509.CertPool) *oauth.Source {
		return d.source("app", "app's secret", func(o *oauth.Options) { o.TokenURL, o.RootCAs = url+"/token", roots })
	}
	if why := d.refused(at(secure.URL, nil)); !strings.Contains(why, "certificate signed by unknown authority") {
		t.Errorf("told: %s", why)
	}
	roots := x509.NewCertPool()
	roots.AddCert(secure.Certificate())
	d.token(at(secure.URL, roots))
	d.asked(1)

	leads := httptest.NewServer(http.RedirectHandler(secure.URL+"/token", http.StatusTemporaryRedirect))
	defer leads.Close()
	if why := d.refused(at(leads.URL, roots)); !strings.Contains(why, "answers 307; check token_url") {
		t.Errorf("told: %s", why)
	}
	d.asked(1)
}
