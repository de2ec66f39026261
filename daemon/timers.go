package daemon

import (
	"context"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// timerLoop turns timers that are due into events of their threads, until ctx is done.
func (d *Daemon) timerLoop(ctx context.Context) error {
	for {
		next, err := d.fireTimers(ctx)
		if err != nil && ctx.Err() == nil {
			d.Log.Error("reading timers", "error", err)
			next = d.Now().Add(queue.RetryDelay)
		}
		if !d.Signals.Timers.Wait(ctx, d.Now, next) {
			return nil
		}
	}
}

// fireTimers looks before it writes: it is called for every timer that is set, and
// a transaction is a sync to disk even where it changes nothing.
func (d *Daemon) fireTimers(ctx context.Context) (next time.Time, err error) {
	if err := d.heedLeap(ctx); err != nil {
		return next, err
	}
	for {
		var due []store.Timer
		look := func(tx store.Tx) (err error) {
			due, next, err = d.dueTimers(tx)
			return err
		}
		if err := d.Store.View(ctx, look); err != nil || len(due) == 0 {
			return next, err
		}
		err := d.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
			if err := look(tx); err != nil {
				return err
			}
			return d.fire(tx, due)
		})
		if err != nil {
			return next, err
		}
		for _, t := range due {
			d.Signals.Threads.Wake(t.Thread, queue.Ahead)
		}
	}
}

// dueTimers returns timers that are due, and when to look again where there are none.
// The time of customers is up only once their mail of that time was dealt with.
func (d *Daemon) dueTimers(tx store.Tx) (due []store.Timer, next time.Time, err error) {
	for limit := 64; ; limit *= 2 {
		all, later, err := tx.DueTimers(d.Now(), limit)
		if err != nil {
			return nil, later, err
		}
		for _, t := range all {
			early, err := d.mayHaveAnswered(tx, t)
			if err != nil {
				return nil, later, err
			}
			if !early {
				due = append(due, t)
			}
		}
		switch {
		case len(due) > 0 || len(all) == 0:
			return due, later, nil
		case len(all) < limit:
			return nil, d.Now().Add(queue.RetryDelay), nil
		}
	}
}

// mayHaveAnswered reports whether a timer ends a customer's time, and a message of
// theirs from before that may not have been read, or dealt with, yet.
func (d *Daemon) mayHaveAnswered(tx store.Tx, t store.Timer) (early bool, err error) {
	if t.Name != queue.TimerCustomerWait && t.Name != queue.TimerCustomerReminder {
		return false, nil
	}
	for i := range d.watchers {
		if d.lastRead(i).Before(t.Due) {
			return true, nil
		}
	}
	err = tx.InboundByStatus(store.InboundPending, 0, func(store.Inbound) bool {
		early = true
		return false
	})
	return early, err
}

func (d *Daemon) fire(tx store.Tx, due []store.Timer) error {
	for _, t := range due {
		if err := tx.DeleteTimer(t.Thread, t.Name); err != nil {
			return err
		}
		if t.Name == queue.TimerClock {
			if err := d.setClockTimer(tx); err != nil {
				return err
			}
			continue
		}
		if t.Name == queue.TimerDigest { // set before it is dealt with: whatever goes wrong then, there is a next one
			if err := queue.SetDigestTimer(tx, d.NextDigest()); err != nil {
				return err
			}
		}
		e := queue.NewEvent(d.Now(), t.Thread, queue.KindTimer, queue.TimerEvent{Name: t.Name,
			Due: t.Due, Data: t.Data})
		if t.Name == queue.TimerAskRelease {
			e.Kind, e.Data = queue.KindRestored, t.Data
		}
		if _, err := tx.Enqueue(e); err != nil {
			return err
		}
	}
	return nil
}
