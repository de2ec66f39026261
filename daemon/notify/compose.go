package notify

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/store"
	"ppamaild/templates"
)

// unique returns the random part of a Message-ID.
func (w *Writer) unique() (string, error) {
	b := make([]byte, 8)
	if _, err := io.ReadFull(w.Rand, b); err != nil {
		return "", fmt.Errorf("making a Message-ID: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// suppress names the automatic answers that Exchange must not send ([MS-OXCMAIL],
// X-Auto-Response-Suppress). Failure reports stay, so that an undelivered mail does not look
// sent. A review may get an out-of-office answer.
func suppress(kind store.MailKind) string {
	if kind == store.MailReview {
		return "DR, RN, NRN, AutoReply"
	}
	return "DR, RN, NRN, OOF, AutoReply"
}

// Post composes a mail with its record for the outbox. The Thread-Index in o is that of the
// answered mail.
func (w *Writer) Post(
	m store.Mail, content templates.Mail, o message.Outgoing,
) (queue.Outgoing, error) {
	unique, err := w.unique()
	if err != nil {
		return queue.Outgoing{}, err
	}
	o.From, o.Date = w.From(m.Role), w.Now().In(w.Location).Truncate(time.Second)
	o.MessageID = w.Minter.MessageID(m.Thread, unique)
	o.Subject, o.Text, o.HTML = content.Subject, content.Text, content.HTML
	if m.Kind == store.MailCustomer {
		o.Pictures = configured.Pictures(w.Config, o.HTML)
	}
	o.Header = map[string]string{"X-Auto-Response-Suppress": suppress(m.Kind)}
	o.InReplyTo = strings.Join(message.Writable(o.InReplyTo), "")
	o.References = message.Writable(o.References...)
	if o.ThreadIndex != nil {
		o.ThreadIndex = o.ThreadIndex.Child(o.Date, unique[0])
	}
	raw, err := message.Compose(o)
	if err != nil {
		return queue.Outgoing{}, fmt.Errorf("composing the mail %q: %w", content.Subject, err)
	}
	return queue.Outgoing{Mail: w.Queued(m, o), Raw: raw, Index: o.ThreadIndex}, nil
}

// Queued fills in the record of a mail that is due now.
func (w *Writer) Queued(m store.Mail, o message.Outgoing) store.Mail {
	m.MessageID, m.Subject, m.From = o.MessageID, o.Subject, w.Account(m.Role).Address
	m.To = agency.Addresses(o.To)
	m.Status, m.CreatedAt, m.NextAt = store.MailQueued, w.Now(), w.Now()
	return m
}

// AnswerIndex returns the Thread-Index that an answer in a circle of people extends.
func (w *Writer) AnswerIndex(field, thread, circle string) message.ThreadIndex {
	if index, ok := message.ParseThreadIndex(field); ok {
		return index
	}
	return w.Minter.Conversation(thread, circle)
}
