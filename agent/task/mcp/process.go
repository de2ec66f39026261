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

// grace is the time for a process to end after its input ends, and again after SIGTERM.
const grace = 2 * time.Second

// process is a server in a child process with its own process group.
type process struct {
	cmd     *exec.Cmd
	in, out *os.File // its standard input and output
	said    errorLog // standard error
	exited  chan struct{}
	status  error // exit status; set before exited is closed
	closing sync.Once
}

// start starts the server of o.
func start(o Options, log *slog.Logger) (_ *process, err error) {
	var files []*os.File // parent, child, parent, …
	defer func() {
		for i, f := range files {
			if err != nil || i%2 == 1 { // the child has copies
				_ = f.Close() // nothing was written, so an error loses nothing
			}
		}
	}()
	for range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("making a pipe: %w", err)
		}
		if len(files) == 0 { // the child reads the first pipe
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
	p := &process{cmd: cmd, in: files[0], out: files[2], said: errorLog{log: log},
		exited: make(chan struct{})}
	go p.reap(files[4])
	return p, nil
}

// environment returns the minimal environment of a server.
func environment(more map[string]string) []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	for name, value := range more {
		env = append(env, name+"="+value)
	}
	return env
}

// reap waits for the process, kills its remaining children, and reads its last output.
func (p *process) reap(stderr *os.File) {
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		_, _ = io.Copy(&p.said, stderr) // until the end or the deadline
	}()
	p.status = p.cmd.Wait()
	_ = p.signal(syscall.SIGKILL)                     // fails if the group is gone
	_ = stderr.SetReadDeadline(time.Now().Add(grace)) // a process outside the group may keep the pipe open
	<-heard
	_ = stderr.Close() // read to the end or the deadline
	close(p.exited)
}

// signal sends a signal to the process and its children.
func (p *process) signal(s syscall.Signal) error {
	return syscall.Kill(-p.cmd.Process.Pid, s)
}

// close implements link: the end of the input, SIGTERM, SIGKILL.
func (p *process) close() error {
	p.closing.Do(func() {
		_ = p.in.Close() // the connection may have closed it
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			select {
			case <-p.exited:
			case <-time.After(grace):
				_ = p.signal(s) // the process may end before
			}
		}
		<-p.exited
		_ = p.out.Close() // only read
	})
	return p.why()
}

// why describes the exit of the process with its last output; nil: success.
func (p *process) why() error {
	if p.status == nil {
		return nil
	}
	if words := p.said.last(); words != "" {
		return fmt.Errorf("%w: %s", p.status, words)
	}
	return p.status
}
