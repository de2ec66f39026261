package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
)

// demo is the demo with the console, in another process.
type demo struct {
	cmd     *exec.Cmd
	address string
	codes   chan string // sign-in codes
}

var (
	addressLine = regexp.MustCompile(`Open (http://\S+) in a browser`)
	codeLine    = regexp.MustCompile(`The code of \S+ is (\d{6})`)
)

// startDemo starts the demo and waits for the address of the console.
func startDemo(ctx context.Context, program, dir string) (*demo, error) {
	d := &demo{codes: make(chan string, 1)}
	d.cmd = exec.CommandContext(ctx, program, "demo", "--open")
	d.cmd.Env = append(os.Environ(), "TMPDIR="+dir) // the demo writes its files there
	d.cmd.Stderr = os.Stderr
	d.cmd.Cancel = func() error { return d.cmd.Process.Signal(os.Interrupt) }
	out, err := d.cmd.StdoutPipe()
	if err == nil {
		err = d.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting the demo: %w", err)
	}
	address := make(chan string, 1)
	go d.follow(out, address)
	select {
	case d.address = <-address:
		return d, nil
	case <-ctx.Done():
		return nil, errors.Join(errors.New("the demo named no address"), d.stop())
	}
}

// follow reads the output of the demo.
func (d *demo) follow(out io.Reader, address chan<- string) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := addressLine.FindStringSubmatch(lines.Text()); found != nil {
			address <- found[1]
		}
		if found := codeLine.FindStringSubmatch(lines.Text()); found != nil {
			d.codes <- found[1]
		}
	}
}

// code returns the next sign-in code.
func (d *demo) code(ctx context.Context) (string, error) {
	select {
	case code := <-d.codes:
		return code, nil
	case <-ctx.Done():
		return "", fmt.Errorf("waiting for the code: %w", ctx.Err())
	}
}

// stop ends the demo. The demo ends well after an interrupt.
func (d *demo) stop() error {
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil &&
		!errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return d.cmd.Wait()
}
