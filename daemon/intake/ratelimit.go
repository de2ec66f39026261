package intake

import (
	"cmp"
	"fmt"

	"ppamaild/daemon/journal"
	"ppamaild/store"
	"ppamaild/templates"
)

// The cap on messages from one sender and hour stops floods. A message opens a
// thread, or has a review made anew, or is told of, and each of these is a mail to
// every member of staff, which the cap on mails does not hold back. What is over the
// cap is set aside: it stays where it is, the daily list has it, and RELEASE brings
// it back. Staff are told once, as long as it lasts. What decides is exempt, so that
// nobody can keep staff from it by writing in their name. Addresses are made up
// easily, so what nobody can be told to have sent has one cap for all of it, and so
// have all who write for the first time, where that is configured.

// What stands for many senders.
const (
	unreadable = "quarantine" // of all that is quarantined
	newcomers  = "newcomers"  // of whatever opens a thread
)

// sendersCap is how many messages may come from a sender within an hour.
type sendersCap struct {
	sender string
	most   int
	key    string // of the configuration
}

func (n *Intake) limitOf(sender string) sendersCap {
	if sender == newcomers {
		return sendersCap{sender, n.Config.Limits.NewCustomersPerHour, "new_customers_per_hour"}
	}
	return sendersCap{sender, n.Config.Limits.MessagesPerHour, "messages_per_hour"}
}

// flooded sets a message aside that is one too many of its sender's.
func (r *router) flooded() (bool, error) {
	return r.tooMany(r.d.limitOf(r.origin.From.Address))
}

// crowded does so with one too many of all that would open a thread.
func (r *router) crowded() (bool, error) {
	if r.d.Config.Limits.NewCustomersPerHour == 0 {
		return false, nil
	}
	return r.tooMany(r.d.limitOf(newcomers))
}

func (r *router) tooMany(most sendersCap) (bool, error) {
	over, err := r.d.oneTooMany(r.tx, r.in, most, r.msg.Subject)
	if !over || err != nil {
		return false, err
	}
	r.notices = true
	return true, r.d.setAsideFlood(r.tx, r.in, most)
}

// oneTooMany counts a message of a sender's, and reports whether it is over the cap.
// It is not where staff have released it.
func (n *Intake) oneTooMany(tx store.Tx, in store.Inbound, most sendersCap, subject string) (bool, error) {
	if in.Released != "" {
		return false, nil
	}
	c, err := n.Correspondent(tx, most.sender)
	if err != nil {
		return false, err
	}
	if len(c.Received) < most.most {
		c.Received = append(c.Received, n.Now())
		return false, tx.PutCorrespondent(c)
	}
	told := n.Exceeded(c.Flooded)
	c.Flooded = n.Now()
	if err := tx.PutCorrespondent(c); err != nil || told {
		return true, err
	}
	return true, n.tellFlood(tx, in, most, subject)
}

func (n *Intake) setAsideFlood(tx store.Tx, in store.Inbound, most sendersCap) error {
	in.Status, in.Thread = store.InboundSetAside, ""
	in.Reason = fmt.Sprintf("flood: more than %d messages within an hour from %s", most.most,
		most.who())
	n.Log.Info("message set aside", "inbound", in.ID, "mailbox", in.Mailbox, "why", in.Reason)
	return tx.PutInbound(in)
}

// who is the sender in words.
func (c sendersCap) who() string {
	switch c.sender {
	case unreadable:
		return "senders of what nothing can be done with"
	case newcomers:
		return "new customers"
	}
	return c.sender
}

// tellFlood tells staff that a sender's messages are set aside from here on.
func (n *Intake) tellFlood(tx store.Tx, in store.Inbound, most sendersCap, subject string) error {
	why := fmt.Sprintf("%d messages came within an hour (%s)", most.most, most.key)
	n.Log.Warn("messages are set aside: too many within an hour", "from", most.sender, "inbound",
		in.ID)
	notice := templates.Notice{
		Who: most.who(), Reason: why, Facts: []templates.Item{{Label: "The first that is set aside",
			Value: cmp.Or(subject, "(no subject)")}},
	}
	if err := n.PostToAll(tx, "flood", notice); err != nil {
		return err
	}
	return n.audit(tx, in, "", journal.KindFlood, most.sender, why)
}
