package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ppamaild/agent/task/mcp"
)

// shell runs a script with the other words as "$@".
func shell(script string, args ...string) []string {
	return append([]string{"/bin/sh", "-c", script, "sh"}, args...)
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A server sees only PATH and HOME of the environment.
func TestEnvironmentIsMinimal(t *testing.T) {
	t.Setenv("QUOTES_PASSWORD", "hush")
	dir := t.TempDir()
	c := connect(t, mcp.Options{
		Command: shell(`env > env; exec "$@"`, deskCommand(t, "crm")...), Dir: dir,
		Env: map[string]string{"CRM_REGION": "west", "HOME": "/elsewhere"},
	})
	notes(t, c)
	var names []string
	for line := range strings.Lines(read(t, filepath.Join(dir, "env"))) {
		name, _, _ := strings.Cut(line, "=")
		if name != "_" && name != "PWD" && name != "OLDPWD" && name != "SHLVL" { // added by the shell
			names = append(names, strings.TrimSpace(line))
		}
	}
	slices.Sort(names)
	if want := []string{"CRM_REGION=west", "HOME=/elsewhere", "PATH=" + os.Getenv("PATH")}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}

// alive reports whether a process runs and is no zombie.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

// Close ends all children of the server, and a server that ignores signals.
func TestCloseEndsAllProcesses(t *testing.T) {
	for name, script := range map[string]string{
		"a child that is left behind": `sleep 1000 & echo $! $$ > pids; exec "$@"`,
		"a server that stays":         `trap "" TERM; sleep 1000 & echo $! $$ > pids; "$@"; while :; do sleep 0.1; done`,
		"a daemon":                    `(trap "" TERM HUP; sleep 1000 & echo $! > pids) ; "$@"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			c := connect(t, mcp.Options{Command: shell(script, deskCommand(t, "crm")...), Dir: dir})
			notes(t, c)
			var pids []int
			for word := range strings.FieldsSeq(read(t, filepath.Join(dir, "pids"))) {
				pid, err := strconv.Atoi(word)
				if err != nil || !alive(pid) {
					t.Fatal(pid, err)
				}
				pids = append(pids, pid)
			}
			began := time.Now()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 8*time.Second {
				t.Errorf("it took %v", took)
			}
			for _, pid := range pids {
				for range 50 {
					if !alive(pid) {
						break
					}
					time.Sleep(20 * time.Millisecond)
				}
				if alive(pid) {
					t.Errorf("process %d of %v is left", pid, pids)
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		})
	}
}

// A server that does not read can't block a caller.
func TestServerThatDoesNotRead(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, mcp.Options{Command: []string{self}, Env: map[string]string{changingVariable: "deaf"}, Timeout: 2 * time.Second})
	names(t, c)
	long := fmt.Sprintf(`{"for":%q}`, strings.Repeat("x", 1<<20))
	began := time.Now()
	_, err = c.Call(t.Context(), "ask", json.RawMessage(long))
	if took := time.Since(began); kind(err) != "unavailable, perhaps done" || took > 8*time.Second {
		t.Errorf("after %v: %v", took, err)
	}
}

// A server that never answers the new handshake gets the old one.
func TestServerThatIgnoresTheNewHandshake(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, mcp.Options{Command: []string{self}, Env: map[string]string{changingVariable: "old"}, Timeout: 6 * time.Second}) // longer than patience
	if got := names(t, c); len(got) != 3 {
		t.Error(got)
	}
}

func TestServersThatDoNotStart(t *testing.T) {
	for name, c := range map[string]struct {
		command []string
		says    string
		atMost  time.Duration
		starts  int // minimum number of starts
	}{
		"no such program": {[]string{"ppamaild-no-such-program"}, "executable file not found", time.Second, 0},
		"no such file":    {[]string{"/no/such/program"}, "no such file", time.Second, 0},
		"exits":           {shell(`echo x >> starts; echo no database >&2; exit 7`), "exit status 7: no database", 12 * time.Second, 3},
		"says nothing":    {shell(`echo x >> starts; sleep 1000`), "it took too long", 18 * time.Second, 1},
		"talks":           {shell(`echo x >> starts; echo Welcome; cat > /dev/null`), "invalid character", 12 * time.Second, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			client := connect(t, mcp.Options{Command: c.command, Dir: dir, Timeout: 2 * time.Second})
			began := time.Now()
			_, err := client.Call(t.Context(), "get_contact", nil)
			if got := kind(err); got != "unavailable, not done" || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", got, err)
			}
			if took := time.Since(began); took > c.atMost {
				t.Errorf("it took %v", took)
			}
			if c.starts == 0 {
				return
			}
			if n := strings.Count(read(t, filepath.Join(dir, "starts")), "x"); n < c.starts || n > 12 {
				t.Errorf("it was started %d times", n)
			}
		})
	}
}

// The crash of an idle server goes unnoticed.
func TestServerThatDiesUnused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := connect(t, mcp.Options{Command: shell(`echo $$ >> pids; exec "$@"`, deskCommand(t, "crm")...), Dir: dir})
	for starts := range 3 {
		notes(t, c)
		pids := strings.Fields(read(t, filepath.Join(dir, "pids")))
		if len(pids) != starts+1 {
			t.Fatalf("it was started %d times", len(pids))
		}
		pid, err := strconv.Atoi(pids[starts])
		if err != nil || syscall.Kill(pid, syscall.SIGKILL) != nil {
			t.Fatal(pid, err)
		}
		time.Sleep(300 * time.Millisecond) // an earlier call might have been read
	}
}

// Many callers of a server that does not start wait no longer than one caller.
func TestManyCallersOfAServerThatDoesNotStart(t *testing.T) {
	t.Parallel()
	c := connect(t, mcp.Options{Command: shell(`exit 7`), Timeout: time.Second})
	began := time.Now()
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			if _, err := c.Tools(t.Context()); kind(err) != "unavailable, not done" {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("it took %v", took)
	}
}

// Close does not wait for running calls, and these calls get an error.
func TestCloseDuringACall(t *testing.T) {
	t.Parallel()
	c := connect(t, mcp.Options{Command: deskCommand(t, "crm", "hang")})
	notDone := make(chan error)
	go func() {
		_, err := c.Call(t.Context(), "get_contact", json.RawMessage(`{"id":"C-1041"}`))
		notDone <- err
	}()
	time.Sleep(500 * time.Millisecond)
	began := time.Now()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := <-notDone; kind(err) != "unavailable, perhaps done" || !strings.Contains(err.Error(), "closed") {
		t.Error(err)
	}
	if took := time.Since(began); took > 6*time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := c.Tools(t.Context()); kind(err) != "unavailable, not done" {
		t.Error(err)
	}
}

// A canceled call does not cost other callers their server.
func TestCallerWhoGivesUp(t *testing.T) {
	dir := t.TempDir()
	c := connect(t, mcp.Options{Command: shell(`echo x >> starts; exec "$@"`, deskCommand(t, "crm", "get_contact:hang")...), Dir: dir})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(500*time.Millisecond, cancel)
	_, err := c.Call(ctx, "get_contact", json.RawMessage(`{"id":"C-1041"}`))
	if kind(err) != "unavailable, perhaps done" || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	notes(t, c)
	if starts := read(t, filepath.Join(dir, "starts")); starts != "x\n" {
		t.Errorf("it was started %d times", strings.Count(starts, "x"))
	}
}

// Output on standard error is limited and never blocks the server.
func TestServerThatTalksALot(t *testing.T) {
	if _, err := exec.LookPath("yes"); err != nil {
		t.Fatal(err)
	}
	c := connect(t, mcp.Options{Command: shell(`yes words | head -n 200000 >&2; exec "$@"`, deskCommand(t, "crm")...)})
	if n := notes(t, c); n != seedNotes {
		t.Error(n)
	}
}
