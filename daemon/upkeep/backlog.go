package upkeep

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/review"
	"ppamaild/store"
)

// backlog is the work that waits at one time.
type backlog struct {
	reviews, handedOver, customers, quotes, mails, messages []notify.Waiting
}

func (d *Digest) findBacklog(tx store.Tx) (b backlog, err error) {
	due, _, err := tx.DueTimers(d.Now().AddDate(100, 0, 0), digestTimers)
	for _, t := range due {
		if err != nil {
			return b, err
		}
		if number, expires := strings.CutPrefix(t.Name, timers.Expire); expires {
			err = d.countReview(tx, &b, t.Thread, number)
		} else if t.Name == timers.CustomerWait {
			err = d.countCustomer(tx, &b, t)
		} else if t.Name == timers.QuoteEnds && t.Due.Before(d.Now().Add(digestSpan)) {
			err = d.countQuote(tx, &b, t)
		}
	}
	err = errors.Join(err, d.countMails(tx, &b), d.countMessages(tx, &b))
	return b, err
}

// countMessages adds the quarantined messages.
func (d *Digest) countMessages(tx store.Inbounds, b *backlog) error {
	return tx.InboundByStatus(store.InboundQuarantined, 0, func(in store.Inbound) bool {
		number, from := fmt.Sprint(in.ID), cmp.Or(in.From, d.Say("notify.no_sender"))
		what := d.Say("upkeep.quarantined_message", number, from, in.Reason)
		b.messages = append(b.messages, notify.Waiting{Since: in.AcceptedAt, What: what})
		return true
	})
}

func (d *Digest) countReview(tx store.Tx, b *backlog, thread, number string) error {
	n, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	rv, err := tx.Review(thread, n)
	if err != nil || rv.Status != store.ReviewOpen || rv.Kind == review.KindSetAside {
		return err
	}
	head, err := tx.Head(thread)
	if err != nil {
		return err
	}
	what := label(head)
	if rv.Kind == review.KindHandedOver {
		b.handedOver = append(b.handedOver, notify.Waiting{Since: rv.CreatedAt, What: what})
		return nil
	}
	if rv.Kind == review.KindRouting {
		var e queue.RoutingEvent
		if err := json.Unmarshal(rv.Data, &e); err != nil {
			return err
		}
		what = "whose this is: " + cmp.Or(e.Customer.Mail.Subject, "(no subject)")
	}
	if rv.Step != "" {
		what += ", " + strings.ReplaceAll(rv.Step, "_", " ")
	}
	what += "; asked: " + strings.Join(rv.Staff, ", ")
	b.reviews = append(b.reviews, notify.Waiting{Since: rv.CreatedAt, What: what})
	return nil
}

func (d *Digest) countCustomer(tx store.Tx, b *backlog, t store.Timer) error {
	head, err := tx.Head(t.Thread)
	if err != nil || head.Status != store.ThreadAwaitingCustomer {
		return err
	}
	since := head.UpdatedAt
	mails, err := tx.ThreadMail(t.Thread)
	for _, m := range mails {
		if m.Kind == store.MailCustomer && m.Purpose == "" {
			since = m.CreatedAt
		}
	}
	what := label(head) + "; until " + d.Day(t.Due)
	b.customers = append(b.customers, notify.Waiting{Since: since, What: what})
	return err
}

// countQuote adds a quote that ends before the next digest, if the customer has not answered.
func (d *Digest) countQuote(tx store.Threads, b *backlog, t store.Timer) error {
	head, err := tx.Head(t.Thread)
	silent := head.Status == store.ThreadAwaitingCustomer || head.Status == store.ThreadExpired
	if err != nil || !silent {
		return err
	}
	b.quotes = append(b.quotes, notify.Waiting{Since: head.UpdatedAt, What: label(head)})
	return nil
}

// label names a thread in the digest.
func label(h store.Head) string {
	subject := cmp.Or(h.Subject, "(no subject)")
	return h.Thread + ": " + subject + " (" + strings.Join(h.Participants, ", ") + ")"
}

// countMails adds the mails that may still leave, and the mails that failed during the last
// digestSpan. A queued mail without an error is left out, because it is about to leave.
func (d *Digest) countMails(tx store.Outbox, b *backlog) error {
	var all []error
	for _, status := range []store.MailStatus{
		store.MailQueued, store.MailRetrying, store.MailUncertain, store.MailFailed,
	} {
		all = append(all, tx.MailByStatus(status, func(m store.Mail) bool {
			fresh := status == store.MailQueued && m.LastError == ""
			old := status == store.MailFailed && m.NextAt.Before(d.Now().Add(-digestSpan))
			if fresh || old {
				return true
			}
			b.mails = append(b.mails, notify.Waiting{
				Since: m.CreatedAt,
				What: fmt.Sprintf("%s, to %s: %s (%s)",
					status, strings.Join(m.To, ", "), m.Subject, m.LastError),
			})
			return true
		}))
	}
	return errors.Join(all...)
}
