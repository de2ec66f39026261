package intake

import (
	"slices"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/forward"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// A customer's mail that a member of staff passes on opens a thread for that
// customer, once the same member has confirmed who it is: a forward proves
// nothing about whom it came from, and anything in it may be out of date.

// forwarded asks the member of staff who forwarded a message whose it is; false
// where the message is no forward of somebody else's.
func (r *router) forwarded(e queue.StaffEvent) (bool, error) {
	o, found := forward.Find(r.msg, r.reply, r.d.Location)
	if !found || slices.ContainsFunc(o.Message.From,
		func(a message.Address) bool { return r.d.IsOwnAddress(a.Address) }) {
		return false, nil
	}
	if e.Unproven != "" {
		n := templates.Notice{Subject: r.msg.Subject, Reason: e.Unproven,
			Body: notify.Excerpt(r.reply.Text)}
		r.notices = true
		if err := r.d.PostNotice(r.tx, e.From, "forward_refused", n, &e); err != nil {
			return true, err
		}
		return true, r.handled("", "forwarded, by a sender who is not proven: "+e.Unproven)
	}
	asked, err := r.forwardedEvent(o)
	if err != nil {
		return true, err
	}
	return true, r.askStaff(journal.AgencyThread, asked)
}

// forwardedEvent is the original as its customer's message; without a sender where
// that can't be read, or is one of us.
func (r *router) forwardedEvent(o forward.Original) (asked queue.RoutingEvent, err error) {
	if r.d.IsOurs(o.Message.MessageID) { // what the forward answers, and not what it forwards
		o.Message.MessageID = ""
	}
	original := parsedMail{in: r.in, msg: o.Message, reply: o.Reply,
		signals: threadresolver.Collect(o.Message, o.Reply)}
	if len(o.Message.From) == 1 && r.d.NotCustomer(o.Message.From[0].Address) == "" {
		original.origin = origin.Origin{From: o.Message.From[0]}
	}
	from := original.origin.From.Address
	e := queue.CustomerEvent{
		Inbound: r.in.ID, From: from, ReplyTo: from, Mail: original.forPlanner(),
		References: message.ReplyReferences(o.Message), Learn: append(original.signals.Learn(),
			ids(r.msg.MessageID)...),
	}
	if o.Message.Date.IsZero() {
		e.Mail.Date = r.msg.Written(r.in.InternalDate)
		e.Mail.Notes = append(e.Mail.Notes,
			"when it was sent can't be read; dates in it count from when it was forwarded")
	}
	member, _ := r.d.Staff.Find(r.origin.From.Address)
	asked = queue.RoutingEvent{Kind: queue.RoutingForward, Customer: e, Staff: member.Address,
		Why: []string{o.String()}, Own: r.reply.Text}
	asked.Candidates, err = r.threadsOf(original.signals)
	return asked, err
}

// threadsOf returns the threads that have a message already, or that it belongs to.
func (r *router) threadsOf(s threadresolver.Signals) ([]string, error) {
	if thread, known, err := (queue.Index{Tx: r.tx}).ByMessageID(s.MessageID); known || err != nil {
		return []string{thread}, err
	}
	known, err := r.resolve(s)
	if known.Thread != "" {
		return []string{known.Thread}, err
	}
	return known.Candidates, err
}
