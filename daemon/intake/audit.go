package intake

import (
	"cmp"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// audit records in the journal of a thread ("": the agency) why a message from an address has no
// effect there, or none yet. The line names the message by its number in the store, because a
// sender can put any Message-ID into a message.
//
// Automatic messages, and messages over a rate limit, get no lines of their own: their number is
// unbounded. Instead, the journal of the agency has a line for each digest, with the messages.
func (n *Intake) audit(tx store.Journals, in store.Inbound, thread, kind, from, why string) error {
	return queue.AppendNote(tx, cmp.Or(thread, journal.AgencyThread), agent.Note{
		At:      n.Now().In(n.Location),
		Source:  store.SourceSystem,
		Kind:    kind,
		Actor:   from,
		Ref:     journal.Ref(in.ID),
		Payload: why,
	})
}
