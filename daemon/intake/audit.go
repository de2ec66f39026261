package intake

import (
	"cmp"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Of every message that is refused, or that staff are asked about, a journal says so, with who
// sent it and why: the
// journal of the thread that it named, else the agency's own. What is automatic, or one
// of a flood, has no line of its own, as there may be any number: the agency's journal
// has one line for each daily list, which says what was on it.

// trace notes in the journal of a thread ("": the agency's) that this message has no
// effect there, or none yet. Ref is our number for the message: its Message-ID says what its
// sender likes, such as that of somebody else's mail.
func (r *router) trace(thread, kind, why string) error {
	return r.d.audit(r.tx, r.in, thread, kind, r.origin.From.Address, why)
}

func (n *Intake) audit(tx store.Tx, in store.Inbound, thread, kind, from, why string) error {
	return queue.AppendNote(tx, cmp.Or(thread, journal.AgencyThread), agent.Note{
		At: n.Now().In(n.Location), Source: store.SourceSystem, Kind: kind, Actor: from,
		Ref: journal.Ref(in.ID), Payload: why,
	})
}
