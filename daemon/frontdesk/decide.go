package frontdesk

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"ppamaild/console"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// patience is how long a page waits for the result of a decision.
const patience = 8 * time.Second

// unseen is the digest of a form that names no content. No review has this digest, so the form is
// stale.
const unseen = "unseen"

// Decide implements console.Decider. The event holds the reference of the member, as a reply to
// the member's own review mail would.
func (d *Desk) Decide(ctx context.Context, c console.Decision) (console.Answer, error) {
	ticket, err := d.ticket()
	if err != nil {
		return console.Answer{}, err
	}
	e := queue.StaffEvent{
		From: c.By, Text: c.Text, Clean: true, Decision: c.Decision,
		Refs: d.References.Find(d.References.Mint(c.Thread, c.Number, c.By)),
		Via:  queue.Via(c.Program), Digest: c.Digest, Ticket: ticket, Hold: d.Hold,
	}
	answer, forget := d.Answers.Expect(ticket)
	defer forget()
	err = d.update(ctx, failpoint.Decide, func(tx store.Tx) error {
		rv, err := tx.Review(c.Thread, c.Number)
		if err != nil {
			return err
		}
		if e.Digest == "" && rv.Digest != "" {
			e.Digest = unseen
		}
		_, err = tx.Enqueue(queue.NewEvent(d.Now(), c.Thread, queue.KindStaff, e))
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return console.Answer{}, console.ErrNotFound
	}
	if err != nil {
		return console.Answer{}, err
	}
	d.Log.Info("decision in the console", "thread", c.Thread, "review", c.Number,
		"verdict", c.Verdict, "by", c.By, "via", e.Via)
	d.Signals.Threads.Wake(c.Thread, queue.Ahead)
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case a := <-answer:
		return d.answer(a)
	case <-wait.Done():
		return console.Answer{}, console.ErrBusy
	}
}

func (d *Desk) ticket() (string, error) {
	b := make([]byte, 16)
	if _, err := io.ReadFull(d.Rand, b); err != nil {
		return "", fmt.Errorf("making a ticket: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// answer puts a notice into words for a page.
func (d *Desk) answer(a notify.Answer) (console.Answer, error) {
	n := notify.Masked(a.Notice)
	heading, lead, err := d.Templates.Opening(a.Name, n)
	return console.Answer{
		Counts: a.Name == "done", Heading: heading, Lead: lead, NotDone: n.NotDone,
	}, err
}
