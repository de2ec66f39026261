package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// An unmarked absence notice is set aside without an answer, because the answer would cause the
// next notice.
func TestCase18AbsenceNoticeWithoutFields(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.lee, review, "I am out of the office until Monday.", func(m *sandbox.Mail) {
		m.Subject = "Automatic reply: " + review.Subject
	})
	a.getsNothing(a.lee)
	a.getsNothing(a.alice)
	if n := len(a.inbound(store.InboundSetAside)); n != 1 {
		t.Errorf("%d messages are set aside", n)
	}
}

// A sender who guesses a Message-ID of the daemon opens a new thread.
func TestCase10StrangerWithAForgedMessageIDJoinsNothing(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	got := a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	guessed := "q-" + strings.Repeat("0", len(got.MessageID)) + "@agency.test"
	a.writes(a.bob, sandbox.Mail{Subject: "Re: Quote please", Text: incomplete, InReplyTo: guessed, References: []string{guessed}})
	a.gets(a.lee, "Questions to")
	for _, thread := range a.threads() {
		if len(thread.Participants) != 1 {
			t.Errorf("%s: %q take part", thread.Thread, thread.Participants)
		}
	}
}

// A web form writes for the customer in Reply-To.
func TestCase13LeadIsWhoReplyToNames(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Mailbox.Customer.LeadSenders = []string{"no-reply@form.test"} })
	form := func(id, replyTo string) {
		a.raw("From: Quote form <no-reply@form.test>", "To: "+play.Quotes, "Reply-To: "+replyTo, "Subject: Quote please", "Message-ID: <"+id+"@form.test>",
			"Date: Fri, 20 Nov 2026 10:00:00 -0800", "Auto-Submitted: auto-generated", "Precedence: bulk", "", incomplete)
	}
	form("lead-1", "Alice Moreno <"+play.Alice+">")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	got := a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	a.replies(a.alice, got, "I was born on March 4, 1985.") // who answers takes part
	a.gets(a.lee, "Questions to")
	form("lead-2", "Lee Tran <"+play.Lee+">")
	says(t, a.gets(a.lee, "could not be read"), "who is staff")
	form("lead-3", play.Alice+", bob@customer.test")
	says(t, a.gets(a.lee, "could not be read"), "does not name one person")
	threads := a.threads()
	if len(threads) != 1 || len(threads[0].Participants) != 1 || threads[0].Participants[0] != play.Alice {
		t.Errorf("%+v", threads)
	}
}

// A Reply-To with the address of staff makes the sender no staff member.
func TestCase13ReplyToIsNoIdentity(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.bob, review, "ACCEPT", func(m *sandbox.Mail) { m.Header = map[string]string{"Reply-To": play.Lee} })
	a.gets(a.lee, "reference")
	a.getsNothing(a.alice)
	if got := a.threads()[0].Reviews[0].Status; got != store.ReviewOpen {
		t.Errorf("the review is %s", got)
	}
}

// A group address that stamps List-Id on everything does not hide customers.
func TestOwnListsAreNotAutomatic(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Mailbox.Customer.OwnLists = []string{play.Quotes} })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete, Header: map[string]string{
		"List-Id": "<" + strings.Replace(play.Quotes, "@", ".", 1) + ">", "Precedence": "list",
	}})
	a.gets(a.lee, "Questions to")
}
