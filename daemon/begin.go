package daemon

import (
	"errors"
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// join puts a customer's message into its thread's queue, and makes answers to it
// find the thread.
func (r *router) join(thread string, e customerEvent) error {
	if err := learn(r.tx, thread, e); err != nil {
		return err
	}
	if err := r.enqueue(thread, eventCustomer, e); err != nil {
		return err
	}
	return r.handled(thread, "")
}

// learn indexes what a message is called and what it refers to, but takes nothing
// from a thread that has it. Its subject is that of the thread that it is in last.
func learn(tx store.Tx, thread string, e customerEvent) error {
	for _, id := range e.Learn {
		ref, err := tx.MessageID(id)
		missing := errors.Is(err, store.ErrNotFound)
		if err != nil && !missing {
			return err
		}
		switch {
		case missing, id == e.Mail.ID && ref.Thread == thread && ref.Mail == 0: // its answer came before it
			ref = store.MessageRef{Thread: thread, Inbound: e.Inbound}
		case ref.Thread == "" && ref.Mail == 0: // staff were asked whose it is
			ref.Thread = thread
		default:
			continue
		}
		if err := tx.PutMessageID(id, ref); err != nil {
			return err
		}
	}
	key := threadresolver.SubjectKey(e.From, e.Mail.Subject)
	if key == "" {
		return nil
	}
	return tx.PutMessageID(key, store.MessageRef{Thread: thread, Inbound: e.Inbound})
}

// askStaff has the thread's runner ask whose message this is.
func (r *router) askStaff(thread string, e routingEvent) error {
	e.Inbound, e.From = r.in.ID, r.origin.From.Address
	if err := r.rememberID(); err != nil {
		return err
	}
	if err := r.enqueue(thread, eventRouting, e); err != nil {
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
func (r *router) begin(e customerEvent) (string, error) {
	head, err := r.d.newHead(r.tx, e)
	if err != nil {
		return "", err
	}
	_, err = r.tx.PutHead(head)
	return head.Thread, err
}

// newHead makes the head of a thread that a customer's message opens.
func (d *Daemon) newHead(tx store.Tx, e customerEvent) (store.Head, error) {
	id, err := d.freeThreadID(tx, "Q")
	if err != nil {
		return store.Head{}, err
	}
	state, err := agent.NewState(id, opener(e)).Encode()
	return store.Head{
		Thread: id, Workflow: store.WorkflowQuote, Status: store.ThreadRunning, CreatedAt: d.now(), UpdatedAt: d.now(),
		Subject: title(e.Mail), Participants: []string{strings.ToLower(e.From)}, State: state,
	}, err
}

// opener is who asks, as the message that a thread begins with says.
func opener(e customerEvent) agent.CustomerInfo {
	return agent.CustomerInfo{Name: e.Mail.FromName, Address: e.From, AnswerTo: e.ReplyTo, Subject: title(e.Mail)}
}

// title is what a thread is called by its first message. It stands in the subject of
// every mail of the thread, so private numbers do not.
func title(m agent.Mail) string { return reading.Mask(m.Subject) }

func (d *Daemon) freeThreadID(tx store.Tx, letter string) (string, error) {
	for {
		id, err := threadresolver.NewThreadID(d.rand, letter)
		if err != nil {
			return "", err
		}
		if _, err := tx.Head(id); errors.Is(err, store.ErrNotFound) {
			return id, nil
		} else if err != nil {
			return "", err
		}
	}
}

// index lets the resolver look into a transaction.
type index struct{ tx store.Tx }

func (i index) ByMessageID(id string) (string, bool, error) {
	ref, err := i.tx.MessageID(id)
	if errors.Is(err, store.ErrNotFound) {
		return "", false, nil
	}
	return ref.Thread, err == nil && ref.Thread != "", err
}

func (i index) Thread(id string) (string, []string, error) {
	h, err := currentHead(i.tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil, nil
	}
	return h.Thread, h.Participants, err
}

// currentHead returns the head of a thread, or of the one it was merged into; of one
// that was erased nothing is known. No thread is merged into one that was merged
// itself, so this ends.
func currentHead(tx store.Tx, thread string) (store.Head, error) {
	for {
		h, err := tx.Head(thread)
		if err == nil && !h.Erased.IsZero() {
			err = fmt.Errorf("thread %s was erased: %w", thread, store.ErrNotFound)
		}
		if err != nil || h.MergedInto == "" {
			return h, err
		}
		thread = h.MergedInto
	}
}
