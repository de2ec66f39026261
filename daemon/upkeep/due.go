package upkeep

import (
	"context"
	"time"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// dueBatch is how many due timers are read first.
const dueBatch = 64

// Loop turns due timers into events of their threads, until ctx is done.
func (t *Upkeep) Loop(ctx context.Context) error {
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

// FireDue turns all due timers into events and returns when the next timer is due; zero if no
// timer is left. FireDue reads before it writes: it runs each time a timer is set, and even a
// transaction without a change syncs the disk.
func (t *Upkeep) FireDue(ctx context.Context) (next time.Time, err error) {
	if err := t.followClock(ctx); err != nil {
		return next, err
	}
	for {
		var due []store.Timer
		read := func(tx store.Tx) (err error) {
			due, next, err = t.dueTimers(tx)
			return err
		}
		if err := t.Store.View(ctx, read); err != nil || len(due) == 0 {
			return next, err
		}
		err := t.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
			if err := read(tx); err != nil {
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

// dueTimers returns the due timers and, if there are none, the time of the next look. The
// timers of a customer's time to answer wait until earlier mail is processed.
func (t *Upkeep) dueTimers(tx store.Tx) (due []store.Timer, next time.Time, err error) {
	for limit := dueBatch; ; limit *= 2 {
		all, later, err := tx.DueTimers(t.Now(), limit)
		if err != nil {
			return nil, later, err
		}
		for _, timer := range all {
			answered, err := t.mayHaveAnswered(tx, timer)
			if err != nil {
				return nil, later, err
			}
			if !answered {
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

// mayHaveAnswered reports whether a timer limits a customer's time to answer, and an earlier
// message may still be unread or unprocessed.
func (t *Upkeep) mayHaveAnswered(tx store.Inbounds, timer store.Timer) (may bool, err error) {
	if timer.Name != timers.CustomerWait && timer.Name != timers.CustomerReminder {
		return false, nil
	}
	for i := range t.Watchers {
		if t.LastRead(i).Before(timer.Due) {
			return true, nil
		}
	}
	err = tx.InboundByStatus(store.InboundPending, 0, func(store.Inbound) bool {
		may = true
		return false
	})
	return may, err
}

func (t *Upkeep) fire(tx store.Tx, due []store.Timer) error {
	for _, timer := range due {
		if err := tx.DeleteTimer(timer.Thread, timer.Name); err != nil {
			return err
		}
		switch timer.Name {
		case timers.Clock:
			if err := t.setClockTimer(tx); err != nil {
				return err
			}
			continue
		case timers.QuoteEnds: // staff read of it in the digest
			continue
		case timers.Digest: // the next digest does not depend on the success of this digest
			if err := timers.SetDigest(tx, t.NextDigest()); err != nil {
				return err
			}
		}
		if _, err := tx.Enqueue(t.timerEvent(timer)); err != nil {
			return err
		}
	}
	return nil
}

func (t *Upkeep) timerEvent(timer store.Timer) store.Event {
	e := queue.NewEvent(t.Now(), timer.Thread, queue.KindTimer, queue.TimerEvent{
		Name: timer.Name,
		Due:  timer.Due,
		Data: timer.Data,
	})
	if timer.Name == timers.AskRelease {
		e.Kind, e.Data = queue.KindRestored, timer.Data
	}
	return e
}
