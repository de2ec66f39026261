package daemon_test

import (
	"testing"

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
