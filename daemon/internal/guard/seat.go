package guard

import (
	"context"
	"runtime"
	"sync"

	"ppamaild/daemon/fair"
)

// seat is the place of a unit of work at the processor, which several tenants share. The place is
// free while the unit waits. A unit that computes for long loses the place and goes on without one:
// a broken message of one tenant must not stop the others. A nil seat does nothing.
type seat struct {
	tenant *fair.Tenant

	mu   sync.Mutex
	away int    // waits in progress
	give func() // nil: no place
	lost bool
}

// seats is the number of places. A unit may hold one while it reads from the disk.
func seats() int { return runtime.GOMAXPROCS(0) + 1 }

// leave gives the place to others until back.
func (s *seat) leave() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away++
	s.free()
}

// free must be called with mu held.
func (s *seat) free() {
	if s.give != nil {
		s.give()
		s.give = nil
	}
}

// back takes a place again after the last wait. Without a context, the unit ends soon.
func (s *seat) back(ctx context.Context) {
	if s == nil || !s.returns() {
		return
	}
	give, err := s.tenant.Take(ctx, "processor", seats())
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost || s.away > 0 || s.give != nil {
		give()
		return
	}
	s.give = give
}

// returns ends a wait, and reports whether the unit needs a place again.
func (s *seat) returns() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away--
	return s.away == 0 && !s.lost
}

// lose gives the place to others for the rest of the unit.
func (s *seat) lose() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = true
	s.free()
}
