package daemon_test

import (
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// What left before that could be recorded is not sent again, however often the daemon
// starts: it is looked for in Sent, and where it is not, staff are asked.
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

// A copy is filed once, and by us only where the provider does not.
func TestCase39ACopyIsFiledOnceOrLeftToTheProvider(t *testing.T) {
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
func (a *agency) filed() uint32 {
	a.t.Helper()
	client, err := imapclient.DialInsecure(a.host.IMAP().Addr(), nil)
	must(a.t, err)
	defer client.Close()
	user, password := a.host.Account(play.Quotes)
	must(a.t, client.Login(user, password).Wait())
	selected, err := client.Select("Sent", nil).Wait()
	must(a.t, err)
	return selected.NumMessages
}
