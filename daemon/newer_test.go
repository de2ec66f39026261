package daemon

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"

	"ppamaild/daemon/outbox"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// accepts stores a message and does not route it.
func (o *offline) accepts(raw string) {
	o.Helper()
	o.uids++
	o.must(o.Store.Update(o.Context(), func(tx store.Tx) error {
		in := store.Inbound{Mailbox: "INBOX", UIDValidity: 1, UID: o.uids, Size: int64(len(raw)), InternalDate: o.at, Status: store.InboundPending}
		_, err := tx.Accept(in, []byte(raw), store.Cursor{Mailbox: "INBOX", UIDValidity: 1, LastUID: o.uids})
		return err
	}))
}

// queuedToAlice is the mail to Alice that waits in the outbox.
func (o *offline) queuedToAlice() (m store.Mail) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailQueued, func(waits store.Mail) bool {
			if waits.Kind == store.MailCustomer {
				m = waits
			}
			return true
		})
	}))
	if m.ID == 0 {
		o.Fatal("no mail to Alice waits")
	}
	return m
}

// An approved mail does not leave while newer words of the customer wait, accepted or queued,
// or after the approval was withdrawn. The check runs when a worker takes the mail, and again
// before the end of the transfer.
func TestCase21NothingLeavesBesideNewerWords(t *testing.T) {
	newer := func(m store.Mail) string {
		return fmt.Sprintf("From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <2@customer.test>\r\nIn-Reply-To: <%s>\r\nSubject: Quote\r\n\r\n"+
			"Wait, it is a 2020 Honda Accord.\r\n", m.MessageID)
	}
	for name, c := range map[string]struct {
		happens func(o *offline, m store.Mail)
		stands  store.MailStatus
	}{
		"accepted":   {func(o *offline, m store.Mail) { o.accepts(newer(m)) }, store.MailQueued},
		"routed":     {func(o *offline, m store.Mail) { o.arrives(newer(m)) }, store.MailQueued},
		"dealt with": {func(o *offline, m store.Mail) { o.arrives(newer(m)); o.passes(o.at) }, store.MailWithdrawn},
		"taken back": {func(o *offline, m store.Mail) {
			_, err := o.admin.DropMail(o.Context(), m.ID, "root")
			o.must(err)
		}, store.MailWithdrawn},
		"other bytes": {func(*offline, store.Mail) {}, store.MailFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, uploaded := range []bool{false, true} {
				o := approved(t)
				m := o.queuedToAlice()
				raw, err := queue.Read(t.Context(), o.Store, func(tx store.Tx) ([]byte, error) { return tx.MailRaw(m.ID) })
				o.must(err)
				sum := store.Sum(sha256.Sum256(raw))
				if c.happens(o, m); c.stands == store.MailFailed {
					sum[0]++
				}
				if uploaded {
					if _, err := o.Daemon.outbox.Claim(t.Context(), m, sum); !errors.Is(err, outbox.ErrHeld) {
						t.Errorf("claimed: %v", err)
					}
				} else if held, err := o.Daemon.outbox.Hold(t.Context(), m, sum); c.stands != store.MailWithdrawn && (!held || err != nil) {
					t.Errorf("held: %t, %v", held, err)
				}
				if c.stands != store.MailFailed {
					o.sends()
				}
				if m = o.mail(m.ID); m.Status != c.stands || len(o.inbox("alice@customer.test", "")) > 0 {
					t.Errorf("all but its end was sent: %t; it is %s (%s), and Alice has %d mails", uploaded, m.Status, m.LastError, len(o.inbox("alice@customer.test", "")))
				}
			}
		})
	}
}
