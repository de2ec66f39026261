package hearing

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// shared is a store with some runnable threads.
type shared struct {
	store.Shared
	mu       sync.Mutex
	runnable map[string]bool
	fails    error // of the next call
}

func (s *shared) Runnable(_ context.Context, threads ...string) (some []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	some = slices.DeleteFunc(threads, func(t string) bool { return !s.runnable[t] })
	err, s.fails = s.fails, nil
	return some, err
}

func (s *shared) set(runnable bool, threads ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range threads {
		s.runnable[t] = runnable
	}
}

func listen(t *testing.T, runners int) (*Hearing, *shared, chan store.NewsKind) {
	woken := make(chan store.NewsKind, 9)
	s := &shared{runnable: make(map[string]bool)}
	h := New(Options{
		Store: s, Threads: queue.NewSchedule(), Runners: runners,
		Wake: func(k store.NewsKind) { woken <- k }, Log: slog.New(slog.DiscardHandler),
	})
	go h.Loop(t.Context())
	return h, s, woken
}

func event(thread, kind string) store.News {
	return store.News{Kind: store.NewsEvent, Thread: thread, Event: kind}
}

// A daemon takes as many threads of customers as it has room for, the rest later, and threads that
// staff wait for immediately. Threads without events stay where they are.
func TestTakesWhatItHasRoomFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s, _ := listen(t, 2)
		for n := range 9 {
			s.set(true, fmt.Sprint("Q-", n))
			h.Add(event(fmt.Sprint("Q-", n), queue.KindCustomer))
		}
		h.Add(event("Q-done", queue.KindCustomer))
		time.Sleep(time.Second)
		if n := h.Threads.Len(); n != 2 {
			t.Fatalf("%d threads with room for 2", n)
		}
		s.set(true, "Q-staff")
		h.Add(event("Q-staff", queue.KindTimer))
		time.Sleep(maxPause)
		synctest.Wait()
		if first, _, _ := h.Threads.Next(t.Context(), queue.Ahead); first != "Q-staff" {
			t.Errorf("%s is first", first)
		}
		h.Threads.Done("Q-staff")
		ran := make(map[string]bool)
		for len(ran) < 9 {
			thread, _, _ := h.Threads.Next(t.Context(), queue.Behind)
			ran[thread] = true
			s.set(false, thread)
			h.Threads.Done(thread)
		}
		time.Sleep(time.Second)
		if h.Threads.Len() > 0 || ran["Q-done"] {
			t.Errorf("%v ran, %d wait", ran, h.Threads.Len())
		}
	})
}

// After an error of the store, a thread that staff wait for needs no more news.
func TestNoThreadIsForgottenAfterAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s, _ := listen(t, 2)
		s.set(true, "Q-staff")
		s.fails = store.ErrUnavailable
		h.Add(event("Q-staff", queue.KindTimer))
		time.Sleep(2 * errPause)
		if synctest.Wait(); !h.Threads.Has("Q-staff") {
			t.Error("the thread does not wait for a runner")
		}
	})
}

// A thread that another daemon runs does not wait here any longer.
func TestLeavesWhatOthersRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s, woken := listen(t, 2)
		s.set(true, "Q-2")
		h.Threads.Wake("Q-1", queue.Known)
		h.Threads.Wake("Q-2", queue.Known)
		h.Add(store.News{Kind: store.NewsHead, Thread: "Q-1"})
		if kind := <-woken; kind != store.NewsHead {
			t.Errorf("woken: %s", kind)
		}
		if h.Threads.Has("Q-1") || !h.Threads.Has("Q-2") {
			t.Errorf("%d threads wait", h.Threads.Len())
		}
	})
}

// A thread of a customer waits in line after a while, even without room. Threads that a look into
// the store finds count with their most urgent event, unless they are known.
func TestNoThreadWaitsForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s, _ := listen(t, 1)
		queued := []string{"Q-here", "Q-left", "Q-staff", "Q-late"}
		s.set(true, queued...)
		h.Threads.Wake("Q-here", queue.Known)
		h.Add(event("Q-left", queue.KindCustomer))
		var asked []string
		if err := h.AddQueued(queued, func(thread string) ([]string, error) {
			asked = append(asked, thread)
			if thread == "Q-staff" {
				return []string{queue.KindCustomer, queue.KindTimer}, nil
			}
			return []string{queue.KindCustomer}, nil
		}); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(asked); !slices.Equal(asked, []string{"Q-late", "Q-staff"}) {
			t.Errorf("asked about %q", asked)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if !h.Threads.Has("Q-staff") || h.Threads.Has("Q-left") {
			t.Errorf("staff: %t, customer: %t", h.Threads.Has("Q-staff"), h.Threads.Has("Q-left"))
		}
		time.Sleep(maxAge)
		synctest.Wait()
		if !h.Threads.Has("Q-left") || !h.Threads.Has("Q-late") {
			t.Errorf("%d threads wait after a while", h.Threads.Len())
		}
	})
}
