package bare

import (
	"context"
	"fmt"
	"slices"

	"ppamaild/store"
)

// Script is what the daemon did for one message once that was accepted.
type Script struct {
	Route  Commit   // for all messages of a batch together
	Before []Commit // up to the one after which the mail was sent
	Mail   Mail
	After  []Commit
}

// Mail is what was sent, under its envelope.
type Mail struct {
	From string
	To   []string
	Raw  []byte
}

// Commit is what one transaction wrote.
type Commit struct {
	Octets  int // of the records, as they were handed to the store
	writes  []write
	accepts bool // it moves a cursor
	claims  bool // it says that a mail is being sent
}

// write does again what was done to a thread, now to that of r. It may run more
// than once.
type write func(tx store.Tx, r *Run) error

// Commits returns all of them, in order.
func (s Script) Commits() []Commit {
	return slices.Concat([]Commit{s.Route}, s.Before, s.After)
}

// Octets is what commits wrote together.
func Octets(commits []Commit) (n int) {
	for _, c := range commits {
		n += c.Octets
	}
	return n
}

// Run carries a script out for one thread.
type Run struct {
	store   store.Store
	thread  string
	inbound uint64
	events  map[uint64]uint64 // sequence numbers: recorded to own
	mails   map[uint64]uint64 // ids: recorded to own
}

// NewRun returns the run of a thread that does not exist yet. inbound is the
// message that opens it; 0 where the script is about none.
func NewRun(s store.Store, thread string, inbound uint64) *Run {
	return &Run{store: s, thread: thread, inbound: inbound, events: make(map[uint64]uint64), mails: make(map[uint64]uint64)}
}

// Make makes commits, one after the other.
func (r *Run) Make(ctx context.Context, commits ...Commit) error {
	for _, c := range commits {
		if err := together(ctx, []*Run{r}, c); err != nil {
			return err
		}
	}
	return nil
}

// together makes one commit of the same one for several threads.
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
