// Package changelog records what programs outside wait for: opened and closed reviews, and failed
// mails. A record is part of the transaction of its change, so a crash loses none.
//
// The log is a journal of its own in the store. It has threads and numbers, and no personal data.
// The log keeps events for 30 days, and at most 100,000 events.
package changelog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// The types of events.
const (
	ReviewOpened  = "review.opened"
	ReviewDecided = "review.decided"
	ReviewClosed  = "review.closed" // superseded or expired
	MailFailed    = "mail.failed"
)

// Types lists the types of events.
func Types() []string { return []string{ReviewOpened, ReviewDecided, ReviewClosed, MailFailed} }

// Event is one record of the log.
type Event struct {
	Seq    uint64    `json:"-"` // from 1, without gaps
	Type   string    `json:"-"`
	At     time.Time `json:"-"`
	Thread string    `json:"thread,omitempty"`
	Review int       `json:"review,omitempty"`
	Mail   uint64    `json:"mail,omitempty"`

	// Contract names of a review and its decision.
	Kind    string `json:"kind,omitempty"`
	Step    string `json:"step,omitempty"`
	Verdict string `json:"verdict,omitempty"`
}

// journal is the name of the journal with the log. No thread has a name in lower case.
const journal = "events"

// Store is a store that records events in the transaction of each change.
type Store struct {
	storefile.RetryOnDiskFull
	now  func() time.Time
	keep limits

	mu   sync.Mutex
	more chan struct{} // closed after the next event
}

// New returns a store with a log.
func New(s storefile.RetryOnDiskFull, now func() time.Time) *Store {
	return &Store{RetryOnDiskFull: s, now: now, keep: usual(), more: make(chan struct{})}
}

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, fn func(store.Tx) error) error {
	added := false
	err := s.RetryOnDiskFull.Update(ctx, func(tx store.Tx) error {
		added = false
		return fn(logged{tx, s.now, s.keep, &added})
	})
	if err == nil && added {
		s.Wake()
	}
	return err
}

// Wake lets readers look for events, also those of other daemons.
func (s *Store) Wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.more)
	s.more = make(chan struct{})
}

// More returns a channel that closes after the next event.
func (s *Store) More() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.more
}

// Last returns the number of the last event; 0 for none.
func (s *Store) Last(ctx context.Context) (last uint64, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		last, err = tx.JournalLength(journal)
		return err
	})
	return last, err
}

// After returns up to limit events after a number, oldest first. Pruned events are missing.
func (s *Store) After(ctx context.Context, seq uint64, limit int) (all []Event, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		all = nil
		last, err := pruned(tx)
		if err != nil {
			return err
		}
		var broken error
		return errors.Join(tx.Journal(journal, max(seq, last)+1, func(e store.Entry, raw []byte) bool {
			one := Event{Seq: e.Seq, At: e.At, Type: e.Kind}
			if broken = json.Unmarshal(raw, &one); broken != nil {
				broken = fmt.Errorf("event %d: %w", e.Seq, broken)
				return false
			}
			all = append(all, one)
			return len(all) < limit
		}), broken)
	})
	return all, err
}

// logged is a transaction that records events.
type logged struct {
	store.Tx
	now   func() time.Time
	keep  limits
	added *bool
}

// PutReview implements store.Reviews.
func (t logged) PutReview(r store.Review) error {
	old, err := t.Tx.Review(r.Thread, r.Number)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := t.Tx.PutReview(r); err != nil || old.Status == r.Status {
		return err
	}
	kind := ReviewClosed
	switch r.Status {
	case store.ReviewOpen:
		kind = ReviewOpened
	case store.ReviewDecided:
		kind = ReviewDecided
	}
	return t.record(Event{
		Type: kind, Thread: r.Thread, Review: r.Number,
		Kind: r.Kind, Step: r.Step, Verdict: r.Verdict,
	})
}

// PutMail implements store.Outbox.
func (t logged) PutMail(m store.Mail) error {
	old, err := t.Tx.Mail(m.ID)
	if err != nil {
		return err
	}
	err = t.Tx.PutMail(m)
	if err != nil || m.Status != store.MailFailed || old.Status == m.Status {
		return err
	}
	return t.record(Event{Type: MailFailed, Thread: m.Thread, Mail: m.ID})
}

func (t logged) record(e Event) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	*t.added = true
	newest, err := t.Tx.Append(store.Entry{
		Thread: journal, At: t.now(), Source: store.SourceSystem, Kind: e.Type,
	}, raw)
	if err != nil {
		return err
	}
	return t.prune(newest)
}
