package bare

import (
	"context"
	"fmt"
	"slices"

	"ppamaild/store"
)

// Script is the daemon's work for one message after acceptance.
type Script struct {
	Look   []Commit // reads for all messages of a batch together
	Route  Commit   // the same
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

// Commit is the writes of one transaction, or the reads of a View.
type Commit struct {
	Size    int // bytes of the records, as passed to the store
	writes  []step
	reads   []step
	accepts bool // moves a cursor
	claims  bool // records that a mail is being sent
}

func (c Commit) isWrite() bool { return c.reads == nil }

// step repeats a read or a write of a thread on the thread of r. It may run more than once.
type step func(tx store.Tx, r *Run) error

// Commits returns all of them, in order.
func (s Script) Commits() []Commit {
	return Writes(slices.Concat([]Commit{s.Route}, s.Before, s.After))
}

// Writes returns the commits without reads.
func Writes(commits []Commit) []Commit {
	isRead := func(c Commit) bool { return !c.isWrite() }
	return slices.DeleteFunc(slices.Clone(commits), isRead)
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

// together makes one shared transaction from the same transaction of several threads.
func together(ctx context.Context, runs []*Run, c Commit) error {
	transact := runs[0].store.Update
	if !c.isWrite() {
		transact = runs[0].store.View
	}
	steps := slices.Concat(c.reads, c.writes)
	err := transact(ctx, func(tx store.Tx) error {
		for _, r := range runs {
			for _, s := range steps {
				if err := s(tx, r); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("repeating %d steps of %s: %w", len(steps), runs[0].thread, err)
	}
	return nil
}
