package daemon

import (
	"cmp"
	"fmt"

	"ppamaild/store"
	"ppamaild/templates"
)

// The cap on messages from one sender and hour stops floods. A message opens a
// thread, or has a review made anew, or is told of, and each of these is a mail to
// every member of staff, which the cap on mails does not hold back. What is over the
// cap is set aside: it stays where it is, the daily list has it, and RELEASE brings
// it back. Staff are told once, as long as it lasts. What decides is exempt, so that
// nobody can keep staff from it by writing in their name. Addresses are made up
// easily, so what nobody can be told to have sent has one cap for all of it.

// unreadable stands for the senders of all that is quarantined.
const unreadable = "quarantine"

// flooded sets a message aside that is one too many of its sender's.
func (r *router) flooded() (bool, error) {
	from := r.origin.From.Address
	over, err := r.d.oneTooMany(r.tx, r.in, from, r.msg.Subject)
	if !over || err != nil {
		return false, err
	}
	r.notices = true
	return true, r.d.setAsideFlood(r.tx, r.in, from)
}

// oneTooMany counts a message of a sender's, and reports whether it is over the cap.
// It is not where staff have released it.
func (d *Daemon) oneTooMany(tx store.Tx, in store.Inbound, sender, subject string) (bool, error) {
	if in.Released != "" {
		return false, nil
	}
	c, err := d.correspondent(tx, sender)
	if err != nil {
		return false, err
	}
	if len(c.Received) < d.cfg.Limits.MessagesPerHour {
		c.Received = append(c.Received, d.now())
		return false, tx.PutCorrespondent(c)
	}
	told := d.within(c.Flooded, 2*capWindow)
	c.Flooded = d.now()
	if err := tx.PutCorrespondent(c); err != nil || told {
		return true, err
	}
	return true, d.tellFlood(tx, in, sender, subject)
}

func (d *Daemon) setAsideFlood(tx store.Tx, in store.Inbound, sender string) error {
	in.Status, in.Thread = store.InboundSetAside, ""
	in.Reason = fmt.Sprintf("flood: more than %d messages within an hour from %s", d.cfg.Limits.MessagesPerHour, named(sender))
	d.log.Info("message set aside", "inbound", in.ID, "mailbox", in.Mailbox, "why", in.Reason)
	return tx.PutInbound(in)
}

// named is a sender in words.
func named(sender string) string {
	if sender == unreadable {
		return "senders of what nothing can be done with"
	}
	return sender
}

// tellFlood tells staff that a sender's messages are set aside from here on.
func (d *Daemon) tellFlood(tx store.Tx, in store.Inbound, sender, subject string) error {
	why := fmt.Sprintf("%d messages came within an hour (messages_per_hour)", d.cfg.Limits.MessagesPerHour)
	d.log.Warn("messages are set aside: too many within an hour", "from", sender, "inbound", in.ID)
	n := templates.Notice{
		Who: named(sender), Reason: why, Facts: []templates.Item{{Label: "The first that is set aside", Value: cmp.Or(subject, "(no subject)")}},
	}
	for _, to := range d.everyone() {
		if err := d.postNotice(tx, to, "flood", n, nil); err != nil {
			return err
		}
	}
	return d.trace(tx, in, "", noteFlood, sender, why)
}
