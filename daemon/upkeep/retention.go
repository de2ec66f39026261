package upkeep

import (
	"context"
	"time"

	"ppamaild/daemon/queue"
)

const (
	retentionPause = 24 * time.Hour
	clockSettles   = time.Hour // after the start or a clock jump
	retentionBatch = 100       // threads in one transaction; bounds the memory
	byRetention    = "retention"
)

// Retention erases data that is older than privacy.retention_days, once a day until ctx is
// done. The data is erased as if each customer had asked for it: ended threads, messages that
// were set aside or quarantined, and the notices about them. A clock that has just started or
// jumped may be wrong, so Retention waits for clockSettles.
func (t *Upkeep) Retention(ctx context.Context) {
	if t.Config.Privacy.RetentionDays == 0 {
		return
	}
	since := t.Clock.SteadySince()
	due := since.Add(clockSettles)
	for queue.Notifier(nil).Wait(ctx, t.Now, due) {
		if now := t.Clock.SteadySince(); !now.Equal(since) {
			since, due = now, now.Add(clockSettles)
		}
		if t.Now().Before(due) {
			continue
		}
		if err := t.ExpireOld(ctx); err != nil && ctx.Err() == nil {
			t.Log.Error("erasing old data; the next attempt is tomorrow", "error", err)
		}
		due = t.Now().Add(retentionPause)
	}
}

// ExpireOld erases old threads and removes the erased data from the store's file, also the data
// of an earlier run that ended between the two steps.
func (t *Upkeep) ExpireOld(ctx context.Context) error {
	before := t.Now().AddDate(0, 0, -t.Config.Privacy.RetentionDays).UTC()
	for {
		plan, err := t.Eraser.EraseBefore(ctx, before, retentionBatch, byRetention)
		if err != nil {
			return err
		}
		if len(plan.Threads) < retentionBatch {
			return t.Eraser.CompactErased(ctx)
		}
	}
}
