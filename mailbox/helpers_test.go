package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"ppamaild/store"
)

const (
	testUser     = "quotes@agency.test"
	testPassword = "secret"
)

// testLogger writes to the test's log.
func testLogger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// memSink stores accepted messages in memory.
type memSink struct {
	mu      sync.Mutex
	got     []Arrival
	cursor  *store.Cursor
	history []store.Cursor
	fail    int           // Accepts to fail
	slow    time.Duration // each Accept takes
	changed chan struct{}
}

func newMemSink() *memSink { return &memSink{changed: make(chan struct{}, 1)} }

func (s *memSink) Cursor(context.Context, string) (store.Cursor, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cursor == nil {
		return store.Cursor{}, fmt.Errorf("cursor: %w", store.ErrNotFound)
	}
	return *s.cursor, nil
}

func (s *memSink) Accept(ctx context.Context, batch []Arrival, c store.Cursor) error {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail > 0 && len(batch) > 0 {
		s.fail--
		return errors.New("the disk is full")
	}
	s.got = append(s.got, batch...)
	s.cursor = &c
	s.history = append(s.history, c)
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return nil
}

func (s *memSink) AcceptLarge(ctx context.Context, a Arrival, body io.Reader, c store.Cursor) error {
	raw, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("storing: %w", err)
	}
	a.Raw = raw
	return s.Accept(ctx, []Arrival{a}, c)
}

func (s *memSink) arrivals() []Arrival {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Arrival(nil), s.got...)
}

func (s *memSink) at() store.Cursor {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cursor == nil {
		return store.Cursor{}
	}
	return *s.cursor
}

// wait returns the arrivals once there are n.
func (s *memSink) wait(t *testing.T, n int) []Arrival {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		if got := s.arrivals(); len(got) >= n {
			return got
		}
		select {
		case <-s.changed:
		case <-timeout:
			t.Fatalf("%d messages were accepted, not %d", len(s.arrivals()), n)
		}
	}
}

// startWatcher runs a watcher until the test ends.
func startWatcher(t *testing.T, account Account, sink Sink, start Start, edits ...func(*Watcher)) *Watcher {
	t.Helper()
	w, err := NewWatcher(WatcherOptions{Account: account, Sink: sink, Start: start, Logger: testLogger(t)})
	if err != nil {
		t.Fatal(err)
	}
	w.pause, w.cutFor = 5*time.Millisecond, 50*time.Millisecond
	for _, edit := range edits {
		edit(w)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Run returned %v", err)
		}
	}()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Error("Run did not return")
		}
	})
	return w
}

func waitReady(t *testing.T, w *Watcher) {
	t.Helper()
	select {
	case <-w.Ready():
	case <-time.After(20 * time.Second):
		t.Fatalf("the watcher does not get ready: %+v", w.Status())
	}
}

// memServer is go-imap's in-memory server with one account.
type memServer struct {
	user    *imapmemserver.User
	account Account
}

func startMemServer(t *testing.T, caps imap.CapSet) *memServer {
	t.Helper()
	mem := imapmemserver.New()
	user := imapmemserver.NewUser(testUser, testPassword)
	if err := user.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	mem.AddUser(user)
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		},
		Caps:         caps,
		InsecureAuth: true,
		Logger:       log.New(io.Discard, "", 0),
	})
	listener := listen(t)
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return &memServer{user: user, account: accountAt(listener.Addr())}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}

func accountAt(addr net.Addr) Account {
	return Account{
		Name: "quotes@agency.test/INBOX", Host: "127.0.0.1", Port: addr.(*net.TCPAddr).Port, TLS: TLSNone,
		Username: testUser, Password: testPassword, Timeout: 5 * time.Second,
	}
}

func (m *memServer) deliver(t *testing.T, raw string, date time.Time) {
	t.Helper()
	if _, err := m.user.Append("INBOX", newLiteral(raw), &imap.AppendOptions{Time: date}); err != nil {
		t.Fatal(err)
	}
}

type literalString struct{ *strings.Reader }

func newLiteral(s string) literalString { return literalString{strings.NewReader(s)} }

func (l literalString) Size() int64 { return l.Reader.Size() }

func mailNumber(n int) string {
	return fmt.Sprintf("From: alice@customer.test\r\nSubject: %d\r\nMessage-ID: <%d@customer.test>\r\n\r\nHello %d\r\n", n, n, n)
}
