package sandbox

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ppamaild/carrier/wire"
)

func TestParseFault(t *testing.T) {
	for text, want := range map[string]Fault{"lost": {Name: "lost"}, "lost*2": {Name: "lost", Times: 2}, "rate_quote:hang*1": {"hang", "rate_quote", 1}} {
		if got, err := ParseFault(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "nothing", "lost*", "lost*0", "lost*-1", "lost*many", "rate_quote:"} {
		if f, err := ParseFault(bad); err == nil {
			t.Errorf("%q: %+v", bad, f)
		}
	}
}

// ask sends a request, and returns the status and the body of its answer.
func ask(t *testing.T, s *Server, method, path, key, version, body string) (int, string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set(wire.HeaderAPIKey, APIKey)
	r.Header.Set(wire.HeaderKey, key)
	if version != "" {
		r.Header.Set(wire.HeaderVersion, version)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

const opening = `{"QuotedDt":"2026-11-20","EffectiveDt":"2026-12-01","Addr":{"Addr1":"1 Elm","City":"Columbus","StateProvCd":"OH","PostalCode":"43004"}}`

func newServer(t *testing.T, now func() time.Time) *Server {
	t.Helper()
	s, err := New(Options{Now: now, Life: time.Hour, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A call takes effect once, and its key identifies no other call.
func TestKeysAreIdempotent(t *testing.T) {
	s := newServer(t, time.Now)
	_, first := ask(t, s, "POST", "/v1/quotes", "k1", "", opening)
	status, again := ask(t, s, "POST", "/v1/quotes", "k1", "", opening)
	if status != http.StatusCreated || again != first || len(s.quotes) != 1 {
		t.Errorf("%d, %d quotes:\n%s\n%s", status, len(s.quotes), first, again)
	}
	if status, body := ask(t, s, "POST", "/v1/quotes", "k1", "", strings.Replace(opening, "Elm", "Oak", 1)); status != 422 || !strings.Contains(body, string(wire.KeyReused)) {
		t.Errorf("another call with its key: %d %s", status, body)
	}
	if status, body := ask(t, s, "POST", "/v1/quotes", "", "", opening); status != 400 {
		t.Errorf("without a key: %d %s", status, body)
	}
	if status, body := ask(t, s, "GET", "/v1/transactions/k1", "", "", ""); status != 200 || !strings.Contains(body, `"StatusCode":201`) {
		t.Errorf("asked what came of it: %d %s", status, body)
	}
	if status, _ := ask(t, s, "GET", "/v1/transactions/k2", "", "", ""); status != 404 {
		t.Errorf("asked about nothing: %d", status)
	}
}

func TestQuotesAreForgotten(t *testing.T) {
	now := time.Now()
	s := newServer(t, func() time.Time { return now })
	ask(t, s, "POST", "/v1/quotes", "k1", "", opening)
	var number string
	for number = range s.quotes {
	}
	insured := `{"GivenName":"Ana","Surname":"Field"}`
	if status, body := ask(t, s, "PUT", "/v1/quotes/"+number+"/insured", "k2", `"7"`, insured); status != 409 || !strings.Contains(body, string(wire.Stale)) {
		t.Errorf("another version: %d %s", status, body)
	}
	now = now.Add(2 * time.Hour)
	if status, body := ask(t, s, "PUT", "/v1/quotes/"+number+"/insured", "k3", `"1"`, insured); status != 410 || !strings.Contains(body, string(wire.Expired)) {
		t.Errorf("two hours later: %d %s", status, body)
	}
}

func TestStrangersAreRefused(t *testing.T) {
	s := newServer(t, time.Now)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/v1/quotes", strings.NewReader(opening)))
	if w.Code != 401 || len(s.quotes) > 0 {
		t.Errorf("%d, %d quotes", w.Code, len(s.quotes))
	}
	if status, _ := ask(t, s, "POST", "/v1/quotes", "k", "", `{"QuotedDt":"2026-11-20"}`); status != 400 {
		t.Errorf("half a request: %d", status)
	}
	if status, _ := ask(t, s, "POST", "/v1/quotes", "k", "", `"`+strings.Repeat("x", 100_000)+`"`); status != 400 {
		t.Errorf("a long request: %d", status)
	}
}
