package daemon_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// liar is a proxy before an IMAP server that changes lines. Literals and their sizes pass
// unchanged.
type liar struct {
	net.Listener
	server string
	lie    func(line string) string
}

// liesAbout starts a liar, which speaks until the test ends.
func liesAbout(t *testing.T, server string, lie func(line string) string) *liar {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	liar := &liar{l, server, lie}
	go liar.serve()
	return liar
}

func (l *liar) serve() {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		go l.speak(client)
	}
}

func (l *liar) speak(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp4", l.server)
	if err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	for r := bufio.NewReader(server); ; {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		octets := literalOf(line)
		line = l.lie(line)
		if _, err := io.WriteString(client, line); err != nil {
			return
		}
		if _, err := io.CopyN(client, r, octets); err != nil {
			return
		}
	}
}

var literalEnd = regexp.MustCompile(`\{(\d+)\}\r\n$`)

// literalOf returns how long the literal is that follows a line; 0 where none does.
func literalOf(line string) (octets int64) {
	if m := literalEnd.FindStringSubmatch(line); m != nil {
		octets, _ = strconv.ParseInt(m[1], 10, 64)
	}
	return octets
}

var (
	saysValidity = regexp.MustCompile(`\[UIDVALIDITY \d+\]`)
	saysNext     = regexp.MustCompile(`\[UIDNEXT \d+\]`)
	saysExists   = regexp.MustCompile(`^\* (\d+) EXISTS\r\n`)
)

// With any false UIDs from the server, each mail is answered once. Mails from before the first
// start are left alone.
func TestServerLiesAboutUIDs(t *testing.T) {
	const another = "* 1 FETCH (UID 4242 FLAGS ())\r\n* 1 FETCH (UID 4243 BODY[] {5}\r\nHello)\r\n"
	for name, c := range map[string]struct {
		lie  func(line string) string
		says string // in the log; "" for nothing
	}{
		"UIDNEXT is too low":     {func(l string) string { return saysNext.ReplaceAllString(l, "[UIDNEXT 1]") }, ""},
		"UIDNEXT is too high":    {func(l string) string { return saysNext.ReplaceAllString(l, "[UIDNEXT 4000000]") }, ""},
		"UIDNEXT is not said":    {func(l string) string { return saysNext.ReplaceAllString(l, "[X-NOTHING 1]") }, ""},
		"EXISTS is said twice":   {func(l string) string { return saysExists.ReplaceAllString(l, "* $1 EXISTS\r\n* $1 EXISTS\r\n") }, ""},
		"EXISTS is too much":     {func(l string) string { return saysExists.ReplaceAllString(l, "* 99 EXISTS\r\n") }, ""},
		"FETCH is of others too": {func(l string) string { return strings.Replace(l, "* SEARCH", another+"* SEARCH", 1) }, ""},
		"UIDVALIDITY never stays": {func() func(string) string {
			var n atomic.Int64
			return func(l string) string {
				return saysValidity.ReplaceAllStringFunc(l, func(string) string { return fmt.Sprintf("[UIDVALIDITY %d]", n.Add(1)) })
			}
		}(), "reading the folder again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := inProcess(t)
			owner := dialAs(t, host, play.Quotes)
			file(t, owner, "INBOX", fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Old\r\nMessage-ID: <old@customer.test>\r\n\r\n%s", play.Alice, play.Quotes, incomplete))
			time.Sleep(time.Second) // which is as fine as INTERNALDATE is
			a := open(t, host, lyingTo(t, host, c.lie))
			for i := range 3 {
				a.writes(a.alice, sandbox.Mail{Subject: fmt.Sprintf("Quote %d", i), Text: incomplete})
				time.Sleep(1500 * time.Millisecond) // the folder is opened again meanwhile
			}
			for range 3 {
				a.gets(a.lee, "Questions to")
			}
			a.getsNothing(a.lee)
			if c.says != "" {
				a.logs(c.says, 1)
			}
			if n := len(a.threads()); n != 3 {
				t.Errorf("%d threads, want 3", n)
			}
		})
	}
}

// Staff get one notice for each message that a server lists and does not send, or sends under
// another UID. All other mails are answered once, even after a restart.
func TestServerWithholdsMessages(t *testing.T) {
	for name, c := range map[string]struct {
		lie     func(line string) string
		told    []string // with which words
		threads int
	}{
		"UIDs that nothing is behind": {func(l string) string {
			return strings.Replace(l, "* SEARCH", "* SEARCH 4000000 4000001", 1)
		}, []string{"UID 4000000", "UID 4000001"}, 3},
		"one that comes under another UID": {func(l string) string {
			return strings.Replace(l, "(UID 2 ", "(UID 1002 ", 1)
		}, []string{"UID 2"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := inProcess(t)
			a := open(t, host, lyingTo(t, host, c.lie), func(a *agency) { a.cfg.Mailbox.Agency.Port = host.IMAP().Port })
			for i := range 3 {
				a.writes(a.alice, sandbox.Mail{Subject: fmt.Sprintf("Quote %d", i), Text: incomplete})
			}
			for range c.threads {
				a.gets(a.lee, "Questions to")
			}
			var told string
			for range c.told {
				told += space.ReplaceAllString(a.gets(a.lee, "A mail could not be read").Text, " ")
			}
			for _, words := range c.told {
				if !strings.Contains(told, "lists a message with the "+words+", and sends nothing of it") {
					t.Errorf("staff were not told of %s: %s", words, told)
				}
			}
			a.stop()
			a.start()
			a.writes(a.alice, sandbox.Mail{Subject: "Quote 4", Text: incomplete})
			a.gets(a.lee, "Questions to")
			a.getsNothing(a.lee)
			if n := len(a.threads()); n != c.threads+1 {
				t.Errorf("%d threads, want %d", n, c.threads+1)
			}
		})
	}
}

// lyingTo has the daemon read its mailboxes by way of a liar, and open them often.
func lyingTo(t *testing.T, host sandbox.Host, lie func(string) string) func(*agency) {
	return func(a *agency) {
		liar := liesAbout(t, host.IMAP().Addr(), lie)
		for _, m := range []*config.MailboxAccount{&a.cfg.Mailbox.Customer, &a.cfg.Mailbox.Agency} {
			m.Port, m.TLS = liar.Addr().(*net.TCPAddr).Port, config.TLSNone
			m.IdleRefresh.Duration = 400 * time.Millisecond
		}
	}
}

// A server restored from a backup assigns old UIDs to new mails under the same UIDVALIDITY. The
// daemon reads the new mails, does not answer the old ones again, and logs the fault.
func TestServerGivesOutUIDsAnew(t *testing.T) {
	host := inProcess(t)
	owner := dialAs(t, host, play.Quotes)
	must(t, owner.Create("Leads", nil).Wait())
	a := open(t, host, lyingTo(t, host, func(l string) string { return saysValidity.ReplaceAllString(l, "[UIDVALIDITY 7]") }), func(a *agency) {
		a.cfg.Mailbox.Customer.Folder = "Leads"
	})
	mail := func(n int) string {
		return fmt.Sprintf("From: Alice Moreno <%s>\r\nTo: %s\r\nSubject: Quote %d\r\nMessage-ID: <%d@customer.test>\r\nDate: %s\r\n\r\n%s",
			play.Alice, play.Quotes, n, n, time.Now().Format(time.RFC1123Z), strings.ReplaceAll(incomplete, "\n", "\r\n"))
	}
	var kept []string
	for n := range 4 {
		kept = append(kept, mail(n))
		file(t, owner, "Leads", kept[n])
		a.gets(a.lee, "Questions to")
	}
	a.stop()
	must(t, owner.Delete("Leads").Wait())
	must(t, owner.Create("Leads", nil).Wait())
	for _, raw := range kept[:2] { // the others came after the backup was made
		file(t, owner, "Leads", raw)
	}
	file(t, owner, "Leads", mail(4)) // before we are back, under a UID that another had
	a.start()
	a.gets(a.lee, "Questions to")
	a.logs("reuses UIDs under the same UIDVALIDITY", 1)
	file(t, owner, "Leads", mail(5)) // and after
	a.gets(a.lee, "Questions to")
	a.stop()
	a.start()
	file(t, owner, "Leads", mail(6))
	a.gets(a.lee, "Questions to")
	a.getsNothing(a.lee)
	if n := len(a.threads()); n != 7 {
		t.Errorf("%d threads, want 7", n)
	}
}
