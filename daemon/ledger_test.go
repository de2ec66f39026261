package daemon

import (
	"testing"
	"time"

	"ppamaild/mailbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// dies leaves a mail as a crash does between its final dot and the answer to it, and
// starts over.
func (o *offline) dies(m store.Mail) store.Mail {
	o.Helper()
	o.must(o.store.Update(o.Context(), func(tx store.Tx) (err error) {
		m.ID, err = tx.AddMail(m, []byte("From: a@agency.test\r\n\r\n"))
		return err
	}))
	o.must(o.recoverSending(o.Context()))
	o.must(o.store.View(o.Context(), func(tx store.Tx) (err error) { m, err = tx.Mail(m.ID); return err }))
	return m
}

// A second copy for staff does no harm, so they need not wait for it.
func TestAgentCase2AMailToStaffThatMayHaveLeftIsSentAgainAtOnce(t *testing.T) {
	o := newOffline(t)
	left := store.Mail{Kind: store.MailReview, Role: roleAgency, MessageID: "1@agency.test", To: []string{play.Lee}, Status: store.MailSending, CreatedAt: o.at}
	left.Attempts = 1
	if m := o.dies(left); m.Status != store.MailRetrying || !m.NextAt.Equal(o.at) || m.MessageID != left.MessageID {
		t.Errorf("it is %s, next at %s, as %s", m.Status, m.NextAt, m.MessageID)
	}
	left.Attempts = 3 // something about it may be what kills us
	if m := o.dies(left); m.NextAt.Before(o.at.Add(10 * time.Second)) {
		t.Errorf("after the third time it is sent at %s", m.NextAt)
	}
}

func TestPauseGrowsWithWhatTheServerSays(t *testing.T) {
	refused := pauseOf(store.Mail{Attempts: 1}, &mailbox.SendError{Kind: mailbox.Temporary})
	if refused == 0 || pauseOf(store.Mail{Attempts: 8}, &mailbox.SendError{Kind: mailbox.Temporary}) <= refused {
		t.Errorf("after a refusal it is sent again after %s", refused)
	}
}
