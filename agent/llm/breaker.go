package llm

import (
	"sync"
	"time"
)

// breaker delays requests to a service that is down or asks to wait. After a few consecutive
// failures of any thread, breaker lets through one request at a time. Each further failure
// makes all threads wait longer.
type breaker struct {
	mu       sync.Mutex
	failures int       // consecutive; protected by mu
	until    time.Time // no request starts earlier; protected by mu
	trying   bool      // a request is in flight while open; protected by mu
	why      error     // of the last failure; protected by mu
}

const (
	failuresToOpen = 5
	shortestBreak  = 15 * time.Second
	longestBreak   = 5 * time.Minute
)

// enter returns the time to wait before the next request, and the reason; 0 if a request may
// start now.
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

// leave records the outcome of a request. e is nil if the service answered, even with a
// refusal.
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

// abandon records that the caller canceled a request.
func (b *breaker) abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}
