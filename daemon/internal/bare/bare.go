// Package bare is the baseline for the daemon's benchmarks: a simple loop that fetches
// messages, commits and sends, with nothing between.
//
// The loop promises no less than the daemon, on the same servers and on a store of the same
// kind. For each message, the loop commits the records that a Recorder saw the daemon commit,
// record for record. Unless the store is Unread, the loop also reads what the daemon read. The
// loop sends the mail that the daemon sent then, over as many connections. But the loop
// understands no message, composes no mail and decides nothing.
package bare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ppamaild/store"
)

// Loop serves one mailbox.
type Loop struct {
	Store   store.Store
	Inbox   *Inbox
	Outbox  []*Outbox // each with a connection
	Script  Script
	Batch   int    // limits of a commit that accepts or routes messages
	Workers int    // how many scripts are carried out at a time
	Sent    func() // called after each mail that the server accepted
}

// Serve waits for messages and serves n of them: while some are fetched, those
// before them are accepted and routed, committed, and sent.
func (l *Loop) Serve(ctx context.Context, n int) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	fetched, accepted, ready := make(chan Message, l.Batch), make(chan *Run, l.Batch), make(chan *Run, l.Batch)
	var stages, workers sync.WaitGroup
	stages.Go(func() {
		defer close(fetched)
		if err := l.fetch(ctx, n, fetched); err != nil {
			fail(err)
		}
	})
	stages.Go(func() {
		defer close(accepted)
		each(fetched, fail, func(m Message) error { return l.accept(ctx, append([]Message{m}, l.more(fetched)...), accepted) })
	})
	for range l.Workers {
		workers.Go(func() {
			each(accepted, fail, func(r *Run) error {
				err := r.Make(ctx, l.Script.Before...)
				ready <- r
				return err
			})
		})
	}
	stages.Go(func() { workers.Wait(); close(ready) })
	for _, o := range l.Outbox {
		stages.Go(func() { each(ready, fail, func(r *Run) error { return l.send(ctx, o, r) }) })
	}
	stages.Wait()
	return context.Cause(ctx)
}

// each runs work on each value until work fails, and then discards the rest.
func each[T any](in <-chan T, fail context.CancelCauseFunc, work func(T) error) {
	for v := range in {
		if err := work(v); err != nil {
			fail(err)
			break
		}
	}
	for range in {
	}
}

func (l *Loop) fetch(ctx context.Context, n int, out chan<- Message) error {
	for n > 0 {
		if err := l.Inbox.Await(ctx); err != nil {
			return err
		}
		if err := l.Inbox.Fetch(func(m Message) { out <- m; n-- }); err != nil {
			return err
		}
	}
	return nil
}

// more adds the waiting values to the batch.
func (l *Loop) more(in <-chan Message) (batch []Message) {
	for len(batch) < l.Batch-1 && len(in) > 0 {
		m, open := <-in
		if !open {
			break
		}
		batch = append(batch, m)
	}
	return batch
}

func (l *Loop) accept(ctx context.Context, batch []Message, out chan<- *Run) error {
	ids := make([]uint64, len(batch))
	err := l.Store.Update(ctx, func(tx store.Tx) (err error) {
		for i, m := range batch {
			cursor := store.Cursor{Mailbox: m.Mailbox, UIDValidity: m.UIDValidity, LastUID: m.UID}
			if ids[i], err = tx.Accept(m.Inbound, m.Raw, cursor); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("accepting %d messages: %w", len(batch), err)
	}
	runs := make([]*Run, len(batch))
	for i, id := range ids {
		runs[i] = NewRun(l.Store, fmt.Sprintf("Q-%06d", id), id)
	}
	for _, c := range slices.Concat(l.Script.Look, []Commit{l.Script.Route}) {
		err = errors.Join(err, together(ctx, runs, c))
	}
	for _, r := range runs {
		out <- r
	}
	return err
}

func (l *Loop) send(ctx context.Context, o *Outbox, r *Run) error {
	if err := o.Send(l.Script.Mail); err != nil {
		return fmt.Errorf("sending: %w", err)
	}
	l.Sent()
	return r.Make(ctx, l.Script.After...)
}
