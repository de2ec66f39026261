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

	"ppamaild/agent"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/mailbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// seen is a mailbox that was read just now, and has nothing new.
type seen struct{ now func() time.Time }

func (seen) Run(context.Context) error { return errors.New("not run") }
func (seen) Ready() <-chan struct{}    { return nil }
func (s seen) Status() mailbox.Status  { return mailbox.Status{Connected: true, LastRead: s.now()} }

// waiting starts a daemon that has asked Alice a question, with the reminder and the close
// approved, and returns the thread.
func waiting(t *testing.T, edits ...func(*Options)) (o *offline, thread string) {
	t.Helper()
	o = newOffline(t, edits...)
	for i := range o.watchers {
		o.Daemon.upkeep.Watchers[i] = seen{o.Now}
	}
	thread = o.toAlice().Thread
	o.decides(thread, 1, "ACCEPT")
	o.sends()
	return o, thread
}

// sends sends what is due.
func (o *offline) sends() {
	o.Helper()
	for _, role := range agency.Roles() {
		var due []store.Mail
		o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { due, _, err = tx.DueMail(role, o.at, 100); return err }))
		for _, m := range due {
			o.must(o.Daemon.outbox.Send(o.Context(), m.ID))
		}
	}
}

// toCustomers are the mails of a purpose that were sent to customers.
func (o *offline) toCustomers(purpose store.MailPurpose) (all []store.Mail) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		all = nil
		return tx.MailByStatus(store.MailSent, func(m store.Mail) bool {
			if m.Kind == store.MailCustomer && m.Purpose == purpose {
				all = append(all, m)
			}
			return true
		})
	}))
	return all
}

// timers are when those of a thread are due.
func (o *offline) timers(thread string) map[string]time.Time {
	o.Helper()
	due := make(map[string]time.Time)
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		all, err := tx.Timers(thread)
		for _, t := range all {
			due[t.Name] = t.Due
		}
		return err
	}))
	return due
}

func (o *offline) status(thread string) (status store.ThreadStatus) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		h, err := tx.Head(thread)
		status = h.Status
		return err
	}))
	return status
}

// verifies checks that journals are whole and in order of their numbers.
func (o *offline) verifies(thread string) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		return errors.Join(tx.VerifyJournal(thread), tx.VerifyJournal(journal.AgencyThread))
	}))
}

const (
	oneDay  = 24 * time.Hour
	oneYear = 365 * oneDay
)

// After any clock jump, customers get the mails due for the real time, once. Staff get one
// notice of the jump.
func TestClockLeaps(t *testing.T) {
	t.Parallel()
	for name, leaps := range map[string][]time.Duration{
		"not at all": nil, "a year forward": {oneYear}, "a year back": {-oneYear}, "forward and put right": {oneYear, -oneYear},
		"back and put right": {-oneYear, oneYear}, "two hours forward": {2 * time.Hour}, "by minutes, as clocks are set": {20 * time.Minute, -10 * time.Minute},
		"to where it began": {-56 * oneYear, 56*oneYear + oneDay},
	} {
		t.Run(name, func(t *testing.T) {
			o, thread := waiting(t)
			steps, told := 0, 0
			for _, by := range leaps {
				o.leaps(by)
				o.passes(o.at)
				o.sends()
				if by.Abs() > clock.Slack {
					told++
				}
			}
			for passed := time.Duration(0); o.status(thread) == store.ThreadAwaitingCustomer && steps < 100; steps++ {
				if n := len(o.toCustomers(store.PurposeReminder)); n > 0 != (passed >= 3*oneDay) || n > 1 {
					t.Fatalf("after %v there were %d reminders", passed, n)
				}
				passed += 12 * time.Hour
				o.passes(o.at.Add(12*time.Hour + time.Hour/time.Duration(1+27))) // a little late, as ever
				o.sends()
			}
			if closes := o.toCustomers(store.PurposeClose); o.status(thread) != store.ThreadExpired || len(closes) != 1 || steps < 27 || steps > 28 {
				t.Errorf("after %d half days it is %s, with %d closes", steps, o.status(thread), len(closes))
			}
			if n := o.noted(journal.AgencyThread, journal.KindClockJump); n != told {
				t.Errorf("%d lines about a leap, want %d", n, told)
			}
			o.verifies(thread)
		})
	}
}

// A clock that was set back since the last mailbox read does not end a customer's deadline.
func TestClockThatWasPutBackDoesNotSayWhenAMailboxWasRead(t *testing.T) {
	t.Parallel()
	o, thread := waiting(t)
	ahead := o.at.Add(oneYear)
	for i := range o.watchers {
		o.Daemon.upkeep.Watchers[i] = seen{func() time.Time { return ahead }}
	}
	for range 30 {
		o.passes(o.at.Add(oneDay))
		o.sends()
	}
	if n := len(o.toCustomers(store.PurposeReminder)); n > 0 || o.status(thread) != store.ThreadAwaitingCustomer {
		t.Errorf("%d reminders, and the thread is %s", n, o.status(thread))
	}
}

// An unread mailbox raises the alarm after any change of the clock.
func TestCase33AlarmAfterTheClockLeaps(t *testing.T) {
	for name, leap := range map[string]time.Duration{"not": 0, "forward": oneYear, "back": -oneYear} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t)
			read := o.at
			o.Daemon.upkeep.Watchers[0] = seen{func() time.Time { return read }}
			o.leaps(leap)
			o.passes(o.at)
			if silent, _ := o.Daemon.upkeep.Silent(0); silent {
				t.Error("an alarm is raised because of the leap")
			}
			o.passes(o.at.Add(o.Config.Mailbox.Customer.SilenceAlarm.Duration + time.Second))
			if silent, _ := o.Daemon.upkeep.Silent(0); !silent {
				t.Error("no alarm is raised")
			}
		})
	}
}

// How a mailbox idles is no silence, however short the alarm; what can't be read is.
func TestAlarmIsNotRaisedWhileAMailboxIdles(t *testing.T) {
	o := newOffline(t, func(o *Options) { o.Config.Mailbox.Customer.SilenceAlarm.Duration = time.Minute })
	account := o.Config.Mailbox.Customer
	last := mailbox.Status{Connected: true, LastRead: o.at}
	o.Daemon.upkeep.Watchers[0] = standing{&last}
	o.passes(o.at.Add(account.IdleRefresh.Duration))
	if silent, why := o.Daemon.upkeep.Silent(0); silent {
		t.Errorf("an alarm is raised while it idles: %s", why)
	}
	last.LastError = errors.New("connection refused")
	if silent, _ := o.Daemon.upkeep.Silent(0); !silent {
		t.Error("no alarm is raised where it can't be read")
	}
	last.LastError = nil
	o.passes(o.at.Add(account.Timeout.Duration))
	if silent, _ := o.Daemon.upkeep.Silent(0); !silent {
		t.Error("no alarm is raised where it is not looked at again")
	}
}

// standing is a mailbox with a state that the test sets.
type standing struct{ status *mailbox.Status }

func (standing) Run(context.Context) error { return errors.New("not run") }
func (standing) Ready() <-chan struct{}    { return nil }
func (s standing) Status() mailbox.Status  { return *s.status }

// Staff get one alert for a silence, and another for the next silence.
func TestCase33OneAlarmASilence(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	alarms := func() (n int) {
		for _, subject := range o.outbox(play.Lee) {
			if strings.Contains(subject, "Alarm: "+play.Quotes) {
				n++
			}
		}
		return n
	}
	synctest.Test(t, func(t *testing.T) {
		var jumped, read atomic.Int64 // read: when the mailbox was, in seconds
		reads := func() { read.Store(time.Now().Unix()) }
		o.Daemon.upkeep.Watchers[0] = seen{func() time.Time { return time.Unix(read.Load(), 0) }}
		o.Daemon.upkeep.Watchers[1] = seen{func() time.Time { return o.Now() }}
		defer o.runTimers(&jumped)()
		go o.Daemon.upkeep.Alarms(t.Context())
		patience := o.Config.Mailbox.Customer.SilenceAlarm.Duration
		for silence := range 3 {
			reads()
			if time.Sleep(patience - 2*time.Second); alarms() != silence {
				t.Errorf("before silence %d is too long: %d alarms", silence, alarms())
			}
			if time.Sleep(oneDay); alarms() != silence+1 {
				t.Errorf("after silence %d: %d alarms", silence, alarms())
			}
			reads()
			time.Sleep(2 * time.Minute)
		}
	})
}

// Reviews are neither reminded of, escalated nor ended by a leap, and then are, once.
func TestClockLeapsWhileStaffAreWaitedFor(t *testing.T) {
	t.Parallel()
	for name, leap := range map[string]time.Duration{"forward": oneYear, "back": -oneYear} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t, escalates)
			thread := o.toAlice().Thread
			o.leaps(leap)
			o.passes(o.at)
			o.stand(thread, store.ReviewOpen)
			if n := o.noted(thread, "reminder"); n != 0 {
				t.Errorf("%d reminders at the leap", n)
			}
			for range 4 * 24 {
				o.passes(o.at.Add(time.Hour / 4))
			}
			if r, e := o.noted(thread, "reminder"), o.noted(thread, "escalation"); r != 1 || e != 1 {
				t.Errorf("after a day: %d reminders, %d escalations", r, e)
			}
			o.passes(o.at.Add(14 * oneDay))
			o.stand(thread, store.ReviewExpired)
			if got := o.outbox(play.Alice); len(got) > 0 {
				t.Errorf("Alice gets %q", got)
			}
		})
	}
}

// The digest leaves once a day, at the configured hour of the current clock.
func TestDigestAfterTheClockLeaps(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	digests := func() (n int) {
		for _, subject := range o.outbox(play.Lee) {
			if strings.Contains(subject, "digest") {
				n++
			}
		}
		return n
	}
	for i, by := range []time.Duration{oneYear, -2 * oneYear, 5 * time.Hour, -7 * time.Hour} {
		o.leaps(by)
		o.passes(o.at)
		o.arrives(automatic(i))
		for range 24 * 4 {
			before := digests()
			o.passes(o.at.Add(15 * time.Minute))
			if at := o.at.In(o.Location); digests()-before != map[bool]int{true: 1}[at.Hour() == 8 && at.Minute() == 0] {
				t.Errorf("after a leap by %v, at %s: %d digests", by, at, digests()-before)
			}
		}
	}
}

// A deferred mail is tried again when due, and is not given up for age.
func TestClockLeapsWhileAMailWaits(t *testing.T) {
	for name, leap := range map[string]time.Duration{"forward": oneYear, "back": -oneYear} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t)
			m := o.toAlice()
			m.Status, m.NextAt = store.MailRetrying, o.at.Add(time.Hour)
			o.must(o.Store.Update(t.Context(), func(tx store.Tx) (err error) { m.ID, err = tx.AddMail(m, []byte("x")); return err }))
			o.leaps(leap)
			o.passes(o.at)
			if m = o.mail(m.ID); !m.NextAt.Equal(o.at.Add(time.Hour)) {
				t.Errorf("it is next tried %v from now", m.NextAt.Sub(o.at))
			}
			o.must(o.Daemon.outbox.Record(t.Context(), m, &mailbox.SendError{Kind: mailbox.Temporary, Code: 451}))
			if m = o.mail(m.ID); m.Status != store.MailRetrying {
				t.Errorf("it is %s", m.Status)
			}
		})
	}
}

type plannerFunc func(context.Context, *agent.State) (agent.Action, error)

func (plannerFunc) Name() string { return "test" }

func (f plannerFunc) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	return f(ctx, s)
}

// A result computed with the time before a clock jump is not committed after the jump, because
// the result would wait for a wrong time. The daemon computes the result again.
func TestClockLeapsWhileAThreadIsWorkedOn(t *testing.T) {
	o := newOffline(t)
	thread := o.toAlice().Thread
	o.arrives(o.reply(thread, 1, "REJECT: please also ask for the VIN"))
	own := o.runner.Quote.Planner
	o.runner.Quote.Planner = plannerFunc(func(ctx context.Context, s *agent.State) (agent.Action, error) {
		o.leaps(-oneYear)
		_, err := o.Daemon.upkeep.FireDue(ctx)
		o.must(err)
		o.runner.Quote.Planner = own
		return own.Next(ctx, s)
	})
	if err := o.runner.RunThread(t.Context(), thread); err == nil || !strings.Contains(err.Error(), "the clock has jumped") {
		t.Fatalf("it is committed: %v", err)
	}
	o.must(o.runner.RunThread(t.Context(), thread))
	o.stand(thread, store.ReviewDecided, store.ReviewOpen)
	o.sends()
	if left := o.outbox(play.Lee); len(left) > 0 {
		t.Errorf("%q waits", left)
	}
}

// rolledBack is a store that crashes in the middle of every commit.
type rolledBack struct{ store.Store }

func (s rolledBack) Update(ctx context.Context, fn func(store.Tx) error) error {
	return s.Store.Update(ctx, func(tx store.Tx) error { return errors.Join(fn(tx), errDied) })
}

// Until what waits was moved, the clock does not follow.
func TestClockLeapsWhileNothingCanBeCommitted(t *testing.T) {
	o, thread := waiting(t)
	kept, was, due := o.Store, o.at, o.timers(thread)[timers.CustomerReminder]
	o.leaps(oneYear)
	for _, broken := range []store.Store{&dying{kept, 0}, rolledBack{kept}} {
		o.Store = broken
		if _, err := o.Daemon.upkeep.FireDue(t.Context()); !errors.Is(err, errDied) {
			t.Fatal(err)
		}
		if now := o.Now(); !now.Equal(was) {
			t.Errorf("it is %s, want %s", now, was)
		}
	}
	o.Store = kept
	o.passes(o.at)
	if got := o.timers(thread)[timers.CustomerReminder]; !got.Equal(due.Add(oneYear)) || !o.Now().Equal(o.at) || o.noted(journal.AgencyThread, journal.KindClockJump) != 1 {
		t.Errorf("the reminder is due at %s, and it is %s", got, o.Now())
	}
}

// At the start, the daemon notices a clock behind the store's clock, whichever of the two is
// wrong. A clock that is ahead looks the same as a long downtime.
func TestClockAtTheStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		off  time.Duration // by the clock
		told int
	}{
		"a while later": {oneDay, 0}, "months later": {100 * oneDay, 0}, "where it began": {-56 * oneYear, 1}, "put right": {-oneYear, 1},
		"put back by minutes": {-30 * time.Minute, 0},
	} {
		t.Run(name, func(t *testing.T) {
			o, thread := waiting(t)
			before := o.timers(thread)[timers.CustomerReminder].Sub(o.at)
			o.at = o.at.Add(c.off)
			o.Clock = clock.New(func() time.Time { return o.at }, func() time.Duration { return 0 })
			o.Now = o.Clock.Now
			o.must(o.Daemon.upkeep.KeepAgencyThread(t.Context()))
			o.must(o.Daemon.upkeep.FindClock(t.Context()))
			o.must(o.Daemon.upkeep.FindClock(t.Context())) // a crash right after
			after := o.timers(thread)[timers.CustomerReminder].Sub(o.at)
			if c.told > 0 && (after-before).Abs() > time.Hour || c.told == 0 && after != before-c.off {
				t.Errorf("the reminder is due in %v, and was in %v", after, before)
			}
			if n := o.noted(journal.AgencyThread, journal.KindClockJump); n != c.told {
				t.Errorf("%d lines about a leap, want %d", n, c.told)
			}
		})
	}
}

// After weeks of rest the reminder is not even committed: it would leave together with
// the close where the sender is faster than the runner.
func TestReminderThatIsDueWithTheCloseIsDropped(t *testing.T) {
	o, thread := waiting(t)
	o.passes(o.at.Add(20 * oneDay))
	if n := len(o.outbox("alice@customer.test")); n != 1 || o.noted(thread, "follow_up_dropped") != 1 {
		t.Errorf("%d mails to Alice, %d follow-ups dropped", n, o.noted(thread, "follow_up_dropped"))
	}
}

// What was due long ago, by the clock, is no use to a customer: the thread ends without.
func TestFollowupsThatComeMuchTooLateAreDropped(t *testing.T) {
	o, thread := waiting(t)
	o.passes(o.at.Add(oneYear)) // the machine was off
	if got := o.outbox(play.Lee); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "no answer") }) {
		t.Errorf("Lee gets %q", got)
	}
	o.sends()
	if r, c := o.toCustomers(store.PurposeReminder), o.toCustomers(store.PurposeClose); len(r)+len(c) > 0 || o.status(thread) != store.ThreadExpired {
		t.Errorf("%d reminders and %d closes were sent, and the thread is %s", len(r), len(c), o.status(thread))
	}
}

// runTimers runs the timers' goroutine in a bubble of synctest. The bubble's time begins with
// the year 2000, and the daemon's clock is ahead by jumped. All channels of the goroutine must
// be created in the bubble too.
func (o *offline) runTimers(jumped *atomic.Int64) (stop func()) {
	start := time.Now()
	o.Clock = clock.New(func() time.Time { return time.Now().Add(time.Duration(jumped.Load())) }, func() time.Duration { return time.Since(start) })
	o.Now, o.Signals.Timers, o.Signals.Sending, o.Signals.Threads = o.Clock.Now, queue.NewNotifier(), queue.NewNotifiers(agency.Roles()...), queue.NewSchedule()
	o.Signals.Faults = queue.NewNotifier()
	ctx, cancel := context.WithCancel(context.WithoutCancel(o.Context()))
	ended := make(chan error, 1)
	go func() { ended <- o.Daemon.upkeep.Loop(ctx) }()
	return func() { cancel(); o.must(<-ended) }
}

// lives lets time pass from the time of o, in a bubble of synctest: timers fire, and threads
// run.
func (o *offline) lives() (stop func()) {
	var jumped atomic.Int64
	jumped.Store(int64(time.Until(o.at)))
	for i := range o.watchers {
		o.Daemon.upkeep.Watchers[i] = seen{func() time.Time { return o.Now() }} // the bubble's
	}
	fire := o.runTimers(&jumped)
	ctx, cancel := context.WithCancel(context.WithoutCancel(o.Context()))
	go o.runner.Loop(ctx, queue.Behind)
	return func() { fire(); cancel() }
}

// written are when mails of a thread to an address were written, by the clock at the
// agency; all of them are taken for sent.
func (o *offline) written(thread, to string) (at []string) {
	o.Helper()
	ctx := context.WithoutCancel(o.Context())
	var mails []store.Mail
	o.must(o.Store.View(ctx, func(tx store.Tx) (err error) { mails, err = tx.ThreadMail(thread); return err }))
	for _, m := range mails {
		if m.Status == store.MailQueued {
			o.must(o.Daemon.outbox.Record(ctx, m, nil))
		}
		if slices.Contains(m.To, to) {
			at = append(at, m.CreatedAt.In(o.Location).Format("01-02 15:04"))
		}
	}
	return at
}

// As time passes, staff get reminders and notices of ended reviews. Customers get
// reminders and a closing mail. Each mail leaves when due by the agency's hours, although the
// clocks change in the meantime.
func TestWhoIsSilentWhileTheClocksAreChanged(t *testing.T) {
	t.Parallel()
	const always, office = "", "Mon-Fri 09:00-17:00"
	for name, c := range map[string]struct {
		hours, asked string
		to           string // who is silent
		want         []string
	}{
		"staff in spring": {always, "2027-03-12 15:00", play.Lee,
			[]string{"03-12 15:00", "03-12 19:00", "03-26 16:00"}},
		"staff in autumn, at work": {office, "2026-10-30 15:00", play.Lee,
			[]string{"10-30 15:00", "11-02 11:00", "11-13 14:00"}},
		"a customer in spring":          {always, "2027-03-12 15:00", play.Alice, []string{"03-12 15:00", "03-15 16:00", "03-26 16:00"}},
		"a customer in autumn, at work": {office, "2026-10-30 09:30", play.Alice, []string{"10-30 09:30", "11-02 09:00", "11-13 09:00"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t, during(t, c.hours))
			day, clock, _ := strings.Cut(c.asked, " ")
			o.leaps(o.clockOf(day, clock).Sub(o.at))
			o.passes(o.at)
			thread := o.toAlice().Thread
			if c.to == play.Alice {
				o.decides(thread, 1, "ACCEPT")
			}
			synctest.Test(t, func(t *testing.T) {
				defer o.lives()()
				for range 17 * 24 {
					o.written(thread, c.to)
					time.Sleep(time.Hour)
				}
				if got := o.written(thread, c.to); !slices.Equal(got, c.want) || o.status(thread) != store.ThreadExpired {
					t.Errorf("%s gets mail at %q, want %q; the thread is %s", c.to, got, c.want, o.status(thread))
				}
			})
		})
	}
}

// The digest is due each day at its hour, by the clock on the wall: when the clocks are
// put forward and back, and on a leap day.
func TestDigestWhenTheClocksAreChanged(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	synctest.Test(t, func(t *testing.T) {
		var jumped atomic.Int64
		for _, from := range []string{"2000-02-27", "2000-04-01", "2000-10-28"} {
			day, err := time.ParseInLocation(time.DateOnly, from, o.Location)
			o.must(err)
			time.Sleep(time.Until(day))
			before := o.digests()
			o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
				return tx.PutTimer(store.Timer{Thread: journal.AgencyThread, Name: timers.Digest, Due: day.Add(time.Hour)})
			}))
			stop := o.runTimers(&jumped)
			time.Sleep(4*oneDay - time.Hour) // the second day may have 23 hours
			stop()
			got := o.digests()[len(before):]
			if len(got) != 5 {
				t.Fatalf("from %s: %d digests, %s", from, len(got), got)
			}
			for i, at := range got[1:] { // the first was that of before
				want := time.Date(day.Year(), day.Month(), day.Day()+i, 8, 0, 0, 0, o.Location)
				if late := at.Sub(want); late < 0 || late > time.Second {
					t.Errorf("a digest at %s, want %s", at.In(o.Location), want)
				}
			}
		}
	})
}

// digests are when the digest was due.
func (o *offline) digests() (due []time.Time) {
	o.Helper()
	o.must(o.Store.View(context.WithoutCancel(o.Context()), func(tx store.Tx) error {
		due = nil
		events, err := tx.Events(journal.AgencyThread)
		for _, e := range events {
			if strings.Contains(string(e.Data), timers.Digest) {
				due = append(due, e.At)
			}
		}
		return err
	}))
	return due
}

// A jump is found within a minute, even while the timers' goroutine waits.
func TestLeapIsFoundWhileNothingIsDue(t *testing.T) {
	o, thread := waiting(t)
	synctest.Test(t, func(t *testing.T) {
		var jumped atomic.Int64
		o.must(o.Store.Update(t.Context(), func(tx store.Tx) error {
			return tx.PutTimer(store.Timer{Thread: thread, Name: timers.CustomerReminder, Due: time.Now().Add(3 * oneDay)})
		}))
		defer o.runTimers(&jumped)()
		synctest.Wait()
		time.Sleep(time.Hour / 2)
		jumped.Store(int64(oneYear))
		time.Sleep(queue.LongestWait + time.Second)
		if n := o.noted(journal.AgencyThread, journal.KindClockJump); n != 1 {
			t.Errorf("%d lines about a leap", n)
		}
		if left := o.timers(thread)[timers.CustomerReminder].Sub(o.Now()); left < 2*oneDay || left > 3*oneDay {
			t.Errorf("the reminder is due in %v", left)
		}
	})
}
