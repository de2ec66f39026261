package daemon

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// A store that was put back from a backup does not know what happened since that was
// taken. So nothing leaves but the review that tells staff so, until one of them, or
// an admin, releases the outbox (reconcile.go is what is looked at before). And for
// good: a mail to a customer whose Message-ID is from before the restore is looked
// for in Sent before it is sent, and what was under way in the backup is reviewed,
// whatever its gate.

const lookRestored = time.Minute // after which a mail that is held is looked at again

// holds reports whether a mail has to wait for the release of the outbox.
func holds(r store.Restoration, m store.Mail) bool {
	if r.At.IsZero() || !r.Released.IsZero() {
		return false
	}
	asks := m.Thread == journal.AgencyThread && m.Kind != store.MailCustomer &&
		m.Review == r.Review && r.Review > 0
	return !asks
}

// sentAlready looks in Sent for a mail to a customer that may have left while the
// store had another past, and if it is there has it count as sent. It reports whether the
// mail is not to be sent now: where Sent can't be looked through, the mail waits.
func (d *Daemon) sentAlready(ctx context.Context, m store.Mail) (bool, error) {
	var before bool
	err := d.Store.View(ctx, func(tx store.Tx) (err error) {
		before, err = fixedBefore(tx, m)
		return err
	})
	if !before || err != nil {
		return false, err
	}
	as, err := d.sentFolders[m.Role].Find(ctx, m.MessageID)
	if err != nil {
		return true, d.awaitSent(ctx, m, err)
	}
	if as == "" {
		return false, nil
	}
	d.Log.Warn("a mail lies in Sent already, and is not sent again", "mail", m.ID, "thread",
		m.Thread, "message_id", m.MessageID)
	m.SavedCopy = true
	return true, d.conclude(ctx, m, nil, func(tx store.Tx) error {
		return errors.Join(copies.Learn(tx, m, []string{as}), queue.NoteFoundInSent(tx, m, d.Now()))
	})
}

// awaitSent has a mail wait that can't be looked for in Sent, so that the outbox says why,
// and a server that refuses us is not asked by every mail at every moment.
func (d *Daemon) awaitSent(ctx context.Context, m store.Mail, why error) error {
	if ctx.Err() != nil {
		return why
	}
	d.Log.Warn("a mail from before the restore waits: Sent can't be looked through for it", "mail",
		m.ID, "thread", m.Thread, "error", why)
	return d.Update(ctx, failpoint.Hold, func(tx store.Tx) error {
		now, err := tx.Mail(m.ID)
		if err != nil || !now.Status.Due() {
			return err
		}
		now.LastError = fmt.Sprintf("held back: it may have left before the restore, and Sent can't be looked through for it: %v", why)
		now.NextAt = d.Now().Add(lookRestored)
		return tx.PutMail(now)
	})
}

// fixedBefore reports whether the Message-ID of a mail to a customer is from before
// the last restore: it is fixed with the mail, or with the review that shows it. One
// that left by what the store knows, and is sent once more, has its copy in Sent.
func fixedBefore(tx store.Tx, m store.Mail) (bool, error) {
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

// Release lets the outbox of a restored store go. It fails with a refusal where there
// is nothing to release.
func (a Admin) Release(ctx context.Context, by string) (store.Restoration, error) {
	return a.byHand().releaseByHand(ctx, by)
}

func (d *Daemon) releaseByHand(ctx context.Context, by string) (r store.Restoration, err error) {
	err = d.Update(ctx, failpoint.Release, func(tx store.Tx) error {
		if r, err = queue.Restoration(tx); err != nil {
			return err
		}
		switch {
		case r.At.IsZero():
			return refusal.Errorf("the store was never put back from a backup; nothing is held for that")
		case !r.Released.IsZero():
			return refusal.Errorf("%s released the outbox already, on %s", r.ReleasedBy,
				d.When(r.Released))
		case r.Reconciled.IsZero():
			return refusal.Errorf("mailboxes and outbox were not looked through yet since the store was put back; the daemon does so when it starts")
		}
		return errors.Join(d.acceptRelease(tx, r.Review, by), queue.ReleaseOutbox(tx, by, d.Now()))
	})
	if err == nil {
		d.Log.Warn("the outbox was released after a restore", "by", by)
		d.Signals.Sending.Notify()
		d.Signals.Timers.Notify()
	}
	return r, err
}

// acceptRelease decides the review that asks for the release; 0: nobody was asked yet.
func (d *Daemon) acceptRelease(tx store.Tx, number int, by string) error {
	if number == 0 {
		return nil
	}
	rv, err := tx.Review(journal.AgencyThread, number)
	if err != nil {
		return err
	}
	rv.Status, rv.Verdict, rv.DecidedBy, rv.DecidedAt = store.ReviewDecided,
		string(review.VerdictAccept), by, d.Now()
	return tx.PutReview(rv)
}

func (c running) Release(ctx context.Context, by string) (store.Restoration, error) {
	return control.Ask[store.Restoration](ctx, c.Client, http.MethodPost,
		"/release?by="+url.QueryEscape(by), nil)
}

const askReleaseAgain = 10 * time.Minute

func (d *Daemon) askReleaseLater(tx store.Tx, e store.Event) error {
	d.Log.Error("staff can't be asked whether mail may leave after the restore, so none does; they are asked again, or let it leave: ppamaild outbox release", "asked", d.Now().Add(askReleaseAgain))
	return tx.PutTimer(store.Timer{Thread: journal.AgencyThread, Name: queue.TimerAskRelease,
		Due: d.Now().Add(askReleaseAgain).UTC(), Data: e.Data})
}
