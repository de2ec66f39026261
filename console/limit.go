package console

import (
	"errors"
	"sync"
	"time"
)

// errTooMany means that a client, an address or the whole console reached a limit.
var errTooMany = errors.New("too many attempts")

// The limits of attempts in an hour.
const (
	limitWindow     = time.Hour
	codesToAddress  = 6  // codes mailed to one member
	asksOfClient    = 30 // typed addresses
	entriesOfClient = 60 // typed codes
	mostLimited     = 10_000
)

// limits counts attempts by a key, such as the address of a client.
type limits struct {
	now func() time.Time
	mu  sync.Mutex
	all map[string][]time.Time
}

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, all: make(map[string][]time.Time)}
}

// take counts an attempt and reports whether the attempt is within the limit.
func (l *limits) take(key string, most int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := l.now().Add(-limitWindow)
	if len(l.all) >= mostLimited {
		l.forget(since)
	}
	var lately []time.Time
	for _, at := range l.all[key] {
		if at.After(since) {
			lately = append(lately, at)
		}
	}
	within := len(lately) < most && len(l.all) < mostLimited
	if within {
		lately = append(lately, l.now())
	}
	l.all[key] = lately
	return within
}

// forget drops the keys without an attempt since a time.
func (l *limits) forget(since time.Time) {
	for key, times := range l.all {
		if len(times) == 0 || !times[len(times)-1].After(since) {
			delete(l.all, key)
		}
	}
}
