package guard

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/daemon/fair"
)

// run runs a unit of work in the background.
func run(ctx context.Context, w *Watchdog, work func(context.Context)) (done chan struct{}) {
	done = make(chan struct{})
	go func() {
		defer close(done)
		_, _ = Watch(ctx, w, "unit", func(ctx context.Context) (struct{}, error) {
			work(ctx)
			return struct{}{}, nil
		})
	}()
	return done
}

// A unit of one tenant waits for few units of a flood of another tenant. The time of the wait does
// not count, and a unit that waits for a disk leaves its place.
func TestTenantsTakeTurnsAtTheProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := watchdog()
		var all fair.Resources
		flood, lone := all.NewTenant().In(t.Context()), all.NewTenant().In(t.Context())
		computes := func(ctx context.Context) {
			time.Sleep(100 * time.Millisecond)
			goOn := Wait(ctx)
			time.Sleep(time.Minute)
			goOn()
			time.Sleep(100 * time.Millisecond)
		}
		var running []chan struct{}
		for range 500 {
			running = append(running, run(flood, w, computes))
		}
		synctest.Wait()
		began := time.Now()
		<-run(lone, w, func(context.Context) { time.Sleep(100 * time.Millisecond) })
		if took := time.Since(began); took > 300*time.Millisecond {
			t.Errorf("the lone unit took %v", took)
		}
		for _, done := range running {
			<-done
		}
		if least := 500 * 200 * time.Millisecond / time.Duration(seats()); time.Since(began) < least {
			t.Errorf("the flood took %v, less than %v", time.Since(began), least)
		}
		if w.Ended() != 0 {
			t.Errorf("%d units took too long", w.Ended())
		}
	})
}

// Endless units of one tenant do not stop another tenant.
func TestEndlessUnitsLoseTheirPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := watchdog()
		var all fair.Resources
		bad, good := all.NewTenant().In(t.Context()), all.NewTenant().In(t.Context())
		var running []chan struct{}
		for range 10 * seats() {
			running = append(running, run(bad, w, func(context.Context) { time.Sleep(time.Hour) }))
		}
		synctest.Wait()
		began := time.Now()
		<-run(good, w, func(ctx context.Context) {
			defer Wait(ctx)()
			<-run(ctx, w, func(context.Context) {}) // a part of the unit
		})
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("the good unit took %v", took)
		}
		for _, done := range running {
			<-done
		}
		time.Sleep(2 * time.Hour)
		synctest.Wait()
	})
}
