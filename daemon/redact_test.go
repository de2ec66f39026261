package daemon

import (
	"errors"
	"strings"
	"testing"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/guard"
	"ppamaild/store"
	"ppamaild/templates"
)

const ssn = "539-48-2716"

func TestPanicsAreMasked(t *testing.T) {
	_, err := guard.RecoverPanic(func() (int, error) { panic("no place for " + ssn) })
	if err == nil || strings.Contains(err.Error(), ssn) || !strings.Contains(err.Error(), "no place for [ssn]") {
		t.Errorf("%v", err)
	}
}

func TestNoticesAreMasked(t *testing.T) {
	o := newOffline(t)
	said := "her number is " + ssn
	n := templates.Notice{Subject: said, Reason: said, Understood: said, Body: said, Facts: []templates.Item{{Label: "It", Value: said}},
		Sections: []templates.Section{{Title: "Waiting", Items: []templates.Item{{Label: "It", Value: said}}, Text: said}}}
	for _, name := range []string{"unclear", "no_review", "reference_misused", "handed_over", "quarantined", "mail_held", "digest", "restored"} {
		m, err := o.RenderNotice(name, n)
		o.must(err)
		if strings.Contains(m.Subject+m.Text+m.HTML, ssn) {
			t.Errorf("%s:\n%s", name, m.Text)
		}
	}
	if n.Facts[0].Value != said || n.Sections[0].Items[0].Value != said {
		t.Error("the caller's own list was changed")
	}
}

// A station that panics stops the daemon in order, and the error omits the cause's private
// text.
func TestPanicOfAStationIsMasked(t *testing.T) {
	o := newOffline(t)
	o.onReady = func() { panic("no place for " + ssn) }
	if err := o.Daemon.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "readiness: internal error: no place for [ssn]") {
		t.Errorf("it ended with %v", err)
	}
}

// A server's message about a mail may quote the mail.
func TestOutboxIsMasked(t *testing.T) {
	o := newOffline(t)
	var id uint64
	o.must(o.Store.Update(t.Context(), func(tx store.Tx) (err error) {
		m := store.Mail{Kind: store.MailNotice, Role: agency.RoleAgency, MessageID: "m@agency.test", Status: store.MailFailed, LastError: "550 not with " + ssn}
		id, err = tx.AddMail(m, nil)
		return errors.Join(err, tx.PutMessageID(m.MessageID, store.MessageRef{Mail: id}))
	}))
	a := NewAdmin(o.Store, o.Config)
	list, err := a.Outbox(t.Context(), true)
	o.must(err)
	why, err := a.Why(t.Context(), "m@agency.test")
	o.must(err)
	dropped, err := a.DropMail(t.Context(), id, "root")
	o.must(err)
	for _, m := range append(list, why.Mail, dropped) {
		if strings.Contains(m.LastError, ssn) {
			t.Errorf("%+v", m)
		}
	}
}
