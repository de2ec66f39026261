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

// unsettled is the open work in a restored store. Some of the work was done after the backup.
type unsettled struct {
	due        []store.Mail
	reviews    []store.Review
	messageIDs map[uint64]string // of pending messages, by inbound number; "" if unknown
	known      map[uint64]bool   // pending messages that are copies of processed messages
}

func readUnsettled(tx store.Tx) (u unsettled, err error) {
	u = unsettled{messageIDs: make(map[uint64]string), known: make(map[uint64]bool)}
	var dueErr, reviewsErr, readErr error
	u.due, dueErr = dueToCustomers(tx)
	u.reviews, reviewsErr = openReviews(tx)
	err = tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
		var raw []byte
		if raw, readErr = tx.InboundRaw(in.ID); readErr == nil {
			u.messageIDs[in.ID], u.known[in.ID], readErr = identify(tx, in.ID, raw)
		}
		return readErr == nil
	})
	return u, errors.Join(err, dueErr, reviewsErr, readErr)
}

// comparison is the result of the search for unsettled work in the mailboxes.
type comparison struct {
	sent     map[uint64]string // by outbox id: the Message-ID in Sent, or ""
	approved []notify.Waiting  // open reviews with their mail in Sent
	answered map[uint64]bool   // by inbound number: Sent has an answer
	known    map[uint64]bool   // by inbound number: the store has processed the same message
}

// searchSent searches Sent for the unsettled work of the store.
func (r *Recovery) searchSent(ctx context.Context) (found comparison, err error) {
	u, err := queue.Read(ctx, r.Store, readUnsettled)
	found = comparison{
		sent:     make(map[uint64]string),
		answered: make(map[uint64]bool),
		known:    u.known,
	}
	if err != nil {
		return found, err
	}
	for _, m := range u.due {
		if found.sent[m.ID], err = r.Sent.Find(ctx, m.MessageID); err != nil {
			return found, err
		}
	}
	for _, rv := range u.reviews {
		if rv.MessageID == "" {
			continue
		}
		as, err := r.Sent.Find(ctx, rv.MessageID)
		if err != nil {
			return found, err
		}
		if as == "" {
			continue
		}
		found.approved = append(found.approved, notify.Waiting{
			Since: rv.CreatedAt,
			What: r.Say("recovery.review_in_sent",
				rv.Thread, fmt.Sprint(rv.Number), rv.Step),
		})
	}
	for number, messageID := range u.messageIDs {
		if messageID == "" {
			continue
		}
		if found.answered[number], err = r.Sent.Answered(ctx, messageID); err != nil {
			return found, err
		}
	}
	return found, nil
}

// identify returns the Message-ID of a message and whether the store knows the message under
// another number. A mailbox that was created again delivers known messages again. The
// Message-ID is "" if it is missing or cannot be read.
func identify(tx store.Inbounds, number uint64, raw []byte) (messageID string, known bool, err error) {
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
	return msg.MessageID, first != number, err
}

func dueToCustomers(tx store.Tx) ([]store.Mail, error) {
	due, err := queue.ToLeave(tx)
	return slices.DeleteFunc(due, func(m store.Mail) bool { return m.Kind != store.MailCustomer }), err
}

func openReviews(tx store.Reviews) (open []store.Review, err error) {
	err = tx.EveryOpenReview(func(rv store.Review) bool {
		open = append(open, rv)
		return true
	})
	return open, err
}
