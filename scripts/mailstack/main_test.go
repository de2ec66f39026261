package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox/mailstack"
)

func TestMain(m *testing.M) { mailstack.Main(m) }

func TestWrittenConfigLoads(t *testing.T) {
	s := mailstack.Start(t)
	file := filepath.Join(t.TempDir(), "try.toml")
	var help bytes.Buffer
	if err := tell(&help, s, file); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, mailbox := range []config.MailboxAccount{c.Mailbox.Customer, c.Mailbox.Agency} {
		user, password := s.Account(mailbox.Address)
		if mailbox.Port != s.IMAPS().Port || mailbox.Username != user || mailbox.Password.Reveal() != password {
			t.Errorf("the configuration of %s is %+v", mailbox.Address, mailbox)
		}
	}
	if got := c.SMTPFor("agency").Port; got != s.Submission().Port {
		t.Errorf("the SMTP port is %d, want %d", got, s.Submission().Port)
	}
	if !strings.Contains(help.String(), "ppamaild run --config "+file) {
		t.Errorf("the help does not name %s:\n%s", file, help.String())
	}
}

func TestHelp(t *testing.T) {
	s := mailstack.Start(t)
	var help bytes.Buffer
	if err := tell(&help, s, ""); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Dovecot 2.3", "Postfix 3", s.IMAP().Addr(), s.SMTPS().Addr(), s.CAFile(),
		"alice@customer.test  secret", "swaks --server " + s.SMTP().Addr(), "curl --cacert", "[mailbox.customer]",
	} {
		if !strings.Contains(help.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, help.String())
		}
	}
}

func TestRunsUntilItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out lines = func(text string) {
		if strings.Contains(text, "are up") {
			cancel()
		}
	}
	if err := run(ctx, out, ""); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() == nil {
		t.Error("it ended by itself")
	}
}

// lines receives each written text.
type lines func(text string)

func (l lines) Write(p []byte) (int, error) {
	l(string(p))
	return len(p), nil
}
