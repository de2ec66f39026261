package mcp

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
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
	said    *said    // on standard error
	exited  chan struct{}
	status  error // how it ended; set before exited is closed
	closing sync.Once
}

// start starts a server with env, PATH and HOME as its environment.
func start(o Options, log *slog.Logger) (*process, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe: %w", err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("making a pipe: %w", err), theirIn.Close(), in.Close())
	}
	p := &process{in: in, out: out, said: &said{log: log}, exited: make(chan struct{})}
	p.cmd = exec.Command(o.Command[0], o.Command[1:]...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirIn, theirOut, p.said
	p.cmd.Dir, p.cmd.Env = o.Dir, environment(o.Env)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = grace // for what it left behind to let go of standard error
	err = p.cmd.Start()
	_, _ = theirIn.Close(), theirOut.Close() // the child has its own
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	log.Info("started", "command", o.Command[0], "pid", p.cmd.Process.Pid)
	go p.reap()
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

// reap waits for the process, and kills what it leaves behind.
func (p *process) reap() {
	err := p.cmd.Wait()
	_ = p.signal(syscall.SIGKILL)
	p.status = err
	if errors.Is(err, exec.ErrWaitDelay) {
		p.status = nil
	}
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
	<-p.exited
	return p.why()
}

// why returns how the process ended, with its last words; nil: well.
func (p *process) why() error {
	if p.status == nil {
		return nil
	}
	if words := p.said.last(); len(words) > 0 {
		return fmt.Errorf("%w: %s", p.status, strings.Join(words, " | "))
	}
	return p.status
}

// newLink starts the process, or gets ready to reach the URL.
func (c *Client) newLink() (link, error) {
	if c.url != nil {
		return c.newHTTP(), nil
	}
	p, err := start(c.o, c.log)
	if err != nil {
		return nil, err
	}
	return stdio{p, c.o.Timeout}, nil
}
