package logs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"ppamaild/lazyregexp"
)

const (
	every  = time.Minute      // between lines about the same fault
	quiet  = 10 * time.Minute // without the fault, before it counts as over
	maxOld = 1000             // faults that are remembered
)

// repeats is a handler that leaves out warnings and errors that repeat.
type repeats struct {
	slog.Handler
	attrs string // of WithAttrs
	seen  *seen
}

// seen remembers the latest faults. It is shared by a log and its derived logs.
type seen struct {
	lines slog.Handler // for the end of a fault

	mu     sync.Mutex
	faults map[string]*fault
}

// fault is a warning or error with its attributes.
type fault struct {
	message string
	logged  time.Time // the latest line
	left    int       // repetitions since the latest line
	total   int
	over    *time.Timer
}

func newSeen(lines slog.Handler) *seen {
	return &seen{lines: lines, faults: make(map[string]*fault)}
}

// WithAttrs implements slog.Handler.
func (h *repeats) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &repeats{h.Handler.WithAttrs(attrs), h.attrs + keyOf(attrs...), h.seen}
}

// WithGroup implements slog.Handler.
func (h *repeats) WithGroup(name string) slog.Handler {
	return &repeats{h.Handler.WithGroup(name), h.attrs + "\x00" + name, h.seen}
}

// Said marks the error of a fault with a separate line. Other lines with the error are debug lines.
type Said interface{ Said() }

// Handle implements slog.Handler.
func (h *repeats) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return h.Handler.Handle(ctx, r)
	}
	key, said := h.attrs+r.Message, false
	r.Attrs(func(a slog.Attr) bool {
		if err, is := a.Value.Any().(error); is && errors.As(err, new(Said)) {
			said = true
		}
		key += keyOf(a)
		return true
	})
	if said && !h.Enabled(ctx, slog.LevelDebug) {
		return nil
	}
	left, log := h.seen.add(key, r.Message)
	if !log {
		return nil
	}
	if left > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("repeated", left))
	}
	return h.Handler.Handle(ctx, r)
}

// varying matches ports and durations. Repetitions of an error have other ports and durations.
// Codes of a server and numbers of messages tell errors apart.
var varying = lazyregexp.MustCompile(`:\d+|\d[\d.]*(?:µs|ms|s)\b`)

// keyOf returns the part of attributes that tells faults apart. Durations and numbers of failures
// differ between repetitions.
func keyOf(attrs ...slog.Attr) string {
	var key strings.Builder
	for _, a := range attrs {
		switch {
		case a.Value.Kind() == slog.KindDuration, a.Key == "failures", a.Key == "attempt":
			continue
		case a.Key == "error":
			a.Value = slog.StringValue(varying.ReplaceAllString(a.Value.String(), "#"))
		}
		fmt.Fprintf(&key, "\x00%s=%v", a.Key, a.Value)
	}
	return key.String()
}

// add counts a fault. It reports whether to log the fault, and how many repetitions were left out
// since the last line. A log that knows maxOld faults logs a new fault each time.
func (s *seen) add(key, message string) (left int, log bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, known := s.faults[key]
	if !known {
		if len(s.faults) < maxOld {
			f := &fault{message: message, logged: time.Now()}
			f.over = time.AfterFunc(quiet, func() { s.end(key) })
			s.faults[key] = f
		}
		return 0, true
	}
	f.over.Reset(quiet)
	f.left++
	f.total++
	if time.Since(f.logged) < every {
		return 0, false
	}
	left, f.left, f.logged = f.left, 0, time.Now()
	return left, true
}

// end forgets a fault. If the fault repeated, a line tells how often.
func (s *seen) end(key string) {
	s.mu.Lock()
	f := s.faults[key]
	delete(s.faults, key)
	s.mu.Unlock()
	if f == nil || f.total == 0 || !s.lines.Enabled(context.Background(), slog.LevelInfo) {
		return
	}
	r := slog.NewRecord(time.Now(), slog.LevelInfo, "a fault stopped repeating", 0)
	r.AddAttrs(slog.String("fault", f.message), slog.Int("repeated", f.total),
		slog.Duration("quiet", quiet))
	_ = s.lines.Handle(context.Background(), r) // as in slog, a failed log has no other place
}
