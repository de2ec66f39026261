package daemon_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/storefile"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

func (a *agency) upkeep() storefile.Upkeep {
	return storefile.Upkeep{Config: a.cfg, Check: a.check}
}

func (a *agency) check(ctx context.Context, path string) error {
	return storefile.Check(ctx, a.cfg, path)
}

// backsUp takes a backup of the running daemon's store.
func (a *agency) backsUp() (file string) {
	a.t.Helper()
	file = filepath.Join(a.t.TempDir(), "backup.db")
	must(a.t, a.upkeep().Backup(a.t.Context(), file))
	return file
}

// restores stops the daemon, puts a backup back and starts it again.
func (a *agency) restores(file string) {
	a.t.Helper()
	a.stop()
	must(a.t, a.restore(file, true))
	a.start()
}

func (a *agency) restore(file string, replace bool) error {
	_, err := a.upkeep().Restore(a.t.Context(), storefile.Restore{File: file, Replace: replace, By: "root", Now: time.Now()})
	return err
}

// The restored backup lacks two mails to the customer. Neither is sent again, customer mails
// are not answered twice unseen, and answers to unknown reviews decide nothing.
func TestAgentCase25RestoreAnswersNothingTwice(t *testing.T) {
	onEachHost(t, func(a *agency) {
		t := a.t
		questions := a.asks()
		backup := a.backsUp()
		a.replies(a.lee, questions, "ACCEPT")
		a.replies(a.alice, a.gets(a.alice, "Quote please"), complete)
		quote := a.gets(a.lee, "Quote for")
		a.replies(a.lee, quote, "ACCEPT")
		a.gets(a.alice, "Quote please")
		a.forgets(a.lee)

		a.restores(backup)
		told := a.gets(a.lee, "Restored from a backup")
		says(t, told, "root restored ppamaild's data")
		says(t, told, "its mail is in Sent, so it was approved after the backup")
		says(t, told, play.Alice+": Re: Quote please (an answer is in Sent)")
		says(t, told, "lee@agency.test: Re: ["+questions.Subject[1:9]+"] Please review: Questions to")
		a.writes(a.bob, sandbox.Mail{Subject: "Bob's car", Text: incomplete}) // new mail is worked on
		a.replies(a.lee, quote, "ACCEPT")                                     // of a review that is not known here
		a.getsNothing(a.lee)
		a.getsNothing(a.alice)

		a.replies(a.lee, told, "ACCEPT")
		reminder, digest := a.gets(a.lee, "Reminder"), a.gets(a.lee, "digest")
		for _, held := range []string{"Done", "answers no open review", "Questions to Alice"} {
			a.gets(a.lee, held) // Bob's questions are about an Alice too
		}
		a.getsNothing(a.alice)
		a.replies(a.lee, reminder, "ACCEPT")
		a.gets(a.lee, "Done")
		a.getsNothing(a.alice)

		a.replies(a.lee, digest, "RELEASE "+number(t, digest, play.Alice))
		a.gets(a.lee, "Released")
		anew := a.gets(a.lee, "Quote for")
		a.getsNothing(a.alice)
		if ref(anew) == ref(quote) {
			t.Error("a reference from before the restore counts for another review")
		}
		a.replies(a.lee, quote, "ACCEPT")
		a.gets(a.lee, "answers no open review")
		a.getsNothing(a.alice)
		a.replies(a.lee, anew, "ACCEPT")
		a.gets(a.alice, "Quote please")
		d := thread(t, a.threads(), questions.Subject[1:9])
		if len(entries(d, "found_in_sent")) != 1 {
			t.Errorf("found in Sent: %q", entries(d, "found_in_sent"))
		}
	})
}

// A copy of a handled mail that arrived after the backup, as from a rebuilt mailbox, is
// recognized and not shown to staff.
func TestRestoreKnowsCopies(t *testing.T) {
	a := open(t, inProcess(t))
	raw := []byte("From: Alice Moreno <" + play.Alice + ">\r\nTo: " + play.Quotes + "\r\nSubject: Quote please\r\n" +
		"Message-ID: <once@customer.test>\r\nDate: Fri, 20 Nov 2026 10:00:00 -0800\r\n\r\n" + incomplete)
	arrives := func() { must(t, a.alice.SendRaw(t.Context(), play.Alice, []string{play.Quotes}, raw)) }
	arrives()
	a.gets(a.lee, "Questions to")
	backup := a.backsUp()
	arrives()
	a.writes(a.bob, sandbox.Mail{Subject: "Bob's car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	a.restores(backup)
	told := a.gets(a.lee, "Restored from a backup")
	says(t, told, "bob@customer.test: Bob's car")
	if strings.Contains(told.Text, "alice@customer.test: Quote please") {
		t.Errorf("what was dealt with before the backup is listed:\n%s", told.Text)
	}
	a.logs("the same message as 1", 2) // before the restore, and after it
}

// number returns the number of the digest line that holds words.
func number(t *testing.T, digest sandbox.Received, words string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^ *([0-9]+) +` + regexp.QuoteMeta(words)).FindStringSubmatch(digest.Text)
	if found == nil {
		t.Fatalf("the digest does not list %q:\n%s", words, digest.Text)
	}
	return found[1]
}

// The backup holds approved, unsent mails. The mail found in Sent counts as sent, and the other
// mail leaves once the outbox is released, even by command.
func TestRestoreLooksInSent(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451}, sandbox.Fault{Recipient: "bob@customer.test", Code: 451})
	a.replies(a.lee, review, "ACCEPT")
	left := a.unsent(play.Alice, store.MailRetrying)
	a.writes(a.bob, sandbox.Mail{Subject: "Bob's car", Text: "Please quote my 2018 Subaru Outback. Bob Miller, 1420 SE Taylor St, Portland, OR 97214."})
	a.replies(a.lee, a.gets(a.lee, "Questions to Bob"), "ACCEPT")
	a.unsent("bob@customer.test", store.MailRetrying)
	backup := a.backsUp()
	_, err := a.orders(true, left.ID)
	must(t, err)
	a.gets(a.alice, "Quote please")
	a.forgets(a.lee)
	time.Sleep(time.Second) // until Sent holds the copy

	a.restores(backup)
	told := a.gets(a.lee, "Restored from a backup")
	says(t, told, "to alice@customer.test: Re: Quote please (found in Sent, so counts as sent)")
	says(t, told, "to bob@customer.test: Re: Bob's car (not in Sent: it leaves once you accept")
	a.getsNothing(a.bob)
	for want := range 2 {
		_, err := through(a, func(c admin.Commands) (store.Restoration, error) { return c.Release(t.Context(), "root") })
		if want == 0 {
			must(t, err)
			_, err = a.orders(true, a.unsent("bob@customer.test", store.MailRetrying).ID)
			must(t, err)
			a.gets(a.bob, "Bob's car")
		} else {
			refusedWith(t, "root released the outbox already", err)
		}
	}
	a.getsNothing(a.alice)
}

// A backup of a busy daemon without reviews restores to a sound store, at any moment. No
// customer is answered twice unseen, because the work in progress is reviewed.
func TestAgentCase25BusyBackupAnswersNothingTwice(t *testing.T) {
	const threads = 20
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Review.Gates["info_request"] = config.GateNever })
	var backup string
	for n := range threads {
		a.writes(a.alice, sandbox.Mail{Subject: fmt.Sprint("Car ", n), Text: incomplete})
		if n == threads/2 {
			a.logs("msg=sent", 1)
			backup = a.backsUp()
		}
	}
	for range threads {
		a.gets(a.alice, "Car ")
	}
	time.Sleep(time.Second) // until the copies lie in Sent
	a.restores(backup)
	a.replies(a.lee, a.gets(a.lee, "Restored from a backup"), "ACCEPT")
	a.gets(a.lee, "Done")
	a.getsNothing(a.alice)
	sent := 0
	for _, d := range a.threads() {
		for _, m := range d.Mails {
			if m.Kind == store.MailCustomer && m.Status == store.MailSent {
				sent++
			}
		}
	}
	if sent == 0 || sent > threads/2+1 {
		t.Errorf("the restored store knows %d mails, want some, and none of those since the backup", sent)
	}
	must(t, a.check(t.Context(), a.cfg.Store.Path))
}
