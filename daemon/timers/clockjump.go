package timers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/templates"
)

// A clock that leaps makes nobody late: whatever is to happen after a span of time
// moves with it, so that no customer is reminded or told good-bye, and no review ends,
// because somebody set a clock. What is due at a time of day is looked for anew.

// timerClock is set anew every hour and asks nothing of anybody: it is from when the
// daemon was last at work, plus an hour. Where that is ahead at a start, the clock was
// put back meanwhile. That it was put forward can't be told from a long rest.
const alive = time.Hour

// findClock looks at the start whether the clock is behind what the store knows.
func (t *Timers) FindClock(ctx context.Context) error {
	return t.Update(ctx, failpoint.Agency, func(tx store.Tx) error {
		timers, err := tx.Timers(journal.AgencyThread)
		if err != nil {
			return err
		}
		for _, timer := range timers {
			behind := t.Now().Sub(timer.Due.Add(-alive))
			switch {
			case timer.Name != queue.TimerClock:
			case behind < -clock.Slack:
				return t.move(tx, behind)
			default:
				return nil // it is due in time
			}
		}
		return t.setClockTimer(tx)
	})
}

func (t *Timers) setClockTimer(tx store.Tx) error {
	return tx.PutTimer(store.Timer{Thread: journal.AgencyThread, Name: queue.TimerClock,
		Due: t.Now().Add(alive).UTC()})
}

// heedLeap follows the clock where it has leapt: within the transaction, so that each
// other one is wholly before that or after it.
func (t *Timers) followClock(ctx context.Context) error {
	leap := t.Clock.Leapt()
	if leap == 0 {
		return nil
	}
	followed := time.Duration(0)
	err := t.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
		t.Clock.Follow(leap - followed) // once, however often this runs
		followed = leap
		return t.move(tx, leap)
	})
	if err != nil {
		t.Clock.Follow(-followed)
		return fmt.Errorf("following a leap of the clock by %v: %w", leap, err)
	}
	t.Signals.Sending.Notify()
	return nil
}

// leap moves what waits along with the clock, which has leapt, and tells staff.
func (t *Timers) move(tx store.Tx, leap time.Duration) error {
	timers, err := store.EveryTimer(tx)
	for _, timer := range timers {
		timer.Due = timer.Due.Add(leap)
		switch timer.Name {
		case queue.TimerDigest:
			timer.Due = t.NextDigest().UTC()
		case queue.TimerClock:
			timer.Due = t.Now().Add(alive).UTC()
		}
		err = errors.Join(err, tx.PutTimer(timer))
	}
	return errors.Join(err, t.moveMails(tx, leap), t.tellJump(tx, leap))
}

// moveMails moves when mails are tried that have not left.
func (t *Timers) moveMails(tx store.Tx, leap time.Duration) error {
	waiting, err := queue.ToLeave(tx)
	return errors.Join(err, queue.Each(waiting, func(m store.Mail) error {
		m.NextAt = m.NextAt.Add(leap)
		return tx.PutMail(m)
	}))
}

// tellLeap has the log, the agency's journal and staff know.
func (t *Timers) tellJump(tx store.Tx, leap time.Duration) error {
	what := fmt.Sprintf("The clock was put forward by %s.", roughly(leap))
	if leap < 0 {
		what = fmt.Sprintf("The clock was put back by %s.", roughly(-leap))
	}
	t.Log.Warn("the clock of this machine has leapt; what waits for time to pass moves with it",
		"by", leap, "now", t.Now())
	err := queue.AppendNote(tx, journal.AgencyThread, agent.Note{At: t.Now().In(t.Location),
		Source: store.SourceSystem, Kind: journal.KindLeap, Payload: leap.String()})
	return errors.Join(err, t.PostToAll(tx, "clock_leapt", templates.Notice{What: what,
		When: t.When(t.Now())}))
}

// roughly writes a time in its largest unit, for leaps of an hour or of years.
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
