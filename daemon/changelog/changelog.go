// Package changelog records what programs outside wait for: opened and closed reviews, and failed
// mails. A record is part of the transaction of its change, so a crash loses none.
//
// An event has thread and numbers, and no personal data. The log keeps events for 30 days, and at
// most 100,000 events. A new event takes the place of the oldest event in the store.
package changelog

import (
	"context"
	"errors"
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
func (s *Store) Last(ctx context.Context) (uint64, error) {
	at, err := s.span(ctx)
	return at.Last, err
}

// Pruned returns the number of the last pruned event; 0 for none.
func (s *Store) Pruned(ctx context.Context) (uint64, error) {
	at, err := s.span(ctx)
	return at.Pruned, err
}

func (s *Store) span(ctx context.Context) (at span, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		at, err = spanOf(tx)
		return err
	})
	return at, err
}

// After returns up to limit events after a number, oldest first. Pruned events are missing.
func (s *Store) After(ctx context.Context, seq uint64, limit int) (all []Event, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		all = nil
		at, err := spanOf(tx)
		for n := max(seq, at.Pruned) + 1; n <= at.Last && len(all) < limit && err == nil; n++ {
			var one Event
			if one, err = eventOf(tx, n); err == nil {
				all = append(all, one)
			}
		}
		return err
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
	return t.recordReview(r)
}

// AddReview implements store.Reviews.
func (t logged) AddReview(r store.Review) error {
	if err := t.Tx.AddReview(r); err != nil {
		return err
	}
	return t.recordReview(r)
}

func (t logged) recordReview(r store.Review) error {
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
	*t.added = true
	at, err := spanOf(t.Tx)
	if err != nil {
		return err
	}
	at.Last++
	e.Seq, e.At = at.Last, t.now()
	if err := putEvent(t.Tx, e); err != nil {
		return err
	}
	if at, err = t.prune(at, e.At); err != nil {
		return err
	}
	return putSpan(t.Tx, at)
}
