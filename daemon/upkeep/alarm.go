package upkeep

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
	"ppamaild/daemon/timers"
	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/templates"
)

const (
	alarmExpires = 100              // years; an alarm's timer must never fire
	allClearWait = 10 * time.Minute // without the fault, before staff get the all-clear
)

// fault is the present state of something that can fail. If the state is unknown, both lasts
// and over are false.
type fault struct {
	name         string // of the timer, after timers.Alarm
	log          string // the message in the log
	alarm        string // the notice that reports the fault
	allClear     string // the notice that reports the end of the fault
	lasts, over  bool
	logged       bool // the log has the fault already
	allClearWait time.Duration
	notice       templates.Notice
}

func (t *Upkeep) faults(ctx context.Context) (all []fault, err error) {
	for i := range t.Watchers {
		all = append(all, t.mailboxSilent(i))
	}
	if t.Account(agency.RoleCustomer).SaveSent {
		all = append(all, t.copiesNotFiled(t.Copies.Left()))
	}
	twin, err := queue.Read(ctx, t.Store, queue.FindTwin)
	return append(all, t.twinWorks(twin)), err
}

// Alarms reports faults to staff until ctx is done. A report that fails is repeated at the next
// tick.
func (t *Upkeep) Alarms(ctx context.Context) {
	overSince := make(map[string]time.Time)
	tick := time.NewTicker(t.alarmTick())
	defer tick.Stop()
	for {
		if err := t.CheckFaults(ctx, overSince); err != nil && ctx.Err() == nil {
			t.Log.Error("reporting faults to staff", "error", err)
		}
		if err := t.Twins.Look(ctx); err != nil && ctx.Err() == nil {
			t.Log.Debug("looking into Sent for mail of another ppamaild", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-t.Signals.Faults:
		}
	}
}

// alarmTick is the time between two checks: the shortest silence_alarm, from a second to a
// minute.
func (t *Upkeep) alarmTick() time.Duration {
	shortest := time.Minute
	for _, role := range agency.Roles() {
		shortest = min(shortest, t.Account(role).SilenceAlarm.Duration)
	}
	return max(time.Second, shortest)
}

// CheckFaults raises the alarm about new faults and ends the alarm about repaired faults.
// overSince has the time since which each reported fault has been over, by the name of the
// fault. CheckFaults updates overSince.
func (t *Upkeep) CheckFaults(ctx context.Context, overSince map[string]time.Time) error {
	all, unread := t.faults(ctx)
	raised, err := t.alarms(ctx)
	if err = errors.Join(unread, err); err != nil {
		return err
	}
	var failed []error
	for _, f := range all {
		recipients, known := raised[f.name]
		delete(raised, f.name)
		since, waiting := overSince[f.name]
		switch {
		case f.lasts && !known:
			failed = append(failed, t.raiseAlarm(ctx, f))
		case !known || !f.over:
			delete(overSince, f.name)
		case !waiting:
			overSince[f.name] = t.Now()
		case t.Now().Sub(since) >= f.allClearWait:
			failed = append(failed, t.endAlarm(ctx, f, recipients))
		}
	}
	for name := range raised { // the configuration no longer has what failed
		failed = append(failed, t.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
			return tx.DeleteTimer(journal.AgencyThread, timers.Alarm+name)
		}))
	}
	return errors.Join(failed...)
}

// alarms returns the recipients of each open alarm, by the name of the fault.
func (t *Upkeep) alarms(ctx context.Context) (raised map[string][]string, err error) {
	err = t.Store.View(ctx, func(tx store.Tx) error {
		raised = make(map[string][]string)
		all, err := tx.Timers(journal.AgencyThread)
		for _, timer := range all {
			name, isAlarm := strings.CutPrefix(timer.Name, timers.Alarm)
			if !isAlarm {
				continue
			}
			var recipients []string
			err = errors.Join(err, json.Unmarshal(timer.Data, &recipients))
			raised[name] = recipients
		}
		return err
	})
	return raised, err
}

// raiseAlarm reports a fault to staff by mail. Mail leaves by SMTP, which may work although the
// mailbox does not.
func (t *Upkeep) raiseAlarm(ctx context.Context, f fault) error {
	if !f.logged {
		t.Log.Error(f.log, "mailbox", f.notice.Who, "error", f.notice.Reason)
	}
	recipients := t.Staff.ToNotify()
	data, err := json.Marshal(recipients)
	if err != nil {
		return err
	}
	return t.commitNotice(ctx, recipients, f.alarm, f.notice, func(tx store.Timers) error {
		return tx.PutTimer(store.Timer{
			Thread: journal.AgencyThread,
			Name:   timers.Alarm + f.name,
			Due:    t.Now().AddDate(alarmExpires, 0, 0).UTC(),
			Data:   data,
		})
	})
}

// endAlarm sends the all-clear to the recipients of the alarm who are still staff.
func (t *Upkeep) endAlarm(ctx context.Context, f fault, recipients []string) error {
	t.Log.Info("a fault is over; staff get the all-clear", "fault", f.log, "mailbox", f.notice.Who)
	staff := t.Staff.Everyone()
	recipients = slices.DeleteFunc(recipients, func(to string) bool {
		return !slices.Contains(staff, to)
	})
	return t.commitNotice(ctx, recipients, f.allClear, f.notice, func(tx store.Timers) error {
		return tx.DeleteTimer(journal.AgencyThread, timers.Alarm+f.name)
	})
}

// commitNotice commits a notice to each recipient, together with fn.
func (t *Upkeep) commitNotice(ctx context.Context, recipients []string, name string,
	n templates.Notice, fn func(store.Timers) error) error {
	err := t.Update(ctx, failpoint.Alarm, func(tx store.Tx) error {
		return errors.Join(fn(tx), queue.Each(recipients, func(to string) error {
			return t.PostNotice(tx, to, name, n, nil)
		}))
	})
	if err == nil {
		t.Signals.Sending.Notify()
	}
	return err
}

// watched returns the account of Watchers[i].
func (t *Upkeep) watched(i int) config.MailboxAccount { return t.Account(agency.Roles()[i]) }

// LastRead returns when Watchers[i] last read its mailbox. The time is zero if there was no
// read yet, or if the clock has jumped since.
func (t *Upkeep) LastRead(i int) time.Time {
	read := t.Watchers[i].Status().LastRead
	if read.Before(t.Clock.SteadySince()) || read.After(t.Now()) {
		return time.Time{}
	}
	return read
}

func (t *Upkeep) mailboxSilent(i int) fault {
	silent, why := t.Silent(i)
	account, s := t.watched(i), t.Watchers[i].Status()
	return fault{
		name:         "mailbox:" + agency.Roles()[i],
		log:          "a mailbox can't be read",
		alarm:        "mailbox_silent",
		allClear:     "mailbox_read_again",
		lasts:        silent,
		over:         !silent && s.LastError == nil && !t.LastRead(i).IsZero(),
		allClearWait: min(allClearWait, account.SilenceAlarm.Duration),
		notice: templates.Notice{
			Who:    account.Address,
			Reason: why,
			When:   t.When(s.LastRead),
		},
	}
}

// Silent reports whether Watchers[i] has not read its mailbox for silence_alarm, and why. A
// watcher without an error gets more time: between two polls, and during IDLE, it reads nothing.
func (t *Upkeep) Silent(i int) (silent bool, why string) {
	s, last := t.Watchers[i].Status(), t.LastRead(i)
	if last.IsZero() {
		last = t.Clock.SteadySince()
	}
	account := t.watched(i)
	limit := account.SilenceAlarm.Duration
	if s.LastError == nil {
		pause := max(account.IdleRefresh.Duration, account.PollInterval.Duration)
		limit = max(limit, pause+account.Timeout.Duration)
	}
	switch {
	case t.Now().Sub(last) < limit:
		return false, ""
	case s.LastError == nil:
		return true, t.Say("upkeep.folder_unread")
	}
	return true, s.LastError.Error()
}

// copiesNotFiled is the fault that copies of mails to customers cannot be filed in Sent.
func (t *Upkeep) copiesNotFiled(left copies.Left) fault {
	account, since := t.Account(agency.RoleCustomer), left.Oldest.SentAt
	limit := account.SilenceAlarm.Duration
	f := fault{
		name:         "copies",
		log:          "copies of what was sent to customers can't be filed",
		alarm:        "copies_missing",
		allClear:     "copies_filed_again",
		lasts:        left.Why != nil && left.Mails > 0 && t.Now().Sub(since) >= limit,
		over:         left.Over,
		allClearWait: min(allClearWait, limit),
		notice:       templates.Notice{Who: account.Address, What: account.SentFolder},
	}
	if left.Why == nil {
		return f
	}
	f.notice.When, f.notice.Reason = t.When(since), left.Why.Error()
	f.notice.Facts = []templates.Item{
		{Label: t.Say("upkeep.copies_missing"), Value: fmt.Sprint(left.Mails)},
		{Label: t.Say("upkeep.oldest_copy"), Value: left.Oldest.Thread},
	}
	return f
}

// twinWorks is the fault that another ppamaild works on the same mailbox.
func (t *Upkeep) twinWorks(twin queue.Twin) fault {
	f := fault{
		name:         "twin",
		log:          "another ppamaild sends from this mailbox; mail to customers waits",
		alarm:        "twin_works",
		allClear:     "twin_gone",
		lasts:        twin.Stops(),
		over:         !twin.Stops(),
		logged:       true,
		allClearWait: allClearWait,
		notice:       templates.Notice{Who: t.Account(agency.RoleCustomer).Address},
	}
	if !f.lasts {
		return f
	}
	if mail := t.Twins.Mail(); mail != nil {
		f.notice.Facts = []templates.Item{
			{Label: "Subject", Value: mail.Subject},
			{Label: "To", Value: strings.Join(agency.Addresses(mail.To), ", ")},
		}
	}
	mail, folder := "Message-ID", "Found in"
	if twin.Cited {
		mail, folder = "Answered mail", "Answered in"
	}
	f.notice.Facts = append(f.notice.Facts,
		templates.Item{Label: mail, Value: twin.MessageID},
		templates.Item{Label: folder, Value: twin.Folder})
	return f
}
