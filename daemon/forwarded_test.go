package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"ppamaild/daemon/history"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

const forwardHead = "---------- Forwarded message ---------\nFrom: Alice Moreno <alice@customer.test>\nDate: Fri, Nov 20, 2026 at 9:12 AM\nSubject: My Civic\nTo: Lee Tran <lee@agency.test>\n\n\n"

// forwards has a member of staff pass Alice's mail on.
func (a *agency) forwards(p *sandbox.Person, edits ...func(*sandbox.Mail)) {
	a.t.Helper()
	m := sandbox.Mail{To: []string{play.Reviews}, Subject: "Fwd: My Civic", Text: "Please take this one.\n\n" + forwardHead + incomplete, InReplyTo: "alice.1@customer.test"}
	for _, edit := range edits {
		edit(&m)
	}
	a.writes(p, m)
}

func TestStaffForwardOpensAThreadForTheCustomer(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.forwards(a.lee)
		question := a.gets(a.lee, "Is this from Alice Moreno")
		says(t, question, "2019 Honda Civic")
		a.getsNothing(a.dana)
		a.getsNothing(a.alice)
		a.replies(a.lee, question, "NEW")
		says(t, a.gets(a.lee, "Done"), "for alice@customer.test")
		review := a.gets(a.lee, "Questions to")
		says(t, review, "lee@agency.test forwarded it and says that it is from alice@customer.test")
		a.gets(a.dana, "Questions to") // it is like any other thread
		a.replies(a.lee, review, "ACCEPT")
		asked := a.gets(a.alice, "My Civic")
		if asked.InReplyTo != "alice.1@customer.test" {
			t.Errorf("the answer is to %s", asked.InReplyTo)
		}
		a.replies(a.alice, asked, "I was born on March 4, 1985.")
		a.gets(a.lee, "Questions to")
		threads := a.threads()
		if len(threads) != 1 || threads[0].Participants[0] != play.Alice {
			t.Errorf("threads: %+v", threads)
		}
		if !strings.Contains(journal(threads[0].Journal), "human_review_action forwarded lee@agency.test alice.1@customer.test") {
			t.Errorf("the journal does not say who forwarded it:\n%s", journal(threads[0].Journal))
		}
	})
}

func TestForwardToWhomStaffSay(t *testing.T) {
	a := open(t, inProcess(t))
	a.forwards(a.lee, func(m *sandbox.Mail) { m.Text = strings.ReplaceAll(m.Text, " <alice@customer.test>", "") })
	question := a.gets(a.lee, "Who wrote this mail")
	a.replies(a.lee, question, "NEW")
	says(t, a.gets(a.lee, "Not clear"), "NEW name@example.test")
	a.replies(a.lee, question, "NEW dana@agency.test")
	says(t, a.gets(a.lee, "Not clear"), "is staff")
	a.replies(a.lee, question, "NEW quotes@agency.test")
	says(t, a.gets(a.lee, "Not clear"), "is ours")
	a.replies(a.lee, question, "NEW bob@customer.test\n\nLee")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.bob, "My Civic")
	a.getsNothing(a.alice)
}

func TestAttachedForwardIsReadAsItCame(t *testing.T) {
	a := open(t, inProcess(t))
	a.forwards(a.lee, func(m *sandbox.Mail) {
		m.Subject, m.InReplyTo = "a customer of mine", ""
		m.Header = map[string]string{"Content-Type": "multipart/mixed; boundary=b", "Content-Transfer-Encoding": "7bit"}
		m.Text = "--b\nContent-Type: text/plain\n\nPlease take it.\n--b\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\n" +
			"From: Alice Moreno <alice@customer.test>\nSubject: My Civic\nMessage-ID: <alice.2@customer.test>\nDate: Fri, 20 Nov 2026 09:12:00 -0800\n\n" + incomplete + "\n--b--\n"
	})
	a.replies(a.lee, a.gets(a.lee, "Is this from Alice Moreno"), "NEW")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	if asked := a.gets(a.alice, "My Civic"); asked.InReplyTo != "alice.2@customer.test" {
		t.Errorf("the answer is to %s", asked.InReplyTo)
	}
	a.forwards(a.dana, func(m *sandbox.Mail) { m.InReplyTo = "alice.2@customer.test" })
	says(t, a.gets(a.dana, "Is this from"), "Threads that seem to have this mail already")
}

func TestForwardIsDroppedOnStaffsWord(t *testing.T) {
	a := open(t, inProcess(t))
	a.forwards(a.lee)
	question := a.gets(a.lee, "Is this from")
	a.replies(a.dana, question, "NEW")
	a.gets(a.dana, "You were not asked")
	a.replies(a.lee, question, "IGNORE")
	a.gets(a.lee, "Done")
	a.getsNothing(a.alice)
	if n := len(a.threads()); n != 0 {
		t.Errorf("%d threads", n)
	}
}

// Only staff, and only where their mail is proven as a decision would have to be.
func TestForwardByAnybodyElseIsTheirOwnMail(t *testing.T) {
	a := open(t, inProcess(t), trusting)
	a.forwards(a.bob, asLee, vouched("dmarc=fail header.from=agency.test"))
	says(t, a.gets(a.lee, "Not accepted"), "dmarc=fail")
	a.forwards(a.bob)
	a.logs("message routed", 2)
	a.getsNothing(a.alice)
	for _, thread := range a.threads() {
		if thread.Participants[0] != "bob@customer.test" {
			t.Errorf("a thread of %v", thread.Participants)
		}
	}
}

func journal(lines []history.Line) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintln(&b, l.Source, l.Kind, l.Actor, l.Ref)
	}
	return b.String()
}
