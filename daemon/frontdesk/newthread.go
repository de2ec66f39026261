package frontdesk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"ppamaild/agent"
	"ppamaild/console/office"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Begin implements office.Beginner. The event is the event of a customer's mail, so that the
// agent and the reviews are the same. No customer gets an acknowledgement without a review.
func (d *Customers) Begin(ctx context.Context, b office.Beginning) (thread string, err error) {
	if why := d.NotCustomer(b.Address); why != "" {
		return "", office.Refused(why)
	}
	e := d.writtenDown(b)
	var repeated bool
	err = d.update(ctx, failpoint.Decide, func(tx store.Tx) error {
		ref, err := tx.MessageID(e.Mail.ID)
		if thread, repeated = ref.Thread, err == nil; !errors.Is(err, store.ErrNotFound) {
			return err
		}
		head, err := d.NewQuoteHead(tx, e)
		if err != nil {
			return err
		}
		thread = head.Thread
		if _, err = tx.PutHead(head); err == nil {
			err = queue.Learn(tx, thread, e)
		}
		if err == nil {
			_, err = tx.Enqueue(queue.NewEvent(d.Now(), thread, queue.KindCustomer, e))
		}
		return err
	})
	if err != nil || repeated {
		return thread, err
	}
	d.Log.Info("thread begun in the console", "thread", thread, "by", b.By)
	d.Signals.Threads.Wake(thread, queue.Ahead)
	return thread, nil
}

// writtenDown is the request of a customer as a message. Its Message-ID has a digest of the form,
// so that a second copy of the form is recognized.
func (d *Customers) writtenDown(b office.Beginning) queue.CustomerEvent {
	sum := sha256.Sum256([]byte(b.By + "\n" + b.Once))
	id := hex.EncodeToString(sum[:16]) + "@console.invalid"
	return queue.CustomerEvent{
		From: b.Address, ReplyTo: b.Address, Learn: []string{id},
		Forwarded: b.By, Via: queue.ViaConsole,
		Mail: agent.Mail{
			ID: id, Text: b.Text, FromName: b.Name, Date: d.Now().In(d.Location),
			Subject: cmp.Or(b.Subject, d.Say("console.words_subject")),
			Notes:   []string{d.Say("console.words_by", d.Named(b.By))},
		},
	}
}
