package outbox

import (
	"fmt"
	"strings"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/store"
	"ppamaild/templates"
)

// The rate limit on mails to a correspondent stops mail loops that no header stops: two programs
// answer each other, and one does not mark its mail as automatic. Mail over the limit stays
// queued until the limit allows it. Staff are notified once per excess. Review mails do not count,
// nor do notices that cannot outnumber review mails.

// limitReached is a correspondent who can get no more mail within the hour.
type limitReached struct {
	store.Correspondent
	until time.Time // when the next mail may leave
}

// isLimited reports whether the rate limit counts a mail.
func isLimited(m store.Mail) bool { return !m.Exempt && m.Kind != store.MailReview }

// overLimit returns a recipient of a mail who reached the limit; nil if there is none.
func (b *Outbox) overLimit(tx store.Correspondents, m store.Mail) (*limitReached, error) {
	if !isLimited(m) {
		return nil, nil
	}
	for _, address := range m.To {
		c, err := b.Correspondent(tx, address)
		if err != nil {
			return nil, err
		}
		if over := len(c.Sent) - b.Config.Limits.MailsPerHour; over >= 0 {
			return &limitReached{c, c.Sent[over].Add(agency.RateWindow)}, nil
		}
	}
	return nil, nil
}

// count counts a mail that leaves now.
func (b *Outbox) count(tx store.Correspondents, m store.Mail) error {
	if !isLimited(m) {
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

// notifyHeld notifies staff, except the correspondent, that mail waits for the limit. It does so
// once per excess.
func (b *Outbox) notifyHeld(tx store.Tx, m store.Mail, l *limitReached) error {
	staffKnow := b.Exceeded(l.Held)
	l.Held = b.Now()
	if err := tx.PutCorrespondent(l.Correspondent); err != nil || staffKnow {
		return err
	}
	b.Log.Warn("mail is held back: too many within an hour",
		"to", l.Address, "mail", m.ID, "thread", m.Thread, "until", l.until)
	n := templates.Notice{
		Who:    l.Address,
		When:   b.When(l.until),
		Reason: b.Say("outbox.many_mails", fmt.Sprint(len(l.Sent))),
		Facts:  []templates.Item{{Label: b.Say("outbox.first_waiting"), Value: m.Subject}},
	}
	if m.Thread != "" {
		n.Facts = append(n.Facts, templates.Item{Label: b.Say("outbox.its_thread"), Value: m.Thread})
	}
	for _, to := range b.Staff.ToNotify(strings.ToLower(l.Address)) {
		if err := b.PostNotice(tx, to, "mail_held", n, nil); err != nil {
			return err
		}
	}
	return nil
}
