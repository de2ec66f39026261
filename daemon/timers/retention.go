package timers

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
func (t *Timers) Retention(ctx context.Context) {
	if t.Config.Privacy.RetentionDays == 0 {
		return
	}
	since := t.Clock.Begun()
	due := since.Add(clockSettles)
	for queue.Notifier(nil).Wait(ctx, t.Now, due) {
		if now := t.Clock.Begun(); !now.Equal(since) { // forth or back
			since, due = now, now.Add(clockSettles)
		}
		if t.Now().Before(due) {
			continue
		}
		if err := t.ExpireOld(ctx); err != nil && ctx.Err() == nil {
			t.Log.Error("erasing what is too old; it is tried again tomorrow", "error", err)
		}
		due = t.Now().Add(retentionPause)
	}
}

// ExpireOld erases old threads and removes their data from the store's file. It also
// removes the data of an earlier run that ended between the two steps.
func (t *Timers) ExpireOld(ctx context.Context) error {
	before := t.Now().AddDate(0, 0, -t.Config.Privacy.RetentionDays).UTC()
	for {
		plan, err := t.Eraser.EraseBefore(ctx, before, retentionBatch, byRetention)
		if err != nil {
			return err
		}
		t.compacted = t.compacted && plan.Empty()
		if len(plan.Threads) < retentionBatch {
			break
		}
	}
	if !t.compacted {
		t.compacted = t.Eraser.Compact(ctx) == ""
	}
	return nil
}
