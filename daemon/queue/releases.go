package queue

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// SharedClaims are the Claims of a store with several daemons.
type SharedClaims interface {
	Claim(ctx context.Context, name string) (held bool, err error)
	Release(ctx context.Context, names ...string) error
}

// releasePause is how long a released claim waits for others. A daemon releases two claims for each
// mail.
const releasePause = 20 * time.Millisecond

// Releases are Claims that a daemon releases together. This daemon may claim a released name again
// without a word to the store. Its methods are safe for concurrent use.
type Releases struct {
	shared SharedClaims
	mu     sync.Mutex
	names  map[string]bool // to release; true: surely claimed in the store; protected by mu
	soon   bool            // release will run; protected by mu
}

// NewReleases returns the Claims of a daemon.
func NewReleases(shared SharedClaims) *Releases {
	return &Releases{shared: shared, names: make(map[string]bool)}
}

// Claim implements Claims.
func (r *Releases) Claim(ctx context.Context, name string) (bool, error) {
	r.mu.Lock()
	again := r.names[name]
	delete(r.names, name)
	r.mu.Unlock()
	if again {
		return true, nil
	}
	return r.shared.Claim(ctx, name)
}

// Release implements Claims. After an error of the store, a later call or Flush releases the name,
// and until then only the store knows whether the name is claimed.
func (r *Releases) Release(_ context.Context, name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names[name] = true; !r.soon {
		r.soon = true
		time.AfterFunc(releasePause, r.Flush)
	}
	return nil
}

// Flush releases the names. Meanwhile Claim waits, so that no release undoes a claim.
func (r *Releases) Flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.soon = false
	ctx, cancel := context.WithTimeout(context.Background(), releaseTime)
	defer cancel()
	names := slices.Sorted(maps.Keys(r.names))
	if len(names) > 0 && r.shared.Release(ctx, names...) == nil {
		clear(r.names)
	}
	for name := range r.names {
		r.names[name] = false
	}
}
