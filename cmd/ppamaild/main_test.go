package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/history"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// asProgram makes this test binary act as ppamaild, so that tests can kill the daemon's
// process.
const asProgram = "PPAMAILD_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	if err := os.Setenv(asProgram, "1"); err != nil {
		panic(err)
	}
	// Scenarios mostly wait for mail servers; -parallel overrides the number.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	mailstack.Main(m)
}

// onEachHost runs a test on the in-process servers and on Dovecot and Postfix.
func onEachHost(t *testing.T, test func(t *testing.T, host sandbox.Host)) {
	t.Run("in-process", func(t *testing.T) {
		host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { noError(t, host.Close()) })
		test(t, host)
	})
	t.Run("Dovecot and Postfix", func(t *testing.T) { test(t, mailstack.Own(t)) })
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// serve runs the daemon as a process on a host, with more configuration lines, until the test
// ends.
func serve(t *testing.T, host sandbox.Host, more ...string) *process {
	t.Helper()
	dir := t.TempDir()
	file, err := play.WriteConfig(dir, host)
	noError(t, err)
	appendTo(t, file, strings.Join(more, ""))
	d := &process{config: file, log: filepath.Join(dir, "daemon.log")}
	run(t, d)
	return d
}

// run starts the daemon and stops the daemon at the end of the test.
func run(t *testing.T, d *process) {
	t.Helper()
	noError(t, d.start(t.Context()))
	t.Cleanup(func() {
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			log, _ := os.ReadFile(d.log)
			t.Logf("the daemon's log:\n%s", log)
		}
	})
}

// stop returns after the log has the daemon's last line.
func TestLogIsWhole(t *testing.T) {
	says := `trap 'head -c 60000 /dev/zero | tr "\0" "\n" >&2; echo the end >&2; exit 1' TERM; echo msg=ready >&2; while :; do sleep 0.01; done`
	d := &process{log: filepath.Join(t.TempDir(), "daemon.log"), within: []string{"sh", "-c", says}}
	noError(t, d.start(t.Context()))
	if err := d.stop(); err == nil {
		t.Error("it ended well")
	}
	if log, err := os.ReadFile(d.log); err != nil || !strings.HasSuffix(string(log), "the end\n") {
		t.Errorf("the end is missing from %d octets, %v", len(log), err)
	}
}

func TestQuoteConversation(t *testing.T) {
	t.Parallel()
	onEachHost(t, func(t *testing.T, host sandbox.Host) {
		d := serve(t, host)
		stage := play.Stage{Host: host, Out: testWriter{t}, Crash: d.crash}
		if _, err := stage.Quote(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// The test kills the daemon after each mail. Then the store has each step of the conversation
// once.
func TestQuoteConversationSurvivesKills_Slow(t *testing.T) {
	onEachHost(t, func(t *testing.T, host sandbox.Host) {
		d := serve(t, host)
		stage := play.Stage{Host: host, Out: io.Discard, Crash: d.crash, Crashy: true}
		transcript, err := stage.Quote(t.Context())
		noError(t, err)
		holdsConversation(t, d.config, transcript.Thread)
	})
}

// holdsConversation checks the store after a quote conversation.
func holdsConversation(t *testing.T, config, thread string) {
	t.Helper()
	ask := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if code := execute(t.Context(), append(args, "--config", config), &out, &out); code != exitDone {
			t.Fatalf("ppamaild %q: exit code %d\n%s", args, code, &out)
		}
		return out.String()
	}
	ask("threads", "verify")
	ask("threads", "replay", thread)
	var held history.Thread
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) { // the last mail may arrive before its status is recorded
		noError(t, json.Unmarshal([]byte(ask("threads", "show", "--json", thread)), &held))
		held.Mails = slices.DeleteFunc(held.Mails, func(m store.Mail) bool { return m.Kind != store.MailCustomer || m.Status == store.MailSent })
		if len(held.Mails) == 0 || time.Now().After(deadline) {
			break
		}
	}
	var steps []string
	for _, e := range held.Journal {
		switch e.Kind {
		case "message", "review", "reject", "accept":
			steps = append(steps, e.Kind+" "+e.Actor)
		case "outbox":
			steps = append(steps, e.Kind)
		}
	}
	want := []string{
		"message " + play.Alice, "review info_request", "reject " + play.Lee, "review info_request", "accept " + play.Lee, "outbox",
		"message " + play.Alice, "review quote", "accept " + play.Lee, "outbox",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("the journal tells %q, want %q", steps, want)
	}
	if len(held.Mails) > 0 || held.Status != store.ThreadAwaitingCustomer {
		t.Errorf("the thread is %s, and to the customer are still to be sent %+v", held.Status, held.Mails)
	}
}

// A task with several agents, two of which are processes of this program.
func TestTaskConversation(t *testing.T) {
	t.Parallel()
	onEachHost(t, func(t *testing.T, host sandbox.Host) {
		for _, crashy := range []bool{false, true} {
			t.Run(fmt.Sprintf("killed after every mail: %t", crashy), func(t *testing.T) {
				file, err := play.WriteConfig(t.TempDir(), host)
				noError(t, err)
				self, err := os.Executable()
				noError(t, err)
				noError(t, play.AddAgents(file, "env", asProgram+"=1", self))
				noError(t, play.Correspond(t.Context(), host))
				d := &process{config: file, log: filepath.Join(filepath.Dir(file), "daemon.log")}
				run(t, d)
				stage := play.Stage{Host: host, Out: testWriter{t}, Crash: d.crash, Crashy: crashy}
				if _, err := stage.Task(t.Context()); err != nil {
					t.Fatal(err)
				}
			})
		}
	})
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Helper()
	w.t.Logf("%s", b)
	return len(b), nil
}
