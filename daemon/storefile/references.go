package storefile

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"

	"ppamaild/progress"
	"ppamaild/store"
)

// maxDangling is the maximum number of listed dangling references.
const maxDangling = 20

// checkReferences lists dangling references to threads, reviews, mails and messages. The
// store's own check verifies the records.
func checkReferences(ctx context.Context, s store.Store) error {
	var c references
	err := s.View(ctx, func(tx store.Tx) error {
		c = references{ctx: ctx, tx: tx, seed: maphash.MakeSeed(), threads: map[uint64]struct{}{}}
		return c.check()
	})
	return errors.Join(err, errors.Join(c.problems...))
}

type references struct {
	ctx      context.Context
	tx       store.Tx
	seed     maphash.Seed
	threads  map[uint64]struct{} // hashes of ids, which need less memory than ids
	problems []error
}

func (c *references) note(format string, args ...any) {
	if len(c.problems) < maxDangling {
		c.problems = append(c.problems, fmt.Errorf(format, args...))
	}
}

func (c *references) check() error {
	err := c.tx.Heads(func(h store.Head) bool {
		c.threads[c.hash(h.Thread)] = struct{}{}
		return true
	})
	size := func() int64 { return int64(len(c.threads)) }
	progress.Begin(c.ctx, "checking references", "threads", size)
	err = errors.Join(err, store.EveryHead(c.tx, func(h store.Head) error {
		progress.Add(c.ctx, 1)
		return c.checkThread(h)
	}))
	return errors.Join(err, c.checkInbound(), c.checkMail(), c.checkWaiting())
}

func (c *references) hash(thread string) uint64 { return maphash.String(c.seed, thread) }

// thread records a reference to a missing thread.
func (c *references) thread(thread, format string, args ...any) {
	if _, found := c.threads[c.hash(thread)]; thread != "" && !found {
		c.note(format+": thread %s is missing", append(args, thread)...)
	}
}

// missing records a missing record, and returns other errors.
func (c *references) missing(err error, format string, args ...any) error {
	if errors.Is(err, store.ErrNotFound) {
		c.note(format+", which is missing", args...)
		return nil
	}
	return err
}

func (c *references) checkThread(h store.Head) error {
	thread := h.Thread
	c.thread(h.MergedInto, "%s was merged", thread)
	all, err := c.tx.Reviews(thread)
	for _, rv := range all {
		if rv.Number > h.Reviews {
			c.note("review %d of %s has a number that the thread did not give out", rv.Number, thread)
		}
		if rv.Mail != 0 {
			_, mailErr := c.tx.Mail(rv.Mail)
			err = errors.Join(err, c.missing(mailErr,
				"review %d of %s asks about mail %d", rv.Number, thread, rv.Mail))
		}
		if rv.Inbound != 0 {
			_, inboundErr := c.tx.Inbound(rv.Inbound)
			err = errors.Join(err, c.missing(inboundErr,
				"review %d of %s asks about message %d", rv.Number, thread, rv.Inbound))
		}
	}
	return err
}

func (c *references) checkInbound() (err error) {
	for _, status := range store.InboundStatuses() {
		err = errors.Join(err, c.tx.InboundByStatus(status, 0, func(in store.Inbound) bool {
			c.thread(in.Thread, "message %d", in.ID)
			return true
		}))
	}
	return err
}

func (c *references) checkMail() (err error) {
	for _, status := range store.MailStatuses() {
		var failed error
		listErr := c.tx.MailByStatus(status, func(m store.Mail) bool {
			failed = c.checkOne(m)
			return failed == nil
		})
		err = errors.Join(err, listErr, failed)
	}
	return err
}

func (c *references) checkOne(m store.Mail) error {
	c.thread(m.Thread, "mail %d", m.ID)
	_, err := c.tx.MessageID(m.MessageID)
	if err := c.missing(err, "mail %d has the Message-ID %s", m.ID, m.MessageID); err != nil || m.Review == 0 {
		return err
	}
	_, err = c.tx.Review(m.Thread, m.Review)
	return c.missing(err, "mail %d belongs to review %d of %s", m.ID, m.Review, m.Thread)
}

// checkWaiting checks the threads of events and timers.
func (c *references) checkWaiting() error {
	queued, err := c.tx.Queued()
	for _, thread := range queued {
		c.thread(thread, "a waiting event")
	}
	timers, timersErr := store.EveryTimer(c.tx)
	for _, t := range timers {
		c.thread(t.Thread, "timer %s", t.Name)
	}
	return errors.Join(err, timersErr)
}
