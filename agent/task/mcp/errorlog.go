package mcp

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// Limits of a server's standard error.
const (
	maxLine   = 1000 // bytes per line
	maxLogged = 1000 // lines per process
	maxLast   = 5    // last lines, which explain the exit
)

// errorLog logs the standard error of a process.
type errorLog struct {
	log *slog.Logger

	mu    sync.Mutex
	part  []byte   // incomplete line; protected by mu
	tail  []string // last lines; protected by mu
	lines int      // protected by mu
}

// Write implements io.Writer. It never fails, because an error would end the process.
func (s *errorLog) Write(data []byte) (int, error) {
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

// line logs a complete line. The caller holds mu.
func (s *errorLog) line() {
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

// last returns the last lines as one line.
func (s *errorLog) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.part) > 0 {
		s.line()
	}
	return strings.Join(s.tail, " | ")
}
