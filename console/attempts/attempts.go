// Package attempts limits attempts by their source, such as the address of a client.
package attempts

import (
	"sync"
	"time"
)

const (
	window     = time.Hour
	maxLimited = 10_000
)

// Limits counts the attempts in the last hour by a key. Its methods are safe for concurrent use.
type Limits struct {
	now func() time.Time
	mu  sync.Mutex
	all map[string][]time.Time
}

// New returns limits without attempts.
func New(now func() time.Time) *Limits {
	return &Limits{now: now, all: make(map[string][]time.Time)}
}

// Take counts an attempt and reports whether the attempt is within the limit.
func (l *Limits) Take(key string, most int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := l.now().Add(-window)
	if len(l.all) >= maxLimited {
		l.forget(since)
	}
	var lately []time.Time
	for _, at := range l.all[key] {
		if at.After(since) {
			lately = append(lately, at)
		}
	}
	within := len(lately) < most && len(l.all) < maxLimited
	if within {
		lately = append(lately, l.now())
	}
	l.all[key] = lately
	return within
}

// forget drops the keys without an attempt since a time.
func (l *Limits) forget(since time.Time) {
	for key, times := range l.all {
		if len(times) == 0 || !times[len(times)-1].After(since) {
			delete(l.all, key)
		}
	}
}
