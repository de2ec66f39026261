package search_test

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/mailbox"
	"ppamaild/mailbox/search"
	"ppamaild/reading"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
)

func TestMain(m *testing.M) { mailstack.Main(m) }

// box is a test's own account, with a client that fills and inspects the account.
type box struct {
	testing.TB
	account mailbox.Account
	client  *imapclient.Client
}

// onEachHost runs a test against the in-process server and against a real one.
func onEachHost(t *testing.T, test func(b *box)) {
	t.Run("in process", func(t *testing.T) {
		h, err := sandbox.NewHost(sandbox.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { h.Close() })
		test(open(t, h))
	})
	t.Run("Dovecot", func(t *testing.T) { test(open(t, mailstack.Start(t))) })
}

func open(t testing.TB, h sandbox.Host) *box {
	t.Helper()
	user := "a" + strconv.FormatInt(time.Now().UnixNano(), 36) + "@agency.test"
	must(t, h.AddAccount(user, "pass word"))
	pem, err := os.ReadFile(h.CAFile())
	must(t, err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	at := h.IMAPS()
	client, err := imapclient.DialTLS(at.Addr(), &imapclient.Options{TLSConfig: &tls.Config{RootCAs: roots, ServerName: at.Host}})
	must(t, err)
	t.Cleanup(func() { client.Close() })
	must(t, client.Login(user, "pass word").Wait())
	return &box{TB: t, client: client, account: mailbox.Account{
		Host: at.Host, Port: at.Port, TLS: mailbox.TLSImplicit, RootCAs: roots, Username: user, Password: "pass word",
	}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (b *box) create(folder string) { must(b, b.client.Create(folder, nil).Wait()) }

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// put files a message; lines are the header, an empty line, and the body.
func (b *box) put(folder string, arrived time.Time, lines ...string) imap.UID {
	b.Helper()
	raw := strings.Join(lines, "\r\n") + "\r\n"
	cmd := b.client.Append(folder, int64(len(raw)), &imap.AppendOptions{Time: arrived})
	_, err := cmd.Write([]byte(raw))
	must(b, err)
	must(b, cmd.Close())
	done, err := cmd.Wait()
	must(b, err)
	return done.UID
}

// mail is the lines of a message of noon from Mary Henderson.
func mail(id string, more ...string) []string {
	lines := []string{
		"From: Mary Henderson <mary@customer.test>", "To: quotes@agency.test", "Subject: Hello",
		"Date: " + noon.Format(time.RFC1123Z), "Message-ID: <" + id + "@customer.test>",
	}
	for _, l := range more {
		name, _, isField := strings.Cut(l, ": ")
		if i := slices.IndexFunc(lines, func(old string) bool { return isField && strings.HasPrefix(old, name+": ") }); i >= 0 {
			lines = slices.Delete(lines, i, i+1)
		}
	}
	return append(lines, more...)
}

func (b *box) searcher() *search.Searcher {
	b.Helper()
	s, err := search.New(search.Options{Account: b.account, Mask: reading.Mask})
	must(b, err)
	b.Cleanup(s.Close)
	return s
}

func (b *box) search(q search.Query) search.Found {
	b.Helper()
	found, err := b.searcher().Search(b.Context(), q)
	must(b, err)
	return found
}

// finds fails unless exactly these messages are found, in order.
func (b *box) finds(q search.Query, ids ...string) search.Found {
	b.Helper()
	found := b.search(q)
	if got := idsOf(found); !slices.Equal(got, ids) {
		b.Errorf("%+v\nfound %v, not %v; skipped %q", q, got, ids, found.Skipped)
	}
	return found
}

func idsOf(found search.Found) []string {
	var ids []string
	for _, h := range found.Hits {
		id, _, _ := strings.Cut(h.MessageID, "@")
		ids = append(ids, id)
	}
	return ids
}

// flags is every flag of every message of a folder, in one line.
func (b *box) flags(folder string) string {
	b.Helper()
	_, err := b.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
	must(b, err)
	all, err := b.client.Fetch(imap.SeqSet{{Start: 1}}, &imap.FetchOptions{Flags: true, UID: true}).Collect()
	must(b, err)
	var said []string
	for _, m := range all {
		slices.Sort(m.Flags)
		said = append(said, fmt.Sprint(m.UID, m.Flags))
	}
	return strings.Join(said, " ")
}
