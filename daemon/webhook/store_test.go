package webhook_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/daemon/changelog"
	"ppamaild/daemon/storefile"
	"ppamaild/daemon/webhook"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// moody is a store that fails while down, like a database that restarts.
type moody struct {
	store.Store
	down atomic.Bool
}

func (m *moody) View(ctx context.Context, fn func(store.Tx) error) error {
	if m.down.Load() {
		return errors.New("reading the store: connection refused")
	}
	return m.Store.View(ctx, fn)
}

func (m *moody) Update(ctx context.Context, fn func(store.Tx) error) error {
	if m.down.Load() {
		return errors.New("writing the store: connection refused")
	}
	return m.Store.Update(ctx, fn)
}

// A store that fails for a moment does not end the webhooks.
func TestAStoreThatFails(t *testing.T) {
	t.Parallel()
	var got atomic.Int64
	down := &moody{}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		if got.Add(1) == 1 {
			down.down.Store(true) // the note of the delivery fails
		}
	}))
	defer server.Close()
	opened, err := bolt.Open(filepath.Join(t.TempDir(), "ppamaild.db"), bolt.Options{})
	must(t, err)
	defer opened.Close()
	down.Store = opened
	l := &life{t: t}
	log := slog.New(slog.NewTextHandler(&l.log, nil))
	l.store = changelog.New(storefile.NewRetryOnDiskFull(down, log), time.Now)
	ctx, cancel := context.WithCancel(t.Context())
	w := webhook.New(webhook.Options{
		Hooks: []webhook.Hook{{URL: server.URL, Secret: []byte(key)}}, Store: l.store,
		Now: time.Now, Log: log, Pause: time.Millisecond,
	})
	must(t, w.Begin(ctx))
	var all sync.WaitGroup
	all.Go(func() { w.Run(ctx) })
	defer all.Wait()
	defer cancel()
	l.opens(1)
	until(t, "the failure", func() bool { return strings.Contains(l.log.String(), "webhook stopped; trying again") })
	down.down.Store(false)
	l.opens(2)
	until(t, "three deliveries", func() bool { return got.Load() >= 3 }) // the first one again
}

// A hook for rare events keeps its place over the other events.
func TestThePlaceOfAQuietHook(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	hook := webhook.Hook{URL: "http://127.0.0.1:1/", Secret: []byte(key), Events: []string{changelog.MailFailed}}
	l := begin(t, path, hook)
	for n := range 5 {
		l.opens(n + 1)
	}
	until(t, "the place", func() bool { return l.place(hook) == 5 })
	l.end()
	opened, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	must(t, opened.Update(t.Context(), func(tx store.Tx) error { // as the log prunes after 30 days
		return tx.PutSecret("event log", []byte(`{"last":5,"pruned":4}`))
	}))
	must(t, opened.Close())
	again := begin(t, path, hook)
	again.end()
	if strings.Contains(again.log.String(), "dropped old events") {
		t.Errorf("a false alarm:\n%s", again.log.String())
	}
}

// place is the number of the last event that a hook passed.
func (l *life) place(hook webhook.Hook) (seq int) {
	sum := sha256.Sum256([]byte(hook.URL))
	must(l.t, l.store.View(l.t.Context(), func(tx store.Tx) error {
		raw, err := tx.Secret("webhook " + hex.EncodeToString(sum[:]))
		if err != nil {
			return err
		}
		_, err = fmt.Sscanf(string(raw), `{"seq":%d`, &seq)
		return err
	}))
	return seq
}
