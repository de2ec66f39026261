package queue

import (
	"maps"
	"slices"
	"sync"
)

// Changed collects the threads that changed since the last look, for open pages of the console.
// A nil Changed collects nothing. Its methods are safe for concurrent use.
type Changed struct {
	Notifier
	mu      sync.Mutex
	threads map[string]bool
}

// NewChanged returns an empty collection.
func NewChanged() *Changed {
	return &Changed{Notifier: NewNotifier(), threads: make(map[string]bool)}
}

// Add adds a thread after its commit.
func (c *Changed) Add(thread string) {
	if c == nil {
		return
	}
	c.mu.Lock()
	c.threads[thread] = true
	c.mu.Unlock()
	c.Notify()
}

// Take returns the collected threads and forgets them.
func (c *Changed) Take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer clear(c.threads)
	return slices.Collect(maps.Keys(c.threads))
}
