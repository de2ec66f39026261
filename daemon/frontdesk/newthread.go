package frontdesk

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"ppamaild/agent"
	"ppamaild/console"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Begin implements console.Beginner. The event is the event of a customer's mail, so that the
// agent and the reviews are the same. No customer gets an acknowledgement without a review.
func (d *Customers) Begin(ctx context.Context, b console.Beginning) (thread string, err error) {
	if why := d.NotCustomer(b.Address); why != "" {
		return "", console.Refused(why)
	}
	order, e := d.writtenDown(b)
	var repeated bool
	err = d.update(ctx, failpoint.Decide, func(tx store.Tx) (err error) {
		if thread, err = begunBy(tx, order, e); thread != "" || err != nil {
			repeated = true
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
	d.Log.Info("thread begun", "thread", thread, "by", b.By, "via", e.Via)
	d.Signals.Threads.Wake(thread, queue.Ahead)
	return thread, nil
}

// begunBy returns the thread that an earlier copy of an order began; "" for none.
func begunBy(tx store.Threads, order string, e queue.CustomerEvent) (thread string, err error) {
	ref, err := tx.MessageID(order)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err == nil {
		_, err = tx.MessageID(e.Mail.ID)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = console.ErrOtherBody
	}
	return ref.Thread, err
}

// messageID is the Message-ID of a message that came without a mail.
func messageID(digest string) string { return digest[:32] + "@console.invalid" }

// writtenDown is the request of a customer as a message. The thread also learns the identifier of
// the order, so that a second copy of the order is recognized.
func (d *Customers) writtenDown(b console.Beginning) (order string, e queue.CustomerEvent) {
	key := digest(b.By, cmp.Or(b.Once, rand.Text()))
	words := strings.Join([]string{b.Address, b.Name, b.Subject, b.Text}, "\n")
	order = messageID(key)
	id := messageID(digest(key, words))
	return order, queue.CustomerEvent{
		From: b.Address, ReplyTo: b.Address, Learn: []string{order, id},
		Forwarded: b.By, Via: queue.Via(b.Program),
		Mail: agent.Mail{
			ID: id, Text: b.Text, FromName: b.Name, Date: d.Now().In(d.Location),
			Subject: cmp.Or(b.Subject, d.Say("console.words_subject")),
			Notes:   []string{d.Say("console.words_by", d.Named(b.By))},
			Spoken:  true,
		},
	}
}
