package queue

import (
	"context"
	"slices"
	"sync"
)

// Priority orders threads with work.
type Priority int

// The priorities, highest first.
const (
	Ahead      Priority = iota // work of staff and of the clock
	Known                      // mail of customers whom the agency answered before
	Behind                     // mail of new customers, perhaps thousands
	priorities                 // their number
)

// Schedule gives threads with work to runners, in the order of their wake-ups and one
// runner to a thread. Its methods are safe for concurrent use.
type Schedule struct {
	mu     sync.Mutex
	state  map[string]turn // absent: nothing to do
	queue  [priorities][]string
	arrive [priorities]chan struct{} // holds a token while the queue may be non-empty
	wakeUp WakeUp                    // the last
}

// WakeUp numbers the wake-ups of a schedule, from 1.
type WakeUp uint64

// turn is the place of a thread in the schedule.
type turn struct {
	running, waiting bool     // both: woken while running
	priority         Priority // of the wait
	wakeUp           WakeUp   // the last
}

// NewSchedule returns a schedule of no threads.
func NewSchedule() *Schedule {
	s := &Schedule{state: make(map[string]turn)}
	for l := range s.arrive {
		s.arrive[l] = make(chan struct{}, 1)
	}
	return s
}

// Wake says that a thread has work. It never blocks. A running thread runs again, and a
// waiting thread may move to a higher priority.
func (s *Schedule) Wake(thread string, in Priority) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.state[thread]
	s.wakeUp++
	t.wakeUp = s.wakeUp
	if t.waiting && t.priority <= in {
		s.state[thread] = t
		return
	}
	t.waiting, t.priority = true, in
	s.state[thread] = t
	if !t.running {
		s.enqueue(thread, in)
	}
}

// Len counts the threads that run or wait.
func (s *Schedule) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.state)
}

// First returns up to n threads that runners would take next, with their last wake-ups.
func (s *Schedule) First(n int) map[string]WakeUp {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := make(map[string]WakeUp, n)
	for _, queue := range s.queue {
		for _, thread := range queue {
			if len(first) == n {
				return first
			}
			if t := s.state[thread]; t.waiting && !t.running {
				first[thread] = t.wakeUp
			}
		}
	}
	return first
}

// Drop forgets a waiting thread, unless the thread was woken after a known wake-up.
func (s *Schedule) Drop(thread string, known WakeUp) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.state[thread]; t.waiting && !t.running && t.wakeUp == known {
		delete(s.state, thread)
		s.queue[t.priority] = slices.DeleteFunc(s.queue[t.priority],
			func(queued string) bool { return queued == thread })
	}
}

// Has reports whether a thread runs or waits.
func (s *Schedule) Has(thread string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.state[thread]
	return has
}

// Next waits for a thread with a priority up to last, and returns it with its priority; false when
// ctx ends. The caller must call Done with the thread.
func (s *Schedule) Next(
	ctx context.Context, last Priority,
) (thread string, in Priority, found bool) {
	var arrive [priorities]chan struct{} // nil in priorities after the last
	copy(arrive[:last+1], s.arrive[:])
	for {
		if thread, in, found = s.pop(last); found {
			return thread, in, true
		}
		select {
		case <-ctx.Done():
			return "", 0, false
		case <-arrive[Ahead]:
		case <-arrive[Known]:
		case <-arrive[Behind]:
		}
	}
}

func (s *Schedule) pop(last Priority) (thread string, in Priority, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := Ahead; l <= last && !found; l++ {
		for len(s.queue[l]) > 0 && !found {
			thread, s.queue[l] = s.queue[l][0], s.queue[l][1:]
			// A thread that moved ahead leaves its old place in the queue.
			t := s.state[thread]
			in, found = l, t.waiting && !t.running && t.priority == l
		}
	}
	if found {
		s.state[thread] = turn{running: true}
	}
	s.signal() // this caller may hold the token of another
	return thread, in, found
}

// Done says that a runner finished a thread.
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
	s.enqueue(thread, t.priority)
}

// enqueue must be called with mu held.
func (s *Schedule) enqueue(thread string, in Priority) {
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
