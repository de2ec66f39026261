package control

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
)

const ssn = "078-05-1120"

// A handler that panics or fails answers without a customer's text.
func TestAnswersAreMasked(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for name, handle := range map[string]http.HandlerFunc{
		"a panic": func(http.ResponseWriter, *http.Request) { panic("no place for " + ssn) },
		"a refusal": func(w http.ResponseWriter, _ *http.Request) {
			Respond(w, nil, refusal.Errorf("it was set aside: %s", ssn))
		},
		"an error": func(w http.ResponseWriter, _ *http.Request) { Respond(w, nil, errors.New("can't read "+ssn)) },
		"not found": func(w http.ResponseWriter, _ *http.Request) {
			Respond(w, nil, fmt.Errorf("%s: %w", ssn, store.ErrNotFound))
		},
	} {
		w := httptest.NewRecorder()
		recoverPanics(handle, logger).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/threads", nil))
		if said := w.Body.String(); w.Code < 400 || !strings.Contains(said, "[ssn]") || strings.Contains(said+log.String(), ssn) {
			t.Errorf("%s: %d %q\n%s", name, w.Code, said, &log)
		}
	}
	if !strings.Contains(log.String(), "internal error: no place for [ssn]") {
		t.Errorf("the log does not say what broke:\n%s", &log)
	}
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("an answer that breaks off comes to %v", p)
		}
	}()
	abort := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	recoverPanics(abort, logger).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
}

// served answers on a socket by these handlers, until the test ends.
func served(t *testing.T, mux *http.ServeMux) Client {
	t.Helper()
	return servedAt(t, filepath.Join(t.TempDir(), "test.sock"), mux)
}

func servedAt(t *testing.T, path string, mux *http.ServeMux) Client {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o666); err != nil { // left behind by an earlier program
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	on, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- Serve(ctx, on, mux, slog.New(slog.DiscardHandler)) }()
	c := At(path)
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, c.Close()); err != nil {
			t.Error(err)
		}
		if c.Alive(context.Background()) {
			t.Error("it answers when it has ended")
		}
		if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the socket is left: %v", err)
		}
	})
	for !c.Alive(ctx) {
		time.Sleep(time.Millisecond)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info, err)
	}
	return c
}

// An answer arrives unchanged.
func TestAnswers(t *testing.T) {
	mux := http.NewServeMux()
	answer := func(path string, v any, err error) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { Respond(w, v, err) })
	}
	answer("/list", []string{"a", "b"}, nil)
	answer("/refused", nil, refusal.Errorf("it was erased"))
	answer("/missing", nil, fmt.Errorf("thread Q-NONE22: %w", store.ErrNotFound))
	answer("/broken", nil, errors.New("the disk can't be read"))
	mux.HandleFunc("POST /orders", Fulfill(func(_ context.Context, on []string) (int, error) { return len(on), nil }))
	mux.HandleFunc("GET /cut", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`["a",`))
		panic(http.ErrAbortHandler)
	})
	c := served(t, mux)
	ask := func(path string) ([]string, error) { return Get[[]string](t.Context(), c, path) }
	if list, err := ask("/list"); err != nil || !slices.Equal(list, []string{"a", "b"}) {
		t.Errorf("%q, %v", list, err)
	}
	if n, err := Ask[int](t.Context(), c, http.MethodPost, "/orders", []string{"Q-7F3K2M", "Q-NONE22"}); n != 2 || err != nil {
		t.Errorf("an order comes to %d, %v", n, err)
	}
	if _, err := Ask[int](t.Context(), c, http.MethodPost, "/orders", []string{strings.Repeat("x", maxOrder)}); err == nil {
		t.Error("an order without end is read")
	}
	if _, err := ask("/refused"); !errors.Is(err, refusal.Error("it was erased")) {
		t.Errorf("a refusal is %v", err)
	}
	if _, err := ask("/missing"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what is missing is %v", err)
	}
	if _, err := ask("/broken"); err == nil || !strings.Contains(err.Error(), "asking the running daemon: 500 Internal Server Error: the disk can't be read") {
		t.Errorf("what is broken is %v", err)
	}
	if _, err := ask("/cut"); err == nil {
		t.Error("an answer that breaks off is taken for whole")
	}
}

// The client gets the result even if the daemon was stopped during the request. Afterwards no
// handler is at work.
func TestWhatIsBeingAnsweredAtTheEndIsAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.sock")
	ctx, stop := context.WithCancel(t.Context())
	var done atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("POST /cancel", func(w http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
		time.Sleep(50 * time.Millisecond) // as a commit takes
		done.Store(true)
		Respond(w, "Q-7F3K2M", nil)
	})
	ended := make(chan error)
	on, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- Serve(ctx, on, mux, slog.New(slog.DiscardHandler)) }()
	c := At(path)
	for !c.Alive(t.Context()) {
		time.Sleep(time.Millisecond)
	}
	asked := make(chan error)
	go func() {
		id, err := Ask[string](t.Context(), c, http.MethodPost, "/cancel", nil)
		if err == nil && id != "Q-7F3K2M" {
			err = fmt.Errorf("the answer is %q", id)
		}
		asked <- err
	}()
	if err := <-ended; err != nil || !done.Load() {
		t.Errorf("it ended with %v; what was under way is done: %t", err, done.Load())
	}
	if err := errors.Join(<-asked, c.Close()); err != nil {
		t.Error(err)
	}
}

// Serve does not wait for a handler that ignores the end.
func TestWhatIsNotAnsweredInTimeIsBrokenOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.sock")
	ctx, stop := context.WithCancel(t.Context())
	hang := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hangs", func(http.ResponseWriter, *http.Request) { stop(); <-hang })
	ended := make(chan error)
	on, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- Serve(ctx, on, mux, slog.New(slog.DiscardHandler)) }()
	c := At(path)
	for !c.Alive(t.Context()) {
		time.Sleep(time.Millisecond)
	}
	if _, err := Get[string](t.Context(), c, "/hangs"); err == nil {
		t.Error("what never ended is answered")
	}
	if err := errors.Join(<-ended, c.Close()); err != nil {
		t.Error(err)
	}
	close(hang)
}

// The socket is next to the store for any length of path: in another folder, another user could
// create the socket first.
func TestTheSocketLiesBesideTheStore(t *testing.T) {
	long := strings.Repeat("x", 200)
	for name, store := range map[string]string{
		"short": "ppamaild.db", "long folder": filepath.Join(long, long, "ppamaild.db"), "long name": long,
		"longer name": strings.Repeat("y", 250), "long both": filepath.Join(long, long),
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config.Default()
			cfg.Store.Path = filepath.Join(t.TempDir(), store)
			if err := os.MkdirAll(filepath.Dir(cfg.Store.Path), 0o700); err != nil {
				t.Fatal(err)
			}
			path := Path(cfg)
			if filepath.Dir(path) != filepath.Dir(cfg.Store.Path) {
				t.Errorf("it is %s", path)
			}
			mux := http.NewServeMux()
			mux.HandleFunc("GET /path", Answer(func(*http.Request) (string, error) { return path, nil }))
			c := servedAt(t, path, mux)
			if got, err := Get[string](t.Context(), c, "/path"); got != path || err != nil {
				t.Errorf("asked at %s it answers %q, %v", path, got, err)
			}
		})
	}
}

// Two stores in one folder have two sockets.
func TestPathIsOfOneStore(t *testing.T) {
	for _, name := range []string{"/var/lib/ppamaild.db", "/" + strings.Repeat("x", 120), "/" + strings.Repeat("x", 240)} {
		one, other := config.Default(), config.Default()
		one.Store.Path, other.Store.Path = name, name+"y"
		if Path(one) == Path(other) {
			t.Errorf("%s and %s", Path(one), Path(other))
		}
	}
}
