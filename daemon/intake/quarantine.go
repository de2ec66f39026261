package intake

import (
	"bytes"
	"fmt"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
)

func (r *router) setAside() error {
	r.in.Status, r.in.Reason = store.InboundSetAside, string(r.origin.Kind)+": "+r.origin.Why
	r.d.Log.Info("message set aside", "inbound", r.in.ID, "mailbox", r.in.Mailbox, "kind",
		r.origin.Kind, "why", r.origin.Why)
	var err error
	switch r.origin.Kind {
	case origin.Bounce:
		err = r.bounced()
	case origin.AutoReply:
		err = r.outOfOffice()
	}
	if err != nil {
		return err
	}
	return r.tx.PutInbound(r.in)
}

func (r *router) quarantine(why string) error {
	r.notices = true
	return r.d.Quarantine(r.tx, r.in, r.msg, why)
}

// quarantine puts aside a message that nothing can be done with, and tells staff,
// who get the message as it came and can have it tried again.
func (n *Intake) Quarantine(tx store.Tx, in store.Inbound, msg *message.Message, why string) error {
	notice := n.quarantineNotice(in, msg, why)
	if over, err := n.oneTooMany(tx, in, n.limitOf(unreadable), notice.Subject); err != nil {
		return err
	} else if over {
		return n.setAsideFlood(tx, in, n.limitOf(unreadable))
	}
	in.Status, in.Reason = store.InboundQuarantined, why
	if err := n.audit(tx, in, "", journal.KindQuarantined, notice.Who, why); err != nil {
		return err
	}
	n.Log.Warn("message quarantined", "inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID, "why",
		why)
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return err
	}
	attached := []message.Attached{original(in, raw)}
	switch {
	case len(raw) == 0:
		attached = nil
		notice.What = "There is nothing of it to attach. Look into the folder with a mail program: what lies there and nobody answered is for you to answer."
	case attached[0].Type == typeMessage:
		notice.What = fmt.Sprintf("It is attached as it came; open it with care. To have it tried once more: ppamaild threads retry --config FILE %d", in.ID)
	default:
		notice.What = "Its header is attached. To read it, and to answer its sender, use a mail program."
	}
	if err := n.PostToAll(tx, "quarantined", notice, attached...); err != nil {
		return err
	}
	return tx.PutInbound(in)
}

func (n *Intake) quarantineNotice(in store.Inbound, msg *message.Message,
	why string) templates.Notice {
	notice := templates.Notice{
		Reason: why,
		Facts: []templates.Item{
			{Label: "Message", Value: fmt.Sprint(in.ID)},
			{Label: "Mailbox", Value: in.Mailbox},
			{Label: "UID", Value: fmt.Sprint(in.UID)},
			{Label: "Arrived", Value: n.When(in.InternalDate)},
			{Label: "Size", Value: fmt.Sprintf("%d octets", in.Size)},
		},
	}
	if msg != nil {
		notice.Subject, notice.Who = msg.Subject, strings.Join(agency.Addresses(msg.From), ", ")
	}
	return notice
}

const (
	typeMessage = "message/rfc822"
	typeHeader  = "text/rfc822-headers"
	// maxAttached is the largest message that goes along with a notice whole: it is
	// kept once for each of staff.
	maxAttached = 1 << 20
)

// original is a message to go along with a notice: whole, or its header where there
// is no more of it or too much.
func original(in store.Inbound, raw []byte) message.Attached {
	a := message.Attached{Name: fmt.Sprintf("message-%d.eml", in.ID), Type: typeMessage,
		Content: raw}
	if in.Partial || len(raw) > maxAttached {
		a.Type = typeHeader
		if header := bytes.TrimSuffix(raw, queue.Body(raw)); len(header) > 0 || !in.Partial { // a server may leave out the empty line
			a.Content = header
		}
		a.Content = a.Content[:min(len(a.Content), maxAttached)]
	}
	return a
}
