package daemon_test

import (
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Every reply from staff gets an answer.
func TestCase20EveryReplyOfStaffIsAnswered(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	for _, c := range []struct{ text, subject, words string }{
		{"", "Not clear", "no words of your own"},
		{"ok", "Not clear", "Start your reply with one of the words below"},
		{"Hi,\n\nACCEPT", "Not clear", "must be on the first line"},
		{"\u0410CCEPT", "Not clear", "U+0410"},
		{"ACCEPT\n\nbut make the deductible 500", "Not clear", "EDIT: and the new text"},
		{"RESEND", "Not clear", "not a possible answer to this review"},
		{"genehmigt", "Not clear", "in English"},
	} {
		a.replies(a.lee, review, c.text)
		back := a.gets(a.lee, c.subject)
		says(t, back, c.words)
		says(t, back, "We understood:")
		says(t, back, "Nothing was decided, and nothing was sent.")
		says(t, back, "\"REJECT: reason\"")
	}
	a.getsNothing(a.alice)
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	a.gets(a.alice, "Quote please")
}

// Each decision has a definite outcome, reported to the decider.
func TestCase22EveryDecisionHasADefiniteOutcome(t *testing.T) {
	a := open(t, inProcess(t))
	review, danas := a.asks(), a.gets(a.dana, "Questions to")
	a.replies(a.dana, review, "ACCEPT") // Lee's copy: unauthorized
	says(t, a.gets(a.dana, "copy"), play.Lee)
	a.replies(a.bob, review, "ACCEPT") // outside staff
	says(t, a.gets(a.lee, "reference"), "bob@customer.test")
	a.getsNothing(a.bob)
	a.getsNothing(a.alice)

	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	says(t, a.gets(a.dana, "ccepted"), "Lee Tran")
	a.gets(a.alice, "Quote please")

	a.replies(a.lee, review, "ACCEPT") // twice
	says(t, a.gets(a.lee, "ecided"), "Lee Tran")
	a.replies(a.dana, danas, "REJECT: too short") // late, and in conflict
	late := a.gets(a.dana, "ecided")
	says(t, late, "Lee Tran")
	says(t, late, "accept")
	a.replies(a.dana, danas, "what is this?") // late, and unclear
	a.gets(a.dana, "ecided")
	a.getsNothing(a.alice)
}

// A decision from before the daemon ended is applied after a restart, once.
func TestCase22ApprovedThenEndedIsStillSentOnce(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Delay: 3 * time.Second})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	a.stop()
	a.start()
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
	if got := a.threads()[0].Status; got != store.ThreadAwaitingCustomer {
		t.Errorf("the thread is %s", got)
	}
}

// An absence notice that nothing marks as automatic is asked back like any other
// reply, and decides nothing.
func TestCase18AbsenceNoticeWithoutAMark(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "I am out of the office until Monday.")
	a.gets(a.lee, "Not clear")
	a.getsNothing(a.alice)
}
