package daemon_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

func TestCase21LateDecisionOnAStaleDraftIsToldSo(t *testing.T) {
	onEachHost(t, func(a *agency) {
		stale := a.asks()
		a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "I was born on March 4, 1985, by the way.",
			InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
		fresh := a.gets(a.lee, "Questions to")
		a.replies(a.lee, stale, "ACCEPT")
		a.gets(a.lee, "Replaced")
		a.getsNothing(a.alice)
		a.replies(a.lee, fresh, "ACCEPT")
		says(t, a.gets(a.alice, "Quote please"), "licensed")
	})
}

func TestReviewStandsWhenANewMailChangesNothing(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "Thank you!", InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
	a.getsNothing(a.lee)
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// A command word decides nothing in a customer's mail, even with all the text of a review.
func TestTrap23ACustomersAcceptDecidesNothing(t *testing.T) {
	a := open(t, inProcess(t))
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "Quote for")
	answer := sandbox.Mail{Subject: "Re: Quote please", InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}}
	answer.Text = "ACCEPT\n\n> " + strings.ReplaceAll(review.Text, "\n", "\n> ")
	a.writes(a.alice, answer)
	says(t, a.gets(a.lee, "used your reference"), "alice@customer.test")
	a.getsNothing(a.alice)
	answer.Text = "ACCEPT"
	a.writes(a.alice, answer)
	a.getsNothing(a.lee)
	a.getsNothing(a.alice)
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

func TestCase36UncertainMailWaitsForStaff(t *testing.T) {
	parallel(t)
	for name, lost := range map[string]bool{"it had arrived": false, "it was lost": true} {
		t.Run(name, func(t *testing.T) {
			host := inProcess(t)
			a := open(t, host)
			review := a.asks()
			host.Inject(sandbox.Fault{Recipient: play.Alice, Drop: true, Lost: lost})
			a.replies(a.lee, review, "ACCEPT")
			question := a.gets(a.lee, "Did this mail arrive")
			if lost {
				a.getsNothing(a.alice)
				a.replies(a.lee, question, "RESEND")
				a.gets(a.alice, "Quote please")
				return
			}
			says(t, question, a.gets(a.alice, "Quote please").MessageID)
			before := a.filed()
			a.replies(a.lee, question, "LEAVE")
			a.getsNothing(a.alice)
			if got := a.filed() - before; got != 1 {
				t.Errorf("%d copies were filed in Sent, want 1", got)
			}
		})
	}
}

func TestEditIsSentAsEdited(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "EDIT:\nHello Alice,\n\nwhen were you born, and how far do you drive a year?\n\nLee")
		got := a.gets(a.alice, "Quote please")
		says(t, got, "how far do you drive a year?")
		if strings.Contains(got.Text, "EDIT") || strings.Contains(got.Text, "wrote:") {
			t.Errorf("Alice got:\n%s", got.Text)
		}
	})
}

func TestEditThatStatesAPriceComesBack(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "EDIT:\nHello Alice, it will be about $99.")
	again := a.gets(a.lee, "Please review")
	says(t, again, "$99")
	a.getsNothing(a.alice)
	a.replies(a.lee, again, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "about $99")
}

func TestTakeOverAndSend(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "TAKE OVER")
		over := a.gets(a.lee, "Over to you")
		a.getsNothing(a.alice)
		a.replies(a.lee, over, "SEND: Hello Alice, please call me. Lee")
		says(t, a.gets(a.alice, "Quote please"), "please call me")
		a.replies(a.lee, over, "HAND BACK")
		a.gets(a.lee, "Questions to")
	})
}

func TestCancelEndsTheThread(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "CANCEL: she called us")
	a.gets(a.lee, "Done")
	a.getsNothing(a.alice)
	if thread := a.threads()[0]; thread.Status != store.ThreadCancelled {
		t.Errorf("the thread is %s", thread.Status)
	}
}

// Staff are asked back before a reason beyond the rules ends the automation.
func TestFinding14AReasonBeyondTheRulesIsAskedBack(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	says(t, review, "redoes the draft for these reasons: a right or a wrong")
	for _, reason := range []string{"make it friendlier and mention our office hours", "call her grandmother first and sing", ""} {
		a.replies(a.lee, review, "REJECT: "+reason)
		says(t, a.gets(a.lee, "Not clear"), "I can't do this", "TAKE OVER", "still open")
	}
	a.replies(a.lee, review, "REJECT: ask for her phone number")
	says(t, a.gets(a.lee, "Done: you rejected"), "review 2 has the result")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote please")
}

func TestClaimGoesToAPersonAtOnce(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Accident", Text: "Someone hit me this morning and I want to report a claim."})
	says(t, a.gets(a.lee, "Over to you"), "claim")
	a.getsNothing(a.alice)
}

func TestCarrierErrorIsHandedOverAndNothingLost(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		over := a.gets(a.lee, "Over to you")
		says(t, over, "the carrier is on fire")
		says(t, over, "1420 SE Taylor St")
		a.getsNothing(a.alice)
		if thread := a.threads()[0]; thread.Status != store.ThreadHandedOver {
			t.Errorf("the thread is %s", thread.Status)
		}
	}, brokenCarrier)
}

func TestCompleteMailIsQuoted(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
		review := a.gets(a.lee, "Quote for")
		a.replies(a.lee, review, "ACCEPT")
		got := a.gets(a.alice, "Quote please")
		says(t, got, "Estimate only, not a binder or offer")
		says(t, got, "sample rates")
		if got.HTML == "" || !strings.Contains(got.HTML, "<table") {
			t.Error("the quote has no table")
		}
		if auto := got.Header.Get("Auto-Submitted"); auto != "auto-replied" {
			t.Errorf("Auto-Submitted: %q", auto)
		}
	})
}

// Declined coverage is part of the basis of a quote.
func TestQuoteReviewShowsWhatIsNotWanted(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete + "Liability only, please.\n"})
	says(t, a.gets(a.lee, "Quote for"), "comprehensive deductible not wanted",
		"collision deductible not wanted", "“Liability only”")
}

// A daemon that ended with queued work resumes the work.
func TestAgentCase14MailThatCameWhileTheDaemonWasDown(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		a.stop()
		a.replies(a.lee, review, "ACCEPT")
		a.writes(a.bob, sandbox.Mail{Subject: "Another quote", Text: incomplete})
		a.start()
		a.gets(a.alice, "Quote please")
		a.gets(a.lee, "Questions to")
	})
}

// A sent mail equals the reviewed mail byte for byte.
func TestWhatIsSentIsWhatWasApproved(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		got := a.gets(a.alice, "Quote please")
		a.stop()
		s := a.openStore()
		must(t, s.View(context.Background(), func(tx store.Tx) error {
			ref, err := tx.MessageID(got.MessageID)
			must(t, err)
			rv, err := tx.Review(ref.Thread, 1)
			must(t, err)
			// Servers put fields of their own above.
			if !strings.HasSuffix(string(got.Raw), string(rv.MIME)) {
				t.Errorf("Alice got\n%s\nand approved was\n%s", got.Raw, rv.MIME)
			}
			return nil
		}))
	})
}

func TestLookAlikeReferenceHoldsNothingUp(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote Q-AAAAAA-1-aaaaaaaaaaaaaaaaaaaaaaaaaa", Text: incomplete})
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote Q-AAAAAA")
}

func TestAddressThatCannotBeAnsweredIsPutToStaff(t *testing.T) {
	a := open(t, inProcess(t))
	a.raw("From: <a..b@customer.test>", "To: "+play.Quotes, "Subject: Quote", "Message-ID: <odd@customer.test>", "", "My 2019 Honda Civic, please.")
	a.gets(a.lee, "could not be read")
	a.asks() // the next one passes
}

func TestOurReferenceInAnEditIsRefusedAndNothingHappens(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	ref := review.Text[strings.LastIndex(review.Text, "Ref: ")+5:]
	a.replies(a.lee, review, "EDIT:\nHello Alice, your number is "+strings.TrimSpace(ref)+". When were you born?")
	a.gets(a.lee, "Not clear")
	a.replies(a.lee, review, "ACCEPT") // the review is still open, and the state as it was
	a.gets(a.alice, "Quote please")
}

func TestSendThatCannotBeCutCleanlyIsAskedBack(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "", func(m *sandbox.Mail) {
		m.Text = "SEND: Hello Alice, please call me.\n\n> The customer's last mail\n> was short.\n\nNote to Dana: internal, she had a DUI.\n"
	})
	a.gets(a.lee, "Not clear")
	a.getsNothing(a.alice)
}

// An approved mail is not sent after the customer has written again, even if the mail was
// deferred in transit.
func TestWithdrawnMailStaysWithdrawn(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451, Delay: 2 * time.Second})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "I was born on March 4, 1985.", InReplyTo: a.aliceWrote, References: []string{a.aliceWrote}})
	fresh := a.gets(a.lee, "Questions to")
	a.getsNothing(a.alice)
	a.replies(a.lee, fresh, "ACCEPT")
	got := a.gets(a.alice, "Quote please")
	if strings.Contains(got.Text, "date of birth") {
		t.Errorf("Alice got the withdrawn mail:\n%s", got.Text)
	}
	for _, m := range a.threads()[0].Mails {
		if m.Kind == store.MailCustomer && m.MessageID != got.MessageID && m.Status != store.MailWithdrawn {
			t.Errorf("the first mail is %s", m.Status)
		}
	}
}

// Mail to staff that is refused does not breed more mail.
func TestRefusedStaffMailDoesNotMultiply(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Staff[1].Address = "gone@agency.test" })
	a.asks()
	says(t, a.gets(a.lee, "is away and can't decide"), "gone@agency.test")
	a.getsNothing(a.lee)
	if n := len(a.threads()[0].Mails); n > 4 {
		t.Errorf("%d mails", n)
	}
}

// The end of a thread decides nothing about a stranger's message.
func TestStrangersMessageOutlivesTheThread(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "SEND: Hello Alice, please call me.")
	got := a.gets(a.alice, "Quote please")
	a.replies(a.bob, got, "Can I have a quote as well? I have a 2015 Ford F-150.")
	question := a.gets(a.lee, "Unknown sender")
	a.replies(a.lee, over, "CANCEL: done by phone")
	a.gets(a.lee, "Done")
	a.replies(a.lee, question, "NEW")
	a.gets(a.lee, "Questions to")
}
