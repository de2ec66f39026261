package admin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// A query arrives at the daemon as the command sent it.
func TestFinding6QueriesTravel(t *testing.T) {
	for _, q := range []history.Query{
		{}, {Limit: 7, After: "Q-1", From: "a@b", Status: []string{"running", "expired"}},
		{Since: time.Date(2026, 3, 1, 12, 0, 0, 1, time.UTC), ByID: true},
	} {
		if got, err := queryOf(valuesOf(q)); err != nil || !reflect.DeepEqual(got, q) {
			t.Errorf("%+v arrives as %+v (%v)", q, got, err)
		}
	}
	for _, bad := range []url.Values{{"limit": {"x"}}, {"limit": {"-1"}}, {"since": {"noon"}}} {
		_, err := queryOf(bad)
		if _, refused := errors.AsType[refusal.Error](err); !refused {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// remote returns commands to a daemon that answers with h.
func remote(t *testing.T, h http.Handler) Remote {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.sock")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	on, err := control.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- control.Serve(ctx, on, h, slog.New(slog.DiscardHandler)) }()
	c := control.At(path)
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, c.Close()); err != nil {
			t.Error(err)
		}
	})
	for !c.Alive(ctx) {
		time.Sleep(time.Millisecond)
	}
	return Remote{c}
}

// The daemon answers a question for all threads in pages.
func TestFinding6RemoteListsInPages(t *testing.T) {
	const count = 2*threadsPage + 1
	s := bolttest.MustOpen(t)
	err := s.Update(t.Context(), func(tx store.Tx) (err error) {
		for n := range count {
			h := store.Head{Thread: fmt.Sprintf("Q-%04d", n), Status: store.ThreadRunning}
			_, putErr := tx.PutHead(h)
			err = errors.Join(err, putErr)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	historyHandlers(mux, history.Reader{Store: s})
	var asked atomic.Int32
	r := remote(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/threads" {
			asked.Add(1)
		}
		mux.ServeHTTP(w, r)
	}))
	list, err := r.Threads(t.Context(), history.Query{})
	if err != nil || len(list) != count || asked.Load() != 3 {
		t.Errorf("%d answers have %d threads (%v)", asked.Load(), len(list), err)
	}
	list, err = r.Threads(t.Context(), history.Query{Limit: 3, After: "Q-0007"})
	if err != nil || len(list) != 3 || list[0].Thread != "Q-0006" {
		t.Errorf("three threads are %+v (%v)", list, err)
	}
}
