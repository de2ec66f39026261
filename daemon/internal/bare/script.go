package bare

import (
	"context"
	"fmt"
	"slices"

	"ppamaild/store"
)

// Script is the daemon's work for one message after acceptance.
type Script struct {
	Route  Commit   // for all messages of a batch together
	Before []Commit // up to the commit before the send
	Mail   Mail
	After  []Commit
}

// Mail is a sent mail with its envelope.
type Mail struct {
	From string
	To   []string
	Raw  []byte
}

// Commit is the writes of one transaction.
type Commit struct {
	Size    int // bytes of the records, as passed to the store
	writes  []write
	accepts bool // moves a cursor
	claims  bool // records that a mail is being sent
}

// write repeats a write to a thread on the thread of r. It may run more than once.
type write func(tx store.Tx, r *Run) error

// Commits returns all of them, in order.
func (s Script) Commits() []Commit {
	return slices.Concat([]Commit{s.Route}, s.Before, s.After)
}

// Size returns the number of bytes that commits wrote.
func Size(commits []Commit) (n int) {
	for _, c := range commits {
		n += c.Size
	}
	return n
}

// Run applies a script to one thread.
type Run struct {
	store   store.Store
	thread  string
	inbound uint64
	events  map[uint64]uint64 // sequence numbers: recorded to own
	mails   map[uint64]uint64 // ids: recorded to own
}

// NewRun returns the run of a new thread. inbound is the message that opens the thread; 0 for a
// script without a message.
func NewRun(s store.Store, thread string, inbound uint64) *Run {
	return &Run{store: s, thread: thread, inbound: inbound, events: make(map[uint64]uint64), mails: make(map[uint64]uint64)}
}

// Make makes commits in order.
func (r *Run) Make(ctx context.Context, commits ...Commit) error {
	for _, c := range commits {
		if err := together(ctx, []*Run{r}, c); err != nil {
			return err
		}
	}
	return nil
}

// together makes one shared commit from the same commit of several threads.
func together(ctx context.Context, runs []*Run, c Commit) error {
	err := runs[0].store.Update(ctx, func(tx store.Tx) error {
		for _, r := range runs {
			for _, w := range c.writes {
				if err := w(tx, r); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("committing %d writes of %s: %w", len(c.writes), runs[0].thread, err)
	}
	return nil
}
