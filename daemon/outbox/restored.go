package outbox

import (
	"context"
	"errors"
	"time"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// RecheckAfterRestore is how long a mail that a restore holds back waits for the next check.
const RecheckAfterRestore = time.Minute

// holds reports whether a mail waits until staff release the outbox. The review mail that asks for
// the release does not wait.
func holds(r store.Restoration, m store.Mail) bool {
	if r.At.IsZero() || !r.Released.IsZero() {
		return false
	}
	asksForRelease := m.Thread == journal.AgencyThread && m.Kind != store.MailCustomer &&
		m.Review == r.Review && r.Review > 0
	return !asksForRelease
}

// FoundAfterRestore handles a mail to a customer that may have left before the store was restored;
// see FixedBeforeRestore. If the mail is in Sent, it counts as sent. If Sent is unreadable, the
// mail waits. FoundAfterRestore reports whether the mail must not be sent now.
func (b *Outbox) FoundAfterRestore(ctx context.Context, m store.Mail) (bool, error) {
	sentAs, err := b.Sent[m.Role].Find(ctx, m.MessageID)
	if err != nil {
		return true, b.awaitSent(ctx, m, err)
	}
	if sentAs == "" {
		return false, nil
	}
	b.Log.Warn("a mail is in Sent already and is not sent again",
		"mail", m.ID, "thread", m.Thread, "message_id", m.MessageID)
	m.SavedCopy = true
	return true, b.record(ctx, m, nil, 1, func(tx store.Tx) error {
		return errors.Join(
			copies.Learn(tx, m, []string{sentAs}),
			queue.NoteFoundInSent(tx, m, b.Now()),
		)
	})
}

// awaitSent lets a mail wait until Sent is readable. The record of the mail says why. The pause
// keeps the mails from asking a failing server all the time.
func (b *Outbox) awaitSent(ctx context.Context, m store.Mail, why error) error {
	if ctx.Err() != nil {
		return why
	}
	b.Log.Warn("a mail from before the restore waits: Sent is unreadable",
		"mail", m.ID, "thread", m.Thread, "error", why)
	return b.Update(ctx, failpoint.Hold, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || !now.Status.Due() {
			return err
		}
		now.LastError = b.Say("outbox.sent_unreadable", why.Error())
		now.NextAt = b.Now().Add(RecheckAfterRestore)
		return tx.PutMail(now)
	})
}

// FixedBeforeRestore reports whether the Message-ID of a mail to a customer is older than the last
// restore. The Message-ID is fixed with the mail, or with the review that shows the mail. A mail
// with a known delivery does not count if it is sent once more: the first copy is in Sent.
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
