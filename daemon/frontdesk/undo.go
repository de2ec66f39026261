package frontdesk

import (
	"context"

	"ppamaild/console"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// Undo implements console.Decider. The mail counts as withdrawn, and its approval as void: the
// thread goes to staff, as after any mail with a void approval.
func (d *Desk) Undo(ctx context.Context, thread string, number int, by string) error {
	err := d.update(ctx, failpoint.Decide, func(tx store.Tx) error {
		rv, err := tx.Review(thread, number)
		if err != nil {
			return err
		}
		if rv.DecidedBy != "" && rv.DecidedBy != by {
			return console.ErrNotYours
		}
		m, held, err := d.held(tx, rv)
		if err != nil {
			return err
		}
		if !held || rv.DecidedBy != by {
			return console.ErrTooLate
		}
		m.Status, m.LastError = store.MailWithdrawn, d.Say("console.undone", d.Named(by))
		return d.PutMailAnd(tx, m, queue.MailEvent{Mail: m.ID, By: by, Void: true})
	})
	if err != nil {
		return err
	}
	d.Log.Info("decision undone in the console", "thread", thread, "review", number, "by", by)
	d.Signals.Threads.Wake(thread, queue.Ahead)
	return nil
}

// held returns the mail that a review approved, while the mail has not left.
func (d *Desk) held(tx store.Outbox, rv store.Review) (store.Mail, bool, error) {
	waiting, err := tx.WaitingMail(rv.Thread)
	for _, m := range waiting {
		if approvedBy(m, rv) && m.Attempts == 0 && m.NextAt.After(d.Now()) {
			return m, true, err
		}
	}
	return store.Mail{}, false, err
}

// approvedBy reports whether m is the mail to the customer that a review approved. No decision on a
// hand-over approves the mails that staff wrote before.
func approvedBy(m store.Mail, rv store.Review) bool {
	return m.Kind == store.MailCustomer && m.Purpose == "" && m.Review == rv.Number &&
		rv.Kind != review.KindHandedOver
}
