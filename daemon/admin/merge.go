package admin

import (
	"errors"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// arrive has the target take the messages in.
func (w *correcting) arrive() error {
	w.target.Participants = authors(w.target.Participants, w.moving)
	if w.merges() {
		w.target.Participants = union(w.target.Participants, w.source.Participants)
		if err := w.note(w.target.Thread, journal.KindMergedFrom, w.source.Thread,
			nil); err != nil {
			return err
		}
	} else {
		for _, e := range w.moving {
			if err := w.note(w.target.Thread, journal.KindMovedIn, e.Mail.ID,
				w.source.Thread); err != nil {
				return err
			}
		}
	}
	w.From, w.Into = w.source.Thread, w.target.Thread
	return errors.Join(w.put(&w.target), w.enqueue(w.Into, queue.KindCorrection,
		queue.CorrectionEvent{By: w.By, Messages: w.moving}))
}

// authors adds those who wrote messages to a thread's participants.
func authors(participants []string, messages []queue.CustomerEvent) []string {
	for _, e := range messages {
		participants = union(participants, []string{strings.ToLower(e.From)})
	}
	return participants
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// note adds a line to a thread's journal: human_review_action, as a person wants it.
func (w *correcting) note(thread, kind, ref string, payload any) error {
	return queue.AppendNote(w.tx, thread, agent.Note{At: w.d.Now(), Source: store.SourceHumanReview,
		Kind: kind, Actor: w.By, Ref: ref, Payload: payload})
}

// put stores a head. A runner that is at work on the thread loses the race for its
// next commit, and begins again with what is there then.
func (w *correcting) put(h *store.Head) (err error) {
	h.UpdatedAt = w.d.Now()
	h.Version, err = w.tx.PutHead(*h)
	return err
}

func (w *correcting) enqueue(thread, kind string, data any) error {
	_, err := w.tx.Enqueue(queue.NewEvent(w.d.Now(), thread, kind, data))
	return err
}

// index makes answers to the messages that went find the target. What messages that
// stay refer to as well keeps its meaning.
func (w *correcting) index() error {
	var kept []string
	for _, e := range w.staying {
		kept = union(kept, e.Learn)
	}
	for _, e := range w.moving {
		for _, id := range e.Learn {
			if slices.Contains(kept, id) && id != e.Mail.ID {
				continue
			}
			ref, err := w.tx.MessageID(id)
			if errors.Is(err, store.ErrNotFound) || err == nil && (ref.Thread != w.From ||
				ref.Mail != 0) {
				continue
			}
			ref.Thread = w.Into
			if err := errors.Join(err, w.tx.PutMessageID(id, ref)); err != nil {
				return err
			}
		}
		if err := errors.Join(queue.Learn(w.tx, w.Into, e), w.move(e)); err != nil {
			return err
		}
	}
	return nil
}

// move records in which thread a message is now.
func (w *correcting) move(e queue.CustomerEvent) error {
	if e.Inbound == 0 {
		return nil
	}
	in, err := w.tx.Inbound(e.Inbound)
	if err != nil || in.Thread != w.From {
		return err
	}
	in.Thread = w.Into
	return w.tx.PutInbound(in)
}
