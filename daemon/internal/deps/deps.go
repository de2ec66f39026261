// Package deps holds the common fields of all rooms of the daemon: the agency with staff and
// the writer of mails, the store, the clock, the metrics, and the signals that wake the stations.
package deps

import (
	"context"

	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/metrics"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Deps is shared by all rooms of one daemon. Its fields do not change while stations run.
type Deps struct {
	*notify.Writer
	Clock   *clock.Clock
	Store   store.Store
	Claims  queue.Claims
	Signals queue.Signals
	Watch   *guard.Watchdog
	Tally   *metrics.Tally
}

// Update commits fn; see store.Store. A test build can stop the program just before and just
// after the commit.
func (d *Deps) Update(ctx context.Context, at failpoint.Boundary, fn func(store.Tx) error) error {
	failpoint.Before(at)
	goOn := guard.Wait(ctx) // for the disk, and for other commits
	err := d.Tally.Update(ctx, d.Store, func(tx store.Tx) error {
		defer guard.Work(ctx)()
		return fn(tx)
	})
	goOn()
	failpoint.After(at)
	return err
}

// WakeThread lets the thread of a mail decide whether a person must learn of the mail.
func (d *Deps) WakeThread(m store.Mail) {
	if m.Thread != "" {
		d.Signals.Threads.Wake(m.Thread, queue.Ahead)
	}
}
