package daemon_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// one checks for a single thread with a number of customer messages.
func (a *agency) one(messages int) {
	a.t.Helper()
	threads := a.threads()
	if len(threads) != 1 {
		a.t.Fatalf("%d threads, want 1", len(threads))
	}
	n := 0
	for _, line := range threads[0].Journal {
		if line.Source == "customer" && line.Kind == "message" {
			n++
		}
	}
	if n != messages {
		a.t.Errorf("%d messages in the thread, want %d", n, messages)
	}
}

// waitFor waits until the daemon's log holds words.
func (a *agency) waitFor(words string) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); !strings.Contains(a.log.String(), words); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			a.t.Fatalf("the log does not say %q\n%s", words, a.log)
		}
	}
}

// sesID is a name by which Amazon SES calls a mail.
const sesID = "010001912ab3c4d5-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9-000000"

// renamed is an agency with a question to Alice. The server replaced the Message-ID by sesID,
// and names sesID only in its SMTP reply.
func renamed(t *testing.T) *agency {
	t.Helper()
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 250, Message: "Ok " + sesID, Lost: true})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Done")
	a.waitFor("msg=sent")
	a.waitFor("kind=customer message_id")
	return a
}

func TestCase1ReplyToTheNameThatSESGave(t *testing.T) {
	a := renamed(t)
	a.writes(a.alice, sandbox.Mail{Subject: "Car", Text: mileage, InReplyTo: sesID + "@email.amazonses.com"})
	a.gets(a.lee, "Quote for")
	a.one(2)
}

// Outlook's servers file the copy in Sent under their replacement Message-ID.
func TestCase2ReplyToTheNameThatOutlookGave(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		sent := a.gets(a.alice, "Quote please")
		const rewritten = "AM0PR01@prod.outlook.test"
		raw := strings.Replace(string(sent.Raw), "<"+sent.MessageID+">", "<"+rewritten+">", 1)
		if !strings.HasPrefix(raw, "Return-Path") && strings.Count(raw, sent.MessageID) != 1 {
			t.Fatalf("the copy can't be made from\n%s", raw)
		}
		must(t, openSent(t, a.cfg.Mailbox.Customer).Append(t.Context(), []byte(raw)))
		a.waitFor(rewritten)
		a.writes(a.alice, sandbox.Mail{Subject: "Car", Text: mileage, InReplyTo: rewritten})
		a.gets(a.lee, "Quote for")
		a.one(2)
	}, func(a *agency) { a.cfg.Mailbox.Customer.SaveSent = false })
}

// openSent is the account's Sent, until the test ends.
func openSent(t *testing.T, c config.MailboxAccount) *mailbox.Sent {
	t.Helper()
	sent, err := mailbox.NewSent(configured.Account(c, nil))
	must(t, err)
	t.Cleanup(sent.Close)
	return sent
}

// A participant's answer to a mail with an unknown Message-ID and a known subject looks like an
// unknown rewrite: staff are asked.
func TestCase2ReplyToAnUnknownNameIsPutToStaff(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	a.writes(a.alice, sandbox.Mail{Subject: "Re: " + asked.Subject, Text: mileage, InReplyTo: "never-seen@prod.outlook.test"})
	question := a.gets(a.lee, "Where does this mail belong?")
	a.getsNothing(a.alice)
	a.replies(a.lee, question, "JOIN "+question.Subject[1:9])
	a.gets(a.lee, "Quote for")
	a.one(2)
}

// TestFindingD11AcceptIsHeldWhileAMailWaits: a draft does not leave while a newer mail of the customer
// waits for JOIN.
func TestFindingD11AcceptIsHeldWhileAMailWaits(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	a.replies(a.alice, asked, mileage)
	draft := a.gets(a.lee, "Quote for")
	a.writes(a.alice, sandbox.Mail{Subject: "Re: " + asked.Subject, Text: "Sorry, the Civic is a 2016.", InReplyTo: "never-seen@prod.outlook.test"})
	question := a.gets(a.lee, "Where does this mail belong?")
	a.replies(a.lee, draft, "ACCEPT")
	says(t, a.gets(a.lee, "Not clear"), "a newer mail of this customer waits")
	a.getsNothing(a.alice)
	a.replies(a.lee, question, "IGNORE")
	a.gets(a.lee, "Done")
	a.replies(a.lee, draft, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

func TestCase3ThreadIndexIsExtendedAndFound(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		ours, ok := message.ParseThreadIndex(asked.Header.Get("Thread-Index"))
		if !ok {
			t.Fatalf("our mail has the Thread-Index %q", asked.Header.Get("Thread-Index"))
		}
		hers := ours.Child(time.Now(), 3)
		a.writes(a.alice, sandbox.Mail{Subject: "Car", Text: "I was born on March 4, 1985.", Header: map[string]string{"Thread-Index": hers.String()}})
		a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
		again, _ := message.ParseThreadIndex(a.gets(a.alice, "Quote please").Header.Get("Thread-Index"))
		if len(again) != len(hers)+5 || !strings.HasPrefix(string(again), string(hers)) {
			t.Errorf("our answer has %x, which does not extend %x", []byte(again), []byte(hers))
		}
		a.one(2)
	})
}

func TestCase4OnlyTheQuotedReferenceIsLeft(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		a.replies(a.alice, asked, mileage, func(m *sandbox.Mail) {
			m.Subject, m.InReplyTo, m.References = "Car", "", []string{"made-up@phone.test"}
		})
		a.gets(a.lee, "Quote for")
		a.one(2)
	})
}

func TestCase5TagThatIsStrippedIsNotMissed(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.replies(a.alice, asked, mileage, func(m *sandbox.Mail) { m.To, m.Text = []string{play.Quotes}, mileage })
	a.gets(a.lee, "Quote for")
	a.one(2)
}

// If only the subject points to the thread, its customer gets no answer until staff choose the
// thread. A stranger opens a new thread, and its review reports the thread in the subject.
func TestCase6SubjectAloneIsPutToStaff(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		thread := review.Subject[1:9]
		a.writes(a.alice, sandbox.Mail{Subject: "Re: [" + thread + "]", Text: mileage})
		says(t, a.gets(a.lee, "Where does this mail belong?"), "only its subject")
		a.writes(a.bob, sandbox.Mail{Subject: "Re: [" + thread + "]", Text: incomplete})
		says(t, a.gets(a.lee, "Questions to"), "its subject names "+thread)
		a.getsNothing(a.alice)
		if n := len(a.threads()); n != 2 {
			t.Errorf("%d threads, want Alice's and Bob's", n)
		}
	})
}

func TestCase7ForwardIsPutToStaff(t *testing.T) {
	parallel(t)
	for _, prefix := range []string{"Fwd", "WG", "TR", "RV"} {
		t.Run(prefix, func(t *testing.T) {
			a := open(t, inProcess(t))
			a.replies(a.lee, a.asks(), "ACCEPT")
			asked := a.gets(a.alice, "Quote please")
			a.forgets(a.lee)
			a.replies(a.alice, asked, "Please look at this for my sister.", func(m *sandbox.Mail) { m.Subject = prefix + ": " + asked.Subject })
			a.gets(a.lee, "Where does this mail belong?")
			a.getsNothing(a.alice)
			a.one(1)
		})
	}
}

func TestCase7SiblingsOfAnUnseenMailStayTogether(t *testing.T) {
	a := open(t, inProcess(t))
	root := []string{"unseen@broker.test"}
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete, References: root})
	a.gets(a.lee, "Questions to")
	a.writes(a.alice, sandbox.Mail{Subject: "Car", Text: "I was born on March 4, 1985.", References: root})
	a.gets(a.lee, "Questions to")
	a.one(2)
}

// A person in Cc answers before the agency does: staff are asked, with the origin of the copy,
// and no second thread opens.
func TestCase8CopiedPersonWhoRepliesFirst(t *testing.T) {
	onEachHost(t, func(a *agency) {
		id := a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete, Cc: []string{"bob@customer.test"}})
		a.gets(a.lee, "Questions to")
		a.gets(a.bob, "Quote please")
		a.writes(a.bob, sandbox.Mail{Subject: "Re: Quote please", Text: "The Civic is driven about 9,000 miles a year, to work.", InReplyTo: id, References: []string{id}})
		question := a.gets(a.lee, "Unknown sender")
		says(t, question, "alice@customer.test had sent them a copy")
		a.getsNothing(a.bob)
		a.replies(a.lee, question, "JOIN "+question.Subject[1:9])
		a.gets(a.lee, "Questions to")
		a.one(2)
	})
}

// The review of a spouse's mail names the spouse.
func TestReviewNamesWhoWrote(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Gates["info_analysis"] = config.GateAlways })
	mail := sandbox.Mail{Subject: "Quote please", Text: incomplete, Cc: []string{"bob@customer.test"}}
	id := a.writes(a.alice, mail)
	a.replies(a.lee, a.gets(a.lee, "What Alice Moreno told us"), "ACCEPT")
	a.gets(a.lee, "Questions to Alice")
	a.writes(a.bob, sandbox.Mail{Subject: "Re: Quote please", Text: "The Civic is a 2021.", InReplyTo: id})
	question := a.gets(a.lee, "Unknown sender")
	a.replies(a.lee, question, "JOIN "+question.Subject[1:9])
	a.gets(a.lee, "What Bob told us")
}

// A reply that arrives before the answered mail ends in the same thread, and a second copy of
// the mail is still recognized.
func TestCase8ReplyBeforeItsParent(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: fewerAnswers, InReplyTo: "parent@customer.test"})
		a.gets(a.lee, "Questions to")
		parent := sandbox.Mail{Subject: "Quote please", Text: incomplete, MessageID: "parent@customer.test", Header: map[string]string{"Date": "Fri, 20 Nov 2026 10:00:00 -0800"}}
		a.writes(a.alice, parent)
		says(t, a.gets(a.lee, "Questions to"), "Civic")
		parent.Text += "\n-- \nA list added this.\n"
		a.writes(a.alice, parent)
		a.getsNothing(a.lee)
		a.one(2)
	})
}

// Staff get one question about a message, even with copies in several mailboxes.
func TestCase9CopiesOfADoubtfulMessageAreAskedAboutOnce(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	m := sandbox.Mail{Subject: "Re: [" + review.Subject[1:9] + "]", Text: mileage, MessageID: "doubtful@customer.test",
		Header: map[string]string{"Date": "Fri, 20 Nov 2026 10:00:00 -0800"}}
	a.writes(a.alice, m)
	a.gets(a.lee, "Where does this mail belong?")
	m.To, m.Text = []string{play.Reviews}, m.Text+fmt.Sprintln("\n-- \nadded on the way")
	a.writes(a.alice, m)
	a.getsNothing(a.lee)
}
