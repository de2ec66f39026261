package mailstack

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// ReportVariable names the environment variable with the file that Main appends
// its report to.
const ReportVariable = "MAILSTACK_REPORT"

// tests is the stack that the tests of this binary share. It is the package's
// only state: TestMain and the tests have nothing else in common.
var tests = pool{open: New}

// Start returns the stack of this test binary, and starts it for the first test
// that asks. Where the servers can't run the test fails; it is never skipped.
// Tests that must not see each other's mail use accounts of their own
// (AddAccount).
func Start(t testing.TB) *Stack {
	t.Helper()
	return tests.start(t)
}

// Main runs the tests, closes their stack, reports and exits. Goroutines that are left
// running then are a failure too:
//
//	func TestMain(m *testing.M) { mailstack.Main(m) }
//
// The report goes to standard output and to the file that ReportVariable names,
// if any, as `go test` shows the output of a failing package only.
func Main(m *testing.M) {
	code := m.Run()
	if err := tests.finish(os.Stdout, os.Getenv(ReportVariable)); err != nil {
		fmt.Fprintf(os.Stderr, "mail servers: %v\n", err)
		code = max(code, 1)
	}
	if err := goleak.Find(forgotten()...); code == 0 && err != nil {
		fmt.Fprintf(os.Stderr, "after the tests: %v\n", err)
		code = 1
	}
	os.Exit(code)
}

// forgotten are goroutines that libraries which only tests use leave behind: go-imap's
// server where a connection breaks while it writes a literal, toxiproxy where one does
// that is cut into pieces, or is cut off.
func forgotten() []goleak.Option {
	return []goleak.Option{
		goleak.IgnoreAnyFunction("github.com/emersion/go-imap/v2/imapserver.(*Conn).serve"),
		goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2/toxics.(*ToxicStub).Run"),
		goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2.(*ToxicLink).read"),
	}
}

// Report says which servers the tests of this binary used, and how many tests
// did, in a line such as
//
//	mail servers: Dovecot 2.3.19.1, Postfix 3.7.11; 14 tests used them
//
// It says nothing where no test did.
func Report(w io.Writer) error { return tests.report(w) }

// pool is one stack, started when the first test needs it.
type pool struct {
	open func(context.Context, Options) (*Stack, error)

	mu    sync.Mutex
	stack *Stack          // protected by mu; nil where none was needed or none started
	err   error           // protected by mu; why none started
	users map[string]bool // protected by mu; names of the tests that called start
}

func (p *pool) start(t testing.TB) *Stack {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users == nil {
		p.users = make(map[string]bool)
		p.stack, p.err = p.open(context.Background(), Options{}) // it outlives the test
	}
	if p.err != nil {
		t.Fatalf("this test needs real mail servers: %v", p.err)
	}
	p.users[t.Name()] = true
	return p.stack
}

func (p *pool) report(w io.Writer) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stack == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "mail servers: %s; %d tests used them\n", p.stack.Name(), len(p.users))
	return err
}

func (p *pool) finish(w io.Writer, file string) error {
	if p.stack == nil {
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
	return p.stack.Close()
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
