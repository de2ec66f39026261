package daemon

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// program is the real program with a configuration, for figures of a process of its own.
type program struct {
	*testing.B
	path, file string // of the program and of the configuration
}

// newProgram builds the program, for a store at g and mail servers of its own.
func newProgram(b *testing.B, g ground) *program {
	b.Helper()
	p := &program{B: b, path: filepath.Join(b.TempDir(), "ppamaild")}
	build := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-o", p.path, "ppamaild/cmd/ppamaild")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	p.must(err)
	b.Cleanup(func() { p.must(host.Close()) })
	p.file, err = play.WriteConfig(b.TempDir(), host)
	p.must(err)
	text, err := os.ReadFile(p.file)
	p.must(err)
	const path = "path = \"ppamaild.db\"\n"
	text = bytes.Replace(text, []byte(path), []byte(g.lines()), 1)
	p.must(os.WriteFile(p.file, text, 0o600))
	return p
}

func (p *program) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func (p *program) config() *config.Config {
	p.Helper()
	cfg, err := config.Load(p.file)
	p.must(err)
	return cfg
}

// run runs a command. It returns how long the command takes, and the largest anonymous memory in MB
// of the command and its children.
func (p *program) run(args ...string) (took time.Duration, megabytes float64) {
	p.Helper()
	command := exec.CommandContext(p.Context(), p.path, append(args, "--config", p.file)...)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	begin := time.Now()
	p.must(command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				p.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, &out)
			}
			return time.Since(begin), megabytes
		case <-look.C:
			megabytes = max(megabytes, memoryOf(command.Process.Pid))
		}
	}
}

// memoryOf returns the anonymous memory of a process and its children in MB.
func memoryOf(pid int) (megabytes float64) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // none after the end
	all := []string{strconv.Itoa(pid)}
	for _, list := range lists {
		children, _ := os.ReadFile(list)
		all = append(all, strings.Fields(string(children))...)
	}
	for _, one := range all {
		var kib float64
		status, _ := os.ReadFile("/proc/" + one + "/status")
		_, rest, _ := strings.Cut(string(status), "RssAnon:")
		_, _ = fmt.Sscan(rest, &kib)
		megabytes += kib / 1e3 * 1.024
	}
	return megabytes
}

// start runs a daemon for a moment. It returns the time until the daemon is ready, and the largest
// anonymous memory in MB during the first seconds.
func (p *program) start() (took time.Duration, megabytes float64) {
	p.Helper()
	daemon := exec.CommandContext(p.Context(), p.path, "run", "--config", p.file)
	log, err := daemon.StderrPipe()
	p.must(err)
	begin := time.Now()
	p.must(daemon.Start())
	lines := bufio.NewScanner(log)
	for took == 0 && lines.Scan() {
		if strings.Contains(lines.Text(), "msg=ready") {
			took = time.Since(begin)
		}
	}
	if took == 0 {
		p.Fatalf("the daemon ended: %v", daemon.Wait())
	}
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		megabytes = max(megabytes, memoryOf(daemon.Process.Pid))
	}
	p.must(daemon.Process.Signal(syscall.SIGTERM))
	for lines.Scan() {
	}
	p.must(daemon.Wait())
	return took, megabytes
}
