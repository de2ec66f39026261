package daemon

import (
	"context"
	"time"

	"ppamaild/config"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/templates"
)

// alarmLoop tells staff when a mailbox has not been read for too long, once per
// silence; what can't be told is tried again at the next look.
func (d *Daemon) alarmLoop(ctx context.Context) {
	alarmed := make(map[int]bool)
	tick := time.NewTicker(d.alarmTick())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for i := range d.watchers {
			silent, why := d.silent(i)
			if silent && !alarmed[i] {
				silent = d.raiseAlarm(ctx, i, why)
			}
			alarmed[i] = silent
		}
	}
}

// alarmTick is how often alarmLoop looks: as often as the shortest alarm is worth it.
func (d *Daemon) alarmTick() time.Duration {
	shortest := time.Minute
	for i := range d.watchers {
		shortest = min(shortest, d.watched(i).SilenceAlarm.Duration)
	}
	return max(time.Second, shortest)
}

// watched is the account that a watcher reads; where both roles share one, there
// is only the first.
func (d *Daemon) watched(i int) config.MailboxAccount {
	if i == 0 {
		return d.cfg.Mailbox.Customer
	}
	return d.cfg.Mailbox.Agency
}

// lastRead returns when a mailbox was last read; zero where it was not, or a clock said
// when that has leapt since.
func (d *Daemon) lastRead(i int) time.Time {
	read := d.watchers[i].Status().LastRead
	if read.Before(d.clock.Begun()) || read.After(d.now()) {
		return time.Time{}
	}
	return read
}

func (d *Daemon) silent(i int) (bool, string) {
	s, last := d.watchers[i].Status(), d.lastRead(i)
	if last.IsZero() {
		last = d.clock.Begun()
	}
	account := d.watched(i)
	patience := account.SilenceAlarm.Duration
	if s.LastError == nil { // while it idles, or between two polls, nobody looks through it
		patience = max(patience, max(account.IdleRefresh.Duration, account.PollInterval.Duration)+account.Timeout.Duration)
	}
	if d.now().Sub(last) < patience {
		return false, ""
	}
	if s.LastError == nil {
		return true, "the server answers, but the folder was not read"
	}
	return true, s.LastError.Error()
}

// raiseAlarm tells staff by mail, which leaves by SMTP and so may still work. It reports
// whether they are told.
func (d *Daemon) raiseAlarm(ctx context.Context, i int, why string) bool {
	account := d.watched(i)
	d.log.Error("a mailbox can't be read", "mailbox", account.Address, "error", why)
	n := templates.Notice{Who: account.Address, Reason: why, When: d.when(d.watchers[i].Status().LastRead)}
	err := d.update(ctx, failpoint.Alarm, func(tx store.Tx) error {
		for _, to := range d.everyone() {
			if err := d.postNotice(tx, to, "mailbox_silent", n, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.log.Error("telling staff of the silent mailbox", "error", err)
		return false
	}
	d.sendBell.ring()
	return true
}
