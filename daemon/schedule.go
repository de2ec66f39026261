package daemon

import (
	"context"
	"sync"
)

// schedule hands out threads that have work, each to one runner at a time.
type schedule struct {
	mu     sync.Mutex
	state  map[string]turn // absent: nothing to do
	queue  []string
	arrive chan struct{} // holds a token while queue may be non-empty
}

// turn is where a thread stands with the schedule.
type turn int

const (
	waiting turn = iota + 1
	running
	again // running, and woken meanwhile
)

func newSchedule() *schedule {
	return &schedule{state: make(map[string]turn), arrive: make(chan struct{}, 1)}
}

// wake says that a thread has work. It never blocks and loses nothing: a thread
// that is woken while it runs is run again.
func (s *schedule) wake(thread string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.state[thread] {
	case 0:
		s.state[thread] = waiting
		s.queue = append(s.queue, thread)
		s.signal()
	case running:
		s.state[thread] = again
	}
}

// next waits for a thread to run; false once ctx is done. The caller must call
// done with it.
func (s *schedule) next(ctx context.Context) (string, bool) {
	for {
		if thread, found := s.pop(); found {
			return thread, true
		}
		select {
		case <-ctx.Done():
			return "", false
		case <-s.arrive:
		}
	}
}

func (s *schedule) pop() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return "", false
	}
	thread := s.queue[0]
	s.queue = s.queue[1:]
	s.state[thread] = running
	if len(s.queue) > 0 {
		s.signal()
	}
	return thread, true
}

func (s *schedule) done(thread string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state[thread] == again {
		s.state[thread] = waiting
		s.queue = append(s.queue, thread)
		s.signal()
		return
	}
	delete(s.state, thread)
}

// signal must be called with mu held.
func (s *schedule) signal() {
	select {
	case s.arrive <- struct{}{}:
	default:
	}
}

// bell wakes one goroutine that looks for work in the store. Ringing it never
// blocks; rings that were not heard yet count as one.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}
