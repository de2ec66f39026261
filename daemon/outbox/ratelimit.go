package outbox

import (
	"fmt"
	"strings"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/store"
	"ppamaild/templates"
)

// The cap on mails to one correspondent and hour stops what no header stops: two
// programs that answer each other, one of which does not say that it is one. What
// is over it stays queued and leaves when the hour allows; staff are told once, as
// long as it lasts. Review mails are exempt, and so are the notices that can't
// outnumber them.

// full is a correspondent who was sent as much as may be sent in an hour.
type full struct {
	store.Correspondent
	until time.Time // when the next mail may leave
}

// overCap returns the recipient of a mail who may get no more for now; nil if
// there is none.
func (b *Outbox) overLimit(tx store.Tx, m store.Mail) (*full, error) {
	if m.Exempt || m.Kind == store.MailReview {
		return nil, nil
	}
	for _, address := range m.To {
		c, err := b.Correspondent(tx, address)
		if err != nil {
			return nil, err
		}
		if over := len(c.Sent) - b.Config.Limits.MailsPerHour; over >= 0 {
			return &full{c, c.Sent[over].Add(agency.RateWindow)}, nil
		}
	}
	return nil, nil
}

// count counts a mail that leaves now against the cap.
func (b *Outbox) count(tx store.Tx, m store.Mail) error {
	if m.Exempt || m.Kind == store.MailReview {
		return nil
	}
	for _, address := range m.To {
		c, err := b.Correspondent(tx, address)
		if err != nil {
			return err
		}
		c.Sent = append(c.Sent, b.Now())
		if err := tx.PutCorrespondent(c); err != nil {
			return err
		}
	}
	return nil
}

// tellHeld tells staff, the correspondent aside, that mail waits for the cap, unless
// they know.
func (b *Outbox) tellHeld(tx store.Tx, m store.Mail, f *full) error {
	told := b.Exceeded(f.Held)
	f.Held = b.Now()
	if err := tx.PutCorrespondent(f.Correspondent); err != nil || told {
		return err
	}
	b.Log.Warn("mail is held back: too many within an hour", "to", f.Address, "mail", m.ID,
		"thread", m.Thread, "until", f.until)
	n := templates.Notice{
		Who: f.Address, When: b.When(f.until),
		Reason: fmt.Sprintf("%d mails went there within an hour (mails_per_hour)", len(f.Sent)),
		Facts:  []templates.Item{{Label: "The first that waits", Value: m.Subject}},
	}
	if m.Thread != "" {
		n.Facts = append(n.Facts, templates.Item{Label: "Its thread", Value: m.Thread})
	}
	for _, to := range b.Staff.Everyone() {
		if strings.EqualFold(to, f.Address) {
			continue
		}
		if err := b.PostNotice(tx, to, "mail_held", n, nil); err != nil {
			return err
		}
	}
	return nil
}
