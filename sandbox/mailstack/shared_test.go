package mailstack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// recorder is a test that records its failure.
type recorder struct {
	testing.TB
	name  string
	fatal string
}

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return r.name }
func (r *recorder) Fatalf(format string, args ...any) {
	r.fatal = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestMissingServersFailTheTest(t *testing.T) {
	p := pool{open: func(context.Context, Options) (*Stack, error) { return nil, errors.New("nothing there") }}
	r := &recorder{name: "TestIt"}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.start(r)
	}()
	<-done
	if !strings.Contains(r.fatal, "nothing there") {
		t.Errorf("the test failed with %q", r.fatal)
	}
	var report strings.Builder
	if err := p.finish(&report, ""); err != nil || report.Len() > 0 {
		t.Errorf("the report is %q, %v", report.String(), err)
	}
}

func TestReport(t *testing.T) {
	opened := 0
	p := pool{open: func(context.Context, Options) (*Stack, error) {
		opened++
		return &Stack{tools: tools{dovecotVersion: "2.3.1", postfixVersion: "3.7.2"}, close: func() error { return nil }}, nil
	}}
	for _, name := range []string{"TestA", "TestB", "TestA"} {
		p.start(&recorder{name: name})
	}
	file := filepath.Join(t.TempDir(), "report")
	var report strings.Builder
	if err := p.finish(&report, file); err != nil {
		t.Fatal(err)
	}
	const want = "mail servers: Dovecot 2.3.1, Postfix 3.7.2; 2 tests used them\n"
	appended, err := os.ReadFile(file)
	if err != nil || report.String() != want || string(appended) != want {
		t.Errorf("the report is %q, in the file %q, %v", report.String(), appended, err)
	}
	if opened != 1 {
		t.Errorf("%d stacks were started", opened)
	}
}

// A stack has one user at a time, and serves the next test after that.
func TestOwnStacks(t *testing.T) {
	opened, closed := 0, 0
	p := pool{open: func(context.Context, Options) (*Stack, error) {
		opened++
		return &Stack{close: func() error { closed++; return nil }}, nil
	}}
	inUse := map[*Stack]bool{}
	t.Run("at the same time", func(t *testing.T) {
		for range owned {
			s := p.own(t)
			if inUse[s] {
				t.Error("two tests have a stack")
			}
			inUse[s] = true
		}
		if shared := p.start(t); inUse[shared] {
			t.Error("an owned stack is shared")
		}
	})
	t.Run("later", func(t *testing.T) {
		if s := p.own(t); !inUse[s] {
			t.Error("a stack is not used again")
		}
	})
	if err := p.finish(io.Discard, ""); err != nil || opened != owned+1 || closed != opened {
		t.Errorf("opened %d, closed %d, %v", opened, closed, err)
	}
}

func TestMissingPackages(t *testing.T) {
	for _, test := range []struct{ absent, want string }{
		{"", ""},
		{lmtpPath, "dovecot-lmtpd"},
		{"/usr", "dovecot-imapd dovecot-lmtpd postfix"},
	} {
		has := func(path string) bool { return test.absent == "" || !strings.HasPrefix(path, test.absent) }
		if got := missingPackages(has); got != test.want {
			t.Errorf("without %q: got %q, want %q", test.absent, got, test.want)
		}
	}
}
