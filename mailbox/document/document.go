// Package document reads the text of PDF files with pdftotext (poppler-utils), in a process with
// limits of time, memory, pages and output. pdftotext runs no scripts and opens no connections.
package document

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Limits of one file. doc/limits.md lists them.
const (
	maxBytes  = 10 << 20 // of the file
	maxPages  = 20
	maxOutput = 64 << 10         // bytes of text
	maxWait   = 10 * time.Second // time on the clock
)

// limits is a shell command. It limits the process to 512 MB of memory, 5 seconds of processor
// time, and no files, and then becomes pdftotext.
const limits = `ulimit -v 524288 && ulimit -t 5 && ulimit -f 0 && ulimit -c 0 && exec "$@"`

// Reasons why a file has no text.
var (
	errNoProgram = errors.New("pdftotext is not installed")
	errNotPDF    = errors.New("the file is not a PDF")
	errTooLarge  = errors.New("the file is too large")
	errTooLong   = errors.New("the file takes too long, or too much memory")
	errLocked    = errors.New("the file is encrypted")
	errDamaged   = errors.New("the file is damaged")
	errNoText    = errors.New("the file has no text, only images")
)

// Text is the text of the first pages of a PDF file.
type Text struct {
	Text string // with the columns of the page
	Cut  bool   // the file has more pages or more text
}

// Read reads the text of a PDF file.
func Read(ctx context.Context, pdf []byte) (Text, error) {
	switch {
	case !bytes.Contains(pdf[:min(len(pdf), 1024)], []byte("%PDF-")):
		return Text{}, errNotPDF
	case len(pdf) > maxBytes:
		return Text{}, errTooLarge
	}
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		return Text{}, errNoProgram
	}
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", limits, "sh", program, "-layout",
		"-enc", "UTF-8", "-l", strconv.Itoa(maxPages+1), "-", "-")
	out, problem := &limited{}, &limited{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(pdf), out, problem
	cmd.Dir, cmd.Env, cmd.WaitDelay = "/", []string{"LC_ALL=C.UTF-8"}, time.Second
	return out.text(cmd.Run(), problem.String())
}

// text is the text of the output, or the reason why there is none.
func (l *limited) text(failed error, problem string) (Text, error) {
	pages := strings.Split(strings.ToValidUTF8(l.String(), ""), "\f")
	read := Text{Cut: l.cut || len(pages) > maxPages+1}
	read.Text = strings.Join(pages[:min(len(pages), maxPages)], "\n")
	exit, exited := errors.AsType[*exec.ExitError](failed)
	switch {
	case l.cut:
		return read, nil
	case strings.Contains(problem, "password"):
		return Text{}, errLocked
	case exited && exit.ExitCode() < 0:
		return Text{}, errTooLong
	case failed != nil:
		return Text{}, errDamaged
	case strings.TrimSpace(read.Text) == "":
		return Text{}, errNoText
	}
	return read, nil
}

// limited keeps the beginning of an output. A program that writes more ends.
type limited struct {
	bytes.Buffer
	cut bool
}

func (l *limited) Write(p []byte) (int, error) {
	if room := maxOutput - l.Len(); len(p) > room {
		l.cut = true
		l.Buffer.Write(p[:room])
		return room, errors.New("the output is too long")
	}
	return l.Buffer.Write(p)
}
