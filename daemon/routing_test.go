package daemon_test

import (
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Signals that name two threads are put to staff; the first match is never taken.
func TestCase9ConflictingSignalsArePutToStaff(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		first := a.gets(a.alice, "Quote please")
		a.writes(a.alice, sandbox.Mail{Subject: "My other car", Text: "Please also quote my 2015 Ford F-150 in a policy of its own."})
		a.replies(a.lee, a.gets(a.lee, "Please review"), "ACCEPT")
		second := a.gets(a.alice, "My other car")
		a.forgets(a.lee)

		a.replies(a.alice, first, "I drive it to work, about 9,000 miles a year.", func(m *sandbox.Mail) {
			m.References = append(m.References, second.MessageID)
		})
		question := a.gets(a.lee, "[Q-")
		says(t, question, "NEW")
		says(t, question, "9,000 miles a year")
		a.getsNothing(a.alice)
		a.replies(a.lee, question, "NEW")
		a.gets(a.lee, "Done")
		a.gets(a.lee, "Please review")
		threads := a.threads()
		if len(threads) != 3 {
			t.Errorf("%d threads, want 3", len(threads))
		}
	})
}

// Another customer's thread id in the subject reveals and joins nothing.
func TestCase6ThreadIDInTheSubjectJoinsNothing(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.writes(a.bob, sandbox.Mail{Subject: "Re: " + review.Subject[:10] + " my quote", Text: incomplete})
	a.gets(a.lee, "Questions to")
	threads := a.threads()
	if len(threads) != 2 || len(threads[0].Participants) != 1 || len(threads[1].Participants) != 1 {
		t.Errorf("threads: %+v", threads)
	}
}

// Reply-To sets the address for answers and never the author; a later Reply-To can't redirect a
// thread's answers.
func TestCase13LaterReplyToDoesNotDivertAnswers(t *testing.T) {
	a := open(t, inProcess(t))
	a.asks()
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "I was born on March 4, 1985.", InReplyTo: a.aliceWrote,
		References: []string{a.aliceWrote}, Header: map[string]string{"Reply-To": "bob@customer.test"}})
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.bob)
}

// An out-of-office reply decides nothing, from any sender.
func TestCase18OutOfOfficeOfStaffDecidesNothing(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.lee, review, "ACCEPT", func(m *sandbox.Mail) { m.Header = map[string]string{"Auto-Submitted": "auto-replied"} })
	a.getsNothing(a.alice)
	if got := a.threads()[0].Reviews[0].Status; got != store.ReviewOpen {
		t.Errorf("the review is %s", got)
	}
}

// A mail program that quotes our review below an empty line decides nothing.
func TestCase17QuotedReviewDecidesNothing(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.lee, review, "", func(m *sandbox.Mail) { m.Text = "> ACCEPT\n\n" + m.Text })
	a.gets(a.lee, "Not clear")
	a.getsNothing(a.alice)
}

// An unusable Reply-To, with the agency's address or several addresses, is ignored.
func TestReplyToThatIsNoneIsNotAnswered(t *testing.T) {
	parallel(t)
	for name, replyTo := range map[string]string{
		"ours":    play.Quotes,
		"several": "bob@customer.test, gone@customer.test",
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, inProcess(t))
			a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete, Header: map[string]string{"Reply-To": replyTo}})
			a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
			a.gets(a.alice, "Quote please")
			a.getsNothing(a.bob)
		})
	}
}
