package queue

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// Each wake-up leads to a run that begins after it, and no two runners have a thread at the same
// time.
func TestScheduleRunsEachThreadAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSchedule()
		var wg sync.WaitGroup
		var busy, seen, work [5]atomic.Int64
		for range 8 {
			wg.Go(func() {
				for {
					thread, _, more := s.Next(t.Context(), Behind)
					if !more {
						return
					}
					i := thread[0] - '0'
					if busy[i].Add(1) != 1 {
						t.Errorf("thread %s runs twice at once", thread)
					}
					seen[i].Store(work[i].Load())
					busy[i].Add(-1)
					s.Done(thread)
				}
			})
		}
		for n := range 10_000 {
			work[n%5].Add(1)
			s.Wake(fmt.Sprint(n%5), Priority(n%int(priorities)))
		}
		synctest.Wait()
		for i := range work {
			if seen[i].Load() != work[i].Load() {
				t.Errorf("thread %d: the last run saw %d of %d", i, seen[i].Load(), work[i].Load())
			}
		}
	})
}

// What staff wait for goes first, then who is Known, each in the order in which they
// were woken, also where they waited further behind before.
func TestScheduleTakesThoseAheadFirst(t *testing.T) {
	s := NewSchedule()
	for _, w := range []struct {
		thread string
		lane   Priority
	}{{"a", Behind}, {"b", Behind}, {"c", Ahead}, {"e", Known}, {"b", Ahead}, {"d", Behind}, {"c", Behind}, {"d", Known}} {
		s.Wake(w.thread, w.lane)
	}
	var order []string
	for range 5 {
		thread, _, _ := s.Next(t.Context(), Behind)
		order = append(order, thread)
		s.Done(thread)
	}
	if got := fmt.Sprint(order); got != "[c b e d a]" {
		t.Errorf("ran %s, want [c b e d a]", got)
	}
	if thread, _, found := s.pop(Behind); found {
		t.Errorf("%s ran twice", thread)
	}
}

// A runner that is kept for those ahead waits where there are others only.
func TestScheduleKeepsRunners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSchedule()
		ran := make(chan string)
		go func() {
			for {
				thread, _, more := s.Next(t.Context(), Ahead)
				if !more {
					close(ran)
					return
				}
				ran <- thread
				s.Done(thread)
			}
		}()
		s.Wake("customer", Behind)
		synctest.Wait()
		s.Wake("staff", Ahead)
		if thread := <-ran; thread != "staff" {
			t.Errorf("the kept runner ran %s", thread)
		}
		s.Wake("customer", Ahead) // and a decision on a thread that waits
		if thread := <-ran; thread != "customer" {
			t.Errorf("the kept runner ran %s", thread)
		}
	})
}

// A dropped thread does not run, unless it was woken again in the meantime.
func TestScheduleDrops(t *testing.T) {
	s := NewSchedule()
	for _, thread := range []string{"a", "b", "c", "d"} {
		s.Wake(thread, Known)
	}
	running, _, _ := s.Next(t.Context(), Behind)
	first := s.First(2)
	if _, b := first["b"]; running != "a" || len(first) != 2 || !b {
		t.Fatalf("%s runs, first are %v", running, first)
	}
	s.Wake("c", Behind)
	for thread, last := range first {
		s.Drop(thread, last)
	}
	s.Wake("b", Known)
	s.Wake("a", Known)
	s.Drop("a", first["b"]+3) // it runs
	s.Done("a")
	var order []string
	for s.Len() > 0 {
		thread, _, _ := s.Next(t.Context(), Behind)
		order = append(order, thread)
		s.Done(thread)
	}
	if got := strings.Join(order, " "); got != "c d b a" {
		t.Errorf("order %s", got)
	}
}
