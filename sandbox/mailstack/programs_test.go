package mailstack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
)

// run runs a third-party mail program and returns its output.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// newAccount adds an account that no other test uses.
func newAccount(t *testing.T, s *Stack, password string) (address string) {
	t.Helper()
	address = fmt.Sprintf("u%d@customer.test", time.Now().UnixNano())
	if err := s.AddAccount(address, password); err != nil {
		t.Fatal(err)
	}
	return address
}

// curl fetches the first message of an INBOX.
func curl(t *testing.T, s *Stack, address string, e sandbox.Endpoint) string {
	t.Helper()
	scheme := map[string]string{"implicit": "imaps", "starttls": "imap"}[e.TLS]
	user, password := s.Account(address)
	return run(t, "curl", "--silent", "--show-error", "--ssl-reqd", "--cacert", s.CAFile(),
		"--user", user+":"+password, fmt.Sprintf("%s://%s/INBOX;MAILINDEX=1", scheme, e.Addr()))
}

func TestSwaksAndCurl(t *testing.T) {
	s := Start(t)
	const password = "open: sesame"
	for name, send := range map[string]func(to string){
		"smtp": func(to string) {
			run(t, "swaks", "--server", s.SMTP().Addr(), "--from", "alice@customer.test", "--to", to,
				"--header", "Subject: by program", "--body", "sent over smtp")
		},
		"submission": func(to string) {
			run(t, "swaks", "--server", s.Submission().Addr(), "--from", to, "--to", to,
				"--auth", "PLAIN", "--auth-user", to, "--auth-password", password,
				"--header", "Subject: by program", "--body", "sent over submission")
		},
		"smtps": func(to string) {
			mail := filepath.Join(t.TempDir(), "mail")
			if err := os.WriteFile(mail, []byte("Subject: by program\r\n\r\nsent over smtps\r\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			run(t, "curl", "--silent", "--show-error", "--cacert", s.CAFile(), "--user", to+":"+password,
				"--mail-from", to, "--mail-rcpt", to, "--upload-file", mail, "smtps://"+s.SMTPS().Addr())
		},
	} {
		address := newAccount(t, s, password)
		send(address)
		await(t, s, address)
		for _, e := range []sandbox.Endpoint{s.IMAP(), s.IMAPS()} {
			got := curl(t, s, address, e)
			if !strings.Contains(got, "Subject: by program") || !strings.Contains(got, "sent over "+name) {
				t.Errorf("curl fetched from %s:\n%s", e.Addr(), got)
			}
		}
	}
}

// await waits until the INBOX of address has a message.
func await(t *testing.T, s *Stack, address string) {
	t.Helper()
	user, password := s.Account(address)
	for range 200 {
		status := run(t, "curl", "--silent", "--user", user+":"+password,
			"--request", "STATUS INBOX (MESSAGES)", "imap://"+s.IMAP().Addr())
		if !strings.Contains(status, "MESSAGES 0") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("no mail came for %s", address)
}

func TestSubmissionNeedsLogin(t *testing.T) {
	s := Start(t)
	out, err := exec.CommandContext(t.Context(), "swaks", "--server", s.Submission().Addr(),
		"--from", "alice@customer.test", "--to", "bob@customer.test").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "554 5.7.1") {
		t.Errorf("submission took a mail from a stranger: %v\n%s", err, out)
	}
}

func TestDeliverMaildir(t *testing.T) {
	s := Start(t)
	address := newAccount(t, s, "secret")
	var raw [][]byte
	for i := range 1000 {
		raw = append(raw, fmt.Appendf(nil, "Subject: number %d\n\nbulk\n", i))
	}
	begin := time.Now()
	if err := s.DeliverMaildir(address, raw...); err != nil {
		t.Fatal(err)
	}
	t.Logf("1000 messages in %v", time.Since(begin).Round(time.Millisecond))
	status := run(t, "curl", "--silent", "--user", address+":secret",
		"--request", "STATUS INBOX (MESSAGES)", "imap://"+s.IMAP().Addr())
	if !strings.Contains(status, "MESSAGES 1000") {
		t.Errorf("Dovecot counts %q", status)
	}
	if got := curl(t, s, address, s.IMAPS()); !strings.Contains(got, "Subject: number 0") {
		t.Errorf("the first message is\n%s", got)
	}
	if err := s.DeliverMaildir("nobody@customer.test", raw...); err == nil {
		t.Error("mail for nobody was delivered")
	}
}

// A mail that Dovecot temporarily refused arrives seconds later.
func TestDeliversAgainSoon(t *testing.T) {
	s, err := New(t.Context(), Options{}) // a stack for this test alone
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ann, err := sandbox.NewPerson(t.Context(), s, "Ann", "alice@customer.test")
	if err != nil {
		t.Fatal(err)
	}
	door := filepath.Join(s.dir, "spool", "private", "dovecot-lmtp")
	shut := os.Rename(door, door+".shut")
	_, err = ann.Send(t.Context(), sandbox.Mail{To: []string{ann.Address}, Subject: "to myself"})
	for end := time.Now().Add(10 * time.Second); !strings.Contains(s.Complaints(), "status=deferred"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it was not deferred")
		}
	}
	opened := os.Rename(door+".shut", door)
	if err := errors.Join(shut, err, opened); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	begin := time.Now()
	if _, err := ann.Wait(ctx, nil); err != nil {
		t.Error(err)
	}
	t.Logf("it came after %v", time.Since(begin).Round(time.Millisecond))
}

func TestBounces(t *testing.T) {
	s := Start(t)
	ann, err := sandbox.NewPerson(t.Context(), s, "Ann", "alice@customer.test")
	if err != nil {
		t.Fatal(err)
	}
	id, err := ann.Send(t.Context(), sandbox.Mail{To: []string{"gone@bounce.test"}, Subject: "are you there?"})
	if err != nil {
		t.Fatal(err)
	}
	bounce, err := ann.Wait(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := bounce.Header.Get("Return-Path"); got != "<>" {
		t.Errorf("the Return-Path of a bounce is %q", got)
	}
	for _, want := range []string{"multipart/report", "Final-Recipient: rfc822; gone@bounce.test", "Status: 5.1.1", "Message-Id: <" + id + ">"} {
		if !strings.Contains(string(bounce.Raw), want) {
			t.Errorf("the bounce lacks %q:\n%s", want, bounce.Raw)
		}
	}
}
