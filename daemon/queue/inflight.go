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
func (c *InFlight) Add(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.in[id] {
		return false
	}
	c.in[id] = true
	return true
}

// Remove takes id out of the set.
func (c *InFlight) Remove(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.in, id)
}

// Len counts the mails in the set.
func (c *InFlight) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.in)
}

// Failures counts failures in a row, by thread.
type Failures struct {
	mu sync.Mutex
	n  map[string]int
}

// NewFailures returns counters at zero.
func NewFailures() *Failures { return &Failures{n: make(map[string]int)} }

// Add counts a failure and returns the new count.
func (c *Failures) Add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[name]++
	return c.n[name]
}

// Clear sets a counter to zero.
func (c *Failures) Clear(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.n, name)
}
