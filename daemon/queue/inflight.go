package queue

import "sync"

// InFlight is the set of mails that workers send at this moment.
type InFlight struct {
	mu sync.Mutex
	in map[uint64]bool
}

// NewInFlight returns an empty set.
func NewInFlight() *InFlight { return &InFlight{in: make(map[uint64]bool)} }

// Add reports false if id was in the set already.
func (f *InFlight) Add(id uint64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.in[id] {
		return false
	}
	f.in[id] = true
	return true
}

// Remove takes id out of the set.
func (f *InFlight) Remove(id uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.in, id)
}

// Len counts the mails in the set.
func (f *InFlight) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.in)
}

// Failures counts failures in a row, by thread.
type Failures struct {
	mu sync.Mutex
	n  map[string]int
}

// NewFailures returns counters at zero.
func NewFailures() *Failures { return &Failures{n: make(map[string]int)} }

// Add counts a failure and returns the new count.
func (f *Failures) Add(name string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n[name]++
	return f.n[name]
}

// Clear sets a counter to zero.
func (f *Failures) Clear(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.n, name)
}
