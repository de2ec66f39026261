package fair_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/daemon/fair"
)

// A tenant with much work does not delay another tenant by more than one piece of work a place.
func TestTenantsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all fair.Resources
		flood, lone := all.NewTenant(), all.NewTenant()
		var running sync.WaitGroup
		work := func(who *fair.Tenant) {
			give, err := who.Take(t.Context(), "processor", 2)
			if err != nil {
				t.Error(err)
				return
			}
			defer give()
			time.Sleep(time.Second)
		}
		for range 500 {
			running.Go(func() { work(flood) })
		}
		time.Sleep(10500 * time.Millisecond)
		began := time.Now()
		work(lone)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the lone work took %v", took)
		}
		running.Wait()
		if took := time.Since(began); took < 239*time.Second {
			t.Errorf("the flood ended after %v: it had more than two places", took)
		}
	})
}

// Work that ends its wait leaves the queue, and no place is lost.
func TestNoPlaceIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all fair.Resources
		one := all.NewTenant()
		give, err := one.Take(t.Context(), "a", 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := all.NewTenant().Take(ctx, "a", 1)
				ended <- err
			}()
		}
		synctest.Wait()
		cancel()
		for range 3 {
			if err := <-ended; err == nil {
				t.Error("the work has a place after its end")
			}
		}
		give()
		for range 2 { // one after the other
			give, err := one.Take(t.Context(), "a", 1)
			if err != nil {
				t.Fatal(err)
			}
			give()
		}
		if _, err := one.Take(t.Context(), "b", 1); err != nil { // another resource
			t.Error(err)
		}
	})
}

// Three tenants get places in turn, also with different numbers of requests.
func TestOrderOfTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all fair.Resources
		give, err := all.NewTenant().Take(t.Context(), "a", 1)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, ask := range []struct {
			name  string
			times int
		}{{"x", 4}, {"y", 2}, {"z", 1}} {
			who := all.NewTenant()
			for range ask.times {
				go func() {
					give, err := who.Take(t.Context(), "a", 1)
					if err == nil {
						order = append(order, ask.name)
						give()
					}
				}()
				synctest.Wait()
			}
		}
		give()
		synctest.Wait()
		if want := []string{"x", "y", "z", "x", "y", "x", "x"}; !slices.Equal(order, want) {
			t.Errorf("the order is %q, want %q", order, want)
		}
	})
}

// A context without a tenant has no limit.
func TestWithoutTenant(t *testing.T) {
	var none *fair.Tenant
	ctx := none.In(t.Context())
	for range 3 {
		if _, err := fair.From(ctx).Take(ctx, "a", 1); err != nil {
			t.Error(err)
		}
	}
}
