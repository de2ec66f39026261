package daemon_test

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// raw sends bytes as Alice, as they are.
func (a *agency) raw(lines ...string) {
	a.t.Helper()
	must(a.t, a.alice.SendRaw(a.t.Context(), play.Alice, []string{play.Quotes}, []byte(strings.Join(lines, "\r\n")+"\r\n")))
}

// The visible text of a mail and the parsed text can differ. Staff see the difference before
// the next draft, even if part of the text is a private number.
func TestHTMLThatSaysSomethingElseIsAWarning(t *testing.T) {
	a := open(t, inProcess(t))
	for n, c := range map[string]struct{ html, want string }{
		"car":    {"<p>I drive 11,000 miles a year and have a 2022 Tesla.</p>", "does not: I drive 11,000 miles a year and have a 2022 Tesla."},
		"number": {"<div>My social is 078-05-1120.</div>", "does not: My social is [ssn]."},
	} {
		a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: Quote for a "+n, "Message-ID: <"+n+"@customer.test>",
			"Date: Fri, 20 Nov 2026 10:00:00 -0800", "MIME-Version: 1.0", "Content-Type: multipart/alternative; boundary=b", "",
			"--b", "Content-Type: text/plain", "", incomplete, "--b", "Content-Type: text/html", "", "<pre>"+incomplete+"</pre>"+c.html, "--b--")
		text := space.ReplaceAllString(a.gets(a.lee, "Questions to").Text, " ")
		first := strings.Index(text, "The text and the HTML of the customer's mail differ")
		last := strings.LastIndex(text, c.want)
		if draft := strings.Index(text, "Subject: "); first < 0 || first > draft || last < draft {
			t.Errorf("%q stands at %d and %d, the draft at %d:\n%s", c.want, first, last, draft, text)
		}
	}
}

func TestUndecodableMIMEIsReadAsFarAsItGoes(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: =?no-such-charset?B?!!!?= quote",
			"Message-ID: <broken-mime@customer.test>", "Date: Fri, 20 Nov 2026 10:00:00 -0800", "MIME-Version: 1.0",
			`Content-Type: multipart/mixed; boundary="b"`, "", "--b", "Content-Type: text/plain; charset=no-such-charset",
			"Content-Transfer-Encoding: base64", "", "this is not base64 at all: quote for a 2019 Honda Civic", "--b",
			"Content-Type: text/plain", "", "Please quote my 2019 Honda Civic, Alice Moreno")
		review := a.gets(a.lee, "[Q-")
		for _, words := range []string{play.Alice, "this is not base64 at all: quote for a 2019 Honda Civic", "Please quote my 2019 Honda Civic, Alice Moreno",
			"a part is damaged", `"no-such-charset"`, "date of birth"} {
			says(t, review, words)
		}
		a.lies("broken-mime@customer.test")
		if n := len(a.threads()); n != 1 {
			t.Errorf("%d threads, want 1", n)
		}
	})
}

// lies checks that a mail is in its original folder, once and unread.
func (a *agency) lies(messageID string) {
	a.t.Helper()
	a.in(play.Quotes, "INBOX", func(client *imapclient.Client, _ uint32) {
		found, err := client.Search(&imap.SearchCriteria{
			Header:  []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: messageID}},
			NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagDeleted},
		}, nil).Wait()
		must(a.t, err)
		if n := len(found.AllSeqNums()); n != 1 {
			a.t.Errorf("%s lies in the mailbox %d times", messageID, n)
		}
	})
}

func TestCase35NoMessageIDAndNoDate(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: Quote", "",
			"Please quote my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.")
		review := a.gets(a.lee, "Questions to")
		a.replies(a.lee, review, "ACCEPT")
		if got := a.gets(a.alice, "Re: Quote"); got.MessageID == "" {
			t.Error("our mail has no Message-ID")
		}
	})
}

// Gateways produce Message-IDs that no header of the daemon can repeat. Such mails are
// answered, and can decide.
func TestOddMessageIDs(t *testing.T) {
	for _, id := range []string{"m@münchen.test", "20261120,7@customer.test", `"3456*/c=us"@mhs.test`, strings.Repeat("x", 940) + "@c.test"} {
		a := open(t, inProcess(t))
		a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: Quote", "Message-ID: <"+id+">", "References: <1"+id+"> <0@customer.test>",
			"Date: Fri, 20 Nov 2026 10:00:00 -0800", "", incomplete)
		review := a.gets(a.lee, "Questions to")
		a.replies(a.lee, review, "ACCEPT", func(m *sandbox.Mail) { m.MessageID = "2" + id })
		a.gets(a.alice, "Re: Quote")
		a.gets(a.lee, "Done")
		a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: And", "In-Reply-To: <"+id+">", "Message-ID: <3@customer.test>", "",
			"I was born on 03/04/1985.")
		if n := len(a.threads()); n != 1 {
			t.Errorf("%.40q: %d threads", id, n)
		}
	}
}

func TestMailOver30MBIsToldToStaffAndStaysInTheMailbox(t *testing.T) {
	onEachHost(t, func(a *agency) {
		line := strings.Repeat("x", 70)
		id := a.writes(a.alice, sandbox.Mail{Subject: "My photos", Text: strings.Repeat(line+"\n", 30_000_000/71)})
		told := a.gets(a.lee, "")
		says(t, told, play.Alice)
		says(t, told, "max_message_size")
		quarantined := a.inbound(store.InboundQuarantined)
		if len(quarantined) != 1 || !quarantined[0].Partial || quarantined[0].Size < 30_000_000 {
			t.Errorf("quarantined: %+v", quarantined)
		}
		a.lies(id)
		a.start()
		a.writes(a.alice, sandbox.Mail{Subject: "And my question", Text: incomplete}) // the next one still passes
		a.gets(a.lee, "Questions to")
	})
}

func TestUnknownAddressOfTheDomainIsRefusedBySMTPAndWeAreUnmoved(t *testing.T) {
	onEachHost(t, func(a *agency) {
		_, err := a.alice.Send(t.Context(), sandbox.Mail{To: []string{"nobody@agency.test"}, Subject: "Hello", Text: "anyone there?"})
		if err == nil || !strings.Contains(err.Error(), "550") {
			t.Errorf("sending to an unknown address: %v", err)
		}
		a.asks()
	})
}

func TestOurMailToAnUnknownAddressIsToldToStaff(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete, Header: map[string]string{"Reply-To": "gone@customer.test"}})
		review := a.gets(a.lee, "Questions to")
		says(t, review, "gone@customer.test")
		a.replies(a.lee, review, "ACCEPT")
		failed := a.gets(a.lee, "Not delivered")
		says(t, failed, "gone@customer.test")
		a.getsNothing(a.alice)
	})
}

func TestCase10StrangerWithAThreadsReferenceIsPutToStaff(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		a.forgets(a.lee)
		a.replies(a.bob, asked, "What did she tell you?")
		question := a.gets(a.lee, "[Q-")
		says(t, question, "bob@customer.test")
		says(t, question, "JOIN")
		a.getsNothing(a.bob)
		a.replies(a.lee, question, "IGNORE")
		a.gets(a.lee, "Done")
		a.getsNothing(a.bob)
		if n := len(a.threads()); n != 1 {
			t.Errorf("%d threads, want 1", n)
		}
	})
}

func TestStrangerWhoIsLetInTakesPart(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	a.replies(a.bob, asked, "The Civic is driven about 9,000 miles a year, to work.")
	question := a.gets(a.lee, "Unknown sender")
	a.replies(a.lee, question, "JOIN "+question.Subject[1:9])
	says(t, a.gets(a.lee, "Questions to"), "Bob <bob@customer.test>, ")
	if threads := a.threads(); len(threads) != 1 || len(threads[0].Participants) != 2 {
		t.Errorf("threads: %+v", threads)
	}
}

func TestStaffReplyWithNothingOfItsOwnIsAskedBack(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		a.replies(a.lee, review, "")
		back := a.gets(a.lee, "Not clear")
		says(t, back, "ACCEPT")
		a.getsNothing(a.alice)
		a.replies(a.lee, back, "ACCEPT") // the question carries a reference that counts
		a.gets(a.alice, "Quote please")
	})
}

func TestAgentCase5TwoDecisionsOnOneReview(t *testing.T) {
	onEachHost(t, func(a *agency) {
		leesCopy := a.asks()
		danasCopy := a.gets(a.dana, "Questions to")
		a.replies(a.lee, leesCopy, "ACCEPT")
		a.gets(a.lee, "Done")
		a.gets(a.dana, "ccepted")
		a.replies(a.dana, danasCopy, "REJECT: too short")
		late := a.gets(a.dana, "ecided")
		decided := a.threads()[0].Reviews[0].DecidedAt.In(a.cfg.Agency.Location).Format("Mon Jan 2, 2006, 3:04 pm MST")
		says(t, late, "Lee Tran", "accepted", decided)
		a.gets(a.alice, "Quote please")
		a.getsNothing(a.alice)
		thread := a.threads()[0]
		if len(thread.Reviews) != 1 || thread.Reviews[0].Verdict != "accept" || thread.Reviews[0].DecidedBy != play.Lee {
			t.Errorf("reviews: %+v", thread.Reviews)
		}
	})
}

func TestDecisionBySomeoneNotOnTheListIsNotCounted(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		a.replies(a.bob, review, "ACCEPT")
		warned := a.gets(a.lee, "")
		says(t, warned, "bob@customer.test")
		a.getsNothing(a.bob)
		a.getsNothing(a.alice)
		if got := a.threads()[0].Reviews[0].Status; got != store.ReviewOpen {
			t.Errorf("the review is %s", got)
		}
	})
}

func TestDecisionOnAnothersCopyIsSentBack(t *testing.T) {
	a := open(t, inProcess(t))
	review := a.asks()
	a.replies(a.dana, review, "ACCEPT")
	a.gets(a.dana, "copy")
	a.getsNothing(a.alice)
}

func TestFirstStartOnAMailboxWith1000OldMails(t *testing.T) {
	stack := realServers(t)
	const address = "old-quotes@agency.test"
	must(t, stack.AddAccount(address, "secret"))
	var old [][]byte
	for i := range 1000 {
		old = append(old, fmt.Appendf(nil, "From: a%d@customer.test\r\nTo: %s\r\nSubject: Old %d\r\nMessage-ID: <old-%d@customer.test>\r\n\r\nPlease quote my Honda.\r\n", i, address, i, i))
	}
	must(t, stack.DeliverMaildir(address, old...))
	a := open(t, stack, func(a *agency) {
		a.cfg.Mailbox.Customer.Address, a.cfg.Mailbox.Customer.Username = address, address
	})
	a.writes(a.alice, sandbox.Mail{To: []string{address}, Subject: "Quote please", Text: incomplete})
	a.gets(a.lee, "Questions to")
	if threads := a.threads(); len(threads) != 1 {
		t.Errorf("%d threads, want only that of the new mail", len(threads))
	}
	stored := map[store.InboundStatus]int{}
	for _, status := range store.InboundStatuses() {
		if n := len(a.inbound(status)); n > 0 {
			stored[status] = n
		}
	}
	if want := map[store.InboundStatus]int{store.InboundHandled: 1}; !maps.Equal(stored, want) {
		t.Errorf("the store holds %v, want %v", stored, want)
	}
	a.in(address, "INBOX", func(client *imapclient.Client, mails uint32) {
		unseen, err := client.Search(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen, imap.FlagDeleted}}, nil).Wait()
		must(t, err)
		if n := len(unseen.AllSeqNums()); mails != 1001 || n != 1001 {
			t.Errorf("%d mails lie there, %d of them untouched, want all 1001", mails, n)
		}
	})
}

func TestOneAccountForBothRoles(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.replies(a.lee, a.asks(), "ACCEPT")
		a.gets(a.alice, "Quote please")
		if n := strings.Count(a.log.String(), "mailbox is watched"); n != 1 {
			t.Errorf("%d watchers, want 1", n)
		}
	}, func(a *agency) {
		a.cfg.Mailbox.Agency = a.cfg.Mailbox.Customer
		a.cfg.SMTP.Agency = a.cfg.SMTP.Server
	})
}

func TestOurOwnMailComingBackIsSetAside(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		must(t, a.lee.SendRaw(t.Context(), play.Lee, []string{play.Quotes}, review.Raw))
		deadline := time.Now().Add(patience)
		for !strings.Contains(a.log.String(), "set aside") && time.Now().Before(deadline) {
			time.Sleep(50 * time.Millisecond)
		}
		a.getsNothing(a.alice)
		aside := a.inbound(store.InboundSetAside)
		if len(aside) != 1 || !strings.HasPrefix(aside[0].Reason, "own") {
			t.Errorf("set aside: %+v", aside)
		}
		if n := len(a.threads()); n != 1 {
			t.Errorf("%d threads, want 1", n)
		}
	})
}

func TestCase9OneMessageInBothMailboxesIsHandledOnce(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.writes(a.alice, sandbox.Mail{To: []string{play.Quotes, play.Reviews}, Subject: "Quote please", Text: incomplete})
		a.gets(a.lee, "Questions to")
		a.getsNothing(a.lee)
		if n := len(a.threads()); n != 1 {
			t.Errorf("%d threads, want 1", n)
		}
	})
}

func TestConfigurationWithFiveMistakesReportsThemAll(t *testing.T) {
	file := t.TempDir() + "/ppamaild.toml"
	text := `[agency]
name = "Sunrise"
timezone = "Mars/Olympus"
licensed_states = ["OR"]
[mailbox.customer]
address = "quotes@agency.test"
host = "imap.agency.test"
tls = "none"
username = "quotes"
password = "x"
[mailbox.agency]
address = "reviews@agency.test"
host = "imap.agency.test"
prot = 993
username = "reviews"
password = "x"
[smtp]
host = "smtp.agency.test"
port = "five"
[planner]
kind = "llm"
[review]
staff = ["lee@agency.test"]
`
	must(t, os.WriteFile(file, []byte(text), 0o600))
	_, err := config.Load(file)
	want := `3:12: agency.timezone: found "Mars/Olympus"; allowed: an IANA time zone such as "America/Los_Angeles"
8:7: mailbox.customer.tls: found "none"; allowed: implicit or starttls for imap.agency.test, as none is for loopback hosts only
14:1: mailbox.agency.prot: unknown key; did you mean port?
19:8: smtp.port: found "five"; allowed: a whole number
20:2: planner.model: missing; required: the model's name, as the API knows it`
	if err == nil || strings.ReplaceAll(err.Error(), file+":", "") != want {
		t.Errorf("it is reported:\n%v\nwant:\n%s", err, want)
	}
}

// Staff get a message with only an attachment, by name. The daemon does not guess the content.
func TestAttachmentsAreNamedToStaff(t *testing.T) {
	a := open(t, inProcess(t))
	a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: Quote", "Message-ID: <attached@customer.test>",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "MIME-Version: 1.0", `Content-Type: multipart/mixed; boundary="b"`, "",
		"--b", "Content-Type: text/plain", "", "Please quote my 2019 Honda Civic, see the attachment.", "--b",
		`Content-Type: application/pdf; name="declarations.pdf"`, "Content-Transfer-Encoding: base64", "", "JVBERi0=", "--b--")
	says(t, a.gets(a.lee, "Questions to"), "declarations.pdf")
}

// The daemon does not guess at unreadable mail: staff get the mail with the error, and ask the
// customer themselves.
func TestCase27UnreadableMailGoesToStaff(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.raw("From: Alice Moreno <"+play.Alice+">", "To: "+play.Quotes, "Subject: Quote", "Message-ID: <sealed@customer.test>",
			"Date: Fri, 20 Nov 2026 10:00:00 -0800", "MIME-Version: 1.0", `Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"`,
			"", "--b", "Content-Type: application/pgp-encrypted", "", "Version: 1", "--b", "Content-Type: application/octet-stream", "",
			"-----BEGIN PGP MESSAGE-----", "", "hQEMA1234", "-----END PGP MESSAGE-----", "--b--")
		handed := a.gets(a.lee, "[Q-")
		says(t, handed, "can't be read")
		says(t, handed, "encrypted (PGP)")
		a.replies(a.lee, handed, "SEND: Hello Alice, we could not open your mail. Please send it as plain text.")
		says(t, a.gets(a.alice, "Re: Quote"), "as plain text")
		a.forgets(a.lee)
	})
}
