package daemon

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/daemon/agency"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// dies simulates a crash between a mail's final dot and the server's answer, and restarts.
func (o *offline) dies(m store.Mail) store.Mail {
	o.Helper()
	o.must(o.Store.Update(o.Context(), func(tx store.Tx) (err error) {
		if m.ID, err = tx.AddMail(m, []byte("From: a@agency.test\r\n\r\n")); err != nil {
			return err
		}
		return tx.PutMessageID(m.MessageID, store.MessageRef{Thread: m.Thread, Mail: m.ID})
	}))
	o.must(o.Daemon.outbox.Recover(o.Context(), m.Role))
	return o.mail(m.ID)
}

func (o *offline) mail(id uint64) (m store.Mail) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { m, err = tx.Mail(id); return err }))
	return m
}

// toAlice has Alice ask for a quote, and returns a mail to her that is being sent.
func (o *offline) toAlice() store.Mail {
	o.Helper()
	o.arrives("From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <1@customer.test>\r\nSubject: Quote\r\n\r\nI want a quote.\r\n")
	o.passes(o.at)
	var in store.Inbound
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { in, err = tx.Inbound(1); return err }))
	return store.Mail{
		Thread: in.Thread, Kind: store.MailCustomer, Role: agency.RoleCustomer, MessageID: o.Minter.MessageID(in.Thread, "1"),
		To: []string{"alice@customer.test"}, Status: store.MailSending, Attempts: 1, CreatedAt: o.at,
	}
}

// reviewOf returns the review in which staff are asked about a mail.
func (o *offline) reviewOf(m store.Mail) (rv store.Review) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		all, err := tx.Reviews(m.Thread)
		if i := slices.IndexFunc(all, func(r store.Review) bool { return r.Mail == m.ID }); i >= 0 {
			rv = all[i]
		}
		return err
	}))
	return rv
}

func bounceOf(id string) string {
	return strings.Join([]string{
		"From: Mail Delivery System <MAILER-DAEMON@mx.test>", "To: quotes@agency.test", "Subject: Undelivered Mail Returned to Sender",
		"Message-ID: <bounce@mx.test>", "Auto-Submitted: auto-replied", "MIME-Version: 1.0",
		`Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "",
		"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.test", "",
		"Final-Recipient: rfc822; alice@customer.test", "Action: failed", "Status: 5.1.1", "",
		"--b", "Content-Type: text/rfc822-headers", "", "Message-ID: <" + id + ">", "", "--b--", "",
	}, "\r\n")
}

// A second copy for staff does no harm, so they need not wait for it.
func TestAgentCase2AMailToStaffThatMayHaveLeftIsSentAgainAtOnce(t *testing.T) {
	o := newOffline(t)
	left := store.Mail{Kind: store.MailReview, Role: agency.RoleAgency, MessageID: "1@agency.test", To: []string{play.Lee}, Status: store.MailSending, Attempts: 1, CreatedAt: o.at}
	if m := o.dies(left); m.Status != store.MailRetrying || !m.NextAt.Equal(o.at) || m.MessageID != left.MessageID {
		t.Errorf("it is %s, next at %s, as %s", m.Status, m.NextAt, m.MessageID)
	}
	left.MessageID, left.Attempts = "2@agency.test", 3 // the mail may be the cause of the crash
	if m := o.dies(left); !m.NextAt.After(o.at) {
		t.Errorf("after the third time it is sent at %s", m.NextAt)
	}
}

// The daemon never resends a customer mail that may have left. A bounce or the copy in Sent
// settles the delivery; otherwise staff do.
func TestAgentCase2AMailToACustomerThatMayHaveLeft(t *testing.T) {
	t.Parallel()
	const asked, failed = "Did this mail arrive", "Not delivered"
	for _, c := range []struct {
		name     string
		happens  func(o *offline, m store.Mail) // while it is waited for
		status   store.MailStatus
		subjects []string // of mails to Lee that follow
	}{
		{"nothing tells", func(*offline, store.Mail) {}, store.MailUncertain, []string{asked}},
		{"it comes back", func(o *offline, m store.Mail) { o.arrives(bounceOf(m.MessageID)) }, store.MailFailed, []string{failed}},
		{"it turns up in Sent", func(o *offline, m store.Mail) {
			raw := "Message-ID: <" + m.MessageID + ">\r\nSubject: x\r\n\r\nx\r\n"
			o.must(o.sentFolders[agency.RoleCustomer].Append(o.Context(), []byte(raw)))
		}, store.MailSent, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffline(t)
			left := o.toAlice()
			before := len(o.outbox(play.Lee))
			m := o.dies(left)
			if o.passes(o.at); m.Status != store.MailUncertain || len(o.outbox(play.Lee)) != before {
				t.Fatalf("it is %s, and Lee got %q", m.Status, o.outbox(play.Lee))
			}
			c.happens(o, m)
			o.passes(o.at.Add(o.Config.Review.BounceWait.Duration))
			if m = o.mail(m.ID); m.Status != c.status {
				t.Errorf("it is %s, want %s", m.Status, c.status)
			}
			got := o.outbox(play.Lee)[before:]
			if !slices.EqualFunc(got, c.subjects, strings.Contains) {
				t.Errorf("Lee got %q, want %q", got, c.subjects)
			}
		})
	}
}

// Staff who were asked need not answer any more when the mail comes back after all.
func TestAgentCase2ABounceSettlesWhatStaffWereAsked(t *testing.T) {
	o := newOffline(t)
	o.Config.Review.BounceWait.Duration = 0
	m := o.dies(o.toAlice())
	o.passes(o.at)
	if got := o.reviewOf(m); got.Status != store.ReviewOpen {
		t.Fatalf("the review is %q", got.Status)
	}
	o.arrives(bounceOf(m.MessageID))
	o.passes(o.at)
	if got := o.reviewOf(m); got.Status != store.ReviewSuperseded || !strings.Contains(got.Why, "came back") {
		t.Errorf("the review is %s: %s", got.Status, got.Why)
	}
}
