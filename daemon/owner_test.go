package daemon_test

import (
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// byDefault has staff get the mails that the default configuration sends.
func byDefault(a *agency) { a.cfg.Review.Notify = config.Default().Review.Notify }

// toStaff counts the mails to staff.
func (a *agency) toStaff() (n int) {
	for _, m := range a.outbox() {
		if m.Kind != store.MailCustomer {
			n += len(m.To)
		}
	}
	return n
}

// A quote with one question, one rejection and two reviewers takes six mails to staff.
func TestFinding17AQuoteTakesSixMailsToStaff(t *testing.T) {
	a := open(t, inProcess(t), byDefault)
	question := a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.writes(a.alice, sandbox.Mail{
		Subject: "Re: Quote please", Text: mileage, References: []string{question, asked.MessageID},
	})
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "REJECT: The deductibles are 1000")
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	for range 3 {
		a.gets(a.dana, "[Q-")
	}
	a.getsNothing(a.lee)
	a.getsNothing(a.dana)
	if n := a.toStaff(); n != 6 {
		t.Errorf("staff got %d mails, want 6", n)
	}
}

// After TAKE OVER only the new owner gets the case. A colleague gets one notice and can't send
// mail to the customer before CLAIM.
func TestFinding17OnlyTheOwnerGetsTheCase(t *testing.T) {
	a := open(t, inProcess(t), byDefault)
	review := a.asks()
	danas := a.gets(a.dana, "Questions to")
	a.replies(a.lee, review, "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	notice := a.gets(a.dana, "Lee Tran took over the thread")
	lacks(t, notice, "Over to you")
	a.replies(a.dana, danas, "ACCEPT")
	a.gets(a.dana, "Already decided")

	a.replies(a.dana, notice, "SEND: I will call you tomorrow.")
	says(t, a.gets(a.dana, "Not clear"), "Lee Tran has this thread", "CLAIM")
	a.replies(a.dana, notice, "CLAIM")
	a.gets(a.lee, "Dana Reyes took over the thread")
	a.replies(a.dana, notice, "SEND: I will call you tomorrow.")
	says(t, a.gets(a.alice, "Quote please"), "I will call you tomorrow.")
	a.replies(a.lee, over, "SEND: I will call you on Friday.")
	says(t, a.gets(a.lee, "Not clear"), "Dana Reyes has this thread")
	a.getsNothing(a.alice)
	if owner := a.threads()[0].Owner; owner != play.Dana {
		t.Errorf("the thread belongs to %q", owner)
	}
}

// CLAIM sends all later reviews of a thread to one member, until HAND BACK. A reminder goes to
// the owner, and an escalation asks the colleagues.
func TestClaimedThread(t *testing.T) {
	a := open(t, inProcess(t), byDefault, func(a *agency) {
		a.cfg.Review.RemindAfter.Duration = 5 * time.Second // CLAIM comes before
		a.cfg.Review.EscalateAfter.Duration = 8 * time.Second
	})
	a.asks()
	a.replies(a.dana, a.gets(a.dana, "Questions to"), "CLAIM")
	a.gets(a.lee, "Dana Reyes took over the thread")
	a.gets(a.dana, "Reminder")
	escalated := a.gets(a.lee, "Still waiting")
	says(t, escalated, "Asked so far: Dana Reyes.")
	a.replies(a.lee, escalated, "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.lee)
}

// A member with notify = "digest" gets no reviews, and can claim none. Another colleague decides.
func TestStaffWithTheDigestOnly(t *testing.T) {
	toDana := func(a *agency) { a.cfg.Review.Staff[1].Notify = config.NotifyDigest }
	a := open(t, inProcess(t), byDefault, toDana)
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.dana)
}

// A review that all staff were asked about gets no escalation, because no one else can decide.
func TestFinding18NoOneIsAskedTwiceAsSomeoneElse(t *testing.T) {
	a := open(t, inProcess(t), byDefault, func(a *agency) {
		a.cfg.Review.RemindAfter.Duration = time.Second
		a.cfg.Review.EscalateAfter.Duration = 2 * time.Second
	})
	a.asks()
	for _, p := range []*sandbox.Person{a.lee, a.dana} {
		a.gets(p, "Reminder")
	}
	a.logs("no more staff can be asked", 1)
	a.getsNothing(a.lee)
}
