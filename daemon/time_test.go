package daemon_test

import (
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/store"
)

// The customer answers while the daemon is down for weeks: the start sends neither a reminder
// nor a closing mail, even if the mailbox takes long to read.
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

// Without an answer, only one closing mail leaves after weeks: the reminder would arrive
// together with the closing mail.
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

// The clock of a running daemon jumps a year ahead, and back: staff get notices, and the
// customer gets one due reminder and no other mail.
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
