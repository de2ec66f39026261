package mailbox

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// longMail is a mail of several lines.
func longMail(n int) string {
	return mailNumber(n) + strings.Repeat("It has more than one line.\r\n", 20)
}

// A server may send wrong content. Each message arrives with the right content, or goes to a
// person with the reason. Content that only looks odd is accepted.
func TestServerSendsWhatItDoesNotHold(t *testing.T) {
	one, two, three := longMail(1), longMail(2), longMail(3)
	long := mailNumber(4) + strings.Repeat("It is long.\r\n", largeSize/10)
	for name, c := range map[string]struct {
		mails []fakeMail
		want  []string // "UID" for a complete message, "UID: words" for a message with a problem
	}{
		"one message's body under another's UID":  {[]fakeMail{{uid: 1, body: one}, {uid: 2, body: two, sends: one}, {uid: 3, body: three}}, []string{"1", "2: another message in its place", "3"}},
		"that, and its size":                      {[]fakeMail{{uid: 1, body: one}, {uid: 2, body: two, sends: one, size: len(one)}}, []string{"1", "2: another message in its place"}},
		"two messages changed places":             {[]fakeMail{{uid: 1, body: one, sends: two}, {uid: 2, body: two, sends: one}}, []string{"1", "2"}},
		"the later one's body first":              {[]fakeMail{{uid: 1, body: one, sends: two}, {uid: 2, body: two}}, []string{"1: another message in its place", "2"}},
		"a copy of a message":                     {[]fakeMail{{uid: 1, body: one}, {uid: 2, body: one}}, []string{"1", "2"}},
		"a part that ends with a line":            {[]fakeMail{{uid: 1, body: one, sends: mailNumber(1)}, {uid: 2, body: two}}, []string{fmt.Sprintf("1: sends %d of its %d bytes", len(mailNumber(1)), len(one)), "2"}},
		"a part that ends in a line, and no more": {[]fakeMail{{uid: 1, body: one, sends: one[:100], curt: true}, {uid: 2, body: two}}, []string{"1: sends 100 of its", "2"}},
		"a part of a large message":               {[]fakeMail{{uid: 1, body: long, sends: long[:len(long)-5]}, {uid: 2, body: two}}, []string{"1: sends", "2"}},
		"sizes that are estimates":                {[]fakeMail{{uid: 1, body: one, size: 2 * len(one)}, {uid: 2, body: two, size: 1}, {uid: 3, body: long, size: 2 * len(long)}}, []string{"1", "2", "3"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startFakeServer(t, c.mails...)
			sink := newMemSink()
			waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
			sink.wait(t, len(c.want))
			checkArrived(t, sink, c.want)
			if last := c.mails[len(c.mails)-1].uid; sink.at().LastUID != last {
				t.Errorf("the cursor is %+v", sink.at())
			}
		})
	}
}

// checkArrived compares the arrived messages with want, by UID.
func checkArrived(t *testing.T, sink *memSink, want []string) {
	t.Helper()
	var got []string
	for _, a := range sink.arrivals() {
		line := fmt.Sprint(a.UID)
		if a.Partial {
			line += ": " + a.Problem
		}
		got = append(got, line)
	}
	if !slices.EqualFunc(got, want, func(got, want string) bool {
		uid, words, partial := strings.Cut(want, ": ")
		return strings.HasPrefix(got, uid) && strings.Contains(got, ": ") == partial && strings.Contains(got, words)
	}) {
		t.Errorf("came %q, want %q", got, want)
	}
}

// A message that was taken for another goes to a person when the other arrives, or a third with
// the same content.
func TestMessageThatWasTakenForAnother(t *testing.T) {
	one, two, three := longMail(1), longMail(2), longMail(3)
	for name, c := range map[string]struct {
		then fakeMail
		want []string
	}{
		"that one comes": {fakeMail{uid: 3, body: three}, []string{"1", "2", "1: another message in its place", "3"}},
		"a third does":   {fakeMail{uid: 3, body: longMail(4), sends: three}, []string{"1", "2", "1: another message in its place", "3: another message in its place"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startFakeServer(t, fakeMail{uid: 1, body: one, sends: three, size: len(three)}, fakeMail{uid: 2, body: two})
			server.polled()
			sink := newMemSink()
			waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
			sink.wait(t, 2)
			server.add(c.then)
			sink.wait(t, 4)
			checkArrived(t, sink, c.want)
			if all := sink.arrivals(); all[2].UIDValidity == all[0].UIDValidity || !strings.Contains(string(all[2].Raw), "<1@customer.test>") {
				t.Errorf("it came as %+v with %q", all[2], all[2].Raw)
			}
			var last uint32
			for _, c := range sink.history {
				if c.LastUID < last {
					t.Errorf("the cursor went from %d to %d", last, c.LastUID)
				}
				last = c.LastUID
			}
		})
	}
}

// Several such messages arrive in order of UID, like all messages.
func TestMessagesThatWereTakenForOthersComeInOrder(t *testing.T) {
	const n = 6
	var first []fakeMail
	for i := 1; i <= n; i++ {
		another := longMail(n + i)
		first = append(first, fakeMail{uid: uint32(i), body: longMail(i), sends: another, size: len(another)})
	}
	server := startFakeServer(t, first...)
	server.polled()
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	sink.wait(t, n)
	server.mu.Lock()
	for i := 1; i <= n; i++ {
		server.mails = append(server.mails, fakeMail{uid: uint32(n + i), body: longMail(n + i)})
	}
	server.mu.Unlock()
	sink.wait(t, 3*n)
	var uids []uint32
	for _, a := range sink.arrivals()[n : 2*n] {
		uids = append(uids, a.UID)
	}
	if !slices.IsSorted(uids) {
		t.Errorf("they came in the order %d", uids)
	}
}

// polled makes the clients look again immediately, without an announcement.
func (s *fakeServer) polled() {
	s.able("IMAP4rev1")
	s.account.PollInterval = 5 * time.Millisecond
}

// phantoms makes the server list UIDs without messages.
func phantoms(from, to uint32) func(c *fakeConn, tag, command, args string) bool {
	return func(c *fakeConn, tag, command, args string) bool {
		if command != "UID SEARCH" {
			return false
		}
		var listed strings.Builder
		for uid := from; uid <= to; uid++ {
			fmt.Fprintf(&listed, " %d", uid)
		}
		c.say("* SEARCH%s", listed.String()) // go-imap joins both answers
		c.answer(tag, command, args)
		return true
	}
}

// Listed messages that do not exist are reported once. They delay nothing and hide no later
// messages, which have lower UIDs.
func TestServerListsWhatThereIsNot(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
	server.polled()
	server.on = phantoms(4_000_000, 4_000_039)
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	sink.wait(t, 41)
	for n := uint32(2); n <= 4; n++ {
		server.add(fakeMail{uid: n, body: mailNumber(int(n))})
		sink.wait(t, 40+int(n))
	}
	if c := sink.at(); c.LastUID != 4 {
		t.Errorf("the cursor is %+v", c)
	}
	for _, a := range sink.arrivals()[1:41] {
		if !a.Partial || !strings.Contains(a.Problem, "lists a message with the UID") || len(a.Raw) > 0 {
			t.Errorf("came %+v", a)
		}
	}
	if server.mu.Lock(); server.conns > maxAttempts+1 {
		t.Errorf("%d connections", server.conns)
	}
	server.mu.Unlock()
}

// The start "now" ignores listed messages that do not exist.
func TestServerListsWhatThereIsNotAtTheStart(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)})
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command == "EXAMINE" {
			c.say("* 2 EXISTS")
			c.say("* OK [UIDVALIDITY 1] ok")
			c.say("%s OK done", tag)
			return true
		}
		return phantoms(70, 70)(c, tag, command, args)
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{}))
	if c := sink.history[0]; c.LastUID != 1 {
		t.Errorf("it begins at %+v", c)
	}
}

// If a server answers for other messages than requested, nothing is accepted, and the cursor
// stays.
func TestServerAnswersForAnother(t *testing.T) {
	server := startFakeServer(t, fakeMail{uid: 1, body: mailNumber(1)}, fakeMail{uid: 2, body: mailNumber(2)})
	server.on = func(c *fakeConn, tag, command, args string) bool {
		set, items, _ := strings.Cut(args, " ")
		if command != "UID FETCH" || !inSet(set, 2) {
			return false
		}
		for i, m := range c.sorted() {
			if inSet(set, m.uid) {
				if m.uid == 2 {
					m.uid = 1002
				}
				c.fetch(i+1, m, items)
			}
		}
		c.say("%s OK done", tag)
		return true
	}
	sink := newMemSink()
	waitReady(t, startWatcher(t, server.account, sink, Start{All: true}))
	sink.wait(t, 2)
	checkArrived(t, sink, []string{"1", "2: lists a message with the UID 2"})
	if c := sink.at(); c.LastUID != 1 {
		t.Errorf("the cursor is %+v", c)
	}
}
