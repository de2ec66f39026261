package mailbox

import (
	"bufio"
	"cmp"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
)

// fakeMail is a message of a fakeServer.
type fakeMail struct {
	uid  uint32
	date string // INTERNALDATE; empty: a valid one
	body string

	sends string // sent instead of body in a full fetch
	size  int    // announced instead of the size of body
	curt  bool   // nothing beyond the full fetch is sent
}

func (m fakeMail) whole() string { return cmp.Or(m.sends, m.body) }

// fakeServer is a scripted IMAP server for the errors of real servers.
type fakeServer struct {
	t        *testing.T
	account  Account
	validity int

	mu    sync.Mutex
	caps  string
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

// able sets the capabilities, also in the greeting.
func (s *fakeServer) able(caps string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.caps = caps
}

func (s *fakeServer) abilities() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.caps
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
	c.say("* OK [CAPABILITY %s] ready", c.abilities())
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
		c.say("* CAPABILITY %s", c.abilities())
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
		if m.uid >= first || i == len(mails)-1 { // RFC 9051 §6.4.9: n:* includes the last message
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
	c.say("* %d FETCH (UID %d RFC822.SIZE %d INTERNALDATE \"%s\"%s)", seq, m.uid, cmp.Or(m.size, len(m.body)), date, bodyItem(m, items))
}

func bodyItem(m fakeMail, items string) string {
	body := m.body
	switch {
	case strings.Contains(items, "BODY.PEEK[HEADER]"):
		header, _, _ := strings.Cut(body, "\r\n\r\n")
		return fmt.Sprintf(" BODY[HEADER]<0> {%d}\r\n%s", len(header), header)
	case strings.Contains(items, "BODY.PEEK[]<0"):
		body = m.whole()[:min(len(m.whole()), earlySize)]
		return fmt.Sprintf(" BODY[]<0> {%d}\r\n%s", len(body), body)
	case strings.Contains(items, "BODY.PEEK[]<"):
		var offset, count int
		fmt.Sscanf(items[strings.Index(items, "BODY.PEEK[]<"):], "BODY.PEEK[]<%d.%d>", &offset, &count)
		if m.curt {
			body = ""
		}
		body = body[min(offset, len(body)):min(offset+count, len(body))]
		return fmt.Sprintf(" BODY[]<%d> {%d}\r\n%s", offset, len(body), body)
	case strings.Contains(items, "BODY.PEEK[]"):
		return fmt.Sprintf(" BODY[] {%d}\r\n%s", len(m.whole()), m.whole())
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
