// Package progress shows on a terminal how far a long command is: percentage, rate and time left.
//
// A command puts a Meter into its context. Work reports to the Meter of its context. Without a
// Meter, reports do nothing.
package progress

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// Meter draws one part of the work on the last line of a terminal. It uses no colors. It is safe
// for concurrent use. A nil Meter draws nothing.
type Meter struct {
	terminal io.Writer
	now      func() time.Time

	mu          sync.Mutex
	what, unit  string
	total, done int64
	began       time.Time
	drawn       time.Time // zero: the line is empty
}

// New returns a Meter for a terminal, or nil if w is no terminal.
func New(w io.Writer) *Meter {
	file, is := w.(*os.File)
	if !is || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Meter{terminal: file, now: time.Now}
}

type key struct{}

// In returns a context with the meter.
func (m *Meter) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, m)
}

func of(ctx context.Context) *Meter {
	m, _ := ctx.Value(key{}).(*Meter)
	return m
}

// Begin begins a part of the work, such as "copying". Total returns the size of the part in a unit,
// such as "records" or Bytes.
func Begin(ctx context.Context, what, unit string, total func() int64) {
	m := of(ctx)
	if m == nil {
		return
	}
	size := total()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.what, m.unit, m.total, m.done, m.began = what, unit, size, 0, m.now()
	m.draw()
}

// Add reports that n more units are done.
func Add(ctx context.Context, n int64) {
	m := of(ctx)
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done += n; m.now().Sub(m.drawn) >= pause {
		m.draw()
	}
}

// pause is the shortest time between two drawings.
const pause = 100 * time.Millisecond

// Clear empties the line, because other output follows.
func (m *Meter) Clear() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.drawn.IsZero() {
		fmt.Fprint(m.terminal, "\r"+clear)
		m.drawn = time.Time{}
	}
}

// Terminal returns the terminal of the context's meter for a child process, after Clear. It returns
// nil if there is no terminal.
func Terminal(ctx context.Context) *os.File {
	m := of(ctx)
	if m == nil {
		return nil
	}
	m.Clear()
	file, _ := m.terminal.(*os.File)
	return file
}

// clear deletes the rest of a line (ECMA-48 §8.3.41).
const clear = "\x1b[K"

func (m *Meter) draw() {
	m.drawn = m.now()
	fmt.Fprintf(m.terminal, "\r%s%s", m.line(m.drawn.Sub(m.began).Seconds()), clear)
}

// line is the line after some seconds.
func (m *Meter) line(seconds float64) string {
	part := 1.0
	if m.total > 0 {
		part = min(1, float64(m.done)/float64(m.total))
	}
	text := fmt.Sprintf("%s %3.0f%%", m.what, 100*part)
	if m.done == 0 || seconds < 0.5 { // too early for an estimate
		return text
	}
	left := time.Duration(seconds * (1 - part) / part * float64(time.Second))
	return fmt.Sprintf("%s  %s/s  %s left", text, amount(float64(m.done)/seconds, m.unit),
		left.Round(time.Second))
}

// Bytes is the unit of bytes.
const Bytes = "B"

func amount(n float64, unit string) string {
	switch {
	case unit != Bytes && n < 10:
		return fmt.Sprintf("%.1f %s", n, unit)
	case unit != Bytes:
		return fmt.Sprintf("%.0f %s", n, unit)
	}
	return fmt.Sprintf("%.1f MB", n/1e6)
}

// Writer returns w, and reports the bytes that it takes.
func Writer(ctx context.Context, w io.Writer) io.Writer { return writer{ctx, w} }

type writer struct {
	ctx context.Context
	io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	Add(w.ctx, int64(n))
	return n, err
}

// Watch reports the growth of a file until the returned function is called.
func Watch(ctx context.Context, path string) (done func()) {
	if of(ctx) == nil {
		return func() {}
	}
	stop := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(pause)
		defer tick.Stop()
		for size := int64(0); ; {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			if info, err := os.Stat(path); err == nil {
				Add(ctx, info.Size()-size)
				size = info.Size()
			}
		}
	})
	return func() {
		close(stop)
		watching.Wait()
	}
}
