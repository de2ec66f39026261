package daemon

import (
	"errors"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// join puts a customer's message into its thread's queue, and makes answers to it
// find the thread.
func (r *router) join(thread string, e queue.CustomerEvent) error {
	if err := queue.Learn(r.tx, thread, e); err != nil {
		return err
	}
	if err := r.enqueue(thread, queue.KindCustomer, e); err != nil {
		return err
	}
	return r.handled(thread, "")
}

// askStaff has the thread's runner ask whose message this is.
func (r *router) askStaff(thread string, e queue.RoutingEvent) error {
	e.Inbound, e.From = r.in.ID, r.origin.From.Address
	if err := r.rememberID(); err != nil {
		return err
	}
	if err := r.enqueue(thread, queue.KindRouting, e); err != nil {
		return err
	}
	why := strings.Join(e.Why, "; ")
	if err := r.trace(thread, e.Kind, why); err != nil {
		return err
	}
	return r.handled(thread, e.Kind+": "+why)
}

// rememberID makes a second copy of a message known while it is in no thread yet.
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

// begin creates the thread that a message opens.
func (r *router) begin(e queue.CustomerEvent) (string, error) {
	head, err := r.d.NewQuoteHead(r.tx, e)
	if err != nil {
		return "", err
	}
	_, err = r.tx.PutHead(head)
	return head.Thread, err
}
