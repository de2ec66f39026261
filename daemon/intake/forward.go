package intake

import (
	"slices"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/forward"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// A member of staff may forward a mail from a customer. The mail opens a thread for the customer
// once the same member confirms who the customer is. A forward proves no author, and the content
// may be out of date.

// forwarded asks the member of staff who forwarded a message for the customer. It reports
// whether the message is a forward of somebody else's mail.
func (s *staffMail) forwarded() (bool, error) {
	o, found := forward.Find(s.msg, s.reply, s.intake.Location)
	if !found || slices.ContainsFunc(o.Message.From, func(a message.Address) bool {
		return s.intake.IsOwnAddress(a.Address)
	}) {
		return false, nil
	}
	if s.event.Unproven != "" {
		n := templates.Notice{
			Subject: s.msg.Subject,
			Reason:  s.event.Unproven,
			Body:    s.intake.Excerpt(s.reply.Text),
		}
		s.mailed = true
		err := s.intake.PostNotice(s.tx, s.event.From, "forward_refused", n, &s.event)
		if err != nil {
			return true, err
		}
		return true, s.handled("", s.intake.Say("intake.forward_unproven", s.event.Unproven))
	}
	asked, err := s.forwardEvent(o)
	if err != nil {
		return true, err
	}
	return true, s.askStaff(journal.AgencyThread, asked)
}

// forwardEvent returns a question about the original, with the original as a message from its
// customer. The sender is empty if unreadable, staff, or the agency.
func (s *staffMail) forwardEvent(o forward.Original) (asked queue.RoutingEvent, err error) {
	if s.intake.IsOurs(o.Message.MessageID) { // the id of the mail that the forward answers
		o.Message.MessageID = ""
	}
	original := parsedMail{
		in:      s.in,
		msg:     o.Message,
		reply:   o.Reply,
		signals: threadresolver.Collect(o.Message, o.Reply),
	}
	if len(o.Message.From) == 1 && s.intake.NotCustomer(o.Message.From[0].Address) == "" {
		original.origin = origin.Origin{From: o.Message.From[0]}
	}
	from := original.origin.From.Address
	e := queue.CustomerEvent{
		Inbound:    s.in.ID,
		From:       from,
		ReplyTo:    from,
		Mail:       original.forPlanner(s.intake),
		References: message.ReplyReferences(o.Message),
		Learn:      append(original.signals.Learn(), ids(s.msg.MessageID)...),
	}
	if o.Message.Date.IsZero() {
		e.Mail.Date = s.msg.Written(s.in.InternalDate)
		e.Mail.Notes = append(e.Mail.Notes, s.intake.Say("intake.forward_undated"))
	}
	member, _ := s.intake.Staff.Find(s.origin.From.Address)
	asked = queue.RoutingEvent{
		Kind:     queue.RoutingForward,
		Customer: e,
		Staff:    member.Address,
		Why:      []string{o.String()},
		Own:      s.reply.Text,
	}
	asked.Candidates, err = s.threadsOf(original.signals)
	return asked, err
}

// threadsOf returns the thread of a known message with these signals, or else the possible threads
// of the message.
func (s *staffMail) threadsOf(signals threadresolver.Signals) ([]string, error) {
	thread, known, err := queue.Index{Tx: s.tx}.ByMessageID(signals.MessageID)
	if known || err != nil {
		return []string{thread}, err
	}
	found, err := s.resolve(signals)
	if found.Thread != "" {
		return []string{found.Thread}, err
	}
	return found.Candidates, err
}
