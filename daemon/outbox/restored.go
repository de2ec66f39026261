package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

const RecheckAfterRestore = time.Minute // after which a mail that is held is looked at again

// holds reports whether a mail has to wait for the release of the outbox.
func holds(r store.Restoration, m store.Mail) bool {
	if r.At.IsZero() || !r.Released.IsZero() {
		return false
	}
	asks := m.Thread == journal.AgencyThread && m.Kind != store.MailCustomer &&
		m.Review == r.Review && r.Review > 0
	return !asks
}

// FoundAfterRestore looks in Sent for a mail to a customer that may have left while the
// store had another past, and if it is there has it count as sent. It reports whether the
// mail is not to be sent now: where Sent can't be looked through, the mail waits.
func (b *Outbox) FoundAfterRestore(ctx context.Context, m store.Mail) (bool, error) {
	var before bool
	err := b.Store.View(ctx, func(tx store.Tx) (err error) {
		before, err = FixedBeforeRestore(tx, m)
		return err
	})
	if !before || err != nil {
		return false, err
	}
	as, err := b.Sent[m.Role].Find(ctx, m.MessageID)
	if err != nil {
		return true, b.awaitSent(ctx, m, err)
	}
	if as == "" {
		return false, nil
	}
	b.Log.Warn("a mail lies in Sent already, and is not sent again", "mail", m.ID, "thread",
		m.Thread, "message_id", m.MessageID)
	m.SavedCopy = true
	return true, b.conclude(ctx, m, nil, func(tx store.Tx) error {
		return errors.Join(copies.Learn(tx, m, []string{as}), queue.NoteFoundInSent(tx, m, b.Now()))
	})
}

// awaitSent has a mail wait that can't be looked for in Sent, so that the outbox says why,
// and a server that refuses us is not asked by every mail at every moment.
func (b *Outbox) awaitSent(ctx context.Context, m store.Mail, why error) error {
	if ctx.Err() != nil {
		return why
	}
	b.Log.Warn("a mail from before the restore waits: Sent can't be looked through for it", "mail",
		m.ID, "thread", m.Thread, "error", why)
	return b.Update(ctx, failpoint.Hold, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || !now.Status.Due() {
			return err
		}
		now.LastError = fmt.Sprintf("held back: it may have left before the restore, and Sent can't be looked through for it: %v", why)
		now.NextAt = b.Now().Add(RecheckAfterRestore)
		return tx.PutMail(now)
	})
}

// FixedBeforeRestore reports whether the Message-ID of a mail to a customer is from before
// the last restore: it is fixed with the mail, or with the review that shows it. One
// that left by what the store knows, and is sent once more, has its copy in Sent.
func FixedBeforeRestore(tx store.Tx, m store.Mail) (bool, error) {
	r, err := queue.Restoration(tx)
	if err != nil || r.At.IsZero() || m.Kind != store.MailCustomer || !m.SentAt.IsZero() {
		return false, err
	}
	if m.Review == 0 || m.CreatedAt.Before(r.At) {
		return m.CreatedAt.Before(r.At), nil
	}
	rv, err := tx.Review(m.Thread, m.Review)
	return rv.CreatedAt.Before(r.At), err
}
