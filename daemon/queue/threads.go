package queue

import (
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/agent"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// Learn indexes the identifiers of a message and of its references, so that answers find
// the thread. An identifier of another thread stays there. A subject belongs to the last
// thread that used it.
func Learn(tx store.Threads, thread string, e CustomerEvent) error {
	for _, id := range e.Learn {
		ref, err := tx.MessageID(id)
		missing := errors.Is(err, store.ErrNotFound)
		if err != nil && !missing {
			return err
		}
		switch {
		case missing, id == e.Mail.ID && ref.Thread == thread && ref.Mail == 0: // the answer came first
			ref = store.MessageRef{Thread: thread, Inbound: e.Inbound}
		case ref.Thread == "" && ref.Mail == 0: // staff were asked about it
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

// Opener is the customer, as the first message of a thread names them.
func Opener(e CustomerEvent) agent.CustomerInfo {
	return agent.CustomerInfo{
		Name:     e.Mail.FromName,
		Address:  e.From,
		AnswerTo: e.ReplyTo,
		Subject:  Title(e.Mail),
	}
}

// Title is the subject of a thread. Every mail of the thread repeats the subject, so private
// numbers are masked.
func Title(m agent.Mail) string { return reading.Mask(m.Subject) }

// Index lets the resolver read a transaction.
type Index struct{ Tx store.Threads }

// ByMessageID implements threadresolver.Index.
func (i Index) ByMessageID(id string) (string, bool, error) {
	ref, err := i.Tx.MessageID(id)
	if errors.Is(err, store.ErrNotFound) {
		return "", false, nil
	}
	return ref.Thread, err == nil && ref.Thread != "", err
}

// Thread implements threadresolver.Index.
func (i Index) Thread(id string) (string, []string, error) {
	h, err := CurrentHead(i.Tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil, nil
	}
	return h.Thread, h.Participants, err
}

// CurrentHead returns the head of a thread, or of its target after a merge. An
// erased thread is not found. No thread is merged into a merged thread, so this ends.
func CurrentHead(tx store.Threads, thread string) (store.Head, error) {
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

// AppendNote adds one line to the journal of a thread.
func AppendNote(tx store.Journals, thread string, n agent.Note) error {
	payload, err := json.Marshal(n.Payload)
	if err != nil {
		return fmt.Errorf("journal of %s, %s: %w", thread, n.Kind, err)
	}
	_, err = tx.Append(store.Entry{
		Thread: thread,
		At:     n.At,
		Source: n.Source,
		Kind:   n.Kind,
		Actor:  n.Actor,
		Ref:    n.Ref,
	}, payload)
	return err
}

// IsTask reports whether a thread is a task.
func IsTask(h store.Head) bool { return h.Workflow == store.WorkflowTask || IsTest(h) }

// IsTest reports whether a thread is a task for the test agents.
func IsTest(h store.Head) bool { return h.Workflow == store.WorkflowTest }
