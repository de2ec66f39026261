package mailbox

import (
	"bufio"
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-imap/v2"
)

func idleCaps() imap.CapSet {
	return imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIdle: {}}
}

func TestWatchStartsWithWhatArrivesFromThenOn(t *testing.T) {
	server := startMemServer(t, nil)
	for n := range 20 {
		server.deliver(t, mailNumber(n), time.Now())
	}
	sink := newMemSink()
	before := time.Now().Truncate(time.Second)
	w := startWatcher(t, server.account, sink, Start{})
	waitReady(t, w)
	if got := sink.arrivals(); len(got) != 0 {
		t.Fatalf("%d old messages were read", len(got))
	}
	if c := sink.at(); c.LastUID != 20 || c.Floor.Before(before) || c.UIDValidity == 0 {
		t.Errorf("the first cursor is %+v", c)
	}
	server.deliver(t, mailNumber(99), time.Now())
	got := sink.wait(t, 1)
	if got[0].UID != 21 || string(got[0].Raw) != mailNumber(99) {
		t.Errorf("got %+v", got[0])
	}
	if c := sink.at(); c.LastUID != 21 {
		t.Errorf("the cursor is %+v", c)
	}
}

func TestWatchAll(t *testing.T) {
	for _, caps := range []imap.CapSet{nil, idleCaps(), {imap.CapIMAP4rev2: {}}} {
		server := startMemServer(t, caps)
		for n := range 700 {
			server.deliver(t, mailNumber(n), time.Now())
		}
		sink := newMemSink()
		waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
		got := sink.arrivals()
		if len(got) != 700 {
			t.Fatalf("%d messages", len(got))
		}
		for i, a := range got {
			if a.UID != uint32(i+1) || string(a.Raw) != mailNumber(i) || a.Partial || a.Size != int64(len(a.Raw)) {
				t.Fatalf("message %d is %+v", i, a)
			}
		}
		last := uint32(0)
		for _, c := range sink.history[1:] {
			if c.LastUID <= last {
				t.Errorf("the cursor went from %d to %d", last, c.LastUID)
			}
			last = c.LastUID
		}
	}
}

func TestWatchSizes(t *testing.T) {
	server := startMemServer(t, idleCaps())
	server.account.MaxMessageSize = 3 << 20
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	sizes := []int{100, 600 << 10, 2 << 20, 200, 4 << 20, 300}
	for n, size := range sizes {
		server.deliver(t, mailNumber(n)+strings.Repeat("x", size), time.Now())
	}
	for i, a := range sink.wait(t, len(sizes)) {
		whole := mailNumber(i) + strings.Repeat("x", sizes[i])
		switch {
		case a.UID != uint32(i+1) || a.Size != int64(len(whole)):
			t.Errorf("message %d is UID %d, size %d", i, a.UID, a.Size)
		case sizes[i] == 4<<20:
			if !a.Partial || !strings.HasPrefix(whole, string(a.Raw)) || !strings.HasSuffix(string(a.Raw), "\r\n\r\n") {
				t.Errorf("the oversize message is %q, partial %v", a.Raw, a.Partial)
			}
		case string(a.Raw) != whole || a.Partial:
			t.Errorf("message %d came as %d octets", i, len(a.Raw))
		}
	}
}

func TestCase32OutageLosesNothing(t *testing.T) {
	server := startMemServer(t, idleCaps())
	sink := newMemSink()
	ctx, cancel := context.WithCancel(t.Context())
	w, err := NewWatcher(WatcherOptions{Account: server.account, Sink: sink})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	waitReady(t, w)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v", err)
	}
	for n := range 30 {
		server.deliver(t, mailNumber(n), time.Now().AddDate(0, -2, 0)) // a long outage
	}
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	if got := sink.wait(t, 30); len(got) != 30 {
		t.Errorf("%d messages came", len(got))
	}
}

func TestCase34PollingKeepsItsLogin(t *testing.T) {
	server := startFakeServer(t)
	server.able("IMAP4rev1")
	server.account.PollInterval = 5 * time.Millisecond
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	for n := uint32(1); n <= 5; n++ {
		server.add(fakeMail{uid: n, body: mailNumber(int(n))})
		sink.wait(t, int(n))
	}
	logins := 0
	for _, command := range server.commands() {
		if strings.HasPrefix(command, "LOGIN") {
			logins++
		}
		if command == "IDLE" {
			t.Error("IDLE was sent to a server that lacks it")
		}
	}
	if logins != 1 {
		t.Errorf("%d logins", logins)
	}
}

func TestCase34IdleIsRenewed(t *testing.T) {
	server := startFakeServer(t)
	server.account.IdleRefresh = 5 * time.Millisecond
	waitReady(t, startWatcher(t, server.account, newMemSink(), Start{}))
	for {
		if n := countOf(server.commands(), "IDLE"); n >= 4 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if n := countOf(server.commands(), "LOGIN"); n > 1 {
		t.Errorf("%d logins", n)
	}
}

func countOf(commands []string, prefix string) int {
	n := 0
	for _, command := range commands {
		if strings.HasPrefix(command, prefix) {
			n++
		}
	}
	return n
}

func TestOneNewMailIsOneFlight(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "IDLE" || len(c.sorted()) > 0 {
			return false
		}
		c.say("+ idling")
		c.add(fakeMail{uid: 1, body: mailNumber(1)})
		c.say("* 1 EXISTS")
		c.r.ReadString('\n')
		c.say("%s OK done", tag)
		return true
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	sink.wait(t, 1)
	if n := countOf(server.commands(), "UID FETCH"); n != 1 {
		t.Errorf("%d FETCHes for one mail: %q", n, server.commands())
	}
}

func TestWatcherSaysWhatToCheck(t *testing.T) {
	refuse := func(what, answer string) func(*fakeConn, string, string, string) bool {
		return func(c *fakeConn, tag, command, args string) bool {
			if command != what {
				return false
			}
			c.say(answer, tag)
			return true
		}
	}
	cases := []struct {
		name     string
		on       func(*fakeConn, string, string, string) bool
		rejected int
		want     []string
	}{
		{"refused login", refuse("LOGIN", "%s NO [AUTHENTICATIONFAILED] wrong"), 1, []string{"logging in at 127.0.0.1:", "wrong", "check username", "quotes@agency.test"}},
		{"no such folder", refuse("EXAMINE", "%s NO no such mailbox"), 0, []string{`opening folder "INBOX"`, "no such mailbox", "check the folder's name"}},
		{"goodbye", refuse("LOGIN", "* BYE too many connections\r\n%[1]s NO"), 1, []string{"127.0.0.1:"}},
		{"trouble", refuse("LOGIN", "%s NO [UNAVAILABLE] later"), 0, []string{"later"}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			server := startFakeServer(t)
			server.on = tc.on
			rejected := 0
			server.account.OnRejected = func() { rejected++ }
			err := Probe(t.Context(), server.account)
			if rejected != tc.rejected {
				t.Errorf("%d rejected logins, want %d", rejected, tc.rejected)
			}
			for _, want := range tc.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v lacks %q", err, want)
				}
			}
		})
	}
}

// RFC 3501 §6.2.3: no password is sent to a server that says LOGINDISABLED.
func TestPasswordIsNotSentWhereItIsNotTaken(t *testing.T) {
	server := startFakeServer(t)
	server.able("IMAP4rev1 LOGINDISABLED")
	if err := Probe(t.Context(), server.account); err == nil || !strings.Contains(err.Error(), "takes no password on this connection") {
		t.Errorf("got %v", err)
	}
	if n := countOf(server.commands(), "LOGIN"); n != 0 {
		t.Error("LOGIN was sent")
	}
}

// Without UIDVALIDITY, UIDs do not identify messages (RFC 9051 §2.3.1.1).
func TestFolderWithoutUIDValidityIsNotRead(t *testing.T) {
	server := startFakeServer(t)
	server.validity = 0
	if err := Probe(t.Context(), server.account); err == nil || !strings.Contains(err.Error(), "gives no UIDVALIDITY") {
		t.Errorf("got %v", err)
	}
}

func TestCase33StatusShowsAMailboxThatIsNotRead(t *testing.T) {
	server := startFakeServer(t)
	refused := make(chan struct{})
	server.on = func(c *fakeConn, tag, command, args string) bool {
		switch {
		case command == "IDLE" && c.number == 1:
			c.say("+ idling")
			c.Close()
			return true
		case command == "LOGIN" && c.number > 1:
			c.say("%s NO [AUTHENTICATIONFAILED] token expired", tag)
			if c.number == 3 {
				close(refused)
			}
			return true
		}
		return false
	}
	w := startWatcher(t, server.account, newMemSink(), Start{})
	waitReady(t, w)
	<-refused
	s := w.Status()
	if s.Connected || s.LastRead.IsZero() || s.LastError == nil || !strings.Contains(s.LastError.Error(), "token expired") {
		t.Errorf("the status is %+v", s)
	}
}

func TestGoodbyeIsQuoted(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "IDLE" {
			return false
		}
		c.say("+ idling\r\n* BYE going down for maintenance")
		c.Close()
		return true
	}
	w := startWatcher(t, server.account, newMemSink(), Start{})
	for {
		if s := w.Status(); s.LastError != nil {
			if s.Connected || !strings.Contains(s.LastError.Error(), "going down for maintenance") {
				t.Errorf("the status is %+v", s)
			}
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// pausesOf runs a watcher. The server ends each connection when script returns. pausesOf
// returns the pauses between n connections.
func pausesOf(t *testing.T, n int, script func(number int, c net.Conn)) (pauses []time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var ended time.Time
	dials := 0
	account := pipeAccount(nil)
	account.dial = func(context.Context, string, string) (net.Conn, error) {
		if dials++; dials > 1 {
			pauses = append(pauses, time.Since(ended))
		}
		if dials > n {
			cancel()
			return nil, ctx.Err()
		}
		client, server := net.Pipe()
		go func() {
			script(dials, server)
			ended = time.Now()
			server.Close()
		}()
		return client, nil
	}
	w, err := NewWatcher(WatcherOptions{Account: account, Sink: newMemSink()})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v", err)
	}
	return pauses
}

// After a connection failure, the pauses grow. They differ between watchers, so that the
// watchers don't all return together.
func TestReconnectBacksOffWithJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangsUp := func(int, net.Conn) {}
		one, other := pausesOf(t, 8, hangsUp), pausesOf(t, 8, hangsUp)
		if slices.Equal(one, other) {
			t.Errorf("two watchers pause alike: %v", one)
		}
		if first, last := one[0], one[len(one)-1]; first > time.Second || last < 2*first || last > time.Minute {
			t.Errorf("the pauses are %v", one)
		}
	})
}

// After a long connection, the pauses start over.
func TestReconnectAfterASoundConnectionIsSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pauses := pausesOf(t, 12, func(number int, c net.Conn) {
			if number == 12 {
				s := &fakeServer{t: t, validity: 1, caps: "IMAP4rev1 IDLE"}
				go (&fakeConn{fakeServer: s, Conn: c, r: bufio.NewReader(c), number: number}).serve()
				time.Sleep(2 * soundAfter)
			}
		})
		if before, after := pauses[len(pauses)-2], pauses[len(pauses)-1]; before < 5*time.Second || after > time.Second {
			t.Errorf("the pauses are %v", pauses)
		}
	})
}

// A line like BYE in a mail is not the server's, even if the connection breaks afterwards.
func TestGoodbyeInAMailIsNotQuoted(t *testing.T) {
	header := "From: mallory@evil.test\r\nSubject: Hello\r\nMessage-ID: <1@evil.test>\r\n\r\n"
	for _, body := range []string{
		"* BYE Your mailbox is locked, see evil.test\r\nMallory\r\n", "* BYE Your mailbox is locked, see evil.test\r\n",
		"* BYE Your mailbox is locked, see evil.test\r\nT9 OK\r\nDONE\r\n", strings.Repeat("x\r\n", 5000) + "* BYE locked\r\n" + strings.Repeat("T1 OK\r\n", 5000),
	} {
		server := startFakeServer(t, fakeMail{uid: 1, body: header + body})
		server.on = func(c *fakeConn, tag, command, args string) bool {
			if command == "IDLE" {
				c.say("+ idling")
				c.Close()
			}
			return command == "IDLE"
		}
		w := startWatcher(t, server.account, newMemSink(), Start{All: true})
		for w.Status().LastError == nil {
			time.Sleep(time.Millisecond)
		}
		if said := w.Status().LastError.Error(); strings.Contains(said, "locked") {
			t.Errorf("the error is %q", said)
		}
	}
}
