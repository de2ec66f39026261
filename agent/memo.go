package agent

import (
	"strings"
	"sync"
)

// memo keeps what parts of texts were found to say, by the part. Finding must be a pure
// function of the part, so that what is kept is what would be found again. The zero
// value is empty, and safe for use by several goroutines at once.
type memo[T any] struct {
	mu    sync.RWMutex
	found map[string][]T // protected by mu
}

// A memo keeps so many parts, of so many octets each at most, and then begins afresh.
const (
	memoParts  = 4096
	memoOctets = 512
)

// find returns what a part says, which the caller must not change. A nil memo keeps nothing.
func (m *memo[T]) find(part string, in func(string) []T) []T {
	if m == nil || len(part) > memoOctets {
		return in(part)
	}
	m.mu.RLock()
	found, known := m.found[part]
	m.mu.RUnlock()
	if known {
		return found
	}
	part = strings.Clone(part) // the mail around it is not kept
	found = in(part)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil || len(m.found) == memoParts {
		m.found = make(map[string][]T)
	}
	m.found[part] = found
	return found
}

// clear has the memo keep nothing of what it kept.
func (m *memo[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.found = nil
}
