package queue

import "ppamaild/store"

// PriorityOf is the priority of an event that a decision of staff causes.
func PriorityOf(kind string) Priority {
	if kind == KindCustomer {
		return Known
	}
	return Ahead
}

// PriorityIn is the priority of an event in the queue of a thread. A flood of new customers
// does not delay customers whom the agency already answered.
func PriorityIn(tx store.Tx, thread, kind string) (Priority, error) {
	if kind != KindCustomer {
		return Ahead, nil
	}
	in := Behind
	if h, err := tx.Head(thread); err == nil && h.IsNew() {
		return in, nil
	}
	err := tx.LatestMail(thread, func(m store.Mail) bool {
		if m.Kind == store.MailCustomer && m.Purpose == "" {
			in = Known
		}
		return in == Behind
	})
	return in, err
}
