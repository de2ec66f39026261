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
	"slices"
	"strings"
	"syscall"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

type demoCommand struct {
	Task        bool `help:"Play a task for several agents instead of a quote."`
	Verbose     bool `help:"Print every mail in full."`
	Interactive bool `help:"Keep running so you can connect with your mail client or a browser."`
	Open        bool `help:"Begin with reviews that wait in the web console, and keep running."`
}

// Run plays a conversation on in-process mail servers. The daemon is a child process, because
// the play kills and restarts the daemon.
func (c demoCommand) Run(env *environment) (err error) {
	dir, err := os.MkdirTemp("", "ppamaild-demo-")
	if err != nil {
		return err
	}
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, host.Close()) }()
	file, err := c.configure(env, dir, host)
	if err != nil {
		return err
	}
	address, err := c.addConsole(file)
	if err != nil {
		return err
	}
	d := &process{config: file, log: filepath.Join(dir, "daemon.log")}
	if err := d.start(env); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop()) }()
	fmt.Fprintf(env.stdout, "Mail servers on loopback, the daemon as process %d, everything in %s\n", d.cmd.Process.Pid, dir)
	stage := play.Stage{Host: host, Out: env.stdout, Crash: d.crash}
	if err := c.perform(env, dir, file, d, stage); err != nil {
		return err
	}
	if address != "" {
		return c.stay(env, stage, address)
	}
	return nil
}

// addConsole turns on the console for a demo with visitors; "" for any other demo.
func (c demoCommand) addConsole(file string) (address string, err error) {
	if !c.Interactive && !c.Open {
		return "", nil
	}
	return play.AddConsole(file)
}

// perform plays a conversation and reports it, or leaves open reviews for the console.
func (c demoCommand) perform(
	env *environment, dir, file string, d *process, stage play.Stage,
) error {
	if c.Open {
		return stage.Customers(env)
	}
	conversation := stage.Quote
	if c.Task {
		conversation = stage.Task
	}
	transcript, err := conversation(env)
	if err != nil {
		err = fmt.Errorf("the conversation failed: %w (the daemon's log is %s)", err, d.log)
	}
	if err := errors.Join(err, c.report(env, dir, file, transcript)); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "All files are in %s; delete the folder afterwards\n", dir)
	fmt.Fprintln(env.stdout, "\nEvery mail was as expected.")
	return nil
}

// stay keeps the demo running for a mail client or a browser. It prints the sign-in codes in
// mails to staff, because only the demo has the mailboxes of staff.
func (c demoCommand) stay(env *environment, stage play.Stage, address string) error {
	if c.Interactive {
		printAccounts(env.stdout, stage.Host)
	}
	fmt.Fprintf(env.stdout, "\nOpen http://%s in a browser and sign in as %s or %s.\n"+
		"The code of the sign-in mail appears here.\n", address, play.Lee, play.Dana)
	return stage.Codes(env, func(address, code string) {
		fmt.Fprintf(env.stdout, "The code of %s is %s\n", address, code)
	})
}

// configure writes the daemon's configuration. For tasks, configure adds agents, of which this
// program serves two, and mail to search. Visitors also get test agents.
func (c demoCommand) configure(ctx context.Context, dir string, host sandbox.Host) (string, error) {
	file, err := play.WriteConfig(dir, host)
	if err != nil || !c.Task && !c.Open {
		return file, err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if c.Open {
		err = play.AddTestAgents(file, self)
	}
	return file, errors.Join(err, play.AddAgents(file, self), play.Correspond(ctx, host))
}

// report prints the transcript and saves the transcript, the mails as HTML, and the thread's
// report.
func (c demoCommand) report(env *environment, dir, file string, t play.Transcript) error {
	var text strings.Builder
	for _, turn := range t.Turns {
		fmt.Fprintf(&text, "\n---- %s  %s to %s\n     %s\n\n%s\n", turn.At.Format(time.TimeOnly), turn.Who, turn.To, turn.Subject, strings.TrimRight(turn.Text, "\n"))
	}
	if c.Verbose {
		fmt.Fprintln(env.stdout, text.String())
	}
	for i, turn := range t.Turns {
		if turn.HTML == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("mail-%02d.html", i+1)), []byte(turn.HTML), 0o600); err != nil {
			return err
		}
	}
	transcript, page := filepath.Join(dir, "transcript.txt"), filepath.Join(dir, "report.html")
	if err := os.WriteFile(transcript, []byte(text.String()), 0o600); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "\nThe transcript is in %s, with the mails as HTML\n", transcript)
	if t.Thread == "" {
		return nil
	}
	story := threadsReport{oneThread{withConfig{Config: file}, t.Thread}, page}
	if err := story.Run(env); err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "The report of thread %s is in %s\n", t.Thread, page)
	return nil
}

func printAccounts(w io.Writer, host sandbox.Host) {
	fmt.Fprintf(w, "\nConnect your own mail client and write to %s. Ctrl-C ends the demo.\n", play.Quotes)
	fmt.Fprintf(w, "  IMAP %s (TLS) or %s (STARTTLS), SMTP %s (STARTTLS); the certificate's authority is %s\n",
		host.IMAPS().Addr(), host.IMAP().Addr(), host.Submission().Addr(), host.CAFile())
	for _, a := range sandbox.DefaultAccounts() {
		fmt.Fprintf(w, "  %-24s password %s\n", a.Address, a.Password)
	}
}

// process is the daemon as a child process.
type process struct {
	config, log string
	within      []string // wrapper command and its arguments; empty: the daemon runs directly
	cmd         *exec.Cmd
	drained     chan struct{} // closed after the log has all output of cmd; Wait must come later
}

// start runs the daemon and waits until it is ready.
func (p *process) start(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	words := append(slices.Clone(p.within), self, "run", "--config", p.config)
	p.cmd = exec.Command(words[0], words[1:]...)
	// The kernel kills the daemon if the demo dies.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	out, err := p.cmd.StderrPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return errors.Join(err, log.Close())
	}
	ready, drained := make(chan error, 1), make(chan struct{})
	p.drained = drained
	go func() {
		defer close(drained)
		watchLog(out, log, ready)
	}()
	select {
	case err := <-ready:
		return err
	case <-time.After(30 * time.Second):
		return fmt.Errorf("the daemon was not ready in 30 seconds; its log is %s", p.log)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// watchLog copies a daemon's log to a file and closes the file. watchLog sends nil on ready
// when the daemon is ready, or an error when the daemon ends before.
func watchLog(in io.Reader, log *os.File, ready chan<- error) {
	defer log.Close() // only a transcript
	said := false
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fmt.Fprintln(log, lines.Text())
		if !said && strings.Contains(lines.Text(), "msg=ready") {
			said = true
			ready <- nil
		}
	}
	if !said {
		ready <- fmt.Errorf("the daemon ended before it was ready; its log is %s", log.Name())
	}
}

// crash kills the daemon like a power cut, and restarts the daemon.
func (p *process) crash(ctx context.Context) error {
	if err := p.cmd.Process.Kill(); err != nil {
		return err
	}
	<-p.drained
	_ = p.cmd.Wait() // Wait only reports the kill
	return p.start(ctx)
}

// stop sends SIGTERM and waits until the daemon ends.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.drained
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("the daemon ended badly: %w (its log is %s)", err, p.log)
	}
	return nil
}
