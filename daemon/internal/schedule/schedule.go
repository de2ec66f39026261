// Package schedule says which thread is run next. Whoever is woken gets its turn, each
// thread by one runner at a time, and those who wait ahead before all others.
package schedule

import (
	"context"
	"sync"
)

// Lane says how soon a thread's turn comes.
type Lane int

// The lanes, in the order in which they have their turn.
const (
	Ahead  Lane = iota // what staff or the clock wait for
	Known              // mail of customers whom the agency has answered before
	Behind             // mail of new customers, of which there may be thousands
	lanes              // how many there are
)

// Schedule hands out threads that have work, each to one runner at a time, in the
// order in which they were woken. Its methods may be called from many goroutines.
type Schedule struct {
	mu     sync.Mutex
	state  map[string]turn // absent: nothing to do
	queue  [lanes][]string
	arrive [lanes]chan struct{} // holds a token while the lane may be non-empty
}

// turn is where a thread stands with the schedule.
type turn struct {
	running, waiting bool // both: it was woken while it runs
	lane             Lane // that it waits in
}

// New returns a schedule of no threads.
func New() *Schedule {
	s := &Schedule{state: make(map[string]turn)}
	for l := range s.arrive {
		s.arrive[l] = make(chan struct{}, 1)
	}
	return s
}

// Wake says that a thread has work. It never blocks and loses nothing: a thread
// that is woken while it runs is run again, and one that waits behind can be woken
// ahead.
func (s *Schedule) Wake(thread string, in Lane) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.state[thread]
	if t.waiting && t.lane <= in {
		return
	}
	t.waiting, t.lane = true, in
	s.state[thread] = t
	if !t.running {
		s.enqueue(thread, in)
	}
}

// Next waits for a thread to run that is in one of the lanes up to the last one;
// false once ctx is done. The caller must call Done with it.
func (s *Schedule) Next(ctx context.Context, last Lane) (string, bool) {
	var arrive [lanes]chan struct{} // nil in lanes after the last
	copy(arrive[:last+1], s.arrive[:])
	for {
		if thread, found := s.pop(last); found {
			return thread, true
		}
		select {
		case <-ctx.Done():
			return "", false
		case <-arrive[Ahead]:
		case <-arrive[Known]:
		case <-arrive[Behind]:
		}
	}
}

func (s *Schedule) pop(last Lane) (thread string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := Ahead; l <= last && !found; l++ {
		for len(s.queue[l]) > 0 && !found {
			thread, s.queue[l] = s.queue[l][0], s.queue[l][1:]
			// Where a thread has moved ahead, its place behind is left to be passed over.
			found = s.state[thread] == turn{waiting: true, lane: l}
		}
	}
	if found {
		s.state[thread] = turn{running: true}
	}
	s.signal() // this caller may have taken a token that was another's
	return thread, found
}

// Done says that a runner is done with a thread.
func (s *Schedule) Done(thread string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.state[thread]
	if !t.waiting {
		delete(s.state, thread)
		return
	}
	t.running = false
	s.state[thread] = t
	s.enqueue(thread, t.lane)
}

// enqueue must be called with mu held.
func (s *Schedule) enqueue(thread string, in Lane) {
	s.queue[in] = append(s.queue[in], thread)
	s.signal()
}

// signal must be called with mu held.
func (s *Schedule) signal() {
	for l, queue := range s.queue {
		if len(queue) == 0 {
			continue
		}
		select {
		case s.arrive[l] <- struct{}{}:
		default:
		}
	}
}
