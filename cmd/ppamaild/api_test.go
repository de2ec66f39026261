package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// shell runs the examples of a document.
type shell struct {
	t   *testing.T
	env []string
}

func (s *shell) command(ctx context.Context, script string) *exec.Cmd {
	c := exec.CommandContext(ctx, "sh", "-eu", "-c", script)
	c.Env, c.Stderr = s.env, testWriter{s.t}
	c.Cancel = func() error { return c.Process.Kill() }
	c.WaitDelay = time.Second
	return c
}

func (s *shell) runs(script string) string {
	s.t.Helper()
	out, err := s.command(s.t.Context(), script).Output()
	if err != nil {
		s.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	return string(out)
}

func (s *shell) set(name, value string) { s.env = append(s.env, name+"="+value) }

// The examples of doc/api.md work in order with the real program: a token, the open reviews, a
// review, a decision, and the events. Then the customer has the mail.
func TestAPIExamples(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	file, err := play.WriteConfig(t.TempDir(), host)
	noError(t, err)
	address := addConsole(t, file)
	d := &process{config: file, log: filepath.Join(t.TempDir(), "daemon.log")}
	noError(t, d.start(t.Context()))
	t.Cleanup(func() { noError(t, d.stop()) })
	alice, err := sandbox.NewPerson(t.Context(), host, "Alice Moreno", play.Alice)
	noError(t, err)
	_, err = alice.Send(t.Context(), sandbox.Mail{
		To: []string{play.Quotes}, Subject: "Quote please",
		Text: "Hello, I'm Alice Moreno and would like a quote for my 2019 Honda Civic.\n",
	})
	noError(t, err)

	text, err := os.ReadFile("../../doc/api.md")
	noError(t, err)
	var scripts []string
	for _, m := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(text, -1) {
		scripts = append(scripts, strings.ReplaceAll(string(m[1]), "127.0.0.1:8080", address))
	}
	if len(scripts) != 5 {
		t.Fatalf("the document has %d examples", len(scripts))
	}
	s := &shell{t, append(os.Environ(), "PPAMAILD_CONFIG="+file, programPath(t))}
	values := strings.Fields(s.runs(scripts[0] + `echo "$API $TOKEN"`))
	s.set("API", values[0])
	s.set("TOKEN", values[1])
	var open struct {
		Items []struct {
			Thread string
			Review int
		}
	}
	for end := time.Now().Add(time.Minute); len(open.Items) == 0; time.Sleep(50 * time.Millisecond) {
		noError(t, json.Unmarshal([]byte(s.runs(scripts[1])), &open))
		if time.Now().After(end) {
			t.Fatal("no review waits")
		}
	}
	s.set("THREAD", open.Items[0].Thread)
	s.set("NUMBER", strconv.Itoa(open.Items[0].Review))
	var review struct{ Digest string }
	noError(t, json.Unmarshal([]byte(s.runs(scripts[2])), &review))
	s.set("DIGEST", review.Digest)
	if out := s.runs(scripts[3]); !strings.Contains(out, `"status":"decided"`) {
		t.Errorf("the decision: %s", out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = alice.Wait(ctx, func(m sandbox.Received) bool {
		return strings.Contains(m.Subject, "Quote please")
	})
	noError(t, err)
	s.streams(ctx, scripts[4])
}

// addConsole turns on the console at a loopback address of its own, and returns the address.
func addConsole(t *testing.T, file string) string {
	t.Helper()
	on, err := net.Listen("tcp", "127.97.3.1:0")
	noError(t, err)
	noError(t, on.Close())
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	noError(t, err)
	_, err = fmt.Fprintf(f, "\n[console]\nlisten = %q\n", on.Addr())
	noError(t, err)
	noError(t, f.Close())
	return on.Addr().String()
}

// streams runs an example without end until the first line with an id.
func (s *shell) streams(ctx context.Context, script string) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(ctx)
	c := s.command(ctx, "exec "+script)
	out, err := c.StdoutPipe()
	noError(s.t, err)
	noError(s.t, c.Start())
	lines := bufio.NewScanner(out)
	found := false
	for !found && lines.Scan() {
		found = strings.HasPrefix(lines.Text(), "id: ")
	}
	cancel()
	_ = c.Wait() // killed
	if !found {
		s.t.Error("the stream has no id")
	}
}

// programPath is a PATH with this test binary as ppamaild.
func programPath(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	noError(t, err)
	bin := t.TempDir()
	noError(t, os.Symlink(self, filepath.Join(bin, "ppamaild")))
	return "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")
}
