package metrics

import (
	"context"
	"encoding/json"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// Update commits fn, and counts the changes of fn once they are durable.
func (t *Tally) Update(ctx context.Context, s store.Store, fn func(store.Tx) error) error {
	end := t.commits.begin()
	var last *countedTx
	err := s.Update(ctx, func(tx store.Tx) error {
		last = &countedTx{Tx: tx, tally: t, channel: "command"} // fn may run more than once
		return fn(last)
	})
	if took := end(); err == nil {
		t.committing.observe(took)
		for _, count := range last.changes {
			count()
		}
	}
	return err
}

// countedTx is a transaction that remembers what to count after the commit. A failure to read the
// previous record counts nothing, because counting must not stop the transaction.
type countedTx struct {
	store.Tx
	tally   *Tally
	channel string // of decisions: "mail", "console", "api" or "command"
	changes []func()
}

func (c *countedTx) later(count func()) { c.changes = append(c.changes, count) }

// PutInbound implements store.Inbounds.
func (c *countedTx) PutInbound(in store.Inbound) error {
	was, unread := c.Tx.Inbound(in.ID)
	err := c.Tx.PutInbound(in)
	if err != nil || unread != nil || was.Status == in.Status || in.Status == store.InboundPending {
		return err
	}
	kind := string(in.Status)
	if in.Status == store.InboundHandled {
		kind = "customer"
		if c.tally.isStaff(in.From) {
			kind = "staff"
		}
	}
	c.later(func() { c.tally.routed.add(1, kind) })
	return nil
}

// PutMail implements store.Outbox.
func (c *countedTx) PutMail(m store.Mail) error {
	was, unread := c.Tx.Mail(m.ID)
	err := c.Tx.PutMail(m)
	if err != nil || unread != nil || was.Status == m.Status {
		return err
	}
	switch m.Status {
	case store.MailSent:
		c.later(func() { c.tally.sent.add(1, string(m.Kind)) })
		if m.Kind != store.MailCustomer {
			break
		}
		if rv, err := c.Review(m.Thread, m.Review); err == nil && !rv.DecidedAt.IsZero() {
			c.later(func() { c.tally.toSent.observe(m.SentAt.Sub(rv.DecidedAt)) })
		}
	case store.MailRetrying, store.MailUncertain, store.MailFailed, store.MailWithdrawn:
		c.later(func() { c.tally.problems.add(1, string(m.Kind), string(m.Status)) })
	}
	return nil
}

// Append implements store.Journals. The reply of staff names the channel of the decision.
func (c *countedTx) Append(e store.Entry, payload []byte) (store.Entry, error) {
	var reply journal.Reply
	if e.Kind == journal.KindReply && json.Unmarshal(payload, &reply) == nil {
		c.channel = "mail"
		if reply.Via != "" {
			c.channel = reply.Via
		}
	}
	return c.Tx.Append(e, payload)
}

// PutReview implements store.Reviews.
func (c *countedTx) PutReview(rv store.Review) error {
	was, unread := c.Tx.Review(rv.Thread, rv.Number)
	err := c.Tx.PutReview(rv)
	if err != nil || unread != nil {
		return err
	}
	if rv.Status == store.ReviewDecided && was.Status != store.ReviewDecided {
		channel := c.channel
		c.later(func() {
			c.tally.decisions.add(1, rv.Verdict, channel)
			c.tally.toDecision.observe(rv.DecidedAt.Sub(rv.CreatedAt))
		})
	}
	return nil
}

// AddReview implements store.Reviews.
func (c *countedTx) AddReview(rv store.Review) error {
	err := c.Tx.AddReview(rv)
	if err == nil && !rv.Arrived.IsZero() {
		c.later(func() { c.tally.toReview.observe(rv.CreatedAt.Sub(rv.Arrived)) })
	}
	return err
}
