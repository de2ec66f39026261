package intake

import (
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
)

// tellReleased tells staff where a message went that one of them brought back.
func (r *router) tellReleased() error {
	if r.in.Released == "" || r.in.Status == store.InboundPending { // the notice of its quarantine tells all
		return nil
	}
	n := templates.Notice{
		Thread: r.in.Thread, Subject: r.msg.Subject, Who: r.in.Released, What: r.d.WhereIs(r.in),
		Facts: []templates.Item{{Label: "From", Value: r.origin.From.Address}, {Label: "Arrived",
			Value: r.d.When(r.in.InternalDate)}},
	}
	if r.origin.Kind != origin.Person {
		n.Facts = append(n.Facts, templates.Item{Label: "Was set aside as",
			Value: string(r.origin.Kind) + ": " + r.origin.Why})
	}
	r.notices = true
	return r.d.PostToAll(r.tx, "released", n)
}
