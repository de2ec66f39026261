package intake

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// Suggestions help staff to say where a message belongs. They decide nothing.

// subjectNotes notes the threads that a subject names and the message did not join. Only staff see
// the note, and the note repeats only the sender's words.
func subjectNotes(threads []string, w review.Phrases) []string {
	if len(threads) == 0 {
		return nil
	}
	return []string{w.Say("intake.subject_names", strings.Join(threads, " and "))}
}

// maxCopiesRead bounds how many messages copiedTo reads.
const maxCopiesRead = 10

// copiedTo says which mail of the thread's customer has the author of r in To or Cc; nil if none
// has. A customer may bring in another person, and that person may answer before the agency does.
func copiedTo(
	tx messageIndex, thread string, r parsedMail, w review.Phrases,
) ([]string, error) {
	head, err := queue.CurrentHead(tx, thread)
	if err != nil {
		return nil, err
	}
	author := []message.Address{r.origin.From}
	read := 0
	for _, id := range r.signals.IDs {
		m, err := customerMail(tx, head.Thread, id)
		if err != nil {
			return nil, err
		}
		if m != nil && containsAll(head.Participants, m.From) &&
			containsAll(agency.Addresses(slices.Concat(m.To, m.Cc)), author) {
			note := w.Say("intake.had_copy", m.From[0].Address, strconv.Quote(m.Subject))
			return []string{note}, nil
		}
		if read++; read == maxCopiesRead {
			break
		}
	}
	return nil, nil
}

// customerMail returns the customer's message with a Message-ID; nil if the thread has none.
func customerMail(
	tx messageIndex, thread string, id threadresolver.ID,
) (*message.Message, error) {
	ref, err := tx.MessageID(id.Value)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if ref.Thread != thread || ref.Inbound == 0 {
		return nil, nil
	}
	raw, err := tx.InboundRaw(ref.Inbound)
	if err != nil {
		return nil, err
	}
	m, err := message.Parse(bytes.NewReader(raw), message.Limits{})
	if err != nil || m.MessageID != id.Value {
		return nil, nil // unreadable, or an answer to the message
	}
	return m, nil
}

// containsAll reports whether addresses has all of these people. It is false for no people.
func containsAll(addresses []string, people []message.Address) bool {
	for _, p := range people {
		if !slices.ContainsFunc(addresses, func(a string) bool {
			return strings.EqualFold(a, p.Address)
		}) {
			return false
		}
	}
	return len(people) > 0
}
