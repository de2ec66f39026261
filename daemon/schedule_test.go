package daemon

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// Every wake is followed by a run that began after it, and no thread is ever run
// by two runners at once.
func TestScheduleRunsEachThreadAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule()
		var wg sync.WaitGroup
		var busy, seen, work [5]atomic.Int64
		for range 8 {
			wg.Go(func() {
				for {
					thread, more := s.next(t.Context(), behind)
					if !more {
						return
					}
					i := thread[0] - '0'
					if busy[i].Add(1) != 1 {
						t.Errorf("thread %s runs twice at once", thread)
					}
					seen[i].Store(work[i].Load())
					busy[i].Add(-1)
					s.done(thread)
				}
			})
		}
		for n := range 10_000 {
			work[n%5].Add(1)
			s.wake(fmt.Sprint(n%5), lane(n%int(lanes)))
		}
		synctest.Wait()
		for i := range work {
			if seen[i].Load() != work[i].Load() {
				t.Errorf("thread %d: the last run saw %d of %d", i, seen[i].Load(), work[i].Load())
			}
		}
	})
}

// What staff wait for goes first, then who is known, each in the order in which they
// were woken, also where they waited further behind before.
func TestScheduleTakesThoseAheadFirst(t *testing.T) {
	s := newSchedule()
	for _, w := range []wakeup{{"a", behind}, {"b", behind}, {"c", ahead}, {"e", known}, {"b", ahead}, {"d", behind}, {"c", behind}, {"d", known}} {
		s.wake(w.thread, w.lane)
	}
	var order []string
	for range 5 {
		thread, _ := s.next(t.Context(), behind)
		order = append(order, thread)
		s.done(thread)
	}
	if got := fmt.Sprint(order); got != "[c b e d a]" {
		t.Errorf("ran %s, want [c b e d a]", got)
	}
	if thread, found := s.pop(behind); found {
		t.Errorf("%s ran twice", thread)
	}
}

// A runner that is kept for those ahead waits where there are others only.
func TestScheduleKeepsRunners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchedule()
		ran := make(chan string)
		go func() {
			for {
				thread, more := s.next(t.Context(), ahead)
				if !more {
					close(ran)
					return
				}
				ran <- thread
				s.done(thread)
			}
		}()
		s.wake("customer", behind)
		synctest.Wait()
		s.wake("staff", ahead)
		if thread := <-ran; thread != "staff" {
			t.Errorf("the kept runner ran %s", thread)
		}
		s.wake("customer", ahead) // and a decision on a thread that waits
		if thread := <-ran; thread != "customer" {
			t.Errorf("the kept runner ran %s", thread)
		}
	})
}
