package daemon

import "sync"

// claims is the set of mails that a worker has in hand.
type claims struct {
	mu sync.Mutex
	in map[uint64]bool
}

func newClaims() *claims { return &claims{in: make(map[uint64]bool)} }

// add reports false if id was in the set already.
func (c *claims) add(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.in[id] {
		return false
	}
	c.in[id] = true
	return true
}

func (c *claims) remove(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.in, id)
}

func (c *claims) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.in)
}

// counts counts by name.
type counts struct {
	mu sync.Mutex
	n  map[string]int
}

func newCounts() *counts { return &counts{n: make(map[string]int)} }

// add counts one more and returns how many there are now.
func (c *counts) add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[name]++
	return c.n[name]
}

func (c *counts) clear(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.n, name)
}
