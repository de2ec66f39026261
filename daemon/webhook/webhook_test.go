package webhook_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/changelog"
	"ppamaild/daemon/storefile"
	"ppamaild/daemon/webhook"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// asReceiver lets the test binary be the receiver: the address, a file for the received events,
// and after how many events the receiver dies without an answer; 0 for never.
const asReceiver = "WEBHOOK_RECEIVER"

// asSender lets the test binary be a daemon with a webhook: the store, and the address.
const asSender = "WEBHOOK_SENDER"

const key = "a key of 24 bytes or more"

func TestMain(m *testing.M) {
	if as := os.Getenv(asReceiver); as != "" {
		receive(strings.Fields(as))
	}
	if as := os.Getenv(asSender); as != "" {
		send(strings.Fields(as))
	}
	os.Exit(m.Run())
}

// receive serves until the process ends. It verifies signatures by the text of the standard.
func receive(as []string) {
	dies, err := strconv.Atoi(as[2])
	if err != nil {
		panic(err)
	}
	kept, err := os.OpenFile(as[1], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	n := 0
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !isSigned(r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprintf(kept, "%s %s\n", r.Header.Get("webhook-id"), body)
		if n++; n == dies {
			os.Exit(0)
		}
	})
	panic(http.ListenAndServe(as[0], handler))
}

func isSigned(h http.Header, body []byte) bool {
	id, at := h.Get("webhook-id"), h.Get("webhook-timestamp")
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(id + "." + at + "."))
	mac.Write(body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	seconds, err := strconv.ParseInt(at, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	return err == nil && age.Abs() < 5*time.Minute && h.Get("webhook-signature") == want
}

// receiver is a process that receives webhooks.
type receiver struct {
	t        *testing.T
	at, file string
}

// starts starts the receiver. stop kills and died waits for the process.
func (r receiver) starts(dies int) (stop, died func()) {
	r.t.Helper()
	c := exec.CommandContext(r.t.Context(), os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %d", asReceiver, r.at, r.file, dies))
	must(r.t, c.Start())
	died = sync.OnceFunc(func() { _ = c.Wait() }) // killed
	return func() { must(r.t, c.Process.Kill()); died() }, died
}

// got returns the ids and the data of the received events.
func (r receiver) got() (ids []string, data []changelog.Event) {
	raw, err := os.ReadFile(r.file)
	if err != nil {
		return nil, nil
	}
	for line := range strings.Lines(string(raw)) {
		id, text, whole := strings.Cut(line, " ")
		var body struct {
			Type string
			Data struct {
				changelog.Event
				URL string
			}
		}
		if !whole || json.Unmarshal([]byte(text), &body) != nil {
			r.t.Errorf("received %q", line)
		}
		body.Data.Type = body.Type
		ids, data = append(ids, id), append(data, body.Data.Event)
	}
	return ids, data
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// life is one run of a daemon with webhooks.
type life struct {
	t     *testing.T
	store *changelog.Store
	log   buffer
	end   func()
}

// buffer is a log that a test reads while others write.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func begin(t *testing.T, path string, hooks ...webhook.Hook) *life {
	t.Helper()
	opened, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	l := &life{t: t}
	log := slog.New(slog.NewTextHandler(&l.log, nil))
	l.store = changelog.New(storefile.NewRetryOnDiskFull(opened, log), time.Now)
	ctx, cancel := context.WithCancel(t.Context())
	w := webhook.New(webhook.Options{
		Hooks: hooks, Store: l.store, Console: "https://console.agency.test", Now: time.Now,
		Log: log, Pause: time.Millisecond,
	})
	must(t, w.Begin(ctx))
	var all sync.WaitGroup
	all.Go(func() { w.Run(ctx) })
	l.end = sync.OnceFunc(func() {
		cancel()
		all.Wait()
		must(t, l.store.Close())
	})
	t.Cleanup(l.end)
	return l
}

// opens opens a review.
func (l *life) opens(number int) {
	l.t.Helper()
	must(l.t, l.store.Update(l.t.Context(), func(tx store.Tx) error {
		return tx.PutReview(store.Review{
			Thread: "Q-7F3K2M", Number: number, Kind: "step", Step: "quote", Status: store.ReviewOpen,
		})
	}))
}

// Every event arrives, in order and signed: over failures of the receiver, a receiver that dies
// before its answer, and a restart of the daemon. The repeated event has the same id.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	on, err := net.Listen("tcp", "127.83.12.7:0") // no other test listens on this address
	must(t, err)
	must(t, on.Close())
	r := receiver{t, on.Addr().String(), filepath.Join(dir, "received")}
	path := filepath.Join(dir, "ppamaild.db")
	hook := webhook.Hook{URL: "http://" + r.at + "/hook", Secret: []byte(key)}

	first := begin(t, path, hook)
	first.opens(1)
	first.opens(2)
	first.opens(3)
	until(t, "a failure", func() bool { return strings.Contains(first.log.String(), "webhook failed") })
	_, died := r.starts(2)
	died()
	first.end()

	second := begin(t, path, hook)
	second.opens(4)
	stop, _ := r.starts(0)
	defer stop()
	until(t, "all events", func() bool { ids, _ := r.got(); return len(ids) >= 5 })
	ids, events := r.got()
	var numbers []int
	for _, e := range events {
		numbers = append(numbers, e.Review)
	}
	if !slices.Equal(numbers, []int{1, 2, 2, 3, 4}) || ids[1] != ids[2] || ids[2] == ids[3] {
		t.Errorf("received the reviews %v with the ids %q", numbers, ids)
	}
	want := changelog.Event{
		Type: changelog.ReviewOpened, Thread: "Q-7F3K2M", Review: 1, Kind: "step", Step: "quote",
	}
	if events[0] != want {
		t.Errorf("received %+v", events[0])
	}
}

// send posts the events of a store until the process is killed.
func send(as []string) {
	opened, err := bolt.Open(as[0], bolt.Options{})
	if err != nil {
		panic(err)
	}
	log := slog.New(slog.DiscardHandler)
	hook := webhook.Hook{URL: as[1], Secret: []byte(key)}
	webhook.New(webhook.Options{
		Hooks: []webhook.Hook{hook}, Now: time.Now, Log: log, Pause: time.Millisecond,
		Store: changelog.New(storefile.NewRetryOnDiskFull(opened, log), time.Now),
	}).Run(context.Background())
}

// killer receives events, and kills the sender of every event once: before the answer, so that
// the sender can't note the delivery.
type killer struct {
	mu     sync.Mutex
	sender *exec.Cmd
	ids    map[int][]string // by review
}

func (k *killer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct{ Data changelog.Event }
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	n := body.Data.Review
	if k.ids[n] = append(k.ids[n], r.Header.Get("webhook-id")); len(k.ids[n]) == 1 {
		_ = k.sender.Process.Kill()
		_ = k.sender.Wait()
	}
}

// SIGKILL between a delivery and its note loses no event. The event comes again with the same id.
func TestKilledBeforeTheNote(t *testing.T) {
	t.Parallel()
	const events = 4
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	k := &killer{ids: map[int][]string{}}
	server := httptest.NewServer(k)
	defer server.Close()
	begin(t, path, webhook.Hook{URL: server.URL, Secret: []byte(key)}).end() // before the events
	first := begin(t, path)
	for n := range events {
		first.opens(n + 1)
	}
	first.end()
	for range events + 1 {
		k.mu.Lock()
		k.sender = exec.CommandContext(t.Context(), os.Args[0])
		k.sender.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s", asSender, path, server.URL))
		must(t, k.sender.Start())
		sender := k.sender
		k.mu.Unlock()
		until(t, "an event more", func() bool {
			k.mu.Lock()
			defer k.mu.Unlock()
			return sender.ProcessState != nil || len(k.ids[events]) == 2
		})
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	must(t, k.sender.Process.Kill())
	_ = k.sender.Wait() // killed
	for n := range events {
		if ids := k.ids[n+1]; len(ids) != 2 || ids[0] != ids[1] {
			t.Errorf("event %d came with the ids %q", n+1, ids)
		}
	}
}

// A hook gets only its events, and a redirect counts as a failure.
func TestEventsAndRedirects(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	paths := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		paths[r.URL.Path]++
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}
	}))
	defer server.Close()
	hook := func(path string, events ...string) webhook.Hook {
		return webhook.Hook{URL: server.URL + path, Secret: []byte(key), Events: events}
	}
	l := begin(t, filepath.Join(t.TempDir(), "ppamaild.db"), hook("/moved"),
		hook("/opened", changelog.ReviewOpened), hook("/failed", changelog.MailFailed))
	l.opens(1)
	until(t, "the events", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return paths["/moved"] > 2 && paths["/opened"] == 1
	})
	l.end()
	if paths["/elsewhere"]+paths["/failed"] > 0 || paths["/opened"] != 1 {
		t.Errorf("posted to %v", paths)
	}
	if log := l.log.String(); !strings.Contains(log, "307") || strings.Contains(log, "/moved") {
		t.Errorf("the log does not fit:\n%s", log)
	}
}

// The configuration knows the events of the log.
func TestConfiguredEvents(t *testing.T) {
	if got := config.WebhookEvents(); !slices.Equal(got, changelog.Types()) {
		t.Errorf("the configuration knows %q", got)
	}
}
