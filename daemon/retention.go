package daemon

import (
	"context"
	"time"
)

// Once a day, what ended longer ago than privacy.retention_days is erased as if each
// customer had asked for it: threads, what was set aside or quarantined, and what staff
// were told of it.

const (
	retentionPause = 24 * time.Hour
	retentionBatch = 500 // threads that are erased in one transaction
	byRetention    = "retention"
)

// retentionLoop erases what is too old, until ctx is done.
func (d *Daemon) retentionLoop(ctx context.Context) {
	if d.cfg.Privacy.RetentionDays == 0 {
		return
	}
	for {
		if err := d.expireOld(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("erasing what is too old; it is tried again tomorrow", "error", err)
		}
		if !d.rest(ctx, nil, d.now().Add(retentionPause)) {
			return
		}
	}
}

func (d *Daemon) expireOld(ctx context.Context) error {
	before := d.now().AddDate(0, 0, -d.cfg.Privacy.RetentionDays).UTC()
	erased := false
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
		erased = erased || !plan.Empty()
		if len(plan.Threads) < retentionBatch {
			break
		}
	}
	if erased {
		d.scrub(ctx)
	}
	return nil
}
