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

// setAside keeps an automatic message out of the threads. Bounces and out-of-office answers still
// have their effect.
func (r *router) setAside() error {
	r.in.Status = store.InboundSetAside
	r.in.Reason = string(r.origin.Kind) + ": " + r.origin.Why
	r.intake.Log.Info("message set aside",
		"inbound", r.in.ID, "mailbox", r.in.Mailbox, "kind", r.origin.Kind, "why", r.origin.Why)
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
	r.mailed = true
	return r.intake.Quarantine(r.tx, r.in, r.msg, why)
}

// Quarantine sets an unusable message aside and notifies staff. An admin can try the message again
// with a command. The notice attaches the original, or only its header if the original is large.
// msg may be nil. Above the hourly limit of quarantined messages, the message is only set aside.
func (n *Intake) Quarantine(tx store.Tx, in store.Inbound, msg *message.Message, why string) error {
	notice := n.quarantineNotice(in, msg, why)
	limit := n.limitOf(unreadable)
	exceeded, err := n.exceeds(tx, in, limit, notice.Subject)
	if err != nil {
		return err
	}
	if exceeded {
		return n.setAsideOverLimit(tx, in, limit)
	}
	in.Status, in.Reason = store.InboundQuarantined, why
	if err := n.audit(tx, in, "", journal.KindQuarantined, notice.Who, why); err != nil {
		return err
	}
	n.Log.Warn("message quarantined; run ppamaild threads quarantined",
		"inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID, "why", why)
	raw, err := tx.InboundRaw(in.ID)
	if err != nil {
		return err
	}
	attached := []message.Attached{original(in, raw)}
	switch {
	case len(raw) == 0:
		attached = nil
		notice.What = n.Say("intake.nothing_attached")
	case attached[0].Type == typeMessage:
		notice.What = n.Say("intake.original_attached", fmt.Sprint(in.ID))
	default:
		notice.What = n.Say("intake.header_attached")
	}
	if err := n.PostToAll(tx, "quarantined", notice, attached...); err != nil {
		return err
	}
	return tx.PutInbound(in)
}

func (n *Intake) quarantineNotice(
	in store.Inbound, msg *message.Message, why string,
) templates.Notice {
	notice := templates.Notice{
		Reason: why,
		Facts: []templates.Item{
			{Label: "Message", Value: fmt.Sprint(in.ID)},
			{Label: "Mailbox", Value: in.Mailbox},
			{Label: "UID", Value: fmt.Sprint(in.UID)},
			{Label: "Arrived", Value: n.When(in.InternalDate)},
			{Label: "Size", Value: fmt.Sprintf("%d bytes", in.Size)},
		},
	}
	if msg != nil {
		notice.Subject = msg.Subject
		notice.Who = strings.Join(agency.Addresses(msg.From), ", ")
	}
	return notice
}

// notifyReleased notifies staff where a message went after a member of staff released it. If the
// message is still pending, the notice about the quarantine is enough.
func (r *router) notifyReleased() error {
	if r.in.Released == "" || r.in.Status == store.InboundPending {
		return nil
	}
	n := templates.Notice{
		Thread:  r.in.Thread,
		Subject: r.msg.Subject,
		Who:     r.in.Released,
		What:    r.intake.WhereIs(r.in),
		Facts: []templates.Item{
			{Label: "From", Value: r.origin.From.Address},
			{Label: "Arrived", Value: r.intake.When(r.in.InternalDate)},
		},
	}
	if r.origin.Kind != origin.Person {
		n.Facts = append(n.Facts, templates.Item{
			Label: r.intake.Say("intake.set_aside_as"),
			Value: string(r.origin.Kind) + ": " + r.origin.Why,
		})
	}
	r.mailed = true
	return r.intake.PostToAll(r.tx, "released", n)
}

const (
	typeMessage = "message/rfc822"
	typeHeader  = "text/rfc822-headers"

	// maxAttached is the largest message, in bytes, that a notice attaches whole. The store
	// keeps one copy for each member of staff.
	maxAttached = 1 << 20
)

// original returns the attachment of a notice: the message, or its header if the message is
// incomplete or larger than maxAttached.
func original(in store.Inbound, raw []byte) message.Attached {
	a := message.Attached{
		Name:    fmt.Sprintf("message-%d.eml", in.ID),
		Type:    typeMessage,
		Content: raw,
	}
	if !in.Partial && len(raw) <= maxAttached {
		return a
	}
	a.Type = typeHeader
	header := bytes.TrimSuffix(raw, queue.Body(raw))
	if len(header) > 0 || !in.Partial { // a server may leave out the empty line after the header
		a.Content = header
	}
	a.Content = a.Content[:min(len(a.Content), maxAttached)]
	return a
}
