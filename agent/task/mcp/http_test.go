package mcp_test

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ppamaild/agent/task/mcp"
)

// A restarted server is used again. While it is gone, calls fail.
func TestServerComesBack(t *testing.T) {
	t.Parallel()
	command := deskCommand(t, "crm")
	s := serveDesk(t, command, "")
	o := overHTTP(s)
	o.Timeout = 2 * time.Second
	c := connect(t, o)
	notes(t, c)
	s.stop()
	s = serveDesk(t, command, s.host)
	if n := notes(t, c); n != seedNotes {
		t.Errorf("%d notes", n)
	}
	s.stop()
	_, err := c.Call(t.Context(), "add_note", json.RawMessage(addNote))
	// If the closed connection is not noticed before the call, the effect of the call is unknown.
	if got := kind(err); got != "unavailable, not done" && got != "unavailable, perhaps done" || !strings.Contains(err.Error(), "refused") {
		t.Errorf("%s: %v", got, err)
	}
	serveDesk(t, command, s.host)
	if n := notes(t, c); n != seedNotes {
		t.Errorf("%d notes", n)
	}
}

func TestURLs(t *testing.T) {
	for url, says := range map[string]string{
		"http://crm.test/mcp":               "not https",
		"http://127.0.0.1.crm.test/mcp":     "not https",
		"https://user:hush@crm.test/mcp":    "credentials",
		"ftp://127.0.0.1/mcp":               "no URL of a server",
		"127.0.0.1:80":                      "first path segment",
		"https://crm.test/mcp":              "",
		"http://[::1]:80/mcp":               "",
		"http://LOCALHOST/mcp":              "",
		"http://127.1.2.3/mcp?desk=1":       "",
		"https://crm.agency.test:8443/a/b/": "",
	} {
		c, err := mcp.New(mcp.Options{Name: "crm", URL: url, Timeout: time.Second, MaxAnswer: 1}, slog.New(slog.DiscardHandler))
		if (err != nil) != (says != "") || err != nil && (!strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "hush")) {
			t.Errorf("%s: %v", url, err)
		}
		if err == nil {
			_ = c.Close()
		}
	}
}

func TestTokenThatIsWrong(t *testing.T) {
	o := overHTTP(serveDesk(t, deskCommand(t, "crm"), ""))
	o.Token = "another"
	began := time.Now()
	_, err := connect(t, o).Call(t.Context(), "add_note", json.RawMessage(addNote))
	if time.Since(began) > 2*time.Second {
		t.Error("it is tried again and again")
	}
	if kind(err) != "unavailable, not done" || !strings.Contains(err.Error(), "401 Unauthorized") || strings.Contains(err.Error(), "another") {
		t.Error(err)
	}
}

// web serves h until the test ends.
func web(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// sound serves the tools of changing over HTTP.
func sound() http.Handler {
	server := changing(1)
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil)
}

// The token and personal data go only to the configured server.
func TestRedirects(t *testing.T) {
	handler := sound()
	var strays atomic.Int32
	elsewhere := web(t, func(w http.ResponseWriter, r *http.Request) {
		strays.Add(1)
		handler.ServeHTTP(w, r)
	})
	for name, c := range map[string]struct {
		code int
		to   string
		says string
	}{
		"within the server": {http.StatusTemporaryRedirect, "/mcp/", ""},
		"for good":          {http.StatusPermanentRedirect, "/mcp/", ""},
		"to another":        {http.StatusTemporaryRedirect, elsewhere.URL, "was not configured"},
		"without the call":  {http.StatusFound, "/mcp/", "drops what it was sent"},
		"in a circle":       {http.StatusTemporaryRedirect, "/mcp", "again and again"},
	} {
		t.Run(name, func(t *testing.T) {
			s := web(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/mcp/" {
					http.Redirect(w, r, c.to, c.code)
					return
				}
				if r.Header.Get("Authorization") != "Bearer t" {
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				handler.ServeHTTP(w, r)
			})
			_, err := connect(t, mcp.Options{URL: s.URL + "/mcp", Token: "t", Timeout: time.Second}).Tools(t.Context())
			if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Error(err)
			}
		})
	}
	if n := strays.Load(); n > 0 {
		t.Errorf("%d requests went elsewhere", n)
	}
}

func TestPrivateCA(t *testing.T) {
	s := httptest.NewTLSServer(sound())
	t.Cleanup(s.Close)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	o := mcp.Options{URL: s.URL, Timeout: time.Second}
	if _, err := connect(t, o).Tools(t.Context()); kind(err) != "unavailable, not done" || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("of a stranger: %v", err)
	}
	o.RootCAs = x509.NewCertPool()
	o.RootCAs.AddCert(s.Certificate())
	if _, err := connect(t, o).Tools(t.Context()); err != nil {
		t.Error(err)
	}
}

// before answers requests of a method with h (any method for ""), and others as usual.
func before(next http.Handler, method string, h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var message struct{ Method string }
		_ = json.Unmarshal(body, &message) // a GET has no body
		if message.Method == method || r.Method == method {
			h(w, r)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// old makes a server that does not know the newest handshake.
func old(next http.Handler) http.Handler {
	return before(next, "server/discover", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no such method", http.StatusBadRequest)
	})
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// pour answers a call with endless JSON or events.
func pour(contentType, begin, chunk string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, err := io.WriteString(w, begin)
		for chunk := strings.Repeat(chunk, 1000); err == nil && r.Context().Err() == nil; {
			_, err = io.WriteString(w, chunk)
		}
	}
}

// Calls to hostile servers end and use little memory.
func TestHostileServers(t *testing.T) {
	page := func(code int, contentType string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(code)
			fmt.Fprint(w, "<html>Maintenance</html>")
		}
	}
	for name, c := range map[string]struct {
		server http.Handler
		want   string
	}{
		"notices that never begin":     {before(old(sound()), "GET", hang), "answer"},
		"notices that never begin now": {before(sound(), "subscriptions/listen", hang), "answer"},
		"no notices":                   {before(old(sound()), "GET", page(404, "text/html")), "answer"},
		"no answer":                    {before(sound(), "tools/call", hang), "unavailable, perhaps done"},
		"a page":                       {before(sound(), "tools/call", page(200, "text/html")), "unavailable, perhaps done"},
		"a page that says JSON":        {before(sound(), "tools/call", page(200, "application/json")), "unavailable, perhaps done"},
		"unavailable":                  {before(sound(), "tools/call", page(503, "text/html")), "unavailable, perhaps done"},
		"too many":                     {before(sound(), "tools/call", page(429, "text/html")), "unavailable, not done"},
		"not found":                    {before(old(sound()), "tools/call", page(404, "text/html")), "unavailable, not done"},
		"endless JSON":                 {before(sound(), "tools/call", pour("application/json", `{"jsonrpc":"2.0","id":"`, "x")), "unavailable, perhaps done"},
		"an endless event":             {before(sound(), "tools/call", pour("text/event-stream", "data: ", "x")), "unavailable, perhaps done"},
		"endless events":               {before(sound(), "tools/call", pour("text/event-stream", "", ": x\n\n")), "unavailable, perhaps done"},
		"an endless refusal": {before(sound(), "tools/call", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusBadRequest)
			pour("text/event-stream", "", "x")(w, r)
		}), "unavailable, not done"},
		"an error of the protocol": {before(old(sound()), "tools/call", func(w http.ResponseWriter, r *http.Request) {
			var message struct{ ID json.RawMessage }
			_ = json.NewDecoder(r.Body).Decode(&message) // a request always has a body
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"out of order"}}`, message.ID)
		}), "tool error"},
		"one page of tools for ever": {before(sound(), "tools/list", func(w http.ResponseWriter, r *http.Request) {
			var message struct{ ID json.RawMessage }
			_ = json.NewDecoder(r.Body).Decode(&message)
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[],"nextCursor":"again"}}`, message.ID)
		}), "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			s := web(t, c.server.ServeHTTP)
			client := connect(t, mcp.Options{URL: s.URL, Timeout: 2 * time.Second})
			var earlier, later runtime.MemStats
			runtime.ReadMemStats(&earlier)
			began := time.Now()
			_, err := client.Call(t.Context(), "grow", nil)
			took := time.Since(began)
			runtime.ReadMemStats(&later)
			if got := kind(err); got != c.want {
				t.Errorf("%s: %v", got, err)
			}
			if took > 9*time.Second {
				t.Errorf("it took %v", took)
			}
			if grown := int64(later.HeapAlloc) - int64(earlier.HeapAlloc); grown > 150<<20 {
				t.Errorf("it took %d octets", grown)
			}
			t.Log(took.Round(time.Millisecond), err)
		})
	}
}
