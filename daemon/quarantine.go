package daemon

import (
	"fmt"
	"strings"

	"ppamaild/mailbox"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
)

func (r *router) setAside() error {
	r.in.Status, r.in.Reason = store.InboundSetAside, string(r.origin.Kind)+": "+r.origin.Why
	r.d.log.Info("message set aside", "inbound", r.in.ID, "mailbox", r.in.Mailbox, "kind", r.origin.Kind, "why", r.origin.Why)
	if r.origin.Kind == origin.Bounce {
		if err := r.bounced(); err != nil {
			return err
		}
	}
	return r.tx.PutInbound(r.in)
}

func (r *router) quarantine(why string) error {
	r.notices = true
	return r.d.quarantine(r.tx, r.in, r.msg, why)
}

// quarantine puts aside a message that nothing can be done with, and tells staff
// where it lies.
func (d *Daemon) quarantine(tx store.Tx, in store.Inbound, msg *mailbox.Message, why string) error {
	in.Status, in.Reason = store.InboundQuarantined, why
	d.log.Warn("message quarantined", "inbound", in.ID, "mailbox", in.Mailbox, "uid", in.UID, "why", why)
	n := templates.Notice{
		Reason: why,
		Facts: []templates.Item{
			{Label: "Mailbox", Value: in.Mailbox},
			{Label: "UID", Value: fmt.Sprint(in.UID)},
			{Label: "Arrived", Value: d.when(in.InternalDate)},
			{Label: "Size", Value: fmt.Sprintf("%d octets", in.Size)},
		},
	}
	if msg != nil {
		n.Subject = msg.Subject
		n.Who = strings.Join(addresses(msg.From), ", ")
	}
	for _, to := range d.everyone() {
		if err := d.postNotice(tx, to, "quarantined", n, nil); err != nil {
			return err
		}
	}
	return tx.PutInbound(in)
}
