package team_test

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/agent/task"
	"ppamaild/agent/task/team"
	"ppamaild/mailbox"
	"ppamaild/mailbox/search"
	"ppamaild/reading"
	"ppamaild/sandbox"
)

const office = "office@agency.test"

// posted is an account on a real server with these messages.
func posted(t *testing.T, messages ...string) (*sandbox.Server, mailbox.Account) {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { host.Close() })
	if err := host.AddAccount(office, "pass word"); err != nil {
		t.Fatal(err)
	}
	pem, err := os.ReadFile(host.CAFile())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	at := host.IMAPS()
	client, err := imapclient.DialTLS(at.Addr(), &imapclient.Options{TLSConfig: &tls.Config{RootCAs: roots, ServerName: at.Host}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Login(office, "pass word").Wait(); err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		raw := []byte(strings.ReplaceAll(m, "\n", "\r\n"))
		put := client.Append("INBOX", int64(len(raw)), nil)
		if _, err := put.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := put.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := put.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	return host, mailbox.Account{Host: at.Host, Port: at.Port, TLS: mailbox.TLSImplicit, RootCAs: roots, Username: office, Password: "pass word"}
}

func TestMailOnAServerIsSearched(t *testing.T) {
	host, a := posted(t,
		"From: Grace Henderson <grace@home.test>\nTo: office@agency.test\nSubject: Roof\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nMessage-ID: <roof@home.test>\n\nThe roof of HO-118820 leaks. My SSN is 123-45-6789.\n",
		"From: Grace Henderson <grace@home.test>\nTo: office@agency.test\nSubject: Old\nDate: Mon, 3 Mar 2025 10:00:00 +0000\nMessage-ID: <old@home.test>\n\nHello.\n",
		"From: billing@clearview.test\nTo: office@agency.test\nSubject: Invoice\nDate: Tue, 3 Mar 2026 10:00:00 +0000\nMessage-ID: <bill@clearview.test>\n\nPlease pay CAG-7731.\n",
		"From: Lee <lee@agency.test>\nTo: office@agency.test\nSubject: Task\nDate: Tue, 3 Mar 2026 10:00:00 +0000\nMessage-ID: <task@agency.test>\n\nWhat about the Hendersons and invoice CAG-7731 in 2026?\n",
		"From: Ola Henders <ola@henders.test>\nTo: office@agency.test\nSubject: Mine\nDate: Tue, 3 Mar 2026 10:00:00 +0000\nMessage-ID: <mine@henders.test>\n\nNot related.\n",
	)
	searcher, err := search.New(search.Options{Account: a, Mask: reading.Mask})
	if err != nil {
		t.Fatal(err)
	}
	c := newTeam(t, team.Agent{Name: "mail", Kind: task.KindMailbox, Source: a.Host, Mail: []team.Mail{searcher}})
	if why := c.Roster(t.Context())[0].Unavailable; why != "" {
		t.Fatalf("down: %s", why)
	}
	given := assigned("mail", "What about the Hendersons and invoice CAG-7731 in 2026?")
	given.Task.MessageID = "task@agency.test"
	r := c.Run(t.Context(), given)
	var ids []string
	for _, ref := range r.Refs {
		ids = append(ids, ref.MessageID)
	}
	equal(t, "messages", ids, "bill@clearview.test", "roof@home.test")
	if r.Status != task.Found || strings.Contains(r.Summary+string(r.Data), "123-45-6789") || !strings.Contains(r.Summary, "The roof of HO-118820 leaks.") || !strings.HasPrefix(r.Meta.Service, a.Host+": ") {
		t.Errorf("%+v\n%s", r, r.Data)
	}
	host.SetPassword(office, "another")
	host.DropIMAP()
	if why := c.Roster(t.Context())[0].Unavailable; why == "" {
		t.Error("nobody can log in, and it is not down")
	}
	if r := c.Run(t.Context(), assigned("mail", "What about the Hendersons?")); r.Status != task.Failed {
		t.Errorf("%+v", r)
	}
}
