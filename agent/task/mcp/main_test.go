package mcp_test

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ppamaild/agent/task/mcp"
	"ppamaild/sandbox/desk"
	"ppamaild/sandbox/mailstack"
	ppamaild "ppamaild/sandbox/program"
	"ppamaild/sandbox/thirdparty"
)

var (
	program string // the built ppamaild
	others  thirdparty.Servers
)

func TestMain(m *testing.M) {
	if os.Getenv(changingVariable) != "" {
		serveChanging()
		return
	}
	dir, err := os.MkdirTemp("", "ppamaild-mcp-")
	if err != nil {
		panic(err)
	}
	if program, err = ppamaild.Build(dir); err != nil {
		panic(err)
	}
	// A server in this process keeps sessions without a goodbye by the client.
	servers := goleak.IgnoreAnyFunction("github.com/modelcontextprotocol/go-sdk/mcp.(*streamableServerConn).Read")
	goleak.VerifyTestMain(m, servers, goleak.Cleanup(func(code int) {
		if err := report(); err != nil {
			panic(err)
		}
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// report names the third-party servers in the tests, even if go test hides the output of the
// package.
func report() error {
	if path := os.Getenv(mailstack.ReportVariable); path != "" {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		return others.Report(io.MultiWriter(os.Stdout, file))
	}
	return others.Report(os.Stdout)
}

// connect returns a client that logs to the test and ends with it.
func connect(t *testing.T, o mcp.Options) *mcp.Client {
	t.Helper()
	if o.Name == "" {
		o.Name = "desk"
	}
	if o.Timeout == 0 {
		o.Timeout = 20 * time.Second
	}
	if o.Allow == nil {
		o.Allow = []string{"*"}
	}
	if o.MaxAnswer == 0 {
		o.MaxAnswer = 1e6
	}
	c, err := mcp.New(o, slog.New(slog.NewTextHandler(t.Output(), nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// deskCommand runs a sandbox system on its own file.
func deskCommand(t *testing.T, system string, faults ...string) []string {
	t.Helper()
	command := []string{program, "mcp-sandbox", system, "--db", filepath.Join(t.TempDir(), system+".db")}
	for _, f := range faults {
		command = append(command, "--fault", f)
	}
	return command
}

var address = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)/mcp`)

// served is a listening sandbox system.
type served struct {
	URL  string
	host string
	stop func() // kills the system
}

// serveDesk runs command until the test ends. listen is the address; "": any.
func serveDesk(t *testing.T, command []string, listen string) served {
	t.Helper()
	if listen == "" {
		listen = "127.0.0.1:0"
	}
	cmd := exec.Command(command[0], append(command[1:], "--listen", listen)...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	stop := func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed before
	}
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	at := address.FindStringSubmatch(line)
	if at == nil {
		t.Fatalf("the sandbox says %q, %v", line, err)
	}
	return served{at[0], at[1], stop}
}

// overHTTP returns the options for a listening system.
func overHTTP(s served) mcp.Options { return mcp.Options{URL: s.URL, Token: desk.Token} }

// call calls a tool and returns its structured content.
func call[T any](t *testing.T, c *mcp.Client, tool, args string) T {
	t.Helper()
	a, err := c.Call(t.Context(), tool, json.RawMessage(args))
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	var out T
	if err := json.Unmarshal(a.Structured, &out); err != nil {
		t.Fatalf("%s: %v\n%s", tool, err, a.Structured)
	}
	return out
}

// notes returns the number of notes about Grace Henderson.
func notes(t *testing.T, c *mcp.Client) int {
	t.Helper()
	return len(call[struct{ Notes []any }](t, c, "list_notes", `{"id":"C-1041"}`).Notes)
}

const (
	addNote   = `{"id":"C-1041","author":"Test","text":"a note"}`
	seedNotes = 3
)
