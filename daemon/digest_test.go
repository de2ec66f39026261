package daemon_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/admin"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
)

func TestDigestTellsWhatWaitsAndForWhom(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	a.nextMorning()
	a.getsNothing(a.lee) // nothing waits

	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.writes(a.bob, sandbox.Mail{Subject: "My truck", Text: "I'm Bob Reed and would like a quote for my 2020 Ford F-150."})
	review := a.gets(a.lee, "Questions to Bob")
	a.forwards(a.dana)
	a.gets(a.dana, "Is this from")
	a.writes(a.bob, sandbox.Mail{Subject: "My claim", Text: "I had an accident yesterday and want to file a claim."})
	a.gets(a.lee, "Over to you")
	a.forgets(a.lee)
	a.nextMorning()
	digest := a.gets(a.lee, "digest")
	says(t, digest, "My truck (bob@customer.test), info request; asked: lee@agency.test, dana@agency.test")
	says(t, digest, "whose this is: My Civic; asked: dana@agency.test")
	says(t, digest, "Quote please (alice@customer.test); until")
	says(t, digest, "My claim (bob@customer.test)")
	a.gets(a.dana, "digest")

	host.Inject(sandbox.Fault{Recipient: "bob@customer.test", Code: 451, Message: "4.7.1 greylisted"})
	a.replies(a.lee, review, "ACCEPT")
	a.logs("sending failed for now", 1)
	a.forgets(a.lee)
	a.nextMorning()
	next := a.gets(a.lee, "digest")
	says(t, next, "retrying, to bob@customer.test: Re: My truck (")
	if strings.Contains(next.Text, "My truck (bob@customer.test), info request") {
		t.Errorf("what was decided waits for a decision:\n%s", next.Text)
	}
	a.replies(a.lee, next, "RELEASE 1") // it is no review
	a.gets(a.lee, "")
	if n := len(a.threads()); n != 3 {
		t.Errorf("%d threads", n)
	}
}

// The digest of the last day of a quote names the quote, unless the customer answered.
func TestDigestNamesQuotesThatExpire(t *testing.T) {
	for _, answers := range []bool{false, true} {
		began := time.Now()
		a := open(t, inProcess(t), func(a *agency) {
			a.cfg.Quote.ValidFor.Duration = 25 * time.Hour // ends after the second digest
			a.nearlyEight()
		})
		mail, thread := a.hasQuote()
		if answers {
			a.replies(a.alice, mail, "Looks good. I'd like to go ahead.")
			a.gets(a.lee, "Over to you")
		}
		a.stop()
		a.forgets(a.lee)
		nextDay := 24*time.Hour - time.Since(began) - raced.Slowdown*time.Second
		a.now = func() time.Time { return time.Now().Add(nextDay) }
		a.start()
		digest := strings.Join(strings.Fields(a.gets(a.lee, "digest").Text), " ")
		_, section, named := strings.Cut(digest, "Quotes without an answer that expire today")
		if named == answers || named && !strings.Contains(section, thread+": Quote please") {
			t.Errorf("answers: %t:\n%s", answers, digest)
		}
	}
}

// The digest names unreadable messages each day, until a person sets them aside.
func TestDigestNamesUnreadableMessages(t *testing.T) {
	a := open(t, inProcess(t))
	a.raw("From: Alice Moreno <"+play.Alice+">", "From: lee@agency.test", "To: "+play.Quotes,
		"Subject: Two authors", "Message-ID: <two-authors@customer.test>",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "", "Please quote my car.")
	a.gets(a.lee, "could not be read")
	a.nextMorning()
	says(t, a.gets(a.lee, "digest"), "Messages that could not be read", "message 1, from ", "more than one From field")
	_, err := through(a, func(c admin.Commands) (struct{}, error) {
		return struct{}{}, c.SetAside(t.Context(), 1, "", "olga")
	})
	must(t, err)
	a.gets(a.lee, "Set aside: Two authors")
	a.nextMorning()
	a.getsNothing(a.lee)
}

func TestDigestTellsWhatAModelCost(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { withModel(t, a.cfg) })
	a.asks()
	a.nextMorning()
	digest := a.gets(a.lee, "digest")
	says(t, digest, "Cost of the language model")
	says(t, digest, "For the thread that changed since yesterday, from its start: ")
	says(t, digest, " prompt tokens (")
}

// A failed notice without a thread would show only in the log. The digest of the next day lists
// the notice, regardless of its age.
func TestDigestTellsOfANoticeThatFailed(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	host.Inject(sandbox.Fault{Recipient: play.Lee, Code: 451, Message: "4.2.2 mailbox full"},
		sandbox.Fault{Recipient: play.Lee, Code: 550, Message: "5.2.2 mailbox full"},
	)
	a.writes(a.lee, sandbox.Mail{To: []string{play.Reviews}, Subject: "Re: something", Text: "ACCEPT", InReplyTo: "gone@agency.test"})
	a.logs("sending failed for now", 1)
	a.now = func() time.Time { return time.Now().Add(3 * 24 * time.Hour) }
	a.nextMorning()
	a.gets(a.dana, "digest") // of the days before, as the daemon starts; it still says retrying
	digest := a.gets(a.dana, "digest")
	says(t, digest, "Mail that has not left")
	says(t, digest, "failed, to lee@agency.test: ")
	says(t, digest, "5.2.2 mailbox full")
}
