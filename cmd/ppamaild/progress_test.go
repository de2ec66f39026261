package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/store"
	"ppamaild/store/bolt"
)

// On a terminal, long commands show their progress. The result follows on an empty line. Without
// a terminal, they show the result alone. script (util-linux) provides the terminal.
func TestProgressOnATerminal(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "agency.toml")
	noError(t, os.WriteFile(config, []byte(agencyText), 0o600))
	s, err := bolt.Open(filepath.Join(dir, "ppamaild.db"), bolt.Options{})
	noError(t, err)
	noError(t, s.Update(context.Background(), func(tx store.Tx) error {
		return seedThread(tx, "Q-AAAAAA", "ann@customer.test", store.ThreadRunning)
	}))
	noError(t, s.Close())
	mails := filepath.Join(dir, "mails")
	noError(t, os.Mkdir(mails, 0o700))
	noError(t, os.WriteFile(filepath.Join(mails, "a.eml"), []byte("From: ann@customer.test\r\nSubject: Quote\r\n\r\nMy car, please.\r\n"), 0o600))
	noError(t, os.WriteFile(filepath.Join(mails, "a.json"), []byte(`{"intent":"new_quote"}`), 0o600))
	self, err := os.Executable()
	noError(t, err)
	for _, c := range []struct {
		command, result string
		parts           []string
	}{
		{"backup --config agency.toml kept.db", "Backup written", []string{"copying", "checking", "checking references"}},
		{"restore --replace --config agency.toml kept.db", "Restored", []string{"copying", "checking"}},
		{"store check --config agency.toml", "is sound", []string{"checking"}},
		{"store compact --config agency.toml", "Compacted", []string{"compacting", "checking"}},
		{"threads verify --config agency.toml", "threads: 1, entries: 0", []string{"verifying"}},
		{"eval mails", "reader of", []string{"reading mails"}},
	} {
		quiet := exec.CommandContext(t.Context(), self, strings.Fields(c.command)...)
		quiet.Dir = dir
		out, err := quiet.CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.result) || strings.ContainsAny(string(out), "\r\x1b%") && c.command != "eval mails" {
			t.Errorf("%s: %v: %q", c.command, err, out)
		}
		if strings.HasPrefix(c.command, "backup") {
			noError(t, os.Remove(filepath.Join(dir, "kept.db")))
		}
		shown := exec.CommandContext(t.Context(), "script", "--quiet", "--return", "--command", self+" "+c.command, os.DevNull)
		shown.Dir = dir
		shown.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=1")
		out, err = shown.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", c.command, err)
		}
		for _, part := range c.parts {
			if !regexp.MustCompile(`\r` + part + ` +\d+%`).Match(out) {
				t.Errorf("%s does not show %s: %q", c.command, part, out)
			}
		}
		_, last, _ := strings.Cut(string(out), c.result)
		before, _, _ := strings.Cut(string(out), c.result)
		if !strings.Contains(before, "\r\x1b[K") || strings.Contains(last, "\r\x1b[K") {
			t.Errorf("%s leaves the line of progress: %q", c.command, out)
		}
		if regexp.MustCompile(`\x1b\[[\d;]*m`).Match(out) {
			t.Errorf("%s uses colors despite NO_COLOR: %q", c.command, out)
		}
	}
}

const agencyText = `[agency]
name = "Sunrise"
timezone = "America/Los_Angeles"
licensed_states = ["OR"]
[mailbox.customer]
address = "quotes@agency.test"
host = "127.0.0.1"
tls = "none"
username = "quotes"
password = "secret"
[mailbox.agency]
address = "reviews@agency.test"
host = "127.0.0.1"
tls = "none"
username = "reviews"
password = "secret"
[smtp]
host = "127.0.0.1"
tls = "none"
[store]
path = "ppamaild.db"
[review]
staff = ["lee@agency.test"]
`

// A check that is stopped, or killed for want of memory, calls no store damaged.
func TestInterruptedCheck(t *testing.T) {
	dir := t.TempDir()
	noError(t, os.WriteFile(filepath.Join(dir, "agency.toml"), []byte(agencyText), 0o600))
	// A check of a named pipe waits for its writer.
	noError(t, syscall.Mkfifo(filepath.Join(dir, "ppamaild.db"), 0o600))
	self, err := os.Executable()
	noError(t, err)
	for name, stop := range map[string]func(parent, child int) error{
		"command": func(parent, _ int) error { return syscall.Kill(parent, syscall.SIGTERM) },
		"process": func(_, child int) error { return syscall.Kill(child, syscall.SIGKILL) },
	} {
		var out bytes.Buffer
		check := exec.CommandContext(t.Context(), self, "store", "check", "--config", "agency.toml")
		check.Dir, check.Stdout, check.Stderr = dir, &out, &out
		noError(t, check.Start())
		child := 0
		for began := time.Now(); child == 0 && time.Since(began) < 10*time.Second; {
			child = childOf(t, check.Process.Pid)
			time.Sleep(10 * time.Millisecond)
		}
		if child == 0 {
			t.Fatal("no check runs")
		}
		noError(t, stop(check.Process.Pid, child))
		err := check.Wait()
		said := out.String()
		if err == nil || !strings.Contains(said, "interrupted, the result is unknown") ||
			strings.Contains(said, "damaged") {
			t.Errorf("%s: %v: %s", name, err, said)
		}
	}
}

// childOf returns the child process that checks a file; 0 for none.
func childOf(t *testing.T, parent int) int {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/status")
	noError(t, err)
	for _, file := range all {
		status, _ := os.ReadFile(file) // the process may have ended
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		isChild := strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", parent))
		if isChild && strings.Contains(string(line), "check-file") {
			child, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			noError(t, err)
			return child
		}
	}
	return 0
}
