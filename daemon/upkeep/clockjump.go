package upkeep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/templates"
)

// When the machine's clock jumps, every timer that measures a span of time moves by the same
// amount. So no customer is reminded, and no review expires, because somebody set a clock. The
// digest is due at a time of day, so its timer is computed again.

// clockTimerAhead is how far ahead the clock timer is set, each time that it fires. At the
// start, a timer that is further ahead shows that the clock was put back while no daemon ran.
// A clock that was put forward looks like a long pause.
const clockTimerAhead = time.Hour

// FindClock moves all timers at the start if the clock is behind the time in the store.
func (t *Upkeep) FindClock(ctx context.Context) error {
	return t.Update(ctx, failpoint.Agency, func(tx store.Tx) error {
		all, err := tx.Timers(journal.AgencyThread)
		if err != nil {
			return err
		}
		for _, timer := range all {
			if timer.Name != timers.Clock {
				continue
			}
			lastRun := timer.Due.Add(-clockTimerAhead)
			if jump := t.Now().Sub(lastRun); jump < -clock.Slack {
				return t.moveTimers(tx, jump)
			}
			return nil
		}
		return t.setClockTimer(tx)
	})
}

func (t *Upkeep) setClockTimer(tx store.Timers) error {
	return tx.PutTimer(timers.New(journal.AgencyThread, timers.Clock, t.Now().Add(clockTimerAhead)))
}

// followClock moves all timers if the machine's clock has jumped. Clock follows within the
// transaction, so each other transaction is completely before or after the jump.
func (t *Upkeep) followClock(ctx context.Context) error {
	jump := t.Clock.Jump()
	if jump == 0 {
		return nil
	}
	followed := time.Duration(0)
	err := t.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
		t.Clock.Follow(jump - followed) // the store may run the function several times
		followed = jump
		return t.moveTimers(tx, jump)
	})
	if err != nil {
		t.Clock.Follow(-followed)
		return fmt.Errorf("following a clock jump of %v: %w", jump, err)
	}
	t.Signals.Sending.Notify()
	return nil
}

// moveTimers moves all timers and waiting mails by the clock jump, and reports the jump.
func (t *Upkeep) moveTimers(tx store.Tx, jump time.Duration) error {
	if err := tx.ShiftTimers(jump); err != nil {
		return err
	}
	all, err := tx.Timers(journal.AgencyThread)
	for _, timer := range all {
		switch timer.Name {
		case timers.Digest:
			timer.Due = t.NextDigest().UTC()
		case timers.Clock:
			timer.Due = t.Now().Add(clockTimerAhead).UTC()
		default:
			continue
		}
		err = errors.Join(err, tx.PutTimer(timer))
	}
	return errors.Join(err, t.moveMails(tx, jump), t.reportJump(tx, jump))
}

// moveMails moves the next attempt of each mail that has not left.
func (t *Upkeep) moveMails(tx store.Tx, jump time.Duration) error {
	waiting, err := queue.ToLeave(tx)
	return errors.Join(err, queue.Each(waiting, func(m store.Mail) error {
		m.NextAt = m.NextAt.Add(jump)
		return tx.PutMail(m)
	}))
}

// reportJump reports a clock jump in the log, in the agency's journal, and to staff.
func (t *Upkeep) reportJump(tx store.Tx, jump time.Duration) error {
	what := t.Say("upkeep.clock_forward", roughly(jump))
	if jump < 0 {
		what = t.Say("upkeep.clock_back", roughly(-jump))
	}
	t.Log.Warn("the server's clock jumped; all waiting timers move with it",
		"by", jump, "now", t.Now())
	err := queue.AppendNote(tx, journal.AgencyThread, agent.Note{
		At:      t.Now().In(t.Location),
		Source:  store.SourceSystem,
		Kind:    journal.KindClockJump,
		Payload: jump.String(),
	})
	n := templates.Notice{What: what, When: t.When(t.Now())}
	return errors.Join(err, t.PostToAll(tx, "clock_leapt", n))
}

// roughly formats a duration in hours, or in days from two days on.
func roughly(d time.Duration) string {
	switch hours := int(d.Round(time.Hour) / time.Hour); {
	case hours == 1:
		return "1 hour"
	case hours < 48:
		return fmt.Sprintf("%d hours", hours)
	default:
		return fmt.Sprintf("%d days", (hours+12)/24)
	}
}
