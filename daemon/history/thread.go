package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent/task"
	"ppamaild/reading"
	"ppamaild/store"
)

// Summary is a thread in a list.
type Summary struct {
	Thread       string             `json:"thread"`
	Workflow     string             `json:"workflow"`
	Status       store.ThreadStatus `json:"status"`
	Subject      string             `json:"subject"`
	Participants []string           `json:"participants"`
	CreatedAt    time.Time          `json:"created_at"`
	UpdatedAt    time.Time          `json:"updated_at"`
	Owner        string             `json:"owner,omitempty"` // wrote CLAIM or TAKE OVER
	Erased       time.Time          `json:"erased,omitzero"` // when the customer's data was erased
}

// Thread is a thread with its history.
type Thread struct {
	Summary
	State    json.RawMessage `json:"state"`
	Journal  []Line          `json:"journal"`
	Reviews  []Review        `json:"reviews"`
	Mails    []store.Mail    `json:"mails"`
	Timers   []store.Timer   `json:"timers"`
	Progress *task.Progress  `json:"progress,omitempty"` // only for a task
	Verified bool            `json:"verified"`           // the journal's chain of digests is intact
	Usage    string          `json:"spent,omitempty"`    // token usage in words, or ""
}

// Line is an entry of the journal with its payload. The payload is null if it was erased.
type Line struct {
	Seq     uint64          `json:"seq"`
	At      time.Time       `json:"at"`
	Source  store.Source    `json:"source"`
	Kind    string          `json:"kind"`
	Actor   string          `json:"actor,omitempty"`
	Ref     string          `json:"ref,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// Review is a review without the draft under review.
type Review struct {
	Number    int                `json:"number"`
	Kind      string             `json:"kind"`
	Step      string             `json:"step,omitempty"`
	Status    store.ReviewStatus `json:"status"`
	Verdict   string             `json:"verdict,omitempty"`
	Argument  string             `json:"argument,omitempty"`
	DecidedBy string             `json:"decided_by,omitempty"`
	DecidedAt time.Time          `json:"decided_at,omitzero"`
	Why       string             `json:"why,omitempty"`
}

func summary(h store.Head) Summary {
	return Summary{
		Thread:       h.Thread,
		Workflow:     h.Workflow,
		Status:       h.Status,
		Subject:      reading.Mask(h.Subject),
		Participants: h.Participants,
		CreatedAt:    h.CreatedAt,
		UpdatedAt:    h.UpdatedAt,
		Owner:        h.Owner,
		Erased:       h.Erased,
	}
}

// Thread returns a whole thread, or store.ErrNotFound.
func (r Reader) Thread(ctx context.Context, id string) (t Thread, err error) {
	err = r.Store.View(ctx, func(tx store.Tx) error {
		h, err := tx.Head(id)
		if err != nil {
			return fmt.Errorf("thread %s: %w", id, err)
		}
		t = Thread{Summary: summary(h), State: json.RawMessage(h.State), Journal: []Line{}}
		t.Usage, t.Progress = usage(h.State), taskProgress(h.State)
		if err := t.readJournal(tx); err != nil {
			return err
		}
		if err := t.readReviews(tx); err != nil {
			return err
		}
		if t.Mails, err = tx.ThreadMail(id); err != nil {
			return err
		}
		t.Timers, err = tx.Timers(id)
		for i := range t.Timers {
			t.Timers[i].Data = nil // whole mails; the journal has their text
		}
		return err
	})
	return t, err
}

func (t *Thread) readJournal(tx store.Journals) error {
	t.Verified = tx.VerifyJournal(t.Thread) == nil
	return tx.Journal(t.Thread, 1, func(e store.Entry, payload []byte) bool {
		line := Line{
			Seq:    e.Seq,
			At:     e.At,
			Source: e.Source,
			Kind:   e.Kind,
			Actor:  e.Actor,
			Ref:    e.Ref,
		}
		if payload != nil {
			line.Payload = slices.Clone(payload)
		}
		t.Journal = append(t.Journal, line)
		return true
	})
}

func (t *Thread) readReviews(tx store.Reviews) error {
	reviews, err := tx.Reviews(t.Thread)
	for _, rv := range reviews {
		t.Reviews = append(t.Reviews, Review{
			Number:    rv.Number,
			Kind:      rv.Kind,
			Step:      rv.Step,
			Status:    rv.Status,
			Verdict:   rv.Verdict,
			Argument:  rv.Argument,
			DecidedBy: rv.DecidedBy,
			DecidedAt: rv.DecidedAt,
			Why:       rv.Why,
		})
	}
	return err
}
