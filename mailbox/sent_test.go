package mailbox

import (
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

func sentMail(id, more string) []byte {
	return []byte("From: quotes@agency.test\r\nSubject: Your quote\r\nMessage-ID: <" + id + ">\r\n" + more + "\r\nHello\r\n")
}

// openSent opens the account's Sent until the test ends.
func openSent(t *testing.T, account Account) *Sent {
	t.Helper()
	f, err := NewSent(account)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func TestSentAppendAndFind(t *testing.T) {
	server := startMemServer(t, nil)
	if err := server.user.Create("Sent", nil); err != nil {
		t.Fatal(err)
	}
	sent := openSent(t, server.account)
	for _, mail := range [][]byte{
		sentMail("longer.a@agency.test", ""),
		sentMail("rewritten@outlook.test", "X-Microsoft-Original-Message-ID: <b@agency.test>\r\n"),
		sentMail("c@agency.test", ""),
		sentMail("replaced@relay.test", "X-Ppamaild-Message-ID: <d@agency.test>\r\n"),
	} {
		if err := sent.Append(t.Context(), mail); err != nil {
			t.Fatal(err)
		}
	}
	cases := map[string]string{
		"a@agency.test":          "", // part of another Message-ID, which SEARCH finds
		"longer.a@agency.test":   "longer.a@agency.test",
		"b@agency.test":          "rewritten@outlook.test",
		"c@agency.test":          "c@agency.test",
		"d@agency.test":          "replaced@relay.test",
		"missing@agency.test":    "",
		"rewritten@outlook.test": "rewritten@outlook.test",
	}
	for id, want := range cases {
		if as, err := sent.Find(t.Context(), id); err != nil || as != want {
			t.Errorf("%s: found as %q, %v", id, as, err)
		}
	}
	status, err := server.user.Status("Sent", &imap.StatusOptions{NumUnseen: true})
	if err != nil || *status.NumUnseen != 0 {
		t.Errorf("%d copies are unread, %v", *status.NumUnseen, err)
	}
}

// The provider may file its own copy, with another Message-ID.
func TestSentFindsTheLatestCopy(t *testing.T) {
	server := startMemServer(t, nil)
	if err := server.user.Create("Sent", nil); err != nil {
		t.Fatal(err)
	}
	sent := openSent(t, server.account)
	for _, name := range []string{"a@agency.test", "first@outlook.test", "second@outlook.test", "third@outlook.test"} {
		if err := sent.Append(t.Context(), sentMail(name, "X-Microsoft-Original-Message-ID: <a@agency.test>\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		if as, err := sent.Find(t.Context(), "a@agency.test"); as != "third@outlook.test" || err != nil {
			t.Fatalf("found as %q, %v", as, err)
		}
	}
}

func TestSentAnswered(t *testing.T) {
	server := startMemServer(t, nil)
	if err := server.user.Create("Sent", nil); err != nil {
		t.Fatal(err)
	}
	sent := openSent(t, server.account)
	answer := sentMail("a@agency.test", "In-Reply-To: <last@customer.test>\r\nReferences: <first@customer.test> <last@customer.test>\r\n")
	if err := sent.Append(t.Context(), answer); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{"last@customer.test": true, "first@customer.test": true, "other@customer.test": false, "a@agency.test": false} {
		if found, err := sent.Answered(t.Context(), id); err != nil || found != want {
			t.Errorf("%s: answered %v, %v", id, found, err)
		}
	}
}

func TestSentFolderIsCreated(t *testing.T) {
	server := startMemServer(t, nil)
	server.account.SentFolder = "Sent Items"
	sent := openSent(t, server.account)
	if err := sent.Append(t.Context(), sentMail("a@agency.test", "")); err != nil {
		t.Fatal(err)
	}
	if as, err := sent.Find(t.Context(), "a@agency.test"); as == "" || err != nil {
		t.Errorf("found as %q, %v", as, err)
	}
}

func TestSentKeepsItsConnection(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command != "APPEND" {
			return false
		}
		c.say("+ go on")
		for range 5 { // the lines of sentMail, and the end of the command
			c.r.ReadString('\n')
		}
		c.r.ReadString('\n')
		c.say("%s OK done", tag)
		return true
	}
	f := openSent(t, server.account)
	for range 3 {
		if err := f.Append(t.Context(), sentMail("a@agency.test", "")); err != nil {
			t.Fatal(err)
		}
	}
	if n := countOf(server.commands(), "LOGIN"); n != 1 {
		t.Errorf("%d logins", n)
	}
}

func TestSentServerDoesNotAnswer(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool { return command == "APPEND" }
	server.account.Timeout = 50 * time.Millisecond
	if err := openSent(t, server.account).Append(t.Context(), sentMail("a@agency.test", "")); err == nil {
		t.Error("no error")
	}
}

// The reason for refusing a copy appears once.
func TestSentRefusesACopy(t *testing.T) {
	server := startFakeServer(t)
	server.on = func(c *fakeConn, tag, command, args string) bool {
		if command == "APPEND" {
			c.say("%s NO [OVERQUOTA] the mailbox is full", tag)
		}
		return command == "APPEND"
	}
	err := openSent(t, server.account).Append(t.Context(), sentMail("a@agency.test", ""))
	if err == nil || strings.Count(err.Error(), "the mailbox is full") != 1 {
		t.Errorf("%v", err)
	}
}
