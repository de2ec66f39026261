package daemon_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
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
