package daemon

import (
	"context"
	"time"

	"ppamaild/daemon/queue"
)

// Once a day, and never by a clock that has only just begun to tell that time, what ended
// longer ago than privacy.retention_days is erased as if each customer had asked for it:
// threads, what was set aside or quarantined, and what staff were told of it.

const (
	retentionPause = 24 * time.Hour
	clockSettles   = time.Hour // since the start, or since the clock leapt: it may be set right
	retentionBatch = 500       // threads that are erased in one transaction
	byRetention    = "retention"
)

// retentionLoop erases what is too old, until ctx is done.
func (d *Daemon) retentionLoop(ctx context.Context) {
	if d.Config.Privacy.RetentionDays == 0 {
		return
	}
	since := d.Clock.Begun()
	due := since.Add(clockSettles)
	for queue.Notifier(nil).Wait(ctx, d.Now, due) {
		if now := d.Clock.Begun(); !now.Equal(since) { // forth or back
			since, due = now, now.Add(clockSettles)
		}
		if d.Now().Before(due) {
			continue
		}
		if err := d.expireOld(ctx); err != nil && ctx.Err() == nil {
			d.Log.Error("erasing what is too old; it is tried again tomorrow", "error", err)
		}
		due = d.Now().Add(retentionPause)
	}
}

// expireOld erases old threads and removes their data from the store's file. It also
// removes the data of an earlier run that ended between the two steps.
func (d *Daemon) expireOld(ctx context.Context) error {
	before := d.Now().AddDate(0, 0, -d.Config.Privacy.RetentionDays).UTC()
	for {
		order, err := d.newOrder(byRetention)
		if err != nil {
			return err
		}
		order.Before = before
		plan, err := d.erase(ctx, order, retentionBatch, false)
		if err != nil {
			return err
		}
		d.wiped = d.wiped && plan.Empty()
		if len(plan.Threads) < retentionBatch {
			break
		}
	}
	if !d.wiped {
		d.wiped = d.compact(ctx) == ""
	}
	return nil
}
