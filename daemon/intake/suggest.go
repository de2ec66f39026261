package intake

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// What staff are told about a message beside it, so that they can say where it
// belongs. None of it decides anything.

// hintNotes says that a subject names threads which the message was not added to.
// Only staff see it, and it repeats no more than what the sender wrote.
func hintNotes(threads []string) []string {
	if len(threads) == 0 {
		return nil
	}
	return []string{"its subject names " + strings.Join(threads,
		" and ") + ", to which it was not added for that"}
}

// maxLooks bounds how many messages are read to find who was sent a copy.
const maxLooks = 10

// copied says which mail of a thread named a stranger in To or Cc: someone whom the
// customer brought in and who answered before we did.
func (r *router) copied(thread string) ([]string, error) {
	head, err := queue.CurrentHead(r.tx, thread)
	if err != nil {
		return nil, err
	}
	looked := 0
	for _, id := range r.signals.IDs {
		m, err := r.messageOf(head.Thread, id)
		if err != nil {
			return nil, err
		}
		if m == nil || !names(head.Participants, m.From) ||
			!names(agency.Addresses(slices.Concat(m.To, m.Cc)), []message.Address{r.origin.From}) {
			if looked++; looked == maxLooks {
				break
			}
			continue
		}
		return []string{fmt.Sprintf("%s had sent them a copy of %q", m.From[0].Address, m.Subject)},
			nil
	}
	return nil, nil
}

// messageOf returns the message of a customer's that an identifier names; nil if it
// names none of that thread.
func (r *router) messageOf(thread string, id threadresolver.ID) (*message.Message, error) {
	ref, err := r.tx.MessageID(id.Value)
	if errors.Is(err, store.ErrNotFound) || err == nil && (ref.Thread != thread ||
		ref.Inbound == 0) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	raw, err := r.tx.InboundRaw(ref.Inbound)
	if err != nil {
		return nil, err
	}
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil || m.MessageID != id.Value {
		return nil, nil // unreadable, or not it but an answer to it
	}
	return m, nil
}

// names reports whether all of these people are among addresses.
func names(among []string, people []message.Address) bool {
	for _, p := range people {
		if !slices.ContainsFunc(among, func(a string) bool {
			return strings.EqualFold(a, p.Address)
		}) {
			return false
		}
	}
	return len(people) > 0
}
