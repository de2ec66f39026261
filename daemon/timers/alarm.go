package timers

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

func (t *Timers) faults() (all []fault) {
	for i := range t.Watchers {
		all = append(all, t.mailboxSilent(i))
	}
	if t.Account(agency.RoleCustomer).SaveSent {
		all = append(all, t.copiesNotFiled(t.Copies.Left()))
	}
	return all
}

// alarmLoop tells staff of faults; what can't be told is tried again at the next look.
func (t *Timers) Alarms(ctx context.Context) {
	well := make(map[string]time.Time) // since when what staff were told of is
	tick := time.NewTicker(t.alarmTick())
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := t.CheckFaults(ctx, well); err != nil && ctx.Err() == nil {
			t.Log.Error("telling staff of what does not work, or works again", "error", err)
		}
	}
}

// alarmTick is how often alarmLoop looks: as often as the shortest alarm is worth it.
func (t *Timers) alarmTick() time.Duration {
	shortest := time.Minute
	for _, role := range agency.Roles() {
		shortest = min(shortest, t.Account(role).SilenceAlarm.Duration)
	}
	return max(time.Second, shortest)
}

func (t *Timers) CheckFaults(ctx context.Context, well map[string]time.Time) error {
	all := t.faults()
	raised, err := t.alarms(ctx)
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
			failed = append(failed, t.raiseAlarm(ctx, f))
		case !is || !f.over:
			delete(well, f.name)
		case !known:
			well[f.name] = t.Now()
		case t.Now().Sub(since) >= f.settled:
			failed = append(failed, t.endAlarm(ctx, f, told))
		}
	}
	for name := range raised { // of what is not looked after any more
		failed = append(failed, t.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
			return tx.DeleteTimer(journal.AgencyThread, queue.TimerAlarm+name)
		}))
	}
	return errors.Join(failed...)
}

// alarms are the names of the faults that staff know of, with who was told.
func (t *Timers) alarms(ctx context.Context) (raised map[string][]string, err error) {
	err = t.Store.View(ctx, func(tx store.Tx) error {
		raised = make(map[string][]string)
		timers, err := tx.Timers(journal.AgencyThread)
		for _, timer := range timers {
			if name, is := strings.CutPrefix(timer.Name, queue.TimerAlarm); is {
				var told []string
				err = errors.Join(err, json.Unmarshal(timer.Data, &told))
				raised[name] = told
			}
		}
		return err
	})
	return raised, err
}

// raiseAlarm tells staff by mail, which leaves by SMTP and so may still work.
func (t *Timers) raiseAlarm(ctx context.Context, f fault) error {
	t.Log.Error(f.what, "mailbox", f.notice.Who, "error", f.notice.Reason)
	told := t.Staff.Everyone()
	data, err := json.Marshal(told)
	if err != nil {
		return err
	}
	return t.tell(ctx, told, f.alarm, f.notice, func(tx store.Tx) error {
		return tx.PutTimer(store.Timer{Thread: journal.AgencyThread,
			Name: queue.TimerAlarm + f.name, Due: t.Now().AddDate(alarmEnds, 0, 0).UTC(),
			Data: data})
	})
}

// endAlarm tells those who were told of a fault, and are staff still, that it is over.
func (t *Timers) endAlarm(ctx context.Context, f fault, told []string) error {
	t.Log.Info("this is over, and staff are told so: "+f.what, "mailbox", f.notice.Who)
	told = slices.DeleteFunc(told,
		func(to string) bool { return !slices.Contains(t.Staff.Everyone(), to) })
	return t.tell(ctx, told, f.allClear, f.notice, func(tx store.Tx) error {
		return tx.DeleteTimer(journal.AgencyThread, queue.TimerAlarm+f.name)
	})
}

// tell commits a notice to each of those, together with what fn does.
func (t *Timers) tell(ctx context.Context, to []string, name string, n templates.Notice,
	fn func(store.Tx) error) error {
	err := t.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
		return errors.Join(fn(tx), queue.Each(to, func(to string) error {
			return t.PostNotice(tx, to, name, n, nil)
		}))
	})
	if err == nil {
		t.Signals.Sending.Notify()
	}
	return err
}

// watched is the account that a watcher reads; see Daemon.inboxes.
func (t *Timers) watched(i int) config.MailboxAccount { return t.Account(agency.Roles()[i]) }

// lastRead returns when a mailbox was last read; zero where it was not, or a clock said
// when that has leapt since.
func (t *Timers) LastRead(i int) time.Time {
	read := t.Watchers[i].Status().LastRead
	if read.Before(t.Clock.Begun()) || read.After(t.Now()) {
		return time.Time{}
	}
	return read
}

func (t *Timers) mailboxSilent(i int) fault {
	silent, why := t.Silent(i)
	account, s := t.watched(i), t.Watchers[i].Status()
	f := fault{
		name: "mailbox:" + agency.Roles()[i], what: "a mailbox can't be read",
		alarm: "mailbox_silent", allClear: "mailbox_read_again",
		lasts: silent, over: !silent && s.LastError == nil && !t.LastRead(i).IsZero(),
		settled: min(settled, account.SilenceAlarm.Duration),
		notice:  templates.Notice{Who: account.Address, Reason: why, When: t.When(s.LastRead)},
	}
	return f
}

func (t *Timers) Silent(i int) (bool, string) {
	s, last := t.Watchers[i].Status(), t.LastRead(i)
	if last.IsZero() {
		last = t.Clock.Begun()
	}
	account := t.watched(i)
	patience := account.SilenceAlarm.Duration
	if s.LastError == nil { // while it idles, or between two polls, nobody looks through it
		patience = max(patience, max(account.IdleRefresh.Duration,
			account.PollInterval.Duration)+account.Timeout.Duration)
	}
	if t.Now().Sub(last) < patience {
		return false, ""
	}
	if s.LastError == nil {
		return true, "the server answers, but the folder was not read"
	}
	return true, s.LastError.Error()
}

// copiesNotFiled is that mails to customers have left, and no copy of them can be filed.
func (t *Timers) copiesNotFiled(left copies.Left) fault {
	account, since := t.Account(agency.RoleCustomer), left.Oldest.SentAt
	patience := account.SilenceAlarm.Duration
	f := fault{
		name: "copies", what: "copies of what was sent to customers can't be filed",
		alarm: "copies_missing", allClear: "copies_filed_again",
		lasts: left.Why != nil && left.Mails > 0 && t.Now().Sub(since) >= patience, over: left.Over,
		settled: min(settled, patience), notice: templates.Notice{Who: account.Address,
			What: account.SentFolder},
	}
	if left.Why == nil {
		return f
	}
	f.notice.When, f.notice.Reason = t.When(since), left.Why.Error()
	f.notice.Facts = []templates.Item{
		{Label: "Copies that are missing", Value: fmt.Sprint(left.Mails)},
		{Label: "The oldest is of thread", Value: left.Oldest.Thread},
	}
	return f
}
