package daemon_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// Two programs with different stores work on one mailbox. After the first mail of one program,
// the other program sends nothing to customers, and staff get an alarm. A restart changes nothing.
// The other program is stopped, and an admin releases the outbox: the waiting mail leaves, and
// the earlier mail of the other program is no new sign.
func TestFinding4ASecondProgramOnTheMailboxStopsSending(t *testing.T) {
	onEachHost(t, func(a *agency) {
		b := open(t, a.host, oftenAlarmed)
		a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
		first, second := a.gets(a.lee, "Questions to"), a.gets(a.lee, "Questions to")
		threads, err := through(a, func(c admin.Commands) ([]history.Summary, error) { return c.Threads(a.t.Context(), history.Query{}) })
		must(t, err)
		if !strings.Contains(first.Subject, threads[0].Thread) {
			first, second = second, first
		}
		a.replies(a.lee, first, "ACCEPT")
		a.gets(a.alice, "Quote please")
		says(t, a.gets(a.lee, "Alarm: a second ppamaild"), "sends no mail to customers now", play.Alice)
		a.replies(a.lee, second, "ACCEPT")
		b.unsent(play.Alice, store.MailQueued)
		a.getsNothing(a.alice)
		held := b.heldForTwin()
		if n := strings.Count(a.log.String(), "another ppamaild sends"); n != 0 {
			t.Errorf("%d alarms about the own mail", n)
		}
		a.stop()
		b.stop()
		b.start()
		_, err = b.orders(true, held.ID)
		must(t, err)
		b.heldForTwin()
		_, err = b.releases()
		must(t, err)
		b.gets(a.alice, "Quote please")
		_, err = b.releases()
		if err == nil || !strings.Contains(err.Error(), "no mail waits for a release") {
			t.Errorf("a second release: %v", err)
		}
	}, oftenAlarmed)
}

// Two daemons work on copies of one store, and staff accept the reviews of both. The first reply
// that cites a review of the other daemon stops mail to customers, so no customer gets two answers.
func TestFinding29ACopyOfTheStoreAnswersNobodyTwice(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.stop()
		b := open(t, a.host, func(b *agency) {
			raw, err := os.ReadFile(a.cfg.Store.Path)
			must(t, errors.Join(err, os.WriteFile(b.cfg.Store.Path, raw, 0o600)))
		})
		a.start()
		a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: incomplete})
		a.writes(a.bob, sandbox.Mail{Subject: "My truck", Text: incomplete})
		var reviews []sandbox.Received
		for range 4 {
			reviews = append(reviews, a.gets(a.lee, "Questions to"))
		}
		for _, r := range reviews {
			a.replies(a.lee, r, "ACCEPT")
		}
		says(t, a.gets(a.lee, "Alarm: a second ppamaild"), "Answered in", play.Reviews+"/INBOX")
		says(t, a.gets(a.lee, "Alarm: a second ppamaild"), "ppamaild outbox release")
		time.Sleep(2 * time.Second)
		sent := map[string]int{}
		for _, m := range append(a.outbox(), b.outbox()...) {
			if m.Kind == store.MailCustomer && m.Status != store.MailQueued {
				sent[m.To[0]]++
			}
		}
		for customer, n := range sent {
			if n > 1 {
				t.Errorf("%s got %d answers", customer, n)
			}
		}
		for _, each := range []*agency{a, b} {
			_, line, _ := strings.Cut(each.log.String(), "another ppamaild sends")
			if !strings.Contains(line, "folder="+play.Reviews+"/INBOX") {
				t.Error("the log does not name the folder")
			}
		}
		b.stop()
		_, err := a.releases()
		must(t, err)
		for _, r := range reviews {
			a.replies(a.lee, r, "ACCEPT")
		}
		last := sandbox.Mail{To: []string{play.Reviews}, Subject: "Re: last", Text: "ACCEPT"}
		_, err = a.dana.Send(t.Context(), last)
		must(t, err)
		a.gets(a.dana, "Not possible here")
		must(t, a.running.Store.View(t.Context(), func(tx store.Tx) error {
			twin, err := queue.FindTwin(tx)
			if twin.Stops() {
				t.Error("late answers to the stopped program stop mail again")
			}
			return err
		}))
	})
}

// A reply that cites a review under another key makes the daemon look immediately.
func TestFinding29AnUnknownReviewIsAReasonToLook(t *testing.T) {
	a := open(t, inProcess(t))
	raw := strings.Join(bySecondProgram("twin@agency.test", "none"), "\r\n")
	must(t, openSent(t, a.cfg.Mailbox.Customer).Append(t.Context(), []byte(raw)))
	unknown := review.References{Key: make([]byte, 32)}.Mint("Q-7F3K2M", 1, play.Lee)
	answer := sandbox.Mail{To: []string{play.Reviews}, Subject: "Re: " + unknown, Text: "ACCEPT"}
	_, err := a.lee.Send(t.Context(), answer)
	must(t, err)
	says(t, a.gets(a.lee, "Alarm: a second ppamaild"), "twin@agency.test", play.Quotes+"/Sent")
}

// The provider files copies of mail to staff in Sent of the agency mailbox. A mail of a second
// program there stops the next mail to a customer, before any alarm is due.
func TestFinding29AReviewMailOfASecondProgramStopsSending(t *testing.T) {
	a := open(t, inProcess(t))
	asked := a.asks()
	raw := strings.Join(bySecondProgram("twin@agency.test", "none"), "\r\n")
	must(t, openSent(t, a.cfg.Mailbox.Agency).Append(t.Context(), []byte(raw)))
	a.replies(a.lee, asked, "ACCEPT")
	says(t, a.gets(a.lee, "Alarm: a second ppamaild"), "twin@agency.test", play.Reviews+"/Sent")
	a.heldForTwin()
	a.getsNothing(a.alice)
}

func (a *agency) releases() (store.Restoration, error) {
	return through(a, func(c admin.Commands) (store.Restoration, error) {
		return c.Release(a.t.Context(), "olga")
	})
}

// heldForTwin waits until a mail to Alice waits because of a second program.
func (a *agency) heldForTwin() (held store.Mail) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		held = a.unsent(play.Alice, store.MailQueued)
		if strings.Contains(held.LastError, "another ppamaild sends from this mailbox") {
			return held
		}
	}
	a.t.Fatalf("the mail waits because of %q", held.LastError)
	return held
}

// oftenAlarmed makes the daemon look for faults each second.
func oftenAlarmed(a *agency) {
	a.cfg.Mailbox.Customer.SilenceAlarm.Duration, a.cfg.Mailbox.Agency.SilenceAlarm.Duration = time.Second, time.Second
}

// After a restore on another host, the mail of the former host in Sent is no sign of a second
// program.
func TestFinding4ANewStoreIgnoresTheMailOfTheFormerHost(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.stop()
	b := open(t, host, oftenAlarmed)
	b.writes(b.bob, sandbox.Mail{Subject: "My truck", Text: incomplete})
	b.replies(b.lee, b.gets(b.lee, "Questions to"), "ACCEPT")
	b.gets(b.bob, "My truck")
	time.Sleep(2500 * time.Millisecond) // two looks into Sent
	if strings.Contains(b.log.String(), "another ppamaild sends") {
		t.Error("an alarm about old mail")
	}
}

// A mail of a second program in the inbox stops mail to customers if a trusted server proved its
// sender. A stranger who writes the same fields stops nothing.
func TestFinding4AMailOfASecondProgramInTheInboxStopsSending(t *testing.T) {
	a := open(t, inProcess(t), trusting, oftenAlarmed)
	a.raw(bySecondProgram("forged@agency.test", "dmarc=fail header.from=agency.test")...)
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.raw(bySecondProgram("twin@agency.test", "dmarc=pass header.from=agency.test")...)
	says(t, a.gets(a.lee, "Alarm: a second ppamaild"), "twin@agency.test", play.Quotes+"/INBOX")
}

// bySecondProgram is a mail to the quote address that another ppamaild sent from there.
func bySecondProgram(id, results string) []string {
	return []string{
		"Authentication-Results: " + mx + "; " + results,
		"Message-ID: <" + id + ">", "X-Ppamaild-Message-ID: <" + id + ">",
		"From: Sunrise <" + play.Quotes + ">", "To: " + play.Quotes, "Subject: Your quote",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "Auto-Submitted: auto-replied", "", "Hello",
	}
}
