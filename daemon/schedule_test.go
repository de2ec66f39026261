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
					thread, more := s.next(t.Context())
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
			s.wake(fmt.Sprint(n % 5))
		}
		synctest.Wait()
		for i := range work {
			if seen[i].Load() != work[i].Load() {
				t.Errorf("thread %d: the last run saw %d of %d", i, seen[i].Load(), work[i].Load())
			}
		}
	})
}
