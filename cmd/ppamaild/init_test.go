package main

import (
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ppamaild/config/setup"
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

// An interrupt during the writing of the files leaves complete files.
func TestInitCompletesItsFiles(t *testing.T) {
	dir := t.TempDir()
	answers := &setup.Answers{
		Address: play.Quotes, AgencyAddress: play.Quotes, Provider: "fastmail", Username: play.Quotes,
		Password: "s3cret", Agency: "Sunrise", Staff: play.Lee, States: "OR", Timezone: "America/Denver",
		Mode: "observe", IMAP: "imap.agency.test", SMTP: "smtp.agency.test",
	}
	init := initCommand{File: filepath.Join(dir, "agency.toml")}
	err := init.write(answers, func(string) error {
		ends := make(chan os.Signal, 1)
		signal.Notify(ends, os.Interrupt)
		defer signal.Stop(ends)
		noError(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
		<-ends
		return nil
	})
	t.Log(err)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 || left[0].Name() != "agency.secret" || left[1].Name() != "agency.toml" {
		t.Errorf("%v, %v", left, err)
	}
}
