package daemon_test

import (
	"errors"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/daemon/storefile"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// A mail that left before the record was written is not sent again, after any number of starts.
// The daemon searches Sent, and asks staff if the mail is missing.
func TestCase38WhatLeftUnrecordedIsNotSentAgain(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Drop: true})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Did this mail arrive")
	for range 2 {
		a.stop()
		a.start()
	}
	a.getsNothing(a.alice)
	for _, m := range a.outbox() {
		if m.Kind == store.MailCustomer && m.Status != store.MailUncertain {
			t.Errorf("the mail to %q is %s", m.To, m.Status)
		}
	}
}

// A due mail may have been sent or deferred before a worker is free. The worker then skips the
// mail: a second attempt would overwrite the status, and the mail would be sent twice.
func TestAMailThatIsHandedOutLateIsLeftAsItStands(t *testing.T) {
	parallel(t)
	for name, first := range map[store.MailStatus]sandbox.Fault{
		store.MailSent:     {Recipient: "nobody@customer.test"},
		store.MailRetrying: {Recipient: play.Alice, Code: 451},
		store.MailFailed:   {Recipient: play.Alice, Code: 550},
	} {
		t.Run(string(name), func(t *testing.T) {
			host := inProcess(t)
			a := open(t, host)
			review := a.asks()
			host.Inject(first)
			a.replies(a.lee, review, "ACCEPT")
			before := a.toCustomer(name)
			host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451, Message: "4.7.1 too many mails"})
			a.running.Hand(t, before.ID)
			after := a.toCustomer(name)
			if after.Attempts != before.Attempts || after.LastError != before.LastError {
				t.Errorf("after %d attempts it was tried %d times: %s", before.Attempts, after.Attempts, after.LastError)
			}
		})
	}
}

// toCustomer waits until the only mail to a customer has a status.
func (a *agency) toCustomer(want store.MailStatus) (last store.Mail) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for _, m := range a.outbox() {
			if m.Kind == store.MailCustomer {
				last = m
			}
		}
		if last.Status == want {
			return last
		}
	}
	a.t.Fatalf("the mail to the customer is %s (%s), not %s", last.Status, last.LastError, want)
	return last
}

// A copy is filed once, and by us only where the provider does not.
func TestCase39ACopyIsFiledOnceOrLeftToTheProvider(t *testing.T) {
	parallel(t)
	for name, want := range map[string]uint32{"by us": 1, "by the provider": 0} {
		t.Run(name, func(t *testing.T) {
			onEachHost(t, func(a *agency) {
				before := a.filed()
				a.replies(a.lee, a.asks(), "ACCEPT")
				a.gets(a.alice, "Quote please")
				a.gets(a.lee, "Done")
				for deadline := time.Now().Add(patience); a.filed()-before < want && time.Now().Before(deadline); {
					time.Sleep(20 * time.Millisecond)
				}
				a.stop() // what is filed late, or twice, is filed
				if got := a.filed() - before; got != want {
					t.Errorf("%d copies lie in Sent, want %d", got, want)
				}
			}, func(a *agency) { a.cfg.Mailbox.Customer.SaveSent = want == 1 })
		})
	}
}

// filed counts the mails in the quote address's Sent.
func (a *agency) filed() (n uint32) {
	a.t.Helper()
	a.inSent(func(_ *imapclient.Client, mails uint32) { n = mails })
	return n
}

// emptiesSent has somebody remove what lies there.
func (a *agency) emptiesSent() {
	a.t.Helper()
	a.inSent(func(client *imapclient.Client, mails uint32) {
		deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
		must(a.t, client.Store(imap.SeqSet{{Start: 1, Stop: mails}}, deleted, nil).Close())
		must(a.t, client.Expunge().Close())
	})
}

func (a *agency) inSent(do func(client *imapclient.Client, mails uint32)) {
	a.t.Helper()
	a.in(play.Quotes, "Sent", do)
}

// in opens a folder of an account on the server.
func (a *agency) in(address, folder string, do func(client *imapclient.Client, mails uint32)) {
	a.t.Helper()
	client, err := imapclient.DialInsecure(a.host.IMAP().Addr(), nil)
	must(a.t, err)
	defer client.Close()
	user, password := a.host.Account(address)
	must(a.t, client.Login(user, password).Wait())
	selected, err := client.Select(folder, nil).Wait()
	must(a.t, err)
	do(client, selected.NumMessages)
}

// copies has a stopped daemon's store take the mails to customers for filed or not, or
// tells how many it takes for filed.
func (a *agency) copies(change func(*store.Mail)) (filed uint32) {
	a.t.Helper()
	s, err := storefile.Open(a.cfg)
	must(a.t, err)
	defer func() { must(a.t, s.Close()) }()
	must(a.t, s.Update(a.t.Context(), func(tx store.Tx) error {
		var all []store.Mail
		err := tx.MailByStatus(store.MailSent, func(m store.Mail) bool { all = append(all, m); return true })
		for _, m := range all {
			if m.Kind != store.MailCustomer {
				continue
			}
			change(&m)
			if m.SavedCopy {
				filed++
			}
			err = errors.Join(err, tx.PutMail(m))
		}
		return err
	}))
	return filed
}

// A copy interrupted by a crash after the send is filed at the next start. A copy already in
// Sent, with a lost reply from the server, is not filed again.
func TestCase39ACopyThatWasCutOffIsFiledOnce(t *testing.T) {
	parallel(t)
	for name, lies := range map[string]bool{"before it was filed": false, "before that was recorded": true} {
		t.Run(name, func(t *testing.T) {
			onEachHost(t, func(a *agency) {
				before := a.filed()
				a.replies(a.lee, a.asks(), "ACCEPT")
				a.gets(a.alice, "Quote please")
				a.gets(a.lee, "Done")
				a.waitsForCopies(before + 1)
				a.stop()
				if !lies {
					a.emptiesSent()
					before = a.filed()
				}
				a.copies(func(m *store.Mail) { m.SavedCopy = false })
				for range 2 { // the second start finds nothing to do
					a.start()
					a.waitsForCopies(before + 1)
					time.Sleep(3 * time.Second) // a second copy would be filed by then
					a.stop()
				}
				if got := a.filed() - before; got != 1 {
					t.Errorf("%d copies lie in Sent", got)
				}
				if n := a.copies(func(*store.Mail) {}); n != 1 {
					t.Errorf("%d copies are known to lie in Sent", n)
				}
			})
		})
	}
}

func (a *agency) waitsForCopies(want uint32) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); a.filed() < want && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
}
