package daemon_test

import (
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/store"
)

// While the daemon is down for weeks the customer answers: they are neither reminded
// nor told good-bye at its start, however late it is and however long the mailbox
// takes to be read.
func TestAnswerThatCameWhileTheDaemonWasDownCountsFirst(t *testing.T) {
	a, bad := behind(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	a.stop()
	a.replies(a.alice, asked, "I was born on March 4, 1985.")
	poison(t, `{"name":"x","type":"latency","attributes":{"latency":500}}`, bad.Reading)
	a.later(30 * aDay)
	a.gets(a.lee, "Questions to")
	a.getsNothing(a.alice)
	if got := a.threads()[0].Status; got != store.ThreadAwaitingReview {
		t.Errorf("the thread is %s", got)
	}
	for _, m := range a.toAlice()[1:] {
		t.Errorf("the %s was committed, and is %s", m.Purpose, m.Status)
	}
}

// Without an answer, one good-bye is all that leaves after weeks: the reminder that was
// due before it would only come together with it.
func TestDownForWeeksSaysGoodbyeOnce(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	a.later(30 * aDay)
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
	mails := a.toAlice()
	if last := mails[len(mails)-1]; last.Purpose != store.PurposeClose || last.Status != store.MailSent {
		t.Errorf("the last mail is the %s, %s", last.Purpose, last.Status)
	}
}

// While the daemon runs its clock is put forward by a year, and then back: staff are
// told, the customer is reminded once, when that is due, and of nothing else.
func TestClockLeapsWhileTheDaemonRuns(t *testing.T) {
	onEachHost(t, func(a *agency) {
		var leapt atomic.Int64
		a.stop()
		a.now = func() time.Time { return time.Now().Add(time.Duration(leapt.Load())) }
		a.start()
		a.replies(a.lee, a.asks(), "ACCEPT")
		a.gets(a.alice, "Quote please")
		a.gets(a.lee, "Done")
		asked := time.Now()
		leapt.Store(int64(365 * aDay))
		says(t, a.gets(a.lee, "clock"), "put forward by 365 days")
		says(t, a.gets(a.alice, "Quote please"), "A few days ago")
		if passed := time.Since(asked); passed < 4*time.Second {
			t.Errorf("she was reminded after %v", passed)
		}
		leapt.Store(0)
		a.writes(a.bob, sandbox.Mail{Subject: "My truck", Text: "I'm Bob Reed and would like a quote for my 2020 Ford F-150."}) // sets timers
		says(t, a.gets(a.lee, "clock"), "put back by 365 days")
		a.gets(a.lee, "Questions to Bob")
		a.getsNothing(a.alice)
		for _, thread := range a.threads() {
			if thread.Status != store.ThreadAwaitingCustomer && thread.Status != store.ThreadAwaitingReview {
				t.Errorf("%s is %s", thread.Thread, thread.Status)
			}
		}
	}, func(a *agency) {
		a.cfg.Quote.RemindAfter.Duration = 5 * time.Second
		a.cfg.Mailbox.Customer.IdleRefresh.Duration, a.cfg.Mailbox.Agency.IdleRefresh.Duration = time.Second, time.Second
	})
}
