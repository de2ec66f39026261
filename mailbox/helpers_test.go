package mailbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"slices"
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

// memSink keeps what it accepts, as a store would.
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
func startWatcher(t *testing.T, account Account, sink Sink, start Start) *Watcher {
	t.Helper()
	w, err := NewWatcher(WatcherOptions{Account: account, Sink: sink, Start: start, Logger: testLogger(t)})
	if err != nil {
		t.Fatal(err)
	}
	w.pause = 5 * time.Millisecond
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

// fakeMail is a message of a fakeServer.
type fakeMail struct {
	uid  uint32
	date string // INTERNALDATE; empty: a sound one
	body string
}

// fakeServer is an IMAP server that follows a script, for what real ones do wrong.
type fakeServer struct {
	t        *testing.T
	account  Account
	validity int
	caps     string

	mu    sync.Mutex
	mails []fakeMail
	log   []string // commands, without tags
	conns int
	// on answers a command in its own way if it returns true.
	on func(c *fakeConn, tag, command, args string) bool
}

type fakeConn struct {
	*fakeServer
	net.Conn
	r      *bufio.Reader
	number int // of the connection, from 1
}

func startFakeServer(t *testing.T, mails ...fakeMail) *fakeServer {
	listener := listen(t)
	s := &fakeServer{t: t, account: accountAt(listener.Addr()), validity: 1, caps: "IMAP4rev1 IDLE", mails: mails}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns++
			c := &fakeConn{fakeServer: s, Conn: conn, r: bufio.NewReader(conn), number: s.conns}
			s.mu.Unlock()
			t.Cleanup(func() { conn.Close() })
			go c.serve()
		}
	}()
	return s
}

func (s *fakeServer) commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.log...)
}

func (s *fakeServer) sorted() []fakeMail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]fakeMail(nil), s.mails...)
}

func (c *fakeConn) say(format string, args ...any) { fmt.Fprintf(c.Conn, format+"\r\n", args...) }

func (c *fakeConn) serve() {
	defer c.Close()
	c.say("* OK [CAPABILITY %s] ready", c.caps)
	for {
		line, err := c.r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		tag, rest, _ := strings.Cut(line, " ")
		command, args, _ := strings.Cut(rest, " ")
		if command == "UID" {
			var sub string
			sub, args, _ = strings.Cut(args, " ")
			command += " " + sub
		}
		c.mu.Lock()
		c.log = append(c.log, rest)
		on := c.on
		c.mu.Unlock()
		if on == nil || !on(c, tag, command, args) {
			c.answer(tag, command, args)
		}
	}
}

func (c *fakeConn) answer(tag, command, args string) {
	switch command {
	case "CAPABILITY":
		c.say("* CAPABILITY %s", c.caps)
	case "EXAMINE":
		mails := c.sorted()
		next := uint32(1)
		if len(mails) > 0 {
			next = mails[len(mails)-1].uid + 1
		}
		c.say("* %d EXISTS", len(mails))
		c.say("* OK [UIDVALIDITY %d] ok", c.validity)
		c.say("* OK [UIDNEXT %d] ok", next)
	case "UID SEARCH":
		c.search(args)
	case "UID FETCH":
		set, items, _ := strings.Cut(args, " ")
		for i, m := range c.sorted() {
			if inSet(set, m.uid) {
				c.fetch(i+1, m, items)
			}
		}
	case "IDLE":
		c.say("+ idling")
		c.r.ReadString('\n')
	}
	c.say("%s OK done", tag)
}

func (c *fakeConn) search(args string) {
	var first uint32
	fmt.Sscanf(args, "(UID %d:*", &first)
	if first == 0 {
		fmt.Sscanf(args, "UID %d:*", &first)
	}
	var uids []string
	mails := c.sorted()
	for i, m := range mails {
		if m.uid >= first || i == len(mails)-1 { // RFC 9051 §6.4.9: n:* has the last one
			uids = append(uids, fmt.Sprint(m.uid))
		}
	}
	c.say("* SEARCH %s", strings.Join(uids, " "))
}

func (c *fakeConn) fetch(seq int, m fakeMail, items string) {
	date := m.date
	if date == "" {
		date = "01-Jan-2026 10:00:00 +0000"
	}
	c.say("* %d FETCH (UID %d RFC822.SIZE %d INTERNALDATE \"%s\"%s)", seq, m.uid, len(m.body), date, bodyItem(m, items))
}

func bodyItem(m fakeMail, items string) string {
	body := m.body
	switch {
	case strings.Contains(items, "BODY.PEEK[HEADER]"):
		header, _, _ := strings.Cut(body, "\r\n\r\n")
		return fmt.Sprintf(" BODY[HEADER]<0> {%d}\r\n%s", len(header), header)
	case strings.Contains(items, "BODY.PEEK[]<0"):
		body = body[:min(len(body), earlySize)]
		return fmt.Sprintf(" BODY[]<0> {%d}\r\n%s", len(body), body)
	case strings.Contains(items, "BODY.PEEK[]"):
		return fmt.Sprintf(" BODY[] {%d}\r\n%s", len(body), body)
	}
	return ""
}

func inSet(set string, uid uint32) bool {
	for piece := range strings.SplitSeq(set, ",") {
		var from, to uint32
		if n, _ := fmt.Sscanf(piece, "%d:%d", &from, &to); n == 1 {
			to = from
			if strings.HasSuffix(piece, ":*") {
				to = 1<<32 - 1
			}
		}
		if from <= uid && uid <= to {
			return true
		}
	}
	return false
}

// add delivers a message without announcing it.
func (s *fakeServer) add(m fakeMail) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, m)
}

// remove expunges a message.
func (s *fakeServer) remove(uid uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = slices.DeleteFunc(s.mails, func(m fakeMail) bool { return m.uid == uid })
}
