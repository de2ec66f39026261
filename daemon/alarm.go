package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/templates"
)

const (
	alarmEnds = 100              // years
	settled   = 10 * time.Minute // that all has to be well before it is told to be
)

// fault is how one stands now. It neither lasts nor is over where that is not known yet.
type fault struct {
	name        string // for the timer
	what        string // for the log
	alarm       string // the notice that tells of it
	allClear    string // the one that tells that it is over
	lasts, over bool
	settled     time.Duration
	notice      templates.Notice
}

func (d *Daemon) faults() (all []fault) {
	for i := range d.watchers {
		all = append(all, d.mailboxSilent(i))
	}
	if d.Account(agency.RoleCustomer).SaveSent {
		all = append(all, d.copiesNotFiled(d.copies.Left()))
	}
	return all
}

// alarmLoop tells staff of faults; what can't be told is tried again at the next look.
func (d *Daemon) alarmLoop(ctx context.Context) {
	well := make(map[string]time.Time) // since when what staff were told of is
	tick := time.NewTicker(d.alarmTick())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := d.lookForFaults(ctx, d.faults(), well); err != nil && ctx.Err() == nil {
			d.Log.Error("telling staff of what does not work, or works again", "error", err)
		}
	}
}

// alarmTick is how often alarmLoop looks: as often as the shortest alarm is worth it.
func (d *Daemon) alarmTick() time.Duration {
	shortest := time.Minute
	for _, role := range agency.Roles() {
		shortest = min(shortest, d.Account(role).SilenceAlarm.Duration)
	}
	return max(time.Second, shortest)
}

func (d *Daemon) lookForFaults(ctx context.Context, all []fault, well map[string]time.Time) error {
	raised, err := d.alarms(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, f := range all {
		told, is := raised[f.name]
		delete(raised, f.name)
		since, known := well[f.name]
		switch {
		case f.lasts && !is:
			failed = append(failed, d.raiseAlarm(ctx, f))
		case !is || !f.over:
			delete(well, f.name)
		case !known:
			well[f.name] = d.Now()
		case d.Now().Sub(since) >= f.settled:
			failed = append(failed, d.endAlarm(ctx, f, told))
		}
	}
	for name := range raised { // of what is not looked after any more
		failed = append(failed, d.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
			return tx.DeleteTimer(journal.AgencyThread, queue.TimerAlarm+name)
		}))
	}
	return errors.Join(failed...)
}

// alarms are the names of the faults that staff know of, with who was told.
func (d *Daemon) alarms(ctx context.Context) (raised map[string][]string, err error) {
	err = d.Store.View(ctx, func(tx store.Tx) error {
		raised = make(map[string][]string)
		timers, err := tx.Timers(journal.AgencyThread)
		for _, t := range timers {
			if name, is := strings.CutPrefix(t.Name, queue.TimerAlarm); is {
				var told []string
				err = errors.Join(err, json.Unmarshal(t.Data, &told))
				raised[name] = told
			}
		}
		return err
	})
	return raised, err
}

// raiseAlarm tells staff by mail, which leaves by SMTP and so may still work.
func (d *Daemon) raiseAlarm(ctx context.Context, f fault) error {
	d.Log.Error(f.what, "mailbox", f.notice.Who, "error", f.notice.Reason)
	told := d.Staff.Everyone()
	data, err := json.Marshal(told)
	if err != nil {
		return err
	}
	return d.tell(ctx, told, f.alarm, f.notice, func(tx store.Tx) error {
		return tx.PutTimer(store.Timer{Thread: journal.AgencyThread,
			Name: queue.TimerAlarm + f.name, Due: d.Now().AddDate(alarmEnds, 0, 0).UTC(),
			Data: data})
	})
}

// endAlarm tells those who were told of a fault, and are staff still, that it is over.
func (d *Daemon) endAlarm(ctx context.Context, f fault, told []string) error {
	d.Log.Info("this is over, and staff are told so: "+f.what, "mailbox", f.notice.Who)
	told = slices.DeleteFunc(told,
		func(to string) bool { return !slices.Contains(d.Staff.Everyone(), to) })
	return d.tell(ctx, told, f.allClear, f.notice, func(tx store.Tx) error {
		return tx.DeleteTimer(journal.AgencyThread, queue.TimerAlarm+f.name)
	})
}

// tell commits a notice to each of those, together with what fn does.
func (d *Daemon) tell(ctx context.Context, to []string, name string, n templates.Notice,
	fn func(store.Tx) error) error {
	err := d.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
		return errors.Join(fn(tx), queue.Each(to, func(to string) error {
			return d.PostNotice(tx, to, name, n, nil)
		}))
	})
	if err == nil {
		d.Signals.Sending.Notify()
	}
	return err
}

// watched is the account that a watcher reads; see Daemon.inboxes.
func (d *Daemon) watched(i int) config.MailboxAccount { return d.Account(agency.Roles()[i]) }

// lastRead returns when a mailbox was last read; zero where it was not, or a clock said
// when that has leapt since.
func (d *Daemon) lastRead(i int) time.Time {
	read := d.watchers[i].Status().LastRead
	if read.Before(d.Clock.Begun()) || read.After(d.Now()) {
		return time.Time{}
	}
	return read
}

func (d *Daemon) mailboxSilent(i int) fault {
	silent, why := d.silent(i)
	account, s := d.watched(i), d.watchers[i].Status()
	f := fault{
		name: "mailbox:" + agency.Roles()[i], what: "a mailbox can't be read",
		alarm: "mailbox_silent", allClear: "mailbox_read_again",
		lasts: silent, over: !silent && s.LastError == nil && !d.lastRead(i).IsZero(),
		settled: min(settled, account.SilenceAlarm.Duration),
		notice:  templates.Notice{Who: account.Address, Reason: why, When: d.When(s.LastRead)},
	}
	return f
}

func (d *Daemon) silent(i int) (bool, string) {
	s, last := d.watchers[i].Status(), d.lastRead(i)
	if last.IsZero() {
		last = d.Clock.Begun()
	}
	account := d.watched(i)
	patience := account.SilenceAlarm.Duration
	if s.LastError == nil { // while it idles, or between two polls, nobody looks through it
		patience = max(patience, max(account.IdleRefresh.Duration,
			account.PollInterval.Duration)+account.Timeout.Duration)
	}
	if d.Now().Sub(last) < patience {
		return false, ""
	}
	if s.LastError == nil {
		return true, "the server answers, but the folder was not read"
	}
	return true, s.LastError.Error()
}

// copiesNotFiled is that mails to customers have left, and no copy of them can be filed.
func (d *Daemon) copiesNotFiled(left copies.Left) fault {
	account, since := d.Account(agency.RoleCustomer), left.Oldest.SentAt
	patience := account.SilenceAlarm.Duration
	f := fault{
		name: "copies", what: "copies of what was sent to customers can't be filed",
		alarm: "copies_missing", allClear: "copies_filed_again",
		lasts: left.Why != nil && left.Mails > 0 && d.Now().Sub(since) >= patience, over: left.Over,
		settled: min(settled, patience), notice: templates.Notice{Who: account.Address,
			What: account.SentFolder},
	}
	if left.Why == nil {
		return f
	}
	f.notice.When, f.notice.Reason = d.When(since), left.Why.Error()
	f.notice.Facts = []templates.Item{
		{Label: "Copies that are missing", Value: fmt.Sprint(left.Mails)},
		{Label: "The oldest is of thread", Value: left.Oldest.Thread},
	}
	return f
}
