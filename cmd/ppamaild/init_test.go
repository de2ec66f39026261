package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
)

// Answers from a pipe make a configuration for Dovecot and Postfix. init checks the servers,
// and the test mail arrives.
func TestInitOnDovecotAndPostfix(t *testing.T) {
	stack := mailstack.Own(t)
	customers, password := stack.Account(play.Quotes)
	agency, second := stack.Account(play.Reviews)
	self, err := os.Executable()
	noError(t, err)
	file := filepath.Join(t.TempDir(), "agency.toml")
	cmd := exec.CommandContext(t.Context(), self, "init", "--ca-file", stack.CAFile(),
		"--imap", "imaps://"+hostPort(stack.IMAPS()), "--smtp", "smtp://"+hostPort(stack.Submission()),
		"--timezone", "America/Los_Angeles", file)
	cmd.Stdin = strings.NewReader(strings.Join([]string{
		play.Quotes, play.Reviews, "generic", customers, agency, password, second,
		"Sunrise", play.Lee + ", " + play.Dana, "CA, OR", "live", "yes",
	}, "\n"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"ok    IMAP " + play.Reviews, "ok    SMTP for " + play.Reviews, "ok    probe to " + play.Quotes,
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q:\n%s", want, out)
		}
	}
	for _, name := range []string{"agency.toml", "agency.secret", "agency-agency.secret"} {
		info, err := os.Stat(filepath.Join(filepath.Dir(file), name))
		noError(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
}

func hostPort(at sandbox.Endpoint) string { return net.JoinHostPort(at.Host, strconv.Itoa(at.Port)) }
