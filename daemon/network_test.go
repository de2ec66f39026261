package daemon_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/network"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
)

// behind puts a bad network between the daemon and a host. The time-outs are short,
// so that silence is noticed soon.
func behind(t *testing.T, host sandbox.Host, edits ...func(*agency)) (*agency, *network.Host) {
	t.Helper()
	bad, err := network.BeforeHost(host)
	must(t, err)
	a := open(t, bad, append(edits, func(a *agency) {
		for _, s := range []*config.Server{&a.cfg.Mailbox.Customer.Server, &a.cfg.Mailbox.Agency.Server, &a.cfg.SMTP.Server, &a.cfg.SMTP.Agency} {
			s.Timeout = config.Duration{Duration: 2 * time.Second}
		}
		a.cfg.Mailbox.Customer.IdleRefresh.Duration, a.cfg.Mailbox.Agency.IdleRefresh.Duration = time.Second, time.Second
	})...)
	for _, p := range []**sandbox.Person{&a.alice, &a.bob, &a.lee, &a.dana} { // their own network is well
		*p, err = sandbox.NewPerson(t.Context(), host, (*p).Name, (*p).Address)
		must(t, err)
	}
	t.Cleanup(func() {
		bad.Reading.Close()
		bad.Sending.Close()
	})
	return a, bad
}

func poison(t *testing.T, toxic string, proxies ...*network.Proxy) {
	t.Helper()
	for _, p := range proxies {
		must(t, p.Poison(toxic))
	}
}

func heal(t *testing.T, proxies ...*network.Proxy) {
	t.Helper()
	for _, p := range proxies {
		must(t, p.Heal())
	}
}

// logged counts how often the daemon has logged words so far.
func (a *agency) logged(words string) int { return strings.Count(a.log.String(), words) }

// A conversation over a network that is merely bad goes on as ever.
func TestNetworkIsBad(t *testing.T) {
	a, bad := behind(t, realServers(t))
	for name, toxic := range map[string]string{
		"slow":               `{"name":"x","type":"latency","attributes":{"latency":150,"jitter":100}}`,
		"narrow":             `{"name":"x","type":"bandwidth","attributes":{"rate":40}}`,
		"an octet at a time": `{"name":"x","type":"slicer","attributes":{"average_size":1,"size_variation":0,"delay":0}}`,
	} {
		t.Run(name, func(t *testing.T) {
			poison(t, toxic, bad.Reading, bad.Sending)
			defer heal(t, bad.Reading, bad.Sending)
			subject := "Quote, " + name
			a.writes(a.alice, sandbox.Mail{Subject: subject, Text: incomplete})
			a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
			a.gets(a.alice, subject)
		})
	}
}

// The log reports each kind of network outage. Afterwards the conversation resumes without a
// restart, and no mail is lost or doubled.
func TestNetworkIsGone(t *testing.T) {
	a, bad := behind(t, realServers(t))
	for name, breaks := range map[string]func(*network.Proxy){
		"refused": (*network.Proxy).Refuse,
		"silent":  func(p *network.Proxy) { poison(t, `{"name":"x","type":"timeout","attributes":{"timeout":0}}`, p) },
		"resets":  func(p *network.Proxy) { poison(t, `{"name":"x","type":"reset_peer","attributes":{"timeout":0}}`, p) },
	} {
		t.Run(name, func(t *testing.T) {
			subject := "Quote, " + name
			unread := a.logged("mailbox can't be read")
			breaks(bad.Reading)
			a.writes(a.alice, sandbox.Mail{Subject: subject, Text: incomplete})
			a.logs("mailbox can't be read", unread+1)
			breaks(bad.Sending)
			heal(t, bad.Reading)
			a.unsent("", store.MailRetrying)
			heal(t, bad.Sending)
			review := a.gets(a.lee, "Questions to")

			breaks(bad.Sending)
			a.replies(a.lee, review, "ACCEPT")
			a.unsent("", store.MailRetrying)
			heal(t, bad.Sending)
			a.gets(a.alice, subject)
		})
	}
	a.getsNothing(a.alice)
	a.logs("sending failed for now", 3) // one line a minute for each outage
	if n := len(a.threads()); n != 3 {
		t.Errorf("%d threads, want 3", n)
	}
}

// While the daemon can't read mail but can send, staff get the fault and its cause. The mail
// waiting on the server is read afterwards.
func TestCase33StaffAreToldThatAMailboxCannotBeRead(t *testing.T) {
	a, bad := behind(t, inProcess(t), func(a *agency) {
		for _, c := range []*config.MailboxAccount{&a.cfg.Mailbox.Customer, &a.cfg.Mailbox.Agency} {
			c.SilenceAlarm.Duration = raced.Slowdown * 3 * time.Second
		}
		a.cfg.Metrics.Listen = "127.0.0.1:0"
	})
	a.measures(`ppamaild_mailbox_silent{mailbox="customer"} 0`, `ppamaild_mailbox_silent{mailbox="agency"} 0`)
	bad.Reading.Refuse()
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	for _, p := range []*sandbox.Person{a.lee, a.dana} {
		for _, address := range []string{play.Quotes, play.Reviews} {
			says(t, a.gets(p, address+" cannot be read"), "connection refused", "is not lost")
		}
	}
	a.measures(`ppamaild_mailbox_silent{mailbox="customer"} 1`, `ppamaild_mailbox_connected{mailbox="agency"} 0`)
	heal(t, bad.Reading)
	a.logs("mailbox is read again", 2)
	a.measures(`ppamaild_mailbox_silent{mailbox="customer"} 0`, `ppamaild_mailbox_connected{mailbox="agency"} 1`)
	for _, p := range []*sandbox.Person{a.lee, a.dana} {
		for _, address := range []string{play.Quotes, play.Reviews} {
			says(t, a.gets(p, address+" is readable again"), "can read this mailbox again")
		}
	}
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.getsNothing(a.alice)
}

// If servers present an untrusted certificate, the daemon neither reads nor sends mail there,
// and logs the cause. Once the real servers are back, work resumes without a restart.
func TestNetworkLeadsToAStranger(t *testing.T) {
	a, bad := behind(t, inProcess(t))
	stranger := inProcess(t)
	robbed, err := sandbox.NewPerson(t.Context(), stranger, a.lee.Name, a.lee.Address)
	must(t, err)
	watched := a.logged("mailbox is watched")
	must(t, bad.Reading.Divert(stranger.IMAPS().Addr()))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	a.logs("certificate signed by unknown authority", 1)
	if n := a.logged("mailbox is watched"); n != watched {
		t.Errorf("mailboxes were watched %d times more", n-watched)
	}
	must(t, bad.Sending.Divert(stranger.Submission().Addr()))
	unread := a.logged("certificate signed by unknown authority")
	heal(t, bad.Reading)
	a.logs("sending failed for now", 1)
	a.logs("certificate signed by unknown authority", unread+1)
	heal(t, bad.Sending)
	a.gets(a.lee, "Questions to")
	a.getsNothing(robbed)
}

// Connections break at ever later points, on either side in turn, so that each phase of reading
// and sending breaks once.
func TestNetworkBreaksInEveryPhase(t *testing.T) {
	a, bad := behind(t, realServers(t))
	storm, calm := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		streams := []string{"upstream", "downstream"}
		for round := 0; storm.Err() == nil; round++ {
			toxic := fmt.Sprintf(`{"name":"x","type":"limit_data","stream":%q,"attributes":{"bytes":%d}}`, streams[round%2], round%17*500)
			poison(t, toxic, bad.Reading, bad.Sending)
			select {
			case <-storm.Done():
			case <-time.After(time.Second):
			}
			heal(t, bad.Reading, bad.Sending)
			time.Sleep(50 * time.Millisecond)
		}
	}()
	mails, unread, unsent := 0, 0, 0
	for ; mails < 5 || mails < 30 && (unread < 4 || unsent < 1); mails++ {
		a.writes(a.alice, sandbox.Mail{Subject: fmt.Sprintf("Quote %d", mails), Text: incomplete})
		time.Sleep(3 * time.Second)
		unread, unsent = a.logged("mailbox can't be read"), a.logged("sending failed for now")
	}
	calm()
	<-ended
	if t.Logf("%d mails; %d times a mailbox could not be read, %d times a mail not sent", mails, unread, unsent); unread < 4 || unsent < 1 {
		t.Error("hardly a connection broke")
	}
	reviews := map[string]sandbox.Received{} // one may come twice, under the same Message-ID
	for len(reviews) < mails {               // after five failures, a mail pauses up to 48 seconds
		m := a.getsWithin(8*patience, a.lee, "Questions to")
		reviews[m.MessageID] = m
	}
	for _, m := range reviews {
		a.replies(a.lee, m, "ACCEPT")
	}
	answers := map[string]bool{}
	for range mails {
		m := a.gets(a.alice, "Quote")
		if answers[m.Subject] {
			t.Errorf("%q was answered twice", m.Subject)
		}
		answers[m.Subject] = true
	}
	a.getsNothing(a.alice)
	for _, thread := range a.threads() {
		if thread.Status != store.ThreadAwaitingCustomer {
			t.Errorf("%s is %s", thread.Thread, thread.Status)
		}
	}
}

// A folder that is emptied, or deleted and created again under another UIDVALIDITY, loses no
// later mail; the log reports the change.
func TestFolderIsEmptiedAndMadeAnew(t *testing.T) {
	host := realServers(t)
	owner := dialAs(t, host, play.Quotes)
	must(t, owner.Create("Leads", nil).Wait())
	t.Cleanup(func() { _ = owner.Delete("Leads").Wait() }) // others share the account
	a := open(t, host, func(a *agency) {
		a.cfg.Mailbox.Customer.Folder = "Leads"
		a.cfg.Mailbox.Customer.IdleRefresh.Duration = time.Second
	})
	arrives := func(subject string) {
		t.Helper()
		file(t, owner, "Leads", fmt.Sprintf("From: Alice Moreno <%s>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d@customer.test>\r\nDate: %s\r\n\r\n%s",
			play.Alice, play.Quotes, subject, time.Now().UnixNano(), time.Now().Format(time.RFC1123Z), strings.ReplaceAll(incomplete, "\n", "\r\n")))
		a.gets(a.lee, "Questions to")
	}
	arrives("One")
	_, err := owner.Select("Leads", nil).Wait()
	must(t, err)
	must(t, owner.Store(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close())
	must(t, owner.Expunge().Close())
	must(t, owner.Unselect().Wait())
	arrives("Two")
	must(t, owner.Delete("Leads").Wait())
	a.logs("mailbox can't be read", 1)
	time.Sleep(time.Second) // Dovecot's UIDVALIDITY is the time in seconds
	must(t, owner.Create("Leads", nil).Wait())
	a.logs("reading the folder again", 1)
	arrives("Three")
	if n := len(a.threads()); n != 3 {
		t.Errorf("%d threads, want 3", n)
	}
}

func dialAs(t *testing.T, host sandbox.Host, address string) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(host.IMAP().Addr(), nil)
	must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	user, password := host.Account(address)
	must(t, c.Login(user, password).Wait())
	return c
}

func file(t *testing.T, c *imapclient.Client, folder, raw string) {
	t.Helper()
	cmd := c.Append(folder, int64(len(raw)), nil)
	_, err := cmd.Write([]byte(raw))
	must(t, err)
	must(t, cmd.Close())
	_, err = cmd.Wait()
	must(t, err)
}

// The log reports a changed server password immediately; once the server accepts the old
// password again, no restart is needed.
func TestPasswordIsChanged(t *testing.T) {
	host := inProcess(t)
	a, bad := behind(t, host)
	_, password := host.Account(play.Quotes)
	host.SetPassword(play.Quotes, "another")
	bad.Reading.Refuse()
	heal(t, bad.Reading)
	a.logs("AUTHENTICATIONFAILED", 1)
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	host.SetPassword(play.Quotes, password)
	review := a.gets(a.lee, "Questions to")

	host.SetPassword(play.Quotes, "another")
	bad.Sending.Refuse()
	heal(t, bad.Sending)
	a.replies(a.lee, review, "ACCEPT")
	m := a.unsent(play.Alice, store.MailRetrying)
	if !strings.Contains(m.LastError, "535") {
		t.Errorf("the last error is %q", m.LastError)
	}
	host.SetPassword(play.Quotes, password)
	_, err := a.orders(true, m.ID)
	must(t, err)
	a.gets(a.alice, "Quote please")
}

// A server's answer about a recipient or mail decides the next step and the people to notify.
func TestServersRefuse(t *testing.T) {
	for name, c := range map[string]struct {
		fault sandbox.Fault
		want  store.MailStatus // of the mail to the customer
		told  string           // subject of what staff get; empty: nothing
	}{
		"greylisted":        {sandbox.Fault{Recipient: play.Alice, Code: 451, Message: "4.7.1 try again later"}, store.MailRetrying, ""},
		"quota, for now":    {sandbox.Fault{Recipient: play.Alice, Code: 452, Message: "4.2.2 over quota"}, store.MailRetrying, ""},
		"quota, for good":   {sandbox.Fault{Recipient: play.Alice, Code: 552, Message: "5.2.2 mailbox full"}, store.MailFailed, "Not delivered"},
		"unknown recipient": {sandbox.Fault{Recipient: play.Alice, Code: 550, Message: "5.1.1 no such user"}, store.MailFailed, "Not delivered"},
		"one approver":      {sandbox.Fault{Recipient: play.Lee, Code: 550, Message: "5.1.1 no such user"}, store.MailSent, "lee@agency.test is away"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := inProcess(t)
			a := open(t, host)
			host.Inject(c.fault, c.fault) // an early upload may be refused too
			a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
			a.replies(a.dana, a.gets(a.dana, "Questions to"), "ACCEPT")
			if c.told != "" {
				says(t, a.gets(a.dana, c.told), c.fault.Message)
			} else {
				a.logs("sending failed for now", 1)
			}
			if c.want == store.MailSent {
				a.gets(a.alice, "Quote please")
			}
			a.stop()
			if m := a.lastTo(play.Alice); m.Status != c.want {
				t.Errorf("the mail to the customer is %s, want %s", m.Status, c.want)
			}
		})
	}
}
