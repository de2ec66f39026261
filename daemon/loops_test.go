package daemon_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// neverAsked has everything sent without a review.
func neverAsked(a *agency) {
	for step := range a.cfg.Review.Gates {
		a.cfg.Review.Gates[step] = "never"
	}
}

// With any headers, a person gets at most a fixed number of mails an hour. The rest waits until
// the hour is over, and staff get one notice.
func TestCase23CapOnMailsAnHour(t *testing.T) {
	onEachHost(t, func(a *agency) {
		for _, car := range []string{"first", "second", "third", "fourth"} {
			a.writes(a.alice, sandbox.Mail{Subject: "My " + car + " car", Text: incomplete})
		}
		a.gets(a.alice, "Re: My")
		a.gets(a.alice, "Re: My")
		told := a.gets(a.lee, "held back")
		says(t, told, play.Alice)
		a.gets(a.dana, "held back")
		a.getsNothing(a.lee)
		a.getsNothing(a.alice)
		held := 0
		for _, thread := range a.threads() {
			for _, m := range thread.Mails {
				if m.Kind == store.MailCustomer && m.Status == store.MailQueued {
					held++
				}
			}
		}
		if held != 2 {
			t.Errorf("%d mails wait, want 2", held)
		}
		a.now = func() time.Time { return time.Now().Add(time.Hour) }
		a.start()
		a.gets(a.alice, "Re: My")
		a.gets(a.alice, "Re: My")
		a.getsNothing(a.lee)
	}, neverAsked, func(a *agency) { a.cfg.Limits.MailsPerHour = 2 })
}

// An unmarked autoresponder of a staff member gets a limited number of answers; reviews still
// arrive.
func TestCase23StaffsProgramThatAnswersAnswers(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Limits.MailsPerHour = 2 })
	mail := a.asks()
	for range 2 {
		a.replies(a.lee, mail, "Your mail was received. This is ticket 4711.")
		mail = a.gets(a.lee, "Not clear")
	}
	a.replies(a.lee, mail, "Your mail was received. This is ticket 4711.")
	a.gets(a.dana, "held back")
	a.getsNothing(a.lee)
	a.writes(a.bob, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	a.gets(a.lee, "Questions to")
}

// Two daemons do not talk to each other: their mails are marked, and marked mails get no
// answer.
func TestCase23OurMailIsNotAnsweredByOneLikeUs(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		a.replies(a.lee, review, "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		for _, c := range []struct {
			mail                sandbox.Received
			submitted, suppress string
		}{
			{review, "auto-generated", "DR, RN, NRN, AutoReply"}, // an absence notice may state the absence
			{asked, "auto-replied", "DR, RN, NRN, OOF, AutoReply"},
			{a.gets(a.lee, "Done"), "auto-replied", "DR, RN, NRN, OOF, AutoReply"},
		} {
			if got := c.mail.Header.Get("Auto-Submitted"); got != c.submitted {
				t.Errorf("%s: Auto-Submitted: %s, want %s", c.mail.Subject, got, c.submitted)
			}
			if got := c.mail.Header.Get("X-Auto-Response-Suppress"); got != c.suppress {
				t.Errorf("%s: X-Auto-Response-Suppress: %s, want %s", c.mail.Subject, got, c.suppress)
			}
		}
		a.replies(a.alice, asked, "Thank you for your mail. How many cars do you have?", func(m *sandbox.Mail) {
			m.Header = map[string]string{"Auto-Submitted": asked.Header.Get("Auto-Submitted")}
		})
		a.logs("message set aside", 1)
		a.getsNothing(a.alice)
	})
}

// bounce sends a report that the mail with an id did not arrive.
func (a *agency) bounce(id string) {
	a.t.Helper()
	a.raw("From: Mail Delivery System <MAILER-DAEMON@mx.test>", "To: "+play.Quotes, "Subject: Undelivered Mail Returned to Sender",
		"Message-ID: <bounce-of-"+strings.ReplaceAll(id, "@", "-")+"@mx.test>", "Date: Fri, 20 Nov 2026 10:00:00 -0800", "Auto-Submitted: auto-replied", "MIME-Version: 1.0",
		`Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "",
		"--b", "Content-Type: text/plain", "", "I'm sorry to have to inform you that your message could not be delivered.", "",
		"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.test", "",
		"Final-Recipient: rfc822; someone@customer.test", "Action: failed", "Status: 5.1.1", "",
		"--b", "Content-Type: text/rfc822-headers", "", "Subject: Re: Quote please", "Message-ID: <"+id+">", "", "--b--")
}

func TestCase24BounceBelongsToTheThreadWhoseMailItNames(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		a.bounce(asked.MessageID)
		failed := a.gets(a.lee, "Not delivered")
		says(t, failed, play.Alice)
		says(t, failed, "it came back")
		threads := a.threads()
		if len(threads) != 1 {
			t.Fatalf("%d threads, want 1", len(threads))
		}
		back := slices.ContainsFunc(threads[0].Mails, func(m store.Mail) bool {
			return m.MessageID == asked.MessageID && m.Status == store.MailFailed
		})
		if aside := a.inbound(store.InboundSetAside); !back || len(aside) != 1 || aside[0].Thread != threads[0].Thread {
			t.Errorf("the mail: %+v, set aside: %+v", threads[0].Mails, aside)
		}
	})
}

// If a server replaced the Message-ID, the bounce names the replacement.
func TestCase24BounceThatNamesOnlyAnAlias(t *testing.T) {
	a := renamed(t)
	a.bounce("1" + sesID[1:] + "@email.amazonses.com")
	a.logs("message set aside", 1)
	a.getsNothing(a.lee)
	a.bounce(sesID + "@email.amazonses.com")
	says(t, a.gets(a.lee, "Not delivered"), play.Alice)
}

// A bounce without a mark of the daemon changes nothing, for any name in the bounce.
func TestCase25ForgedBounceChangesNothing(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	local, domain, _ := strings.Cut(asked.MessageID, "@")
	a.bounce(a.aliceWrote)
	a.bounce(local[:len(local)-1] + "x@" + domain)
	a.logs("message set aside", 2)
	a.getsNothing(a.lee)
	threads := a.threads()
	if len(threads) != 1 || threads[0].Status != store.ThreadAwaitingCustomer {
		t.Errorf("threads: %+v", threads)
	}
	for _, m := range threads[0].Mails {
		if m.Status == store.MailFailed {
			t.Errorf("the mail to %s counts as failed", m.To)
		}
	}
}

// A bounced review mail is escalated. Other reviewers get a notice. Without other reviewers,
// the next in line is asked immediately.
func TestCase24BouncedReviewIsEscalatedPast(t *testing.T) {
	onEachHost(t, func(a *agency) {
		owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
		must(t, err)
		leesCopy := a.asks()
		danasCopy := a.gets(a.dana, "Questions to")
		a.bounce(leesCopy.MessageID)
		told := a.gets(a.dana, "is away and can't decide")
		says(t, told, play.Lee)
		a.getsNothing(owner)
		a.bounce(danasCopy.MessageID)
		escalated := a.gets(owner, "[Q-")
		a.replies(owner, escalated, "ACCEPT")
		a.gets(a.alice, "Quote please")
		journal := a.threads()[0].Journal
		absent := 0
		for _, line := range journal {
			if line.Kind == "absent" {
				absent++
			}
		}
		if absent != 2 {
			t.Errorf("%d notes in the journal of who is not there, want 2", absent)
		}
	}, func(a *agency) { a.cfg.Review.EscalateTo = []string{"owner@agency.test"} })
}

// The same is true for an approver who is out of office; the absence notice decides nothing.
func TestCase18OutOfOfficeApproverIsEscalatedPast(t *testing.T) {
	onEachHost(t, func(a *agency) {
		owner, err := sandbox.NewPerson(t.Context(), a.host, "The Owner", "owner@agency.test")
		must(t, err)
		review := a.asks()
		out := func(m *sandbox.Mail) {
			m.Subject, m.Header = "Automatic reply: "+review.Subject, map[string]string{"Auto-Submitted": "auto-replied"}
		}
		a.replies(a.lee, review, "ACCEPT", out)
		escalated := a.gets(owner, "[Q-")
		a.getsNothing(a.alice)
		a.replies(a.lee, review, "I am still away.", out) // once is enough
		a.getsNothing(owner)
		a.replies(owner, escalated, "ACCEPT")
		a.gets(a.alice, "Quote please")
	}, func(a *agency) {
		a.cfg.Review.Staff = a.cfg.Review.Staff[:1]
		a.cfg.Review.EscalateTo = []string{"owner@agency.test"}
	})
}

// A stranger's automatic answer, or a receipt, escalates nothing.
func TestCase18WhatIsNoWordOfAbsence(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.bob, review, "I am out.", func(m *sandbox.Mail) { m.Header = map[string]string{"Auto-Submitted": "auto-replied"} })
	must(t, a.lee.SendRaw(t.Context(), play.Lee, []string{play.Reviews}, []byte(strings.Join([]string{
		"From: " + play.Lee, "To: " + play.Reviews, "Subject: Read: " + review.Subject, "Message-ID: <receipt@agency.test>",
		"In-Reply-To: <" + review.MessageID + ">", "MIME-Version: 1.0", `Content-Type: multipart/report; report-type=disposition-notification; boundary="b"`, "",
		"--b", "Content-Type: text/plain", "", "It was displayed.", "--b", "Content-Type: message/disposition-notification", "",
		"Disposition: manual-action/MDN-sent-manually; displayed", "", "--b--", ""}, "\r\n"))))
	a.logs("message set aside", 2)
	a.gets(a.dana, "Questions to")
	a.getsNothing(a.dana)
}
