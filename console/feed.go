package console

import (
	"math/rand/v2"
	"sync"
)

// maxChanges bounds the memory of a Feed. Pages without a connection catch up from the memory.
const maxChanges = 1024

// Change is a thread that changed. Numbers grow until a restart of the daemon.
type Change struct {
	Number uint64
	Thread string // "" if any thread may have changed
}

// Feed numbers the changes of threads for open pages.
type Feed struct {
	mu     sync.Mutex
	number uint64
	latest []Change
	more   chan struct{} // closed with the next change
}

// NewFeed returns a feed. The first number is random, so a number from before a restart is
// unknown, and a page with that number catches up. A clock could be set back.
func NewFeed() *Feed {
	return &Feed{number: rand.Uint64() >> 16, more: make(chan struct{})}
}

// Add numbers a change and wakes all readers.
func (f *Feed) Add(thread string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.number++
	f.latest = append(f.latest, Change{f.number, thread})
	if len(f.latest) > maxChanges {
		f.latest = append([]Change(nil), f.latest[len(f.latest)-maxChanges/2:]...)
	}
	close(f.more)
	f.more = make(chan struct{})
}

// Last is the number of the last change.
func (f *Feed) Last() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.number
}

// Since returns the changes after a number, and a channel that closes with the next change. For
// a forgotten number, any thread may have changed.
func (f *Feed) Since(number uint64) (changes []Change, more <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch first := f.number - uint64(len(f.latest)); {
	case number > f.number || number < first:
		changes = []Change{{Number: f.number}}
	default:
		changes = append(changes, f.latest[number-first:]...)
	}
	return changes, f.more
}
