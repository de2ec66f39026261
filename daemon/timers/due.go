package timers

import (
	"context"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// timerLoop turns timers that are due into events of their threads, until ctx is done.
func (t *Timers) Loop(ctx context.Context) error {
	for {
		next, err := t.FireDue(ctx)
		if err != nil && ctx.Err() == nil {
			t.Log.Error("reading timers", "error", err)
			next = t.Now().Add(queue.RetryDelay)
		}
		if !t.Signals.Timers.Wait(ctx, t.Now, next) {
			return nil
		}
	}
}

// fireTimers looks before it writes: it is called for every timer that is set, and
// a transaction is a sync to disk even where it changes nothing.
func (t *Timers) FireDue(ctx context.Context) (next time.Time, err error) {
	if err := t.followClock(ctx); err != nil {
		return next, err
	}
	for {
		var due []store.Timer
		look := func(tx store.Tx) (err error) {
			due, next, err = t.dueTimers(tx)
			return err
		}
		if err := t.Store.View(ctx, look); err != nil || len(due) == 0 {
			return next, err
		}
		err := t.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
			if err := look(tx); err != nil {
				return err
			}
			return t.fire(tx, due)
		})
		if err != nil {
			return next, err
		}
		for _, timer := range due {
			t.Signals.Threads.Wake(timer.Thread, queue.Ahead)
		}
	}
}

// dueTimers returns timers that are due, and when to look again where there are none.
// The time of customers is up only once their mail of that time was dealt with.
func (t *Timers) dueTimers(tx store.Tx) (due []store.Timer, next time.Time, err error) {
	for limit := 64; ; limit *= 2 {
		all, later, err := tx.DueTimers(t.Now(), limit)
		if err != nil {
			return nil, later, err
		}
		for _, timer := range all {
			early, err := t.mayHaveAnswered(tx, timer)
			if err != nil {
				return nil, later, err
			}
			if !early {
				due = append(due, timer)
			}
		}
		switch {
		case len(due) > 0 || len(all) == 0:
			return due, later, nil
		case len(all) < limit:
			return nil, t.Now().Add(queue.RetryDelay), nil
		}
	}
}

// mayHaveAnswered reports whether a timer ends a customer's time, and a message of
// theirs from before that may not have been read, or dealt with, yet.
func (t *Timers) mayHaveAnswered(tx store.Tx, timer store.Timer) (early bool, err error) {
	if timer.Name != queue.TimerCustomerWait && timer.Name != queue.TimerCustomerReminder {
		return false, nil
	}
	for i := range t.Watchers {
		if t.LastRead(i).Before(timer.Due) {
			return true, nil
		}
	}
	err = tx.InboundByStatus(store.InboundPending, 0, func(store.Inbound) bool {
		early = true
		return false
	})
	return early, err
}

func (t *Timers) fire(tx store.Tx, due []store.Timer) error {
	for _, timer := range due {
		if err := tx.DeleteTimer(timer.Thread, timer.Name); err != nil {
			return err
		}
		if timer.Name == queue.TimerClock {
			if err := t.setClockTimer(tx); err != nil {
				return err
			}
			continue
		}
		if timer.Name == queue.TimerDigest { // set before it is dealt with: whatever goes wrong then, there is a next one
			if err := queue.SetDigestTimer(tx, t.NextDigest()); err != nil {
				return err
			}
		}
		e := queue.NewEvent(t.Now(), timer.Thread, queue.KindTimer, queue.TimerEvent{Name: timer.Name,
			Due: timer.Due, Data: timer.Data})
		if timer.Name == queue.TimerAskRelease {
			e.Kind, e.Data = queue.KindRestored, timer.Data
		}
		if _, err := tx.Enqueue(e); err != nil {
			return err
		}
	}
	return nil
}
