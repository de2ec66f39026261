package daemon

import (
	"errors"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// commitment is what the next commit holds besides the head.
type commitment struct {
	Notes   []agent.Note
	effects []store.Effect
	Mails   []queue.Outgoing
	updates []store.Mail
	reviews map[int]store.Review
	timers  []store.Timer
	stopped []string // names of timers
	events  []store.Event
	learnt  map[string]queue.CustomerEvent // by thread
	heads   []store.Head                   // of threads that begin here
	inbound []store.Inbound
	owed    *owed // nil: nobody decided anything

	asksRelease int    // the review that asks whether a restored outbox may go
	releases    string // who says so
}

// put writes everything into a transaction. It may run more than once.
func (c *commitment) put(tx store.Tx, d *Daemon, thread string) error {
	return errors.Join(
		c.putNotes(tx, thread),
		queue.Each(c.effects, tx.PutEffect),
		queue.Each(c.Mails, func(m queue.Outgoing) error { return queue.AddMail(tx, m) }),
		queue.Each(c.updates, func(m store.Mail) error { return d.putMail(tx, m) }),
		c.putReviews(tx),
		queue.Each(c.stopped, func(name string) error { return tx.DeleteTimer(thread, name) }),
		queue.Each(c.timers, tx.PutTimer),
		queue.Each(c.heads, func(h store.Head) error { _, err := tx.PutHead(h); return err }),
		queue.Each(c.events, func(e store.Event) error { _, err := tx.Enqueue(e); return err }),
		queue.Each(c.inbound, tx.PutInbound),
		c.putLearnt(tx),
		c.putRestored(tx, d),
	)
}

// putRestored has the mark of a restore know what is asked and what was decided.
func (c *commitment) putRestored(tx store.Tx, d *Daemon) error {
	if c.releases != "" {
		return d.release(tx, c.releases)
	}
	if c.asksRelease == 0 {
		return nil
	}
	r, err := tx.Restoration()
	r.Review = c.asksRelease
	return errors.Join(err, tx.PutRestoration(r))
}

func (c *commitment) putLearnt(tx store.Tx) error {
	for thread, e := range c.learnt {
		if err := queue.Learn(tx, thread, e); err != nil {
			return err
		}
	}
	return nil
}

func (c *commitment) putReviews(tx store.Tx) error {
	for _, r := range c.reviews {
		if err := tx.PutReview(r); err != nil {
			return err
		}
	}
	return nil
}

func (c *commitment) putNotes(tx store.Tx, thread string) error {
	for _, n := range c.Notes {
		if err := queue.AppendNote(tx, thread, n); err != nil {
			return err
		}
	}
	return nil
}
