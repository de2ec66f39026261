package mailbox

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestCase28ExpungeBetweenSearchAndFetch(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)}, fakeMail{uid: 5, body: mailNumber(5)}, fakeMail{uid: 9, body: mailNumber(9)})
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command == "UID FETCH" {
			c.remove(5)
		}
		return false
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	got := sink.wait(t, 2)
	if got[0].UID != 1 || got[1].UID != 9 || sink.at().LastUID != 9 {
		t.Errorf("got %v, cursor %+v", got, sink.at())
	}
}

// fatal makes the server hang up on requests for uid with one of items.
func fatal(uid uint32, items ...string) func(*fakeConn, string, string, string) bool {
	return func(c *fakeConn, tag, command, args string) bool {
		set, asked, _ := strings.Cut(args, " ")
		if command != "UID FETCH" || !inSet(set, uid) {
			return false
		}
		for _, item := range items {
			if strings.Contains(asked, item) {
				c.say("* BYE internal error")
				c.Close()
				return true
			}
		}
		return false
	}
}

func TestCase30BadMessageDoesNotStopTheChannel(t *testing.T) {
	header := "From: alice@customer.test\r\nSubject: 2\r\nMessage-ID: <2@customer.test>"
	cases := []struct {
		name string
		on   func(c *fakeConn, tag, command, args string) bool
		raw  string
	}{
		{"its body kills the connection", fatal(2, "BODY.PEEK[]"), header},
		{"body and header do", fatal(2, "BODY"), ""},
		{"its size does too", fatal(2, "BODY", "SIZE"), ""},
		{"its date does", fatal(2, "INTERNALDATE"), header},
		{"the server leaves it out", func(c *fakeConn, tag, command, args string) bool {
			if command != "UID FETCH" {
				return false
			}
			set, items, _ := strings.Cut(args, " ")
			for i, m := range c.sorted() {
				if inSet(set, m.uid) && (m.uid != 2 || strings.Contains(items, "HEADER")) {
					c.fetch(i+1, m, items)
				}
			}
			c.say("%s OK done", tag)
			return true
		}, header},
		{"the server sends NIL", func(c *fakeConn, tag, command, args string) bool {
			set, items, _ := strings.Cut(args, " ")
			if command != "UID FETCH" || !strings.Contains(items, "BODY.PEEK[]") {
				return false
			}
			for i, m := range c.sorted() {
				if inSet(set, m.uid) && m.uid == 2 {
					c.say("* 2 FETCH (UID 2 BODY[] NIL)")
				} else if inSet(set, m.uid) {
					c.fetch(i+1, m, items)
				}
			}
			c.say("%s OK done", tag)
			return true
		}, header},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server := startFakeServer(t)
			for n := uint32(1); n <= 3; n++ {
				server.add(fakeMail{uid: n, body: mailNumber(int(n))})
			}
			server.on = tc.on
			sink := newMemSink()
			w := startWatcher(t, server.account, sink, Start{All: true})
			got := sink.wait(t, 3)
			if got[0].Partial || got[2].Partial || string(got[2].Raw) != mailNumber(3) {
				t.Errorf("its neighbours came as %+v and %+v", got[0], got[2])
			}
			if bad := got[1]; bad.UID != 2 || !bad.Partial || bad.Problem == "" || string(bad.Raw) != tc.raw {
				t.Errorf("it came as %+v (%q)", bad, bad.Raw)
			}
			waitReady(t, w)
			if len(sink.arrivals()) != 3 {
				t.Errorf("%d messages were accepted", len(sink.arrivals()))
			}
		})
	}
}

// If a connection breaks repeatedly for a while, the message in transfer is not at fault and
// arrives complete later. A message that never arrives delays the mailbox only for the same
// time.
func TestFlappingConnectionIsNoFaultOfTheMessage(t *testing.T) {
	for name, cut := range map[string]func(c *fakeConn, body string){
		"before the answer": func(c *fakeConn, _ string) { c.Close() },
		"in the message": func(c *fakeConn, body string) {
			c.say("* 1 FETCH (UID 1 BODY[] {%d}\r\n%s", len(body), body[:len(body)/2])
			c.Close()
		},
		"with a word": func(c *fakeConn, _ string) { c.say("* BYE the line is bad"); c.Close() },
	} {
		for _, size := range []int{100, largeSize + 100} {
			t.Run(fmt.Sprint(name, " ", size), func(t *testing.T) {
				t.Parallel()
				body := mailNumber(1) + strings.Repeat("x", size)
				server := startFakeServer(t, fakeMail{uid: 1, body: body}, fakeMail{uid: 2, body: mailNumber(2)})
				server.on = func(c *fakeConn, _, command, args string) bool {
					if c.number > 3*maxAttempts || command != "UID FETCH" || !strings.Contains(args, "BODY") {
						return false
					}
					cut(c, body)
					return true
				}
				sink := newMemSink()
				startWatcher(t, server.account, sink, Start{All: true}, func(w *Watcher) { w.cutFor = cutFor })
				for i, a := range sink.wait(t, 2) {
					if a.Partial || a.UID != uint32(i+1) {
						t.Errorf("message %d came as %d octets, partial %v: %s", a.UID, len(a.Raw), a.Partial, a.Problem)
					}
				}
			})
		}
	}
}

// The same holds if the fallback, the header, breaks once.
func TestFlappingConnectionIsNoFaultOfTheHeader(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
	var fetched atomic.Int32 // number of header fetches
	server.on = func(c *fakeConn, tag, command, args string) bool {
		switch {
		case command != "UID FETCH" || !strings.Contains(args, "BODY"):
			return false
		case !strings.Contains(args, "HEADER"):
			c.say("* 1 FETCH (UID 1 BODY[] NIL)\r\n%s OK done", tag)
			return true
		}
		cut := fetched.Add(1) <= maxAttempts
		if cut {
			c.Close()
		}
		return cut
	}
	sink := newMemSink()
	startWatcher(t, server.account, sink, Start{All: true}, func(w *Watcher) { w.cutFor = cutFor })
	if got := sink.wait(t, 1)[0]; !got.Partial || !strings.Contains(string(got.Raw), "<1@customer.test>") {
		t.Errorf("it came as %+v (%q)", got, got.Raw)
	}
}

// Each bad message costs only its own attempts. The pauses start over after each message.
func TestManyBadMessagesDoNotStopTheChannel(t *testing.T) {
	const bad = 20
	server := startFakeServer(t)
	for n := uint32(1); n <= bad+1; n++ {
		server.add(fakeMail{uid: n, body: mailNumber(int(n))})
	}
	server.on = func(c *fakeConn, tag, command, args string) bool {
		set, items, _ := strings.Cut(args, " ")
		if command != "UID FETCH" || !strings.Contains(items, "BODY.PEEK[]") {
			return false
		}
		for i, m := range c.sorted() {
			if inSet(set, m.uid) && m.uid <= bad {
				c.say("* %d FETCH (UID %d BODY[] NIL)", i+1, m.uid)
			} else if inSet(set, m.uid) {
				c.fetch(i+1, m, items)
			}
		}
		c.say("%s OK done", tag)
		return true
	}
	sink := newMemSink()
	startWatcher(t, server.account, sink, Start{All: true})
	for i, a := range sink.wait(t, bad+1) {
		if a.UID != uint32(i+1) || a.Partial != (i < bad) {
			t.Errorf("message %d came as %+v", i+1, a)
		}
	}
}

// A daily limit concerns the account, not a message. The client asks less and less often, and
// the messages arrive complete after the limit.
func TestCase34BandwidthLimitIsNoFaultOfTheMessage(t *testing.T) {
	for name, refuses := range map[string]func(command, args string) bool{
		"logging in": func(command, _ string) bool { return command == "LOGIN" },
		"opening":    func(command, _ string) bool { return command == "EXAMINE" },
		"fetching":   func(command, args string) bool { return command == "UID FETCH" && strings.Contains(args, "BODY") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const refusals = 10
			server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
			server.on = func(c *fakeConn, tag, command, args string) bool {
				if c.number > refusals || !refuses(command, args) {
					return false
				}
				c.say("%s NO [OVERQUOTA] Account exceeded command or bandwidth limits.", tag)
				return true
			}
			began := time.Now()
			sink := newMemSink()
			waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
			if got := sink.wait(t, 1); got[0].Partial || string(got[0].Raw) != mailNumber(1) {
				t.Errorf("it came as %+v", got[0])
			}
			least := time.Duration(0) // sum of all pauses, each half as long because of jitter
			for n, pause := 0, 5*time.Millisecond/2; n < refusals; n, pause = n+1, pause*3/2 {
				least += pause
			}
			if took, conns := time.Since(began), countOf(server.commands(), "LOGIN"); took < least || conns != refusals+1 {
				t.Errorf("%d connections within %v", conns, took)
			}
		})
	}
}

// Frequent attempts with a wrong password would lock the account.
func TestCase34RefusedPasswordIsNotTriedEverSoOften(t *testing.T) {
	const refusals = 3
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, _ string) bool {
		if c.number > refusals || command != "LOGIN" {
			return false
		}
		c.say("%s NO [AUTHENTICATIONFAILED] Invalid credentials", tag)
		return true
	}
	began := time.Now()
	waitReady(t, startWatcher(t, server.account, newMemSink(), Start{All: true}))
	least := refusedFactor * 5 * time.Millisecond / 2 * (1 + 2 + 4) // half as long because of jitter
	if took, conns := time.Since(began), countOf(server.commands(), "LOGIN"); took < least || conns != refusals+1 {
		t.Errorf("%d logins within %v, less than %v", conns, took, least)
	}
}

func TestBatchFailureTakesEachAlone(t *testing.T) {
	server := startFakeServer(t)
	for n := uint32(1); n <= 10; n++ {
		server.add(fakeMail{uid: n, body: mailNumber(int(n))})
	}
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if c.number == 1 && command == "UID FETCH" && strings.Contains(args, "BODY") {
			c.Close() // once, after any request
			return true
		}
		return false
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	for i, a := range sink.wait(t, 10) {
		if a.UID != uint32(i+1) || a.Partial {
			t.Errorf("message %d came as %+v", i, a)
		}
	}
}

func TestSinkFailureIsNoFaultOfTheMessage(t *testing.T) {
	server := startMemServer(t, idleCaps())
	server.deliver(t, mailNumber(1), time.Now())
	sink := newMemSink()
	sink.fail = maxAttempts + 2
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	if got := sink.wait(t, 1); got[0].Partial || string(got[0].Raw) != mailNumber(1) {
		t.Errorf("got %+v", got[0])
	}
}
