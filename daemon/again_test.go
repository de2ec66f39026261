package daemon

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
)

// approved starts a daemon with an approved, untried mail to Alice in the outbox.
func approved(t *testing.T) *offline {
	t.Helper()
	o := newOffline(t)
	thread := o.toAlice().Thread
	o.sends()
	o.decides(thread, 1, "ACCEPT")
	return o
}

// refused sends the due mails and returns the mail to Alice, which the server deferred.
func (o *offline) refused() (m store.Mail) {
	o.Helper()
	o.sends()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailRetrying, func(waits store.Mail) bool { m = waits; return true })
	}))
	if m.Kind != store.MailCustomer || !m.NextAt.After(o.at) {
		o.Fatalf("to be tried again: %+v", m)
	}
	return m
}

// leaves runs the sender from shortly before the retry until the mail is sent. No notifier
// wakes the sender.
func (o *offline) leaves(m store.Mail) store.Mail {
	o.Helper()
	id, role, next := m.ID, m.Role, m.NextAt
	began, byHand := time.Now(), o.Now
	o.Now = func() time.Time { return next.Add(time.Since(began) - time.Second/5) }
	ctx, cancel := context.WithCancel(o.Context())
	var sending sync.WaitGroup
	var failed error
	sending.Go(func() { failed = o.Daemon.outbox.Loop(ctx, role) })
	sending.Go(func() { o.Daemon.outbox.Work(ctx, role) })
	for m.Status != store.MailSent && time.Since(began) < raced.Slowdown*15*time.Second {
		time.Sleep(10 * time.Millisecond)
		m = o.mail(id)
	}
	cancel()
	sending.Wait()
	o.must(failed)
	o.at, o.Now = o.Now(), byHand
	return m
}

// inbox returns the mails with a subject in a person's INBOX.
func (o *offline) inbox(address, subject string) (texts []string) {
	o.Helper()
	p, err := sandbox.NewPerson(o.Context(), o.host, "", address)
	o.must(err)
	o.must(p.Inbox(o.Context(), func(m sandbox.Received) {
		if strings.Contains(m.Subject, subject) {
			texts = append(texts, m.Text)
		}
	}))
	return texts
}

// A mail that the server defers is sent automatically after the pause, exactly once.
func TestCase37WhatIsRefusedForNowLeavesByItself(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]sandbox.Fault{
		"greylisted":             {Recipient: play.Alice, Code: 451, Message: "4.7.1 greylisted"},
		"over quota":             {Recipient: play.Alice, Code: 452, Message: "4.2.2 over quota"},
		"refused after its end":  {Code: 451, Message: "4.3.0 local error"},
		"the server closes down": {Code: 421, Message: "4.3.2 shutting down"},
	} {
		t.Run(name, func(t *testing.T) {
			o := approved(t)
			o.host.Inject(fault)
			m := o.refused()
			if n := len(o.inbox(play.Alice, "")); n > 0 || !strings.Contains(m.LastError, fault.Message) {
				t.Errorf("Alice has %d mails, and it is said: %s", n, m.LastError)
			}
			next := m.NextAt
			if m = o.leaves(m); m.Status != store.MailSent || m.Attempts != 2 || m.SentAt.Before(next) {
				t.Errorf("it is %s after %d attempts, at %s; it was to be tried at %s", m.Status, m.Attempts, m.SentAt, next)
			}
			o.passes(o.at.Add(time.Hour))
			o.sends()
			if n := len(o.inbox(play.Alice, "Quote")); n != 1 {
				t.Errorf("Alice has it %d times", n)
			}
		})
	}
}

// While the server rejects the password, the daemon tries less and less often. The digest lists
// the waiting mails with the reason. Once the server accepts the password, the waiting mails
// are sent automatically.
func TestPasswordForSendingIsChanged(t *testing.T) {
	t.Parallel()
	o := approved(t)
	_, password := o.host.Account(play.Quotes)
	o.host.SetPassword(play.Quotes, "another")
	m := o.refused()
	for digest := o.clockOf("2026-11-20", "08:00"); m.NextAt.Before(digest); {
		o.passes(m.NextAt)
		m = o.refused()
	}
	o.passes(m.NextAt)
	m = o.refused()
	if m.Attempts > 20 {
		t.Errorf("%d attempts within an hour", m.Attempts)
	}
	digests := o.inbox(play.Lee, "digest")
	if len(digests) != 1 || !strings.Contains(digests[0], "535") || !strings.Contains(digests[0], "check username") {
		t.Errorf("Lee got %q", digests)
	}
	o.host.SetPassword(play.Quotes, password)
	if m = o.leaves(m); m.Status != store.MailSent {
		t.Errorf("it is %s: %s", m.Status, m.LastError)
	}
	if n := len(o.inbox(play.Alice, "Quote")); n != 1 {
		t.Errorf("Alice has it %d times", n)
	}
}

// A copy that exceeds the quota of Sent is filed once there is room. The copy is filed once,
// and the mail is not sent again.
func TestCase39ACopyThatIsRefusedIsFiledLater(t *testing.T) {
	t.Parallel()
	o := approved(t)
	o.host.OverQuota(1)
	ctx, cancel := context.WithCancel(o.Context())
	var filing sync.WaitGroup
	filing.Go(func() { o.copies.Run(ctx) })
	o.sends()
	began, m := time.Now(), o.toCustomers("")[0]
	for !m.SavedCopy && time.Since(began) < 2*time.Minute { // a few seconds, unless the machine is very busy
		time.Sleep(10 * time.Millisecond)
		m = o.mail(m.ID)
	}
	cancel()
	filing.Wait()
	if left := o.host.OverQuota(0); left != 0 || !m.SavedCopy || m.Attempts != 1 {
		t.Errorf("%d refusals are left, and the mail is %+v", left, m)
	}
	if n := o.inSent(); n != 1 {
		t.Errorf("%d copies lie in Sent", n)
	}
}

// inSent counts the mails in the quote address's Sent.
func (o *offline) inSent() uint32 {
	o.Helper()
	client, err := imapclient.DialInsecure(o.host.IMAP().Addr(), nil)
	o.must(err)
	defer client.Close()
	user, password := o.host.Account(play.Quotes)
	o.must(client.Login(user, password).Wait())
	selected, err := client.Select("Sent", nil).Wait()
	o.must(err)
	return selected.NumMessages
}
