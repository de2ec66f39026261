package daemon

import (
	"cmp"

	"ppamaild/agent"
	"ppamaild/store"
)

// Of every message that is refused, or that staff are asked about, a journal says so, with who sent it and why: the
// journal of the thread that it named, else the agency's own. What is automatic is in
// the daily list, which staff read, and in no journal.

// The journal's kinds for messages that had no effect; of one whose thread is put to
// staff it is the kind of its routingEvent. What a reply of staff's to a review came to
// is in its thread's journal under the name of that outcome.
const (
	noteMisused     = "misused"     // somebody used a reference that was made for another
	noteQuarantined = "quarantined" // nothing can be done with it
	noteNoReview    = "no_review"   // staff's, and about no review
	noteCopy        = "copy"        // the same message came in before
	noteFlood       = "flood"       // it is one too many of its sender's, as are those after it
)

// trace notes in the journal of a thread ("": the agency's) that this message has no
// effect there, or none yet. Ref is our number for the message: its Message-ID says what its
// sender likes, such as that of somebody else's mail.
func (r *router) trace(thread, kind, why string) error {
	return r.d.trace(r.tx, r.in, thread, kind, r.origin.From.Address, why)
}

func (d *Daemon) trace(tx store.Tx, in store.Inbound, thread, kind, from, why string) error {
	return appendNote(tx, cmp.Or(thread, agencyThread), agent.Note{
		At: d.now().In(d.location), Source: store.SourceSystem, Kind: kind, Actor: from, Ref: inboundRef(in.ID), Payload: why,
	})
}
