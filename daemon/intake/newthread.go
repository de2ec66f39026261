package intake

import (
	"errors"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// join puts a customer's message into the queue of its thread. Answers to the message find the
// thread from then on.
func (r *router) join(thread string, e queue.CustomerEvent) error {
	if err := queue.Learn(r.tx, thread, e); err != nil {
		return err
	}
	if err := r.enqueue(thread, queue.KindCustomer, e); err != nil {
		return err
	}
	return r.handled(thread, "")
}

// askStaff lets the thread ask staff where the message belongs.
func (r *router) askStaff(thread string, e queue.RoutingEvent) error {
	e.Inbound, e.From = r.in.ID, r.origin.From.Address
	if err := r.rememberID(); err != nil {
		return err
	}
	if err := r.enqueue(thread, queue.KindRouting, e); err != nil {
		return err
	}
	why := strings.Join(e.Why, "; ")
	if err := r.audit(thread, e.Kind, why); err != nil {
		return err
	}
	return r.handled(thread, e.Kind+": "+why)
}

// rememberID stores the Message-ID of a message without a thread, so that a second copy is
// recognized.
func (r *router) rememberID() error {
	if r.msg.MessageID == "" {
		return nil
	}
	_, err := r.tx.MessageID(r.msg.MessageID)
	if errors.Is(err, store.ErrNotFound) {
		err = r.tx.PutMessageID(r.msg.MessageID, store.MessageRef{Inbound: r.in.ID})
	}
	return err
}

// newThread creates a thread for a customer's message and returns the id of the thread.
func (r *router) newThread(e queue.CustomerEvent) (string, error) {
	head, err := r.intake.NewQuoteHead(r.tx, e)
	if err != nil {
		return "", err
	}
	_, err = r.tx.PutHead(head)
	return head.Thread, err
}

// greets reports whether the first message of a thread gets an acknowledgement without a
// review. A person must have sent it, not a web form, and replies must go to its sender.
// A second mail within an hour could start a mail loop (RFC 3834 §2).
func (r *router) greets(e queue.CustomerEvent) (bool, error) {
	byPerson := r.origin.Kind == origin.Person && !r.origin.Lead && r.in.Released == ""
	toSender := strings.EqualFold(e.ReplyTo, e.From)
	if !r.intake.Config.Quote.Acknowledge || !byPerson || !toSender {
		return false, nil
	}
	c, err := r.intake.Correspondent(r.tx, e.From)
	return len(c.Sent) == 0, err
}
