package daemon

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/mailbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// alertsTo counts the mails to a person with words in the subject.
func (o *offline) alertsTo(who, subject string) (n int) {
	for _, s := range o.outbox(who) {
		if strings.Contains(s, subject) {
			n++
		}
	}
	return n
}

// wantTold checks how often Lee got the alert, and how often the all-clear.
func (o *offline) wantTold(when string, alarms, clears int) {
	o.Helper()
	if a, c := o.alertsTo(play.Lee, "Alarm: "), o.alertsTo(play.Lee, "All clear: "); a != alarms || c != clears {
		o.Errorf("%s: %d alarms and %d that all is clear, want %d and %d", when, a, c, alarms, clears)
	}
}

// alarming runs what raises alarms in a bubble of synctest.
func (o *offline) alarming(t *testing.T) (stop func()) {
	var jumped atomic.Int64
	timers := o.runTimers(&jumped)
	ctx, cancel := context.WithCancel(t.Context())
	go o.Daemon.upkeep.Alarms(ctx)
	return func() { cancel(); timers() }
}

// Staff who got an alert about an unreadable mailbox get one all-clear, even after a restart. A
// mailbox that alternates between the two states sends no all-clear.
func TestAllClearFollowsAnAlarm(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	patience := o.Config.Mailbox.Customer.SilenceAlarm.Duration
	var down atomic.Bool
	var last atomic.Int64
	o.Daemon.upkeep.Watchers[1] = seen{func() time.Time { return o.Now() }}
	o.Daemon.upkeep.Watchers[0] = telling{func() mailbox.Status {
		if down.Load() {
			return mailbox.Status{LastError: errors.New("refused"), LastRead: time.Unix(last.Load(), 0)}
		}
		last.Store(o.Now().Unix())
		return mailbox.Status{Connected: true, LastRead: o.Now()}
	}}
	synctest.Test(t, func(t *testing.T) {
		stop := o.alarming(t)
		time.Sleep(time.Hour)
		o.wantTold("while all is well", 0, 0)
		down.Store(true)
		time.Sleep(patience + 2*time.Minute)
		o.wantTold("after the silence", 1, 0)
		for range 20 { // it comes and goes
			down.Store(false)
			time.Sleep(2 * time.Minute)
			down.Store(true)
			time.Sleep(patience / 2)
		}
		o.wantTold("while it comes and goes", 1, 0)
		down.Store(false)
		time.Sleep(5 * time.Minute)
		stop() // the daemon restarts
		defer o.alarming(t)()
		time.Sleep(time.Hour)
		o.wantTold("once it is read again", 1, 1)
		if n := o.alertsTo(play.Dana, "All clear: "+play.Quotes); n != 1 {
			t.Errorf("Dana was told %d times", n)
		}
		time.Sleep(oneDay)
		down.Store(true)
		time.Sleep(patience + 2*time.Minute)
		o.wantTold("at the next silence", 2, 1)
	})
}

// telling is a mailbox with a state that the test sets.
type telling struct{ status func() mailbox.Status }

func (telling) Run(context.Context) error { return errors.New("not run") }
func (telling) Ready() <-chan struct{}    { return nil }
func (s telling) Status() mailbox.Status  { return s.status() }

// isRead has every mailbox be read all the time.
func (o *offline) isRead() {
	for i := range o.Daemon.upkeep.Watchers {
		o.Daemon.upkeep.Watchers[i] = telling{func() mailbox.Status { return mailbox.Status{Connected: true, LastRead: o.Now()} }}
	}
}

// filed returns the copies that are still to be filed.
type filed struct{ left copies.Left }

func (f filed) Left() copies.Left { return f.left }

// An account removed from the configuration leaves no alarm behind, because such an alarm would
// suppress the next one.
func TestAlarmOfWhatIsNotWatchedIsForgotten(t *testing.T) {
	o := newOffline(t)
	alarm := store.Timer{Thread: journal.AgencyThread, Name: timers.Alarm + "mailbox:gone", Due: o.at.AddDate(100, 0, 0), Data: []byte("[]")}
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) error { return tx.PutTimer(alarm) }))
	o.must(o.Daemon.upkeep.CheckFaults(t.Context(), map[string]time.Time{}))
	raised, err := queue.Read(t.Context(), o.Store, func(tx store.Tx) ([]store.Timer, error) { return tx.Timers(journal.AgencyThread) })
	o.must(err)
	if slices.ContainsFunc(raised, func(t store.Timer) bool { return t.Name == alarm.Name }) {
		t.Errorf("still raised: %v", raised)
	}
}

// Staff get an alert if copies of customer mails can't be filed for long, and an all-clear
// later.
func TestStaffLearnThatCopiesCanNotBeFiled(t *testing.T) {
	o := newOffline(t)
	well := map[string]time.Time{}
	o.isRead()
	look := func(after time.Duration, left copies.Left) {
		t.Helper()
		o.at = o.at.Add(after)
		o.Daemon.upkeep.Copies = filed{left}
		o.must(o.Daemon.upkeep.CheckFaults(t.Context(), well))
	}
	failing := copies.Left{Mails: 1, Oldest: store.Mail{Thread: "Q-7F3K2M", SentAt: o.Now()}, Why: errors.New("the mailbox is full")}
	look(10*time.Minute, failing)
	o.wantTold("at first", 0, 0)
	look(time.Hour, failing)
	look(time.Minute, failing)
	o.wantTold("when it lasts", 1, 0)
	look(time.Minute, copies.Left{}) // as after a restart a week later
	look(time.Hour, copies.Left{})
	o.wantTold("when none is tried", 1, 0)
	look(time.Minute, copies.Left{Over: true})
	o.wantTold("when the first is filed", 1, 0)
	look(time.Hour, copies.Left{Over: true})
	o.wantTold("when they are filed", 1, 1)
}

// Staff get the alert about a server that rejects copies.
func TestCopiesThatAServerRefusesAreMissing(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	m := o.withoutCopy()
	o.must(o.host.Close())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { o.copies.Run(ctx); close(ended) }()
	for begun := time.Now(); o.copies.Left().Why == nil && time.Since(begun) < time.Minute; {
		time.Sleep(20 * time.Millisecond)
	}
	cancel()
	<-ended
	o.isRead()
	well := map[string]time.Time{}
	o.must(o.Daemon.upkeep.CheckFaults(t.Context(), well))
	if o.wantTold("at first", 0, 0); !strings.Contains(o.copies.Left().Why.Error(), "connect") {
		t.Errorf("at first: %v", o.copies.Left().Why)
	}
	o.at = o.at.Add(time.Hour)
	o.must(o.Daemon.upkeep.CheckFaults(t.Context(), well))
	o.wantTold("an hour later", 1, 0)
	var alarm []byte
	o.must(o.Store.View(t.Context(), func(tx store.Tx) (err error) {
		return errors.Join(err, tx.MailByStatus(store.MailQueued, func(m store.Mail) bool { alarm, err = tx.MailRaw(m.ID); return err == nil }))
	}))
	if !strings.Contains(string(alarm), m.Thread) || o.copiesMissing() != 1 {
		t.Errorf("an hour later: %s, %d are missing", alarm, o.copiesMissing())
	}
}

// withoutCopy is a mail to a customer that has left, and has no copy in Sent.
func (o *offline) withoutCopy() (m store.Mail) {
	o.must(o.Store.Update(o.Context(), func(tx store.Tx) error {
		id, err := tx.AddMail(store.Mail{
			Thread: "Q-7F3K2M", Kind: store.MailCustomer, Role: agency.RoleCustomer, Status: store.MailSent, MessageID: "m@agency.test", CreatedAt: o.at, SentAt: o.at,
		}, []byte("Subject: Quote\r\n\r\nText\r\n"))
		mail, mailErr := tx.Mail(id)
		m = mail
		return errors.Join(err, mailErr)
	}))
	return m
}

// If the provider files the copies, staff get no alert.
func TestNoAlarmOfCopiesThatAreNotOursToFile(t *testing.T) {
	o := newOffline(t, func(o *Options) { o.Config.Mailbox.Customer.SaveSent = false })
	o.isRead()
	o.Daemon.upkeep.Copies = filed{copies.Left{Mails: 1, Oldest: store.Mail{SentAt: o.at}, Why: errors.New("the mailbox is full")}}
	o.at = o.at.Add(24 * time.Hour)
	o.must(o.Daemon.upkeep.CheckFaults(t.Context(), map[string]time.Time{}))
	o.wantTold("of copies that are not ours", 0, 0)
}
