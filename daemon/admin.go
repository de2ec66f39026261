package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/crew"
	"ppamaild/agent/extract"
	"ppamaild/config"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// Admin answers questions about a store, has tried again what was given up, and puts
// threads right. What is to be worked on for that waits until a daemon runs.
type Admin struct {
	Store  store.Store
	Config *config.Config
}

// ThreadSummary is a thread in a list.
type ThreadSummary struct {
	Thread       string             `json:"thread"`
	Workflow     string             `json:"workflow"`
	Status       store.ThreadStatus `json:"status"`
	Subject      string             `json:"subject"`
	Participants []string           `json:"participants"`
	CreatedAt    time.Time          `json:"created_at"`
	UpdatedAt    time.Time          `json:"updated_at"`
	Erased       time.Time          `json:"erased,omitzero"` // when what it held of its customer was
}

// ThreadDetail is a thread with all that happened in it.
type ThreadDetail struct {
	ThreadSummary
	State    json.RawMessage `json:"state"`
	Journal  []JournalLine   `json:"journal"`
	Reviews  []ReviewLine    `json:"reviews"`
	Mails    []store.Mail    `json:"mails"`
	Timers   []store.Timer   `json:"timers"`
	Progress *crew.Progress  `json:"progress,omitempty"` // of a task
	Verified bool            `json:"verified"`           // the journal's chain of digests is whole
	Spent    string          `json:"spent,omitempty"`    // by the planner on a model, in words; "" where there was none
}

// JournalLine is an entry of the journal with its payload, null where that was erased.
type JournalLine struct {
	Seq     uint64          `json:"seq"`
	At      time.Time       `json:"at"`
	Source  store.Source    `json:"source"`
	Kind    string          `json:"kind"`
	Actor   string          `json:"actor,omitempty"`
	Ref     string          `json:"ref,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// ReviewLine is a review without what was under review.
type ReviewLine struct {
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

func summary(h store.Head) ThreadSummary {
	return ThreadSummary{h.Thread, h.Workflow, h.Status, extract.Mask(h.Subject), h.Participants, h.CreatedAt, h.UpdatedAt, h.Erased}
}

// Threads lists every conversation, by id.
func (a Admin) Threads(ctx context.Context) ([]ThreadSummary, error) {
	list := []ThreadSummary{}
	err := a.Store.View(ctx, func(tx store.Tx) error {
		return tx.Heads(func(h store.Head) bool {
			if h.Thread != journal.AgencyThread {
				list = append(list, summary(h))
			}
			return true
		})
	})
	return list, err
}

// Thread returns a thread whole.
func (a Admin) Thread(ctx context.Context, id string) (t ThreadDetail, err error) {
	err = a.Store.View(ctx, func(tx store.Tx) error {
		h, err := tx.Head(id)
		if err != nil {
			return fmt.Errorf("thread %s: %w", id, err)
		}
		t = ThreadDetail{ThreadSummary: summary(h), State: json.RawMessage(h.State), Journal: []JournalLine{}}
		t.Spent, t.Progress = spentIn(h.State), progressIn(h.State)
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
			t.Timers[i].Data = nil // mails whole, which the journal has as text
		}
		return err
	})
	return t, err
}

// spentIn is what a state says was spent; a state that can't be read says nothing.
func spentIn(state []byte) string {
	s, err := agent.DecodeState(state)
	if spent := s.AgentScratchpad.Spent; err == nil && spent.Requests > 0 {
		return spent.String()
	}
	return ""
}

func (t *ThreadDetail) readJournal(tx store.Tx) error {
	t.Verified = tx.VerifyJournal(t.Thread) == nil
	return tx.Journal(t.Thread, 1, func(e store.Entry, payload []byte) bool {
		line := JournalLine{Seq: e.Seq, At: e.At, Source: e.Source, Kind: e.Kind, Actor: e.Actor, Ref: e.Ref}
		if payload != nil {
			line.Payload = json.RawMessage(append([]byte(nil), payload...))
		}
		t.Journal = append(t.Journal, line)
		return true
	})
}

func (t *ThreadDetail) readReviews(tx store.Tx) error {
	reviews, err := tx.Reviews(t.Thread)
	for _, r := range reviews {
		t.Reviews = append(t.Reviews, ReviewLine{r.Number, r.Kind, r.Step, r.Status, r.Verdict, r.Argument, r.DecidedBy, r.DecidedAt, r.Why})
	}
	return err
}

// Correct makes a correction; see Daemon.Correct.
func (a Admin) Correct(ctx context.Context, c Correction) (Correction, error) {
	d := a.byHand()
	var err error
	if d.quote.agent, err = agent.New(policy(a.Config), nil); err != nil { // it only has to stop
		return Correction{}, err
	}
	if err := d.loadKeys(ctx); err != nil {
		return Correction{}, err
	}
	return d.Correct(ctx, c)
}

// Close closes the store.
func (a Admin) Close() error { return a.Store.Close() }
