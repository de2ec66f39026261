package intake

import (
	"cmp"
	"fmt"

	"ppamaild/daemon/journal"
	"ppamaild/store"
	"ppamaild/templates"
)

// The rate limit on messages bounds how many messages of a sender are handled in an hour.
// Most messages cause a mail to every member of staff, and the rate limit on mails does not stop
// such mail. Messages over the limit are set aside: they stay stored, the digest lists them, and
// RELEASE has them handled. Staff are notified once per flood. Decisions do not count, so that
// mail in the name of staff cannot block staff.
//
// Addresses are easy to make up. All messages without a known author therefore share a limit,
// and all new customers share another if configured.

// Names that stand for many senders. Stores have them.
const (
	unreadable   = "quarantine" // the senders of all quarantined messages
	newCustomers = "newcomers"  // the senders of all messages that open a thread
)

// rateLimit is how many messages from a sender are handled in an hour.
type rateLimit struct {
	sender string
	most   int
	key    string // of the configuration
}

func (n *Intake) limitOf(sender string) rateLimit {
	if sender == newCustomers {
		return rateLimit{sender, n.Config.Limits.NewCustomersPerHour, "new_customers_per_hour"}
	}
	return rateLimit{sender, n.Config.Limits.MessagesPerHour, "messages_per_hour"}
}

// overLimit sets the message aside if its sender exceeds the limit. It reports whether the message
// was set aside.
func (r *router) overLimit() (bool, error) {
	return r.over(r.intake.limitOf(r.origin.From.Address))
}

// overNewCustomers is overLimit for the limit that new customers share.
func (r *router) overNewCustomers() (bool, error) {
	if r.intake.Config.Limits.NewCustomersPerHour == 0 {
		return false, nil
	}
	return r.over(r.intake.limitOf(newCustomers))
}

func (r *router) over(limit rateLimit) (bool, error) {
	exceeded, err := r.intake.exceeds(r.tx, r.in, limit, r.msg.Subject)
	if !exceeded || err != nil {
		return false, err
	}
	r.mailed = true
	return true, r.intake.setAsideOverLimit(r.tx, r.in, limit)
}

// exceeds counts a message against a limit and reports whether it exceeds the limit. A message
// that staff released does not count.
func (n *Intake) exceeds(
	tx store.Tx, in store.Inbound, limit rateLimit, subject string,
) (bool, error) {
	if in.Released != "" {
		return false, nil
	}
	c, err := n.Correspondent(tx, limit.sender)
	if err != nil {
		return false, err
	}
	if len(c.Received) < limit.most {
		c.Received = append(c.Received, n.Now())
		return false, tx.PutCorrespondent(c)
	}
	staffKnow := n.Exceeded(c.Flooded)
	c.Flooded = n.Now()
	if err := tx.PutCorrespondent(c); err != nil || staffKnow {
		return true, err
	}
	return true, n.notifyOverLimit(tx, in, limit, subject)
}

func (n *Intake) setAsideOverLimit(tx store.Inbounds, in store.Inbound, limit rateLimit) error {
	in.Status, in.Thread = store.InboundSetAside, ""
	in.Reason = n.Say("intake.flood", fmt.Sprint(limit.most), n.whoSent(limit))
	n.Log.Info("message set aside", "inbound", in.ID, "mailbox", in.Mailbox, "why", in.Reason)
	return tx.PutInbound(in)
}

// whoSent describes the sender of a limit.
func (n *Intake) whoSent(l rateLimit) string {
	switch l.sender {
	case unreadable:
		return n.Say("intake.senders_of_unusable")
	case newCustomers:
		return n.Say("intake.new_customers")
	}
	return l.sender
}

// notifyOverLimit notifies staff that messages from a sender are set aside from now on.
func (n *Intake) notifyOverLimit(
	tx store.Tx, in store.Inbound, limit rateLimit, subject string,
) error {
	why := n.Say("intake.many_messages", fmt.Sprint(limit.most), limit.key)
	n.Log.Warn("messages are set aside: too many within an hour",
		"from", limit.sender, "inbound", in.ID)
	notice := templates.Notice{
		Who:    n.whoSent(limit),
		Reason: why,
		Facts: []templates.Item{
			{
				Label: n.Say("intake.first_set_aside"),
				Value: cmp.Or(subject, n.Say("notify.no_subject")),
			},
		},
	}
	if err := n.PostToAll(tx, "flood", notice); err != nil {
		return err
	}
	return n.audit(tx, in, "", journal.KindFlood, limit.sender, why)
}
