package mcp

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// grace is how long a process may take to end, when its input has ended and then
// again when it was told to.
const grace = 2 * time.Second

// process is a server that runs as our child, in a process group of its own.
type process struct {
	cmd     *exec.Cmd
	in, out *os.File // its standard input and output
	said    said     // on standard error
	exited  chan struct{}
	status  error // how it ended; set before exited is closed
	closing sync.Once
}

// start starts the server of o.
func start(o Options, log *slog.Logger) (_ *process, err error) {
	var files []*os.File // ours, theirs, ours, …
	defer func() {
		for i, f := range files {
			if err != nil || i%2 == 1 { // the child has copies
				_ = f.Close() // nothing was written, so a failure loses nothing
			}
		}
	}()
	for range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("making a pipe: %w", err)
		}
		if len(files) == 0 { // it reads the first
			r, w = w, r
		}
		files = append(files, r, w)
	}
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[1], files[3], files[5]
	cmd.Dir, cmd.Env = o.Dir, environment(o.Env)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	log.Info("started", "command", o.Command[0], "pid", cmd.Process.Pid)
	p := &process{cmd: cmd, in: files[0], out: files[2], said: said{log: log},
		exited: make(chan struct{})}
	go p.reap(files[4])
	return p, nil
}

// environment is what a server gets to see of ours, which is next to nothing.
func environment(more map[string]string) []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	for name, value := range more {
		env = append(env, name+"="+value)
	}
	return env
}

// reap waits for the process, kills what it leaves behind, and hears its last words.
func (p *process) reap(stderr *os.File) {
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		_, _ = io.Copy(&p.said, stderr) // until its end, or the deadline
	}()
	p.status = p.cmd.Wait()
	_ = p.signal(syscall.SIGKILL)
	_ = stderr.SetReadDeadline(time.Now().Add(grace)) // what left its group may hold on to it
	<-heard
	_ = stderr.Close()
	close(p.exited)
}

// signal sends a signal to the process and all that it started.
func (p *process) signal(s syscall.Signal) error {
	return syscall.Kill(-p.cmd.Process.Pid, s)
}

// close implements link: the end of the input, SIGTERM, SIGKILL.
func (p *process) close() error {
	p.closing.Do(func() {
		_ = p.in.Close() // the connection may have done so
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			select {
			case <-p.exited:
			case <-time.After(grace):
				_ = p.signal(s)
			}
		}
		<-p.exited
		_ = p.out.Close()
	})
	return p.why()
}

// why returns how the process ended, with its last words; nil: well.
func (p *process) why() error {
	if p.status == nil {
		return nil
	}
	if words := p.said.last(); words != "" {
		return fmt.Errorf("%w: %s", p.status, words)
	}
	return p.status
}
