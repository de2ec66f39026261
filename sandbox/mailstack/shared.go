package mailstack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// ReportVariable is the environment variable with the name of a file. Main appends its report to
// the file.
const ReportVariable = "MAILSTACK_REPORT"

// tests has the stacks of the tests in this binary, and is the only state of the package:
// TestMain and the tests have nothing else in common.
var tests = pool{open: New}

// Start returns the stack of this test binary. The first call starts the stack. If the servers
// can't run, the test fails; it is never skipped. Tests that must not see each other's mail use
// accounts of their own (AddAccount).
func Start(t testing.TB) *Stack {
	t.Helper()
	return tests.start(t)
}

// Own returns a stack that no other test uses until this test ends, so that tests with the
// same accounts can run at the same time. Own waits if all of a few stacks are in use.
func Own(t testing.TB) *Stack {
	t.Helper()
	return tests.own(t)
}

// Main runs the tests, closes their stacks, reports and exits. A goroutine that still runs after
// the tests is a failure, too:
//
//	func TestMain(m *testing.M) { mailstack.Main(m) }
//
// The report goes to standard output and to the file of ReportVariable, because `go test` shows
// only the output of a failing package.
func Main(m *testing.M) {
	code := m.Run()
	if err := tests.finish(os.Stdout, os.Getenv(ReportVariable)); err != nil {
		fmt.Fprintf(os.Stderr, "mail servers: %v\n", err)
		code = max(code, 1)
	}
	if err := goleak.Find(leakedByLibraries()...); code == 0 && err != nil {
		fmt.Fprintf(os.Stderr, "after the tests: %v\n", err)
		code = 1
	}
	os.Exit(code)
}

// leakedByLibraries are goroutines that the libraries of tests leave behind: go-imap's server if
// a connection breaks while it writes a literal, and toxiproxy if a sliced or limited connection
// breaks.
func leakedByLibraries() []goleak.Option {
	return []goleak.Option{
		goleak.IgnoreAnyFunction("github.com/emersion/go-imap/v2/imapserver.(*Conn).serve"),
		goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2/toxics.(*ToxicStub).Run"),
		goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2.(*ToxicLink).read"),
	}
}

// owned is the number of stacks for tests that call Own. Such tests mostly wait for mail.
const owned = 4

// pool has stacks, each started when the first test needs it.
type pool struct {
	open func(context.Context, Options) (*Stack, error)

	mu     sync.Mutex
	shared *Stack          // protected by mu; nil before the first call of start
	err    error           // protected by mu; why shared did not start
	all    []*Stack        // protected by mu; every stack that started
	users  map[string]bool // protected by mu; names of the tests that use a stack
	free   chan *Stack     // for Own; nil stacks are not started yet
}

func (p *pool) start(t testing.TB) *Stack {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shared == nil && p.err == nil {
		p.shared, p.err = p.open(context.Background(), Options{})
		p.keep(p.shared)
	}
	if p.err != nil {
		t.Fatalf("this test needs real mail servers: %v", p.err)
	}
	p.use(t)
	return p.shared
}

// keep adds a stack, unless it is nil. The caller holds mu.
func (p *pool) keep(s *Stack) {
	if s != nil {
		p.all = append(p.all, s)
	}
}

// use counts a test. The caller holds mu.
func (p *pool) use(t testing.TB) {
	if p.users == nil {
		p.users = make(map[string]bool)
	}
	p.users[t.Name()] = true
}

func (p *pool) own(t testing.TB) *Stack {
	t.Helper()
	free := p.stacks()
	s := <-free
	t.Cleanup(func() { free <- s })
	if s == nil {
		opened, err := p.open(context.Background(), Options{})
		if err != nil {
			t.Fatalf("this test needs real mail servers: %v", err)
		}
		s = opened
		p.mu.Lock()
		p.keep(s)
		p.mu.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.use(t)
	return s
}

// stacks returns the stacks for Own that no test uses.
func (p *pool) stacks() chan *Stack {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = make(chan *Stack, owned)
		for range owned {
			p.free <- nil
		}
	}
	return p.free
}

// report writes the servers that the tests of this binary used, and the number of these tests,
// in a line such as
//
//	mail servers: Dovecot 2.3.19.1, Postfix 3.7.11; 14 tests used them
//
// If no test used the servers, report writes nothing.
func (p *pool) report(w io.Writer) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.all) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "mail servers: %s; %d tests used them\n",
		p.all[0].Name(), len(p.users))
	return err
}

func (p *pool) finish(w io.Writer, file string) error {
	if len(p.all) == 0 {
		return nil
	}
	if err := p.report(w); err != nil {
		return err
	}
	if file != "" {
		if err := p.appendReport(file); err != nil {
			return fmt.Errorf("reporting to %s: %w", file, err)
		}
	}
	var err error
	for _, s := range p.all {
		err = errors.Join(err, s.Close())
	}
	return err
}

func (p *pool) appendReport(path string) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if err := p.report(file); err != nil {
		return err
	}
	return file.Close()
}
