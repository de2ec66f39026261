package daemon

import (
	"context"
	"time"
)

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

// longestRest bounds how long the sleep of the machine, or a clock that was set, can
// hold up what is due.
const longestRest = time.Minute

// rest waits for the bell, until next or for longestRest (zero: no limit), or for ctx,
// which makes it false.
func (d *Daemon) rest(ctx context.Context, b bell, next time.Time) bool {
	var timer <-chan time.Time
	if !next.IsZero() {
		t := time.NewTimer(min(max(next.Sub(d.now()), 0), longestRest))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
		return false
	case <-b:
	case <-timer:
	}
	return true
}
