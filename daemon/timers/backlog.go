package timers

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// stock is what waits at one time.
type backlog struct{ reviews, handedOver, customers, mails []notify.Waiting }

func (d *Digest) findBacklog(tx store.Tx) (s backlog, err error) {
	timers, _, err := tx.DueTimers(d.Now().AddDate(100, 0, 0), digestTimers)
	for _, t := range timers {
		if err != nil {
			return s, err
		}
		if number, of := strings.CutPrefix(t.Name, queue.TimerExpire); of {
			err = d.countReview(tx, &s, t.Thread, number)
		} else if t.Name == queue.TimerCustomerWait {
			err = d.countCustomer(tx, &s, t)
		}
	}
	return s, errors.Join(err, d.countMails(tx, &s))
}

func (d *Digest) countReview(tx store.Tx, s *backlog, thread, number string) error {
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
	if rv.Kind == review.KindHandedOver {
		s.handedOver = append(s.handedOver, notify.Waiting{Since: rv.CreatedAt, What: about(head)})
		return nil
	}
	what := about(head)
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
	s.reviews = append(s.reviews, notify.Waiting{Since: rv.CreatedAt,
		What: what + "; asked: " + strings.Join(rv.Staff, ", ")})
	return nil
}

func (d *Digest) countCustomer(tx store.Tx, s *backlog, t store.Timer) error {
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
	s.customers = append(s.customers, notify.Waiting{Since: since,
		What: about(head) + "; until " + d.Day(t.Due)})
	return err
}

// about names a thread in the digest.
func about(h store.Head) string {
	return h.Thread + ": " + cmp.Or(h.Subject, "(no subject)") + " (" + strings.Join(h.Participants,
		", ") + ")"
}

// countMails takes up what has not left: all that still may, and what failed within
// the last day.
func (d *Digest) countMails(tx store.Tx, s *backlog) error {
	var all []error
	for _, status := range []store.MailStatus{store.MailQueued, store.MailRetrying,
		store.MailUncertain, store.MailFailed} {
		all = append(all, tx.MailByStatus(status, func(m store.Mail) bool {
			fresh := status == store.MailQueued && m.LastError == "" // it is about to leave
			old := status == store.MailFailed && m.NextAt.Before(d.Now().Add(-digestSpan))
			if !fresh && !old {
				s.mails = append(s.mails, notify.Waiting{Since: m.CreatedAt,
					What: fmt.Sprintf("%s, to %s: %s (%s)", status, strings.Join(m.To, ", "),
						m.Subject, m.LastError)})
			}
			return true
		}))
	}
	return errors.Join(all...)
}
