package daemon

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// stock is what waits at one time.
type stock struct{ reviews, handedOver, customers, mails []waits }

func (d *Daemon) takeStock(tx store.Tx) (s stock, err error) {
	timers, _, err := tx.DueTimers(d.Now().AddDate(100, 0, 0), digestTimers)
	for _, t := range timers {
		if err != nil {
			return s, err
		}
		if number, of := strings.CutPrefix(t.Name, timerExpire); of {
			err = d.countReview(tx, &s, t.Thread, number)
		} else if t.Name == timerCustomerWait {
			err = d.countCustomer(tx, &s, t)
		}
	}
	return s, errors.Join(err, d.countMails(tx, &s))
}

func (d *Daemon) countReview(tx store.Tx, s *stock, thread, number string) error {
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
		s.handedOver = append(s.handedOver, waits{rv.CreatedAt, about(head)})
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
	s.reviews = append(s.reviews, waits{rv.CreatedAt, what + "; asked: " + strings.Join(rv.Staff, ", ")})
	return nil
}

func (d *Daemon) countCustomer(tx store.Tx, s *stock, t store.Timer) error {
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
	s.customers = append(s.customers, waits{since, about(head) + "; until " + d.Day(t.Due)})
	return err
}

// about names a thread in the digest.
func about(h store.Head) string {
	return h.Thread + ": " + cmp.Or(h.Subject, "(no subject)") + " (" + strings.Join(h.Participants, ", ") + ")"
}

// countMails takes up what has not left: all that still may, and what failed within
// the last day.
func (d *Daemon) countMails(tx store.Tx, s *stock) error {
	var all []error
	for _, status := range []store.MailStatus{store.MailQueued, store.MailRetrying, store.MailUncertain, store.MailFailed} {
		all = append(all, tx.MailByStatus(status, func(m store.Mail) bool {
			fresh := status == store.MailQueued && m.LastError == "" // it is about to leave
			old := status == store.MailFailed && m.NextAt.Before(d.Now().Add(-digestSpan))
			if !fresh && !old {
				s.mails = append(s.mails, waits{m.CreatedAt, fmt.Sprintf("%s, to %s: %s (%s)", status, strings.Join(m.To, ", "), m.Subject, m.LastError)})
			}
			return true
		}))
	}
	return errors.Join(all...)
}
