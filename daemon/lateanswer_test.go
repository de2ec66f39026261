package daemon_test

import (
	"testing"
	"time"

	"ppamaild/sandbox"
)

// writesMore has Alice write again into the thread, and returns the review of the outcome.
func (a *agency) writesMore(text string) sandbox.Received {
	a.t.Helper()
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: text, InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
	return a.gets(a.lee, "Questions to")
}

// An answer to a replaced review gets the current review's name, even after two replacements.
func TestALateAnswerIsToldWhatStandsNow(t *testing.T) {
	a := open(t, inProcess(t))
	first := a.asks()
	a.writesMore("I was born on March 4, 1985, by the way.")
	a.replies(a.lee, first, "ACCEPT")
	says(t, a.gets(a.lee, "Replaced: review 1"), "Please answer review 2 instead")
	last := a.writesMore("And I drive about 9,000 miles a year.")
	a.replies(a.lee, first, "ACCEPT")
	told := a.gets(a.lee, "Replaced: review 1")
	says(t, told, "Please answer review 3 instead", "Your answer decided nothing and sent nothing.")
	lacks(t, told, "asks you again")
	a.replies(a.lee, last, "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, first, "ACCEPT")
	says(t, a.gets(a.lee, "Replaced: review 1"), "Please answer review 4 instead")
	a.replies(a.lee, over, "CANCEL")
	a.gets(a.lee, "Done: you canceled")
	a.replies(a.lee, first, "ACCEPT")
	says(t, a.gets(a.lee, "No longer open: review 1"), "The thread is canceled")
}

func TestALateAnswerToWhatExpiredIsNotToldToWait(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.ExpireAfter.Duration = time.Second })
	review := a.asks()
	a.gets(a.lee, "Expired")
	a.replies(a.lee, review, "ACCEPT")
	told := a.gets(a.lee, "No longer open: review 1")
	says(t, told, "The thread is expired, so there is nothing to decide.")
	lacks(t, told, "asks you again")
}

// What was decided may have been sent: only the late answer sent nothing.
func TestALateAnswerDoesNotSayThatNothingWasSent(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.dana, a.gets(a.dana, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.replies(a.lee, review, "ACCEPT")
	told := a.gets(a.lee, "Already decided by Dana Reyes")
	says(t, told, "Your answer decided nothing and sent nothing.")
	lacks(t, told, "Nothing was decided, and nothing was sent.")
}

// The person who gets an escalated forward did not forward the mail.
func TestAnEscalatedForwardSaysWhoForwardedIt(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) {
		a.cfg.Review.RemindAfter.Duration, a.cfg.Review.EscalateAfter.Duration = time.Second, 2*time.Second
		a.cfg.Review.EscalateTo = []string{"owner@agency.test"}
	})
	owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
	must(t, err)
	a.forwards(a.dana)
	says(t, a.gets(a.dana, "Reminder"), "You forwarded a mail")
	escalated := a.gets(owner, "Still waiting")
	says(t, escalated, "Dana Reyes forwarded a mail", "Written above it")
	lacks(t, escalated, "You ")
}

// A reminder of a hand-over shows whether the customer has been answered.
func TestAReminderOfAHandOverTellsWhoseTurnItIs(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	lacks(t, over, "the customer has not written since")
	a.replies(a.lee, over, "SEND:\nHello Alice, please call me. Lee")
	a.gets(a.alice, "Quote please")
	says(t, a.gets(a.lee, "answered with “send”"), "CANCEL: ends the thread")
	a.later(5 * time.Hour)
	says(t, a.gets(a.lee, "Reminder: Over to you"), "the customer has not written since")
}

// The author of a returned text decides about the text. A colleague can still claim the thread
// and answer.
func TestOthersMayAnswerAHandOverWhoseTextWasRejected(t *testing.T) {
	a := open(t, inProcess(t))
	_, back := a.returned()
	notice := a.gets(a.dana, "Lee Tran took over the thread")
	a.replies(a.lee, back, "REJECT")
	lacks(t, a.gets(a.dana, "Lee Tran rejected"), "no longer counts")
	a.replies(a.dana, notice, "CLAIM")
	a.replies(a.dana, notice, "SEND:\nI will call you.")
	says(t, a.gets(a.alice, "Quote please"), "I will call you.")
}
