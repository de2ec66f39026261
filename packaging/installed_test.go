package packaging

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

func TestMain(m *testing.M) { mailstack.Main(m) }

const config = "/etc/ppamaild/ppamaild.toml"

// system is a root folder with the program.
type system struct {
	t       *testing.T
	root    string
	program string // path in root
	// as is the command of a program of the system with the rights of the service.
	as func(args ...string) *exec.Cmd
}

// newSystem makes a system with the packages that ppamaild depends on.
func newSystem(t *testing.T) system {
	t.Helper()
	if os.Getuid() != 0 && os.Getenv("CI") != "true" {
		t.Skip("skipped: chroot and dpkg need root")
	}
	root := filepath.Join(t.TempDir(), "root")
	for try := range 3 { // a mirror may be busy
		out, err := exec.CommandContext(t.Context(), "mmdebstrap", "--quiet", "--variant=essential",
			"--include=adduser,ca-certificates", "bookworm", root).CombinedOutput()
		if err == nil {
			return system{t, root, "/usr/bin/ppamaild", func(args ...string) *exec.Cmd {
				user := []string{"--userspec=ppamaild:ppamaild", root}
				return exec.CommandContext(t.Context(), "chroot", append(user, args...)...)
			}}
		}
		t.Logf("mmdebstrap: %v\n%s", err, out)
		must(t, os.RemoveAll(root))
		time.Sleep(time.Duration(try) * 10 * time.Second)
	}
	t.Fatal("no new system")
	panic("unreachable")
}

// copies puts a file into the system.
func (s system) copies(from, to string, mode os.FileMode) {
	s.t.Helper()
	text, err := os.ReadFile(from)
	must(s.t, err)
	must(s.t, os.WriteFile(filepath.Join(s.root, to), text, mode))
}

// asRoot runs a program of the system as root.
func (s system) asRoot(args ...string) string {
	s.t.Helper()
	return run(s.t, "chroot", append([]string{s.root}, args...)...)
}

// installs builds a package and installs it.
func (s system) installs(version string) {
	s.t.Helper()
	s.t.Setenv("LEVEL", "0")
	s.t.Setenv("VERSION", version)
	s.copies(strings.TrimSpace(run(s.t, "./build-deb", "amd64", s.t.TempDir())), "ppamaild.deb", 0o600)
	s.asRoot("dpkg", "--install", "/ppamaild.deb")
}

// daemon runs the service until stop is called. A new store leaves out the mail from before.
func (s system) daemon() (stop func()) {
	s.t.Helper()
	run := s.as(s.program, "run")
	logged, err := run.StderrPipe()
	must(s.t, err)
	must(s.t, run.Start())
	lines := bufio.NewScanner(logged)
	for lines.Scan() && !strings.Contains(lines.Text(), "msg=ready") {
		s.t.Log(lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, logged) }()
	return func() {
		s.t.Helper()
		must(s.t, run.Process.Signal(syscall.SIGTERM))
		must(s.t, run.Wait())
	}
}

// gets waits for the next mail to p with words in the subject.
func gets(t *testing.T, p *sandbox.Person, words string) sandbox.Received {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), raced.Slowdown*time.Minute)
	defer cancel()
	m, err := p.Wait(ctx, func(m sandbox.Received) bool { return strings.Contains(m.Subject, words) })
	if err != nil {
		t.Fatalf("%s did not get a mail about %q: %v", p.Address, words, err)
	}
	return m
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inits writes a configuration for the mail servers, and returns the output of init.
func (s system) inits(stack *mailstack.Stack) string {
	s.t.Helper()
	user, password := stack.Account(play.Quotes)
	staff, second := stack.Account(play.Reviews)
	must(s.t, os.WriteFile(filepath.Join(s.root, "etc/ppamaild/first.secret"), []byte(password), 0o600))
	must(s.t, os.WriteFile(filepath.Join(s.root, "etc/ppamaild/second.secret"), []byte(second), 0o600))
	s.copies(stack.CAFile(), "etc/ppamaild/ca.pem", 0o644)
	at := func(e sandbox.Endpoint) string { return net.JoinHostPort(e.Host, strconv.Itoa(e.Port)) }
	return s.asRoot(s.program, "init", "--no-input", "--mode", "live", "--send",
		"--address", play.Quotes, "--username", user,
		"--password-file", "/etc/ppamaild/first.secret",
		"--agency-address", play.Reviews, "--agency-username", staff,
		"--agency-password-file", "/etc/ppamaild/second.secret",
		"--imap", "imaps://"+at(stack.IMAPS()), "--smtp", "smtp://"+at(stack.Submission()),
		"--ca-file", "/etc/ppamaild/ca.pem", "--agency", "Sunrise", "--staff", play.Lee,
		"--states", "OR,WA", "--timezone", "America/Los_Angeles", config)
}

// serves plays a quote, and calls between while the customer waits and no daemon runs.
func (s system) serves(stack *mailstack.Stack, between func()) {
	s.t.Helper()
	alice, err := sandbox.NewPerson(s.t.Context(), stack, "Alice Moreno", play.Alice)
	must(s.t, err)
	lee, err := sandbox.NewPerson(s.t.Context(), stack, "Lee Tran", play.Lee)
	must(s.t, err)
	stop := s.daemon()
	_, err = alice.Send(s.t.Context(), sandbox.Mail{
		To: []string{play.Quotes}, Subject: "Quote please",
		Text: "Hello, I'm Alice Moreno and would like a quote for my 2019 Honda Civic.\n" +
			"I live at 1420 SE Taylor St, Portland, OR 97214.\n",
	})
	must(s.t, err)
	review := gets(s.t, lee, "Questions to")
	stop()
	between()
	stop = s.daemon()
	_, err = lee.Reply(s.t.Context(), review, "ACCEPT")
	must(s.t, err)
	gets(s.t, alice, "Quote please")
	stop()
}

// fills adds ended threads to the store.
func (s system) fills(threads int) {
	s.t.Helper()
	db, err := bolt.Open(filepath.Join(s.root, "var/lib/ppamaild/ppamaild.db"), bolt.Options{})
	must(s.t, err)
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	must(s.t, db.Update(s.t.Context(), func(tx store.Tx) error {
		for n := range threads {
			id, from := fmt.Sprintf("Q-%06d", n), fmt.Sprintf("customer%d@customer.test", n)
			who := agent.CustomerInfo{Address: from, AnswerTo: from, Subject: "Quote"}
			state := agent.NewState(id, who)
			state.Status = store.ThreadCompleted
			raw, err := state.Encode()
			if err != nil {
				return err
			}
			if _, err := tx.PutHead(store.Head{
				Thread: id, Workflow: store.WorkflowQuote, Status: state.Status, Subject: "Quote",
				CreatedAt: at, UpdatedAt: at, Participants: []string{from}, State: raw,
			}); err != nil {
				return err
			}
			if _, err := tx.Append(store.Entry{
				Thread: id, At: at, Source: store.SourceCustomer, Kind: "message", Actor: from,
			}, []byte("{}")); err != nil {
				return err
			}
		}
		return nil
	}))
	must(s.t, db.Close())
}

// A package on a new system starts nothing. After init, the service serves a quote, also after an
// upgrade in the middle of the conversation, with a store full of threads. A purge keeps the store.
func TestInstalledOnANewSystem_Slow(t *testing.T) {
	s, stack := newSystem(t), mailstack.Own(t)
	s.installs("0.1.0~before")
	if _, err := os.Stat(filepath.Join(s.root, config)); err == nil {
		t.Error("the package has a configuration")
	}
	if said := s.inits(stack); !strings.Contains(said, "ok    probe to "+play.Quotes) {
		t.Error(said)
	}
	// The admin guide gives these rights.
	s.asRoot("sh", "-c", "chown -R root:ppamaild /etc/ppamaild && chmod 640 /etc/ppamaild/*")
	if out, err := s.as(s.program, "check", "--send", play.Reviews).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.serves(stack, func() {
		s.fills(2000)
		s.installs("0.1.0")
		if said := s.asRoot("dpkg-query", "--show", "ppamaild"); !strings.HasSuffix(said, "\t0.1.0\n") {
			t.Error(said)
		}
	})
	said := s.asRoot(s.program, "threads", "verify")
	if !regexp.MustCompile(`threads: 200[1-9], entries: \d+, broken: 0\n$`).MatchString(said) {
		t.Error(said)
	}

	s.asRoot("dpkg", "--purge", "ppamaild")
	if _, err := os.Stat(filepath.Join(s.root, "var/lib/ppamaild/ppamaild.db")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(s.root, "usr/bin/ppamaild")); err == nil {
		t.Error("the purge leaves the program")
	}
}
