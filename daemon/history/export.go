package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/report"
	"ppamaild/store"
)

// Export returns all data of a thread, or store.ErrNotFound.
func (r Reader) Export(ctx context.Context, id string) (t report.Thread, err error) {
	err = r.Store.View(ctx, func(tx store.Tx) (err error) {
		t, err = wholeThread(tx, id)
		return err
	})
	return t, err
}

// wholeThread reads a thread with its messages, mails and timers.
func wholeThread(tx store.Tx, id string) (report.Thread, error) {
	t, err := Read(tx, id)
	if err != nil {
		return t, err
	}
	err = errors.Join(readMessages(tx, &t), readMails(tx, &t), readTimers(tx, &t))
	return t, err
}

// Read reads the parts of a thread that a report needs: state, journal and reviews. It returns
// store.ErrNotFound for an unknown thread.
func Read(tx store.Tx, id string) (t report.Thread, err error) {
	h, err := tx.Head(id)
	if err != nil {
		return t, fmt.Errorf("thread %s: %w", id, err)
	}
	t.Head = report.Head{
		Thread:       h.Thread,
		Workflow:     h.Workflow,
		Status:       h.Status,
		Subject:      h.Subject,
		Participants: h.Participants,
		CreatedAt:    h.CreatedAt,
		UpdatedAt:    h.UpdatedAt,
		State:        h.State,
	}
	if err := tx.VerifyJournal(id); errors.Is(err, store.ErrCorrupt) {
		t.Head.Broken = err.Error()
	} else if err != nil {
		return t, err
	}
	err = tx.Journal(id, 1, func(e store.Entry, payload []byte) bool {
		t.Entries = append(t.Entries, report.Entry{
			Entry:   e,
			Payload: slices.Clone(payload),
			Erased:  payload == nil,
		})
		return true
	})
	err = errors.Join(err, readReviews(tx, &t))
	return t, err
}

func readReviews(tx store.Reviews, t *report.Thread) error {
	all, err := tx.Reviews(t.Head.Thread)
	for _, rv := range all {
		t.Reviews = append(t.Reviews, report.Review{Review: rv, Data: rv.Data})
	}
	return err
}

// messages is the part of a transaction that finds messages.
type messages interface {
	store.Inbounds
	store.Threads
}

// readMessages reads the received messages that the journal refers to, and the replies that decided
// reviews.
func readMessages(tx messages, t *report.Thread) error {
	seen := map[uint64]bool{0: true}
	add := func(number uint64, err error) error {
		if err != nil || seen[number] {
			return err
		}
		seen[number] = true
		in, err := tx.Inbound(number)
		if err != nil {
			return err
		}
		raw, err := tx.InboundRaw(number)
		if err != nil {
			return err
		}
		t.Messages = append(t.Messages, report.Message{Inbound: in, Raw: slices.Clone(raw)})
		return nil
	}
	for _, e := range t.Entries {
		if err := add(messageBehind(tx, t.Head.Thread, e)); err != nil {
			return err
		}
	}
	for _, rv := range t.Reviews {
		if err := add(messageNamed(tx, t.Head.Thread, rv.DecidedIn)); err != nil {
			return err
		}
	}
	return nil
}

// messageBehind returns the number of the message behind an entry of a thread's journal, or 0. The
// number in the payload counts before the Message-ID, because senders choose Message-IDs, and two
// messages may have the same.
func messageBehind(tx messages, thread string, e report.Entry) (uint64, error) {
	var of struct {
		Inbound uint64 `json:"inbound"`
	}
	byCustomer := e.Source == store.SourceCustomer &&
		(e.Kind == agent.KindMessage || e.Kind == journal.KindUnread)
	byStaff := e.Source == store.SourceHumanReview && e.Kind == journal.KindReply
	if (byCustomer || byStaff) && json.Unmarshal(e.Payload, &of) == nil && of.Inbound != 0 {
		return of.Inbound, nil
	}
	return messageNamed(tx, thread, e.Ref)
}

// messageNamed returns the number of the message with a Message-ID or journal.Ref, or 0 if there is
// no such message in the thread.
func messageNamed(tx messages, thread, id string) (uint64, error) {
	if id == "" {
		return 0, nil
	}
	in, err := journal.Message(tx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && in.Thread != thread {
		return 0, nil
	}
	return in.ID, err
}

func readMails(tx store.Outbox, t *report.Thread) error {
	mails, err := tx.ThreadMail(t.Head.Thread)
	if err != nil {
		return err
	}
	for _, m := range mails {
		raw, err := tx.MailRaw(m.ID)
		if err != nil {
			return err
		}
		t.Mails = append(t.Mails, report.Mail{Mail: m, Raw: slices.Clone(raw)})
	}
	return nil
}

func readTimers(tx store.Timers, t *report.Thread) error {
	timers, err := tx.Timers(t.Head.Thread)
	for _, timer := range timers {
		t.Timers = append(t.Timers, report.Timer{Timer: timer, Data: json.RawMessage(timer.Data)})
	}
	return err
}
