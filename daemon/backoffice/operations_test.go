package backoffice

import (
	"testing"

	"ppamaild/console/office"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
)

// The page names who reads the mailboxes, if another daemon on the store does.
func TestMailboxesOfAnotherDaemon(t *testing.T) {
	o := &Office{
		Deps:    &deps.Deps{Writer: &notify.Writer{Agency: &agency.Agency{}}},
		Options: Options{Mailboxes: func() []Mailbox { return nil }},
	}
	want := office.Part{Label: "Mailboxes", Value: "read by another daemon"}
	if got := o.mailboxes(); len(got) != 1 || got[0] != want {
		t.Errorf("%+v", got)
	}
}
