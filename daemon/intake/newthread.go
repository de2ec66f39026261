package intake

import (
	"errors"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
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

// greets reports whether the first message of a thread gets an acknowledgement without a
// review. A person must have sent it, not a web form, and replies must go to its sender.
// A second mail within an hour could start a mail loop (RFC 3834 §2).
func (r *router) greets(e queue.CustomerEvent) (bool, error) {
	if !r.d.Config.Quote.Acknowledge || r.origin.Kind != origin.Person || r.origin.Lead ||
		r.in.Released != "" || !strings.EqualFold(e.ReplyTo, e.From) {
		return false, nil
	}
	c, err := r.d.Correspondent(r.tx, e.From)
	return len(c.Sent) == 0, err
}

// threadIndex is the message's Thread-Index; empty where it has none that is one.
func threadIndex(m *message.Message) string {
	index, _ := message.ParseThreadIndex(m.Header.Get("Thread-Index"))
	return index.String()
}
