package daemon

import (
	"context"
	"sync"

	"ppamaild/store"
)

// lane says how soon a thread's turn comes.
type lane int

const (
	ahead  lane = iota // what staff or the clock wait for
	known              // mail of customers whom the agency has answered before
	behind             // mail of new customers, of which there may be thousands
	lanes              // how many there are
)

// laneOf is for an event that a decision of staff's brings about.
func laneOf(kind string) lane {
	if kind == eventCustomer {
		return known
	}
	return ahead
}

// laneIn is for an event in a thread's queue: a flood of new customers, or of whoever
// says to be one, holds up nobody whom the agency is talking with.
func laneIn(tx store.Tx, thread, kind string) (lane, error) {
	if kind != eventCustomer {
		return ahead, nil
	}
	in := behind
	err := tx.LatestMail(thread, func(m store.Mail) bool {
		if m.Kind == store.MailCustomer && m.Purpose == "" {
			in = known
		}
		return in == behind
	})
	return in, err
}

// wakeup is for a thread that has work.
type wakeup struct {
	thread string
	lane   lane
}

// schedule hands out threads that have work, each to one runner at a time, in the
// order in which they were woken.
type schedule struct {
	mu     sync.Mutex
	state  map[string]turn // absent: nothing to do
	queue  [lanes][]string
	arrive [lanes]chan struct{} // holds a token while the lane may be non-empty
}

// turn is where a thread stands with the schedule.
type turn struct {
	running, waiting bool // both: it was woken while it runs
	lane             lane // that it waits in
}

func newSchedule() *schedule {
	s := &schedule{state: make(map[string]turn)}
	for l := range s.arrive {
		s.arrive[l] = make(chan struct{}, 1)
	}
	return s
}

// wake says that a thread has work. It never blocks and loses nothing: a thread
// that is woken while it runs is run again, and one that waits behind can be woken
// ahead.
func (s *schedule) wake(thread string, in lane) {
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

// next waits for a thread to run that is in one of the lanes up to the last one;
// false once ctx is done. The caller must call done with it.
func (s *schedule) next(ctx context.Context, last lane) (string, bool) {
	var arrive [lanes]chan struct{} // nil in lanes after the last
	copy(arrive[:last+1], s.arrive[:])
	for {
		if thread, found := s.pop(last); found {
			return thread, true
		}
		select {
		case <-ctx.Done():
			return "", false
		case <-arrive[ahead]:
		case <-arrive[known]:
		case <-arrive[behind]:
		}
	}
}

func (s *schedule) pop(last lane) (thread string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := ahead; l <= last && !found; l++ {
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

func (s *schedule) done(thread string) {
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
func (s *schedule) enqueue(thread string, in lane) {
	s.queue[in] = append(s.queue[in], thread)
	s.signal()
}

// signal must be called with mu held.
func (s *schedule) signal() {
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

// bells are rung together.
type bells map[string]bell

func newBells(names ...string) bells {
	b := make(bells)
	for _, name := range names {
		b[name] = newBell()
	}
	return b
}

func (b bells) ring() {
	for _, one := range b {
		one.ring()
	}
}
