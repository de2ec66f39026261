package search_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/search"
	"ppamaild/reading"
)

// difficult is a server of IMAP4rev1 that refuses some searches.
type difficult struct {
	imapserver.Session
	*hearing
}

type hearing struct {
	refuse func(*imap.SearchCriteria) error

	mu    sync.Mutex
	asked []*imap.SearchCriteria // protected by mu
	lines []string               // protected by mu; what clients sent
	conn  net.Conn               // protected by mu; the latest
}

// hangUp ends the latest connection.
func (h *hearing) hangUp() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conn.Close()
}

func (d difficult) Search(kind imapserver.NumKind, c *imap.SearchCriteria, o *imap.SearchOptions) (*imap.SearchData, error) {
	d.mu.Lock()
	d.asked = append(d.asked, c)
	d.mu.Unlock()
	if err := d.refuse(c); err != nil {
		return nil, err
	}
	return d.Session.Search(kind, c, o)
}

// listening notes the lines that come in.
type listening struct {
	net.Listener
	*hearing
}

func (l listening) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.conn = conn
	l.mu.Unlock()
	r, w := io.Pipe()
	go func() {
		for lines := bufio.NewReader(r); ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			l.mu.Lock()
			l.lines = append(l.lines, line)
			l.mu.Unlock()
		}
	}()
	return teeConn{conn, w}, nil
}

type teeConn struct {
	net.Conn
	w *io.PipeWriter
}

func (c teeConn) Close() error {
	c.w.Close()
	return c.Conn.Close()
}

func (c teeConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.w.Write(p[:n])
	return n, err
}

func startDifficult(t *testing.T, refuse func(*imap.SearchCriteria) error, mails ...[]string) (*hearing, mailbox.Account) {
	t.Helper()
	mem, user := imapmemserver.New(), imapmemserver.NewUser("quotes", "secret")
	must(t, user.Create("INBOX", nil))
	must(t, user.Create("Archive", nil))
	mem.AddUser(user)
	for _, lines := range mails {
		_, err := user.Append("INBOX", literal{bytes.NewReader([]byte(strings.Join(lines, "\r\n")))}, &imap.AppendOptions{Time: noon})
		must(t, err)
	}
	h := &hearing{refuse: refuse}
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return difficult{mem.NewSession(), h}, nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: true, Logger: log.New(io.Discard, "", 0),
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	go server.Serve(listening{listener, h})
	t.Cleanup(func() { server.Close() })
	return h, mailbox.Account{
		Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, TLS: mailbox.TLSNone,
		Username: "quotes", Password: "secret", Timeout: 5 * time.Second,
	}
}

type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

func searchAt(t *testing.T, account mailbox.Account, q search.Query) search.Found {
	t.Helper()
	s, err := search.New(search.Options{Account: account, Mask: reading.Mask})
	must(t, err)
	defer s.Close()
	found, err := s.Search(t.Context(), q)
	must(t, err)
	return found
}

// texts are all keys of a search that ask for a text.
func texts(c *imap.SearchCriteria) []string {
	all := slices.Clone(c.Text)
	for _, either := range c.Or {
		all = slices.Concat(all, texts(&either[0]), texts(&either[1]))
	}
	return all
}

func refuseCharset(c *imap.SearchCriteria) error {
	if slices.ContainsFunc(texts(c), func(s string) bool { return !message.IsASCII(s) }) {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeBadCharset, Text: "only US-ASCII"}
	}
	return nil
}

func TestServerWithoutCharset(t *testing.T) {
	accents := mail("accents", "From: =?utf-8?q?Jos=C3=A9_N=C3=BA=C3=B1ez?= <jose@customer.test>", "", "renewal")
	plain := mail("plain", "From: Jose Nunez <jose@customer.test>", "", "renewal")
	other := mail("other", "", "renewal")
	h, account := startDifficult(t, refuseCharset, accents, plain, other)
	found := searchAt(t, account, search.Query{People: []string{"José Núñez"}, Words: []string{"renewal"}})
	if got := idsOf(found); !slices.Equal(got, []string{"plain", "accents"}) || len(found.Searched) != 2 {
		t.Errorf("found %v; searched %v; skipped %q", got, found.Searched, found.Skipped)
	}
	// The second folder skips the words that the first refused, and still searches the others.
	if n := len(h.asked); n != 3 || !slices.Equal(texts(h.asked[2]), []string{"renewal"}) {
		t.Errorf("%d searches, the last for %q", n, texts(h.asked[n-1]))
	}
}

func TestServerThatRefusesTexts(t *testing.T) {
	for name, refuse := range map[string]func(*imap.SearchCriteria) error{
		"texts": func(c *imap.SearchCriteria) error {
			if len(texts(c)) > 0 {
				return &imap.Error{Type: imap.StatusResponseTypeBad, Text: "too complex"}
			}
			return nil
		},
		"all but ALL": func(c *imap.SearchCriteria) error {
			if len(c.Or) > 0 || len(texts(c)) > 0 {
				return &imap.Error{Type: imap.StatusResponseTypeBad, Text: "unknown key"}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			old := mail("old", "Date: Tue, 10 Mar 2015 12:00:00 +0000", "", "Hi")
			_, account := startDifficult(t, refuse, mail("mary", "", "Hi"), old, mail("other", "From: lee@agency.test", "", "Hi"))
			found := searchAt(t, account, search.Query{People: []string{"Mary Henderson"}, Since: noon.AddDate(-1, 0, 0)})
			if got := idsOf(found); !slices.Equal(got, []string{"mary"}) || len(found.Skipped) != 0 {
				t.Errorf("found %v; skipped %q", got, found.Skipped)
			}
		})
	}
}

func TestServerThatRefusesToSearch(t *testing.T) {
	h, account := startDifficult(t, func(*imap.SearchCriteria) error {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Text: "out of order"}
	}, mail("mary", "", "Hi"))
	found := searchAt(t, account, search.Query{People: []string{"Mary Henderson"}})
	if len(found.Hits) > 0 || len(found.Searched) > 0 || len(found.Skipped) != 2 || !strings.Contains(found.Skipped[0], "out of order") {
		t.Errorf("%+v", found)
	}
	if n := len(h.asked); n > 8 {
		t.Errorf("asked %d times", n)
	}
}

func TestConnectionThatBreaks(t *testing.T) {
	for name, times := range map[string]int{"once": 1, "always": 100} {
		t.Run(name, func(t *testing.T) {
			var h *hearing
			var asked atomic.Int64 // by a connection that ends during the next request
			h, account := startDifficult(t, func(*imap.SearchCriteria) error {
				if int(asked.Add(1)) <= times {
					h.hangUp()
				}
				return nil
			}, mail("mary", "", "Hi"))
			found := searchAt(t, account, search.Query{People: []string{"Mary Henderson"}})
			if times == 1 && (len(found.Hits) != 1 || len(found.Searched) != 2 || len(found.Skipped) != 0) {
				t.Errorf("%+v", found)
			}
			if times > 1 && (len(found.Searched) != 0 || len(found.Skipped) != 2 || !strings.Contains(found.Skipped[1], "not be reached") || asked.Load() != 2) {
				t.Errorf("asked %d times: %+v", asked.Load(), found)
			}
		})
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, account := startDifficult(t, func(*imap.SearchCriteria) error {
		cancel()
		time.Sleep(10 * time.Millisecond)
		return nil
	}, mail("mary", "", "Hi"))
	s, err := search.New(search.Options{Account: account, Mask: reading.Mask})
	must(t, err)
	defer s.Close()
	if found, err := s.Search(ctx, search.Query{Words: []string{"renewal"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestServerThatIsDown(t *testing.T) {
	_, account := startDifficult(t, nil)
	account.Password = "wrong"
	s, err := search.New(search.Options{Account: account, Mask: reading.Mask})
	must(t, err)
	if _, err := s.Search(t.Context(), search.Query{Words: []string{"renewal"}}); err == nil || !strings.Contains(err.Error(), "logging in") {
		t.Errorf("got %v", err)
	}
}

func TestCommandsAreShort(t *testing.T) {
	h, account := startDifficult(t, func(*imap.SearchCriteria) error { return nil }, mail("mary", "", "renewal"))
	q := search.Query{People: []string{"Mary Henderson"}, Since: noon.AddDate(-1, 0, 0), Words: []string{"renewal"}}
	for i := range 40 {
		q.People = append(q.People, fmt.Sprintf("Some%d Body%d", i, i))
		q.Addresses = append(q.Addresses, fmt.Sprintf("somebody.%d@customer.test", i))
	}
	if got := idsOf(searchAt(t, account, q)); !slices.Equal(got, []string{"mary"}) {
		t.Errorf("found %v", got)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, line := range h.lines {
		if len(line) > 1000 {
			t.Errorf("a line of %d octets: %.60q…", len(line), line)
		}
	}
	if n := len(h.asked); n < 4 {
		t.Errorf("only %d searches", n)
	}
	if depth := depthOf(h.asked[0]); depth > 7 {
		t.Errorf("OR is %d deep", depth)
	}
}

func depthOf(c *imap.SearchCriteria) int {
	deepest := 0
	for _, either := range c.Or {
		deepest = max(deepest, 1+depthOf(&either[0]), 1+depthOf(&either[1]))
	}
	return deepest
}
