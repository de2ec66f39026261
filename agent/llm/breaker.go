package llm

import (
	"sync"
	"time"
)

// breaker keeps requests away from a service that is down or has asked to wait.
// After a few failures in a row, of whatever thread, it lets one request through
// at a time, and each that fails keeps all of them waiting for longer.
type breaker struct {
	mu       sync.Mutex
	failures int       // in a row; protected by mu
	until    time.Time // nothing goes before; protected by mu
	trying   bool      // one is under way while open; protected by mu
	why      error     // of the last failure; protected by mu
}

const (
	failuresToOpen = 5
	shortestBreak  = 15 * time.Second
	longestBreak   = 5 * time.Minute
)

// enter reports whether a request may go now, else how long to wait before asking
// again, and why.
func (b *breaker) enter(now time.Time) (wait time.Duration, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	open := b.failures >= failuresToOpen
	switch {
	case now.Before(b.until):
		return b.until.Sub(now), b.why
	case open && b.trying:
		return time.Second, b.why
	}
	b.trying = open
	return 0, nil
}

// leave takes in what came of a request that went: nil where the service
// answered, be it with a refusal.
func (b *breaker) leave(now time.Time, e *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	if e == nil {
		b.failures, b.until, b.why = 0, time.Time{}, nil
		return
	}
	b.failures++
	b.why = e
	pause := e.After
	if over := b.failures - failuresToOpen; over >= 0 {
		pause = max(pause, min(shortestBreak<<min(over, 10), longestBreak))
	}
	if until := now.Add(pause); until.After(b.until) {
		b.until = until
	}
}

// abandon says that a request that went was given up from outside.
func (b *breaker) abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}
