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
)

// build makes the program with its failpoints.
func build(ctx context.Context, dir string) (binary string, err error) {
	binary = filepath.Join(dir, "ppamaild")
	out, err := exec.CommandContext(ctx, "go", "build", "-tags", "failpoints", "-o", binary, "ppamaild/cmd/ppamaild").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building ppamaild: %w\n%s", err, out)
	}
	return binary, nil
}

// victim is one run of the program.
type victim struct {
	process *exec.Cmd
	ready   chan struct{} // closed when the program says so
	ended   chan struct{} // closed when it is no more
	err     error         // how it ended; valid once it has
}

// begin starts the program, which adds what it logs to log. It dies at failpoint,
// unless that is "".
func begin(binary, config, failpoint string, log io.Writer) (*victim, error) {
	v := &victim{process: exec.Command(binary, "run", "--config", config), ready: make(chan struct{}), ended: make(chan struct{})}
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

func (v *victim) attend(said io.Reader, log io.Writer) {
	defer close(v.ended)
	lines := bufio.NewReader(said)
	for ready := false; ; {
		line, err := lines.ReadString('\n')
		_, _ = io.WriteString(log, line) // for whoever looks into what was found
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

// isReady waits until the program says so.
func (v *victim) isReady(ctx context.Context) error {
	select {
	case <-v.ready:
		return nil
	case <-v.ended:
		return fmt.Errorf("ppamaild ended by itself: %w", v.err)
	case <-ctx.Done():
		return fmt.Errorf("waiting for ppamaild: %w", context.Cause(ctx))
	}
}

// kill ends the program without a warning, if it has not ended so already. That it
// ended by itself is an error.
func (v *victim) kill() error {
	if err := v.process.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-v.ended
	if !v.killed() {
		return fmt.Errorf("ppamaild ended by itself: %w", v.err)
	}
	return nil
}

// killed reports whether the program, which has ended, was killed.
func (v *victim) killed() bool {
	status, is := v.process.ProcessState.Sys().(syscall.WaitStatus)
	return is && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// stop ends the program in order.
func (v *victim) stop() error {
	if err := v.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-v.ended
	return v.err
}
