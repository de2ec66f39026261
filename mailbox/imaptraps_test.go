package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/store"
)

// pipeAccount is an account with script as the server, on the other end of a pipe.
func pipeAccount(script func(net.Conn)) Account {
	return Account{
		Name: "pipe", Host: "imap.agency.test", Port: 143, TLS: TLSNone, Username: testUser, Password: testPassword,
		dial: func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go script(server)
			return client, nil
		},
	}
}

func TestTrapLoginToBlackHole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		account := pipeAccount(func(c net.Conn) {
			fmt.Fprint(c, "* OK [CAPABILITY IMAP4rev1] ready\r\n")
			io.Copy(io.Discard, c)
		})
		began := time.Now()
		err := Probe(t.Context(), account)
		if !errors.Is(err, errSilent) || time.Since(began) != 30*time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
	})
}

func TestTrapGreetingNeverComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		account := pipeAccount(func(c net.Conn) { io.Copy(io.Discard, c) })
		if err := Probe(t.Context(), account); !errors.Is(err, errSilent) {
			t.Errorf("got %v", err)
		}
	})
}

func TestTrapContextEndsLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		account := pipeAccount(func(c net.Conn) { io.Copy(io.Discard, c) })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		err := Probe(ctx, account)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
	})
}

// hush makes the server of the first connection ignore all commands from the first of a kind
// on, like a server without network. Before that, the server sends line, if not empty.
func hush(server *fakeServer, from, line string) {
	server.on = func(c *fakeConn, _, command, _ string) bool {
		if command != from || c.number > 1 {
			return false
		}
		if line != "" {
			c.say("%s", line)
		}
		io.Copy(io.Discard, c.r)
		return true
	}
}

func TestTrapIdleHalfOpen(t *testing.T) {
	server := startFakeServer(t)
	hush(server, "IDLE", "+ idling")
	server.account.IdleRefresh = 50 * time.Millisecond
	server.account.Timeout = 100 * time.Millisecond
	sink := newMemSink()
	w := startWatcher(t, server.account, sink, Start{})
	waitReady(t, w)
	server.add(fakeMail{uid: 1, body: mailNumber(1)})
	if got := sink.wait(t, 1); string(got[0].Raw) != mailNumber(1) {
		t.Errorf("got %q", got[0].Raw)
	}
}

// If any command gets no answer, the connection is closed and reopened.
func TestTrapCommandIsNotAnswered(t *testing.T) {
	for _, command := range []string{"CAPABILITY", "LOGIN", "EXAMINE", "UID SEARCH", "UID FETCH", "NOOP", "IDLE"} {
		t.Run(command, func(t *testing.T) {
			server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
			hush(server, command, "")
			server.account.Timeout = 100 * time.Millisecond
			sink := newMemSink()
			waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
			if got := sink.wait(t, 1); string(got[0].Raw) != mailNumber(1) {
				t.Errorf("got %q", got[0].Raw)
			}
			server.mu.Lock()
			defer server.mu.Unlock()
			if server.conns != 2 {
				t.Errorf("%d connections were made", server.conns)
			}
		})
	}
}

func TestTrapIdleEndedByServer(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "IDLE" || c.number > 1 {
			return false
		}
		c.say("+ idling")
		c.say("%s OK enough", tag)
		return true
	}
	server.account.IdleRefresh = 50 * time.Millisecond
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	server.add(fakeMail{uid: 1, body: mailNumber(1)})
	sink.wait(t, 1)
}

// Some servers, such as go-imap's in-memory server, don't announce messages that arrive between
// the last command and IDLE.
func TestTrapIdleMissesWhatCameBefore(t *testing.T) {
	server := startFakeServer(t)
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	server.add(fakeMail{uid: 1, body: mailNumber(1)}) // not announced
	began := time.Now()
	sink.wait(t, 1)
	if took := time.Since(began); took > 2*firstPatience {
		t.Errorf("it was found after %s", took)
	}
}

// If the server announces messages in the answer to a command, the client does not wait.
func TestTrapIdleIsPrecededByAWord(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, _, command, _ string) bool {
		if command == "NOOP" && len(c.sorted()) == 0 { // after the last look, before IDLE
			c.add(fakeMail{uid: 1, body: mailNumber(1)})
			c.say("* 1 EXISTS")
		}
		return false
	}
	sink := newMemSink()
	began := time.Now()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	sink.wait(t, 1)
	if took := time.Since(began); took >= firstPatience {
		t.Errorf("it was found after %s", took)
	}
}

func TestTrapSearchNamesLastMessage(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 7, body: mailNumber(7)})
	server.account.IdleRefresh = 10 * time.Millisecond
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	sink.wait(t, 1)
	for len(server.commands()) < 20 {
		time.Sleep(time.Millisecond)
	}
	if got := sink.arrivals(); len(got) != 1 {
		t.Errorf("UID 7 was read %d times", len(got))
	}
}

// bodyFirst answers FETCH with the body before the UID, which go-imap drops.
func bodyFirst(c *fakeConn, tag, command, args string) bool {
	set, items, _ := strings.Cut(args, " ")
	if command != "UID FETCH" || !strings.Contains(items, "BODY") {
		return false
	}
	for i, m := range c.sorted() {
		if inSet(set, m.uid) {
			c.say("* %d FETCH (%s RFC822.SIZE %d UID %d)", i+1, bodyItem(m, items)[1:], len(m.body), m.uid)
		}
	}
	c.say("%s OK done", tag)
	return true
}

func TestTrapBodyBeforeUID(t *testing.T) {
	large := mailNumber(3) + strings.Repeat("x", largeSize)
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)}, fakeMail{uid: 2, body: mailNumber(2)}, fakeMail{uid: 3, body: large})
	server.on = bodyFirst
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	got := sink.wait(t, 3)
	for i, want := range []string{mailNumber(1), mailNumber(2), large} {
		if string(got[i].Raw) != want || got[i].Partial || got[i].InternalDate.IsZero() {
			t.Errorf("message %d came as %.60q, partial %v", i+1, got[i].Raw, got[i].Partial)
		}
	}
}

// unasked are unexpected server responses. go-imap closes the connection after unknown
// responses.
var unasked = map[string]struct{ before, line, fatal string }{
	"a response":             {"UID SEARCH", "* XYZZY 14", "XYZZY"},
	"an item of a message":   {"UID SEARCH", "* 1 FETCH (UID 1 X-STRANGE (a \"b\" {3}\r\nabc))", "X-STRANGE"},
	"an item beside others":  {"UID FETCH", "* 1 FETCH (FLAGS () X-STRANGE 7)", "X-STRANGE"},
	"a code without numbers": {"UID SEARCH", "* OK [COPYUID 14  ] done", "resp-code-copy"},
}

// says makes the server send line on a number of connections, before it answers a command.
func (s *fakeServer) says(before, line string, connections int) {
	s.on = func(c *fakeConn, _, command, _ string) bool {
		if c.number <= connections && command == before {
			c.say("%s", line)
		}
		return false
	}
}

func TestTrapUnknownResponse(t *testing.T) {
	for name, said := range unasked {
		t.Run(name, func(t *testing.T) {
			server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)}, fakeMail{uid: 2, body: mailNumber(2)})
			server.says(said.before, said.line, 1)
			sink := newMemSink()
			w := startWatcher(t, server.account, sink, Start{All: true})
			waitReady(t, w)
			got := sink.wait(t, 2)
			if string(got[0].Raw) != mailNumber(1) || string(got[1].Raw) != mailNumber(2) || len(got) != 2 {
				t.Errorf("%d mails came: %.60q", len(got), got[0].Raw)
			}
			if s := w.Status(); !s.Connected || s.LastError != nil || s.LastRead.IsZero() {
				t.Errorf("the status is %+v", s)
			}
		})
	}
}

// A server that always sends an unknown response is unreadable. The error has the response.
func TestTrapUnknownResponseAlways(t *testing.T) {
	for name, said := range unasked {
		t.Run(name, func(t *testing.T) {
			server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
			server.says(said.before, said.line, math.MaxInt)
			w := startWatcher(t, server.account, newMemSink(), Start{All: true})
			err := w.Status().LastError
			for ; err == nil; err = w.Status().LastError {
				time.Sleep(time.Millisecond)
			}
			if !strings.Contains(err.Error(), said.fatal) {
				t.Errorf("the watcher says %v", err)
			}
		})
	}
}

// A command during IDLE would block forever.
func TestTrapIdleEndsBeforeTheNextCommand(t *testing.T) {
	server := startFakeServer(t)
	ended := make(chan string, 1)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "IDLE" || len(c.sorted()) > 0 {
			return false
		}
		c.say("+ idling")
		c.add(fakeMail{uid: 1, body: mailNumber(1)})
		c.say("* 1 EXISTS")
		line, _ := c.r.ReadString('\n')
		ended <- line
		c.say("%s OK done", tag)
		return true
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	sink.wait(t, 1)
	if line := <-ended; line != "DONE\r\n" {
		t.Errorf("IDLE was followed by %q", line)
	}
}

func TestTrapNeverAsksForEnvelope(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)}, fakeMail{uid: 2, body: strings.Repeat("x", largeSize+1)})
	server.account.MaxMessageSize = largeSize
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	sink.wait(t, 2)
	for _, command := range server.commands() {
		if strings.Contains(command, "ENVELOPE") || strings.Contains(command, "BODYSTRUCTURE") {
			t.Errorf("sent %q", command)
		}
	}
}

func TestCase29NoFlagIsEverSet(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	sink.wait(t, 1)
	for _, command := range server.commands() {
		if strings.Contains(command, "BODY[") || strings.HasPrefix(command, "SELECT") || strings.Contains(command, "STORE") {
			t.Errorf("%q sets flags", command)
		}
	}
}

// go-imap takes a literal that ends with the connection for complete, and the data after a
// truncated literal for its end.
func TestTrapCutLiteral(t *testing.T) {
	for name, cut := range map[string]func(c *fakeConn, tag, body string){
		"by the end of the connection": func(c *fakeConn, _, body string) {
			c.say("* 1 FETCH (UID 1 BODY[] {%d}\r\n%s", len(body), body[:len(body)/2])
			c.Close()
		},
		"and filled by what follows": func(c *fakeConn, tag, body string) {
			c.say("* 1 FETCH (UID 1 BODY[] {%d}\r\n%s)", len(body), body[:len(body)-5])
			c.say("%s OK done", tag)
		},
	} {
		for _, size := range []int{1000, largeSize + 1000} {
			t.Run(fmt.Sprint(name, " ", size), func(t *testing.T) {
				body := mailNumber(1) + strings.Repeat("x", size)
				server := startFakeServer(t, fakeMail{uid: 1, body: body})
				server.on = func(c *fakeConn, tag, command, args string) bool {
					if c.number > 1 || command != "UID FETCH" || !strings.Contains(args, "BODY.PEEK[]") {
						return false
					}
					cut(c, tag, body)
					return true
				}
				sink := newMemSink()
				waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
				got := sink.wait(t, 1)
				if string(got[0].Raw) != body || got[0].Partial || len(got) != 1 {
					t.Errorf("%d messages came, the first with %d octets of %d", len(got), len(got[0].Raw), len(body))
				}
			})
		}
	}
}

// haltingSink fails once after a few bytes of a large message.
type haltingSink struct {
	*memSink
	halted chan struct{}
}

func (s *haltingSink) AcceptLarge(ctx context.Context, a Arrival, body io.Reader, c store.Cursor) error {
	select {
	case <-s.halted:
		return s.memSink.AcceptLarge(ctx, a, body, c)
	default:
		io.ReadFull(body, make([]byte, 100))
		close(s.halted)
		return errors.New("the disk is full")
	}
}

func TestTrapAbandonedFetch(t *testing.T) {
	server := startMemServer(t, nil)
	raw := mailNumber(1) + strings.Repeat("x", 8<<20)
	server.deliver(t, raw, time.Now())
	sink := &haltingSink{newMemSink(), make(chan struct{})}
	startWatcher(t, server.account, sink, Start{All: true})
	if got := sink.wait(t, 1); string(got[0].Raw) != raw {
		t.Errorf("%d octets came", len(got[0].Raw))
	}
}

// countingSink reads large messages without storing them.
type countingSink struct {
	*memSink
	octets   int64
	heapPeak uint64
}

func (s *countingSink) AcceptLarge(ctx context.Context, a Arrival, body io.Reader, c store.Cursor) error {
	var err error
	s.octets, err = io.Copy(io.Discard, body)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.heapPeak = m.HeapAlloc
	return errors.Join(err, s.Accept(ctx, []Arrival{a}, c))
}

func TestTrapLargeMessageIsStreamed(t *testing.T) {
	const size = 20 << 20
	server := startFakeServer(t, fakeMail{uid: 1, body: "x"})
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "UID FETCH" {
			return false
		}
		if !strings.Contains(args, "BODY") {
			c.say("* 1 FETCH (UID 1 RFC822.SIZE %d)\r\n%s OK done", size, tag)
			return true
		}
		fmt.Fprintf(c, "* 1 FETCH (UID 1 BODY[] {%d}\r\n", size)
		chunk := make([]byte, 64<<10)
		for range size / len(chunk) {
			c.Write(chunk)
		}
		c.say(")\r\n%s OK done", tag)
		return true
	}
	sink := &countingSink{memSink: newMemSink()}
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	if sink.octets != size {
		t.Errorf("%d octets came", sink.octets)
	}
	if sink.heapPeak > before.HeapAlloc+size/2 {
		t.Errorf("the heap grew from %d to %d", before.HeapAlloc, sink.heapPeak)
	}
}
