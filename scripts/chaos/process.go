package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/control"
)

// build builds the program with failpoints.
func build(ctx context.Context, dir string) (binary string, err error) {
	binary = filepath.Join(dir, "ppamaild")
	out, err := exec.CommandContext(ctx, "go", "build", "-tags", "failpoints", "-o", binary, "ppamaild/cmd/ppamaild").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building ppamaild: %w\n%s", err, out)
	}
	return binary, nil
}

// process is one run of the program under test.
type process struct {
	process *exec.Cmd
	ready   chan struct{} // closed when the program is ready
	ended   chan struct{} // closed when the program has ended
	err     error         // how the program ended; valid after ended is closed
	last    string        // line of the log; valid after ended is closed
}

// begin starts the program and appends its log to log. The program dies at failpoint, unless
// failpoint is "".
func begin(binary, config, failpoint string, log io.Writer) (*process, error) {
	v := &process{process: exec.Command(binary, "run", "--config", config), ready: make(chan struct{}), ended: make(chan struct{})}
	v.process.Env = append(os.Environ(), "PPAMAILD_FAILPOINT="+failpoint)
	v.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	said, err := v.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := v.process.Start(); err != nil {
		return nil, fmt.Errorf("starting ppamaild: %w", err)
	}
	go v.attend(said, log)
	return v, nil
}

func (v *process) attend(said io.Reader, log io.Writer) {
	defer close(v.ended)
	lines := bufio.NewReader(said)
	for ready := false; ; {
		line, err := lines.ReadString('\n')
		_, _ = io.WriteString(log, line) // for the analysis of findings
		if line != "" {
			v.last = strings.TrimSpace(line)
		}
		if !ready && strings.Contains(line, "msg=ready") {
			ready = true
			close(v.ready)
		}
		if err != nil {
			break
		}
	}
	v.err = v.process.Wait()
}

// isReady waits until the program is ready.
func (v *process) isReady(ctx context.Context) error {
	select {
	case <-v.ready:
		return nil
	case <-v.ended:
		return fmt.Errorf("ppamaild ended without a kill: %w", v.err)
	case <-ctx.Done():
		return fmt.Errorf("waiting for ppamaild: %w", context.Cause(ctx))
	}
}

// answers waits until the program answers commands, and so holds its store.
func (v *process) answers(ctx context.Context, file string) error {
	cfg, err := config.Load(file)
	if err != nil {
		return err
	}
	client := control.At(control.Path(cfg))
	defer client.Close()
	for !client.Alive(ctx) {
		select {
		case <-v.ended:
			return fmt.Errorf("ppamaild ended without a kill: %w", v.err)
		case <-ctx.Done():
			return fmt.Errorf("waiting for ppamaild: %w", context.Cause(ctx))
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}

// kill kills the program, if running. If the program has ended without a kill, kill returns an
// error.
func (v *process) kill() error {
	if err := v.process.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-v.ended
	if !v.killed() {
		return fmt.Errorf("ppamaild ended without a kill: %w", v.err)
	}
	return nil
}

func (v *process) hasEnded() bool {
	select {
	case <-v.ended:
		return true
	default:
		return false
	}
}

// killed reports whether the ended program was killed.
func (v *process) killed() bool {
	status, is := v.process.ProcessState.Sys().(syscall.WaitStatus)
	return is && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// stop stops the program in order.
func (v *process) stop() error {
	if err := v.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-v.ended
	return v.err
}
