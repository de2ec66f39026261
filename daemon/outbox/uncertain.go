package outbox

import (
	"context"
	"errors"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// If the delivery of a mail to a customer is uncertain, the outbox looks for the mail in Sent.
// Then it waits for a bounce, or for the copy that the provider files. Only then do staff decide.

// Recover records the outcome of mails of a role that were being sent when a program ended.
func (b *Outbox) Recover(ctx context.Context, role string) error {
	var left []store.Mail
	err := b.Store.View(ctx, func(tx store.Tx) error {
		left = nil
		return tx.MailByStatus(store.MailSending, func(m store.Mail) bool {
			if m.Role == role {
				left = append(left, m)
			}
			return true
		})
	})
	for _, m := range left {
		if b.inFlight.Add(m.ID) {
			err = errors.Join(err, b.recoverMail(ctx, m.ID))
			b.inFlight.Remove(m.ID)
		}
	}
	return err
}

// recoverMail records the outcome of a mail that no daemon sends any more.
func (b *Outbox) recoverMail(ctx context.Context, id uint64) error {
	err := queue.Holding(ctx, b.Claims, store.MailClaim(id), func() error {
		m, err := queue.Read(ctx, b.Store, func(tx store.Tx) (store.Mail, error) {
			return tx.Mail(id)
		})
		if err != nil || m.Status != store.MailSending {
			return err // recorded in the meantime
		}
		died := &mailbox.SendError{Kind: mailbox.Uncertain, Msg: b.Say("outbox.interrupted")}
		return b.resolveUncertain(ctx, m, died)
	})
	if errors.Is(err, queue.ErrElsewhere) {
		return nil
	}
	return err
}

// resolveUncertain records an uncertain delivery. A mail to a customer counts as sent if it is in
// Sent.
func (b *Outbox) resolveUncertain(ctx context.Context, m store.Mail, outcome error) error {
	if m.Kind == store.MailCustomer {
		if found, err := b.FindSent(ctx, m); found {
			return err
		}
	}
	return b.Record(ctx, m, outcome)
}

// FindSent looks for a mail in Sent. If the mail is there, it counts as sent.
func (b *Outbox) FindSent(ctx context.Context, m store.Mail) (bool, error) {
	goOn := guard.Wait(ctx)
	sentAs, err := b.Sent[m.Role].Find(ctx, m.MessageID)
	goOn()
	if err != nil {
		b.Log.Warn("could not look into Sent", "mail", m.ID, "error", err)
	}
	if sentAs == "" {
		return false, nil
	}
	m.SavedCopy = true
	return true, b.Record(ctx, m, nil, sentAs)
}
