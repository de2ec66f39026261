package mcp

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// Bounds of what is kept and logged of a server's standard error.
const (
	maxLine   = 1000 // octets of one line
	maxLogged = 1000 // lines of one process
	maxLast   = 5    // lines that explain its end
)

// said takes what a process writes to standard error into the log.
type said struct {
	log *slog.Logger

	mu    sync.Mutex
	part  []byte   // of a line; protected by mu
	tail  []string // the last lines; protected by mu
	lines int      // protected by mu
}

// Write implements io.Writer. It never fails, as that would end the process.
func (s *said) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for rest := data; len(rest) > 0; {
		line, after, ends := bytes.Cut(rest, []byte("\n"))
		s.part = append(s.part, line[:min(len(line), maxLine-min(maxLine, len(s.part)))]...)
		if rest = after; ends {
			s.line()
		}
	}
	return len(data), nil
}

// line takes in a whole line. The caller holds mu.
func (s *said) line() {
	text := strings.ToValidUTF8(strings.TrimSpace(string(s.part)), "�")
	s.part = s.part[:0]
	if text == "" {
		return
	}
	if s.tail = append(s.tail, text); len(s.tail) > maxLast {
		s.tail = slices.Delete(s.tail, 0, 1)
	}
	switch s.lines++; {
	case s.lines < maxLogged:
		s.log.Info("the server says", "line", text)
	case s.lines == maxLogged:
		s.log.Warn("the server says so much that no more of it is logged")
	}
}

// last returns the last lines as one.
func (s *said) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.part) > 0 {
		s.line()
	}
	return strings.Join(s.tail, " | ")
}
