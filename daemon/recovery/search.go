package recovery

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// unsettled is what a restored store says is still to be sent, decided or dealt with.
type unsettled struct {
	due   []store.Mail
	open  []store.Review
	came  map[uint64]string // messages by their number: the Message-ID, or ""
	known map[uint64]bool   // those of them that are copies of what was dealt with
}

func readUnsettled(tx store.Tx) (u unsettled, err error) {
	u = unsettled{came: make(map[uint64]string), known: make(map[uint64]bool)}
	var dueErr, openErr, readErr error
	u.due, dueErr = dueToCustomers(tx)
	u.open, openErr = openReviews(tx)
	err = tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
		var raw []byte
		if raw, readErr = tx.InboundRaw(in.ID); readErr == nil {
			u.came[in.ID], u.known[in.ID], readErr = recognise(tx, in.ID, raw)
		}
		return readErr == nil
	})
	return u, errors.Join(err, dueErr, openErr, readErr)
}

// compared is what was found of it in the mailboxes.
type compared struct {
	sent     map[uint64]string // by mail of the outbox: the name it has in Sent; "" where it is not there
	approved []notify.Waiting  // open reviews whose mail lies in Sent
	answered map[uint64]bool   // by message that came in: an answer to it lies in Sent
	known    map[uint64]bool   // by message that came in: the store has dealt with the same one
}

// searchSent looks in Sent for what the store has not settled.
func (r *Recovery) searchSent(ctx context.Context) (found compared, err error) {
	u, err := queue.Read(ctx, r.Store, readUnsettled)
	found = compared{sent: make(map[uint64]string), answered: make(map[uint64]bool), known: u.known}
	for _, m := range u.due {
		if err == nil {
			found.sent[m.ID], err = r.Sent.Find(ctx, m.MessageID)
		}
	}
	for _, rv := range u.open {
		var as string
		if err == nil && rv.MessageID != "" {
			as, err = r.Sent.Find(ctx, rv.MessageID)
		}
		if as != "" {
			found.approved = append(found.approved, notify.Waiting{Since: rv.CreatedAt,
				What: fmt.Sprintf("%s, review %d (%s): its mail lies in Sent, so it was "+
					"approved after the backup. ACCEPT it again: it is not sent twice", rv.Thread,
					rv.Number, rv.Step)})
		}
	}
	for id, messageID := range u.came {
		if err == nil && messageID != "" {
			found.answered[id], err = r.Sent.Answered(ctx, messageID)
		}
	}
	return found, err
}

// recognise returns the Message-ID of a message, "" where it has none or can't be read,
// and whether it came in before, as it does once more where a mailbox was made anew.
func recognise(tx store.Tx, id uint64, raw []byte) (messageID string, known bool, err error) {
	msg, err := guard.RecoverPanic(func() (*message.Message, error) {
		return message.Parse(bytes.NewReader(raw), message.Limits{Bytes: notify.ListRead})
	})
	if err != nil {
		return "", false, nil
	}
	first, err := tx.Fingerprint(queue.Fingerprint(msg, raw))
	if errors.Is(err, store.ErrNotFound) {
		return msg.MessageID, false, nil
	}
	return msg.MessageID, first != id, err
}

func dueToCustomers(tx store.Tx) ([]store.Mail, error) {
	due, err := queue.ToLeave(tx)
	return slices.DeleteFunc(due, func(m store.Mail) bool { return m.Kind != store.MailCustomer }),
		err
}

func openReviews(tx store.Tx) (open []store.Review, err error) {
	var threads []string
	err = tx.Heads(func(h store.Head) bool { threads = append(threads, h.Thread); return true })
	for _, thread := range threads {
		more, moreErr := tx.OpenReviews(thread)
		open, err = append(open, more...), errors.Join(err, moreErr)
	}
	return open, err
}
