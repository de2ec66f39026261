package frontdesk

import (
	"slices"
	"sync"

	"ppamaild/store"
)

// people finds the threads of an address, because the store has no index by address. It is in
// memory. An address stays with a thread that it left, so readers check the participants.
type people struct {
	mu      sync.RWMutex
	threads map[string][]string // by address in lower case
}

func newPeople() *people { return &people{threads: make(map[string][]string)} }

// add adds a thread to its participants.
func (p *people) add(h store.Head) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, address := range h.Participants {
		if !slices.Contains(p.threads[address], h.Thread) {
			p.threads[address] = append(p.threads[address], h.Thread)
		}
	}
}

// of returns the threads of an address, in no order.
func (p *people) of(address string) []string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return slices.Clone(p.threads[address])
}
