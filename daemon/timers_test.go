package daemon_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Time running out reminds, escalates and gives up; it never sends a customer anything.
func TestAgentCase15NobodyDecides(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		c := &a.cfg.Review
		c.RemindAfter.Duration, c.EscalateAfter.Duration, c.ExpireAfter.Duration = time.Second, 2*time.Second, 4*time.Second
		c.EscalateTo = []string{"owner@agency.test"}
	})
	owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
	must(t, err)
	a.asks()
	a.gets(a.lee, "eminder")
	escalated := a.gets(owner, "[Q-")
	says(t, escalated, play.Alice)
	a.gets(a.lee, "xpired")
	a.replies(owner, escalated, "ACCEPT")
	a.gets(owner, "[Q-") // too late, with a notice
	a.getsNothing(a.alice)
	thread := a.threads()[0]
	if thread.Status != store.ThreadExpired || thread.Reviews[0].Status != store.ReviewExpired {
		t.Errorf("the thread is %s, its review %s", thread.Status, thread.Reviews[0].Status)
	}
}

// A repeated question is marked as such, even if the question is no review of a step.
func TestAHandOverThatWaitsSaysThatItDoes(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		a.cfg.Review.RemindAfter.Duration, a.cfg.Review.EscalateAfter.Duration = time.Second, 2*time.Second
		a.cfg.Review.EscalateTo = []string{"owner@agency.test"}
	})
	owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
	must(t, err)
	a.writes(a.alice, sandbox.Mail{Subject: "Accident", Text: "Someone hit me this morning and I want to report a claim."})
	lacks(t, a.gets(a.dana, "Over to you"), "open since")
	says(t, a.gets(a.dana, "Reminder: Over to you"), "This has been open since")
	says(t, a.gets(owner, "Still waiting: Over to you"), "so you get it, too. Asked so far: Lee Tran, Dana Reyes.")
}

// The recipient of an escalated review may decide the review.
func TestEscalationCanBeDecided(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		a.cfg.Review.RemindAfter.Duration, a.cfg.Review.EscalateAfter.Duration = time.Second, 2*time.Second
		a.cfg.Review.EscalateTo = []string{"owner@agency.test"}
	})
	owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
	must(t, err)
	a.asks()
	a.replies(owner, a.gets(owner, "[Q-"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "owner@agency.test accepted")
}

func TestCustomerWhoNeverAnswersExpires(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		a.cfg.Quote.CustomerWait.Duration, a.cfg.Quote.FollowUp = time.Second, false
	})
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	says(t, a.gets(a.lee, "no answer"), play.Alice)
	a.getsNothing(a.alice)
	if thread := a.threads()[0]; thread.Status != store.ThreadExpired {
		t.Errorf("the thread is %s", thread.Status)
	}
}

// Where anyone has a license, only they decide a quote.
func TestOnlyLicensedStaffDecideAQuote(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Staff[1].License = "0X00000" })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.dana, "Quote for")
	a.getsNothing(a.lee)
	a.replies(a.dana, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// A reviewer without permission gets a notice and no more reviews. An escalation never goes to
// staff without a license.
func TestAgentCase11LicenseCountsWhenItIsDecided(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.EscalateTo = []string{"owner@agency.test"} })
	owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
	must(t, err)
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "Quote for")
	danas := a.gets(a.dana, "Quote for")
	a.stop()
	a.cfg.Review.Staff[1].License = "0X00000"
	a.start()
	a.replies(a.lee, review, "ACCEPT")
	says(t, a.gets(a.lee, "icense"), play.Dana)
	a.getsNothing(a.alice)
	a.later(5 * time.Hour)
	a.gets(a.dana, "Reminder")
	a.later(25 * time.Hour)
	a.logs("no more staff can be asked", 1)
	a.getsNothing(owner)
	a.replies(a.dana, danas, "ACCEPT")
	a.gets(a.alice, "Quote please")
	asked := map[string]int{}
	for _, m := range a.threads()[0].Mails {
		if m.Kind == store.MailReview {
			asked[m.To[0]]++
		}
	}
	if asked[play.Lee] != 1 || asked[play.Dana] != 2 {
		t.Errorf("review mails: %v", asked)
	}
}

// If the only permitted reviewer is out of office, the others get a notice.
func TestOnlyLicensedPersonIsAway(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Staff[1].License = "0X00000" })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.dana, "Quote for")
	a.replies(a.dana, review, "I am back on Monday.", func(m *sandbox.Mail) {
		m.Subject, m.Header = "Automatic reply: "+review.Subject, map[string]string{"Auto-Submitted": "auto-replied"}
	})
	says(t, a.gets(a.lee, "is away"), "Only they may decide it, so it waits.")
}

// A second daemon on the same store is refused, and says why.
func TestSecondDaemonIsRefused(t *testing.T) {
	a := open(t, inProcess(t))
	if _, err := newDaemon(a); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second daemon: %v", err)
	}
}
