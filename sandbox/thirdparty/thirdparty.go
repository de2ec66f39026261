// Package thirdparty runs third-party MCP servers for tests, to prove that ppamaild works with
// servers from other projects. The function AxeCore returns the script of axe-core, a checker of
// pages. The packages come from the npm registry, in the versions of package-lock.json, into a
// folder ignored by git.
//
// Without Node.js or the registry a test fails with instructions; a test is never skipped.
// Servers listen on loopback only.
package thirdparty

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The servers.
const (
	Everything = "@modelcontextprotocol/server-everything"
	Filesystem = "@modelcontextprotocol/server-filesystem"
	Memory     = "@modelcontextprotocol/server-memory"
)

// Servers are the installed servers, with a record of their use. The zero value is ready. A
// test binary needs one Servers.
type Servers struct {
	mu   sync.Mutex
	dir  string   // "": not installed yet; protected by mu
	used []string // "@scope/name 1.0.0 by stdio"; protected by mu
}

// Command returns the command that runs a server on standard input and output.
func (s *Servers) Command(t testing.TB, server string, args ...string) []string {
	t.Helper()
	return s.command(t, server, "stdio", args...)
}

// URL runs the server Everything over streamable HTTP until the test ends, and returns its URL.
func (s *Servers) URL(t testing.TB) string {
	t.Helper()
	command := s.command(t, Everything, "streamable HTTP", "streamableHttp")
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "PORT=0", "NODE_OPTIONS=--require "+filepath.Join(s.dir, "loopback.cjs"))
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	port := make(chan string, 1)
	go func() {
		defer close(port)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if at := listening.FindStringSubmatch(lines.Text()); at != nil {
				port <- at[1]
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // the process was killed
	})
	select {
	case at := <-port:
		return "http://127.0.0.1:" + at + "/mcp"
	case <-time.After(30 * time.Second):
		t.Fatalf("%s does not listen", server(Everything))
		return ""
	}
}

// AxeCore returns the script of axe-core. The script finds barriers on a page for people with
// disabilities.
func AxeCore(t testing.TB) string {
	t.Helper()
	dir, err := install(t.Context())
	if err != nil {
		t.Fatalf("this test needs axe-core: %v", err)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

var listening = regexp.MustCompile(`^loopback port (\d+)$`)

// Report writes the used servers on one line, or nothing.
func (s *Servers) Report(w io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.used) == 0 {
		return nil
	}
	slices.Sort(s.used)
	_, err := fmt.Fprintf(w, "MCP servers of others: %s\n", strings.Join(slices.Compact(s.used), ", "))
	return err
}

func (s *Servers) command(t testing.TB, name, by string, args ...string) []string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		dir, err := install(t.Context())
		if err != nil {
			t.Fatalf("this test needs MCP servers of others: %v", err)
		}
		s.dir = dir
	}
	version, err := version(s.dir, name)
	if err != nil {
		t.Fatal(err)
	}
	use := fmt.Sprintf("%s %s by %s", name, version, by)
	t.Log("talks to", use)
	s.used = append(s.used, use)
	return append([]string{filepath.Join(s.dir, "node_modules", ".bin", "mcp-"+server(name))}, args...)
}

// server returns a package name without its scope.
func server(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

func version(dir, name string) (string, error) {
	var of struct{ Version string }
	data, err := os.ReadFile(filepath.Join(dir, "node_modules", name, "package.json"))
	if err == nil {
		err = json.Unmarshal(data, &of)
	}
	return of.Version, err
}

//go:embed package.json package-lock.json loopback.cjs
var files embed.FS

// install installs the packages of the lock file, unless installed, and returns the folder.
// Parallel test binaries wait for each other.
func install(ctx context.Context) (dir string, err error) {
	source, err := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}", "ppamaild/sandbox/thirdparty").Output()
	if err != nil {
		return "", fmt.Errorf("finding the folder: %w", err)
	}
	dir = filepath.Join(strings.TrimSpace(string(source)), ".installed") // go ignores names that begin with a dot
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	lock, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer lock.Close() // also unlocks
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	return dir, fill(ctx, dir)
}

// fill installs into dir. The lock file comes last, so that its presence means a complete
// installation.
func fill(ctx context.Context, dir string) error {
	const pinned = "package-lock.json"
	want, err := files.ReadFile(pinned)
	if err != nil {
		return err
	}
	done := filepath.Join(dir, "done")
	if have, err := os.ReadFile(done); err == nil && bytes.Equal(have, want) {
		return nil
	}
	for _, name := range []string{"package.json", pinned, "loopback.cjs"} {
		data, err := files.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci (scripts/setup-debian installs npm; it needs the registry): %w\n%s", err, out)
	}
	return os.WriteFile(done, want, 0o644)
}
