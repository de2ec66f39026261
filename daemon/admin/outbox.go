package admin

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"

	"ppamaild/agent"
	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// An admin sees to the outbox by hand: what waits or failed is tried at once, or
// taken back for good. Who did it stands in the journal.

// mailOrder is what an admin wants done with a mail of the outbox.
type mailOrder string

const (
	orderRetry mailOrder = "retry"
	orderDrop  mailOrder = "drop"
)

// RetryMail sends a waiting or failed mail now. An order that is impossible fails with a refusal.
func (a *Admin) RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return a.order(ctx, orderRetry, id, by)
}

// DropMail withdraws a mail that has not left, for all time. Staff learn of a dropped mail to a
// customer.
func (a *Admin) DropMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return a.order(ctx, orderDrop, id, by)
}

// order does what is wanted with a mail, and returns it as it stands then.
func (a *Admin) order(ctx context.Context, what mailOrder, id uint64, by string) (m store.Mail, err error) {
	err = a.Update(ctx, failpoint.Order, func(tx store.Tx) error {
		m, err = tx.Mail(id)
		if errors.Is(err, store.ErrNotFound) {
			return refusal.Errorf("there is no mail %d; ppamaild outbox list shows those there are",
				id)
		}
		if err == nil {
			err = orderable(tx, m, what)
		}
		if err != nil {
			return err
		}
		if what == orderDrop {
			return a.drop(tx, &m, by)
		}
		return a.retryMail(tx, &m, by)
	})
	if err != nil {
		return store.Mail{}, err
	}
	a.Log.Info("outbox changed by hand", "mail", id, "thread", m.Thread, "order", what, "by", by)
	a.Signals.Sending.Notify()
	a.WakeThread(m)
	return history.Masked(m), nil
}

// orderable refuses what can't be done with a mail as it stands. Whether one left
// of which nobody knows is for staff to say, as long as they are asked.
func orderable(tx store.Tx, m store.Mail, what mailOrder) error {
	switch m.Status {
	case store.MailQueued, store.MailRetrying, store.MailFailed:
		return nil
	case store.MailSending:
		return refusal.Errorf("mail %d is being sent; look again in a minute", m.ID)
	case store.MailUncertain:
		number, err := askedAbout(tx, m)
		if err == nil && number > 0 {
			err = refusal.Errorf("it is not known whether mail %d was sent; staff are asked by review %d of %s (RESEND or LEAVE)", m.ID, number, m.Thread)
		}
		return err
	}
	return refusal.Errorf("mail %d is %s; it can't be %s any more", m.ID, m.Status,
		map[mailOrder]string{orderRetry: "sent", orderDrop: "dropped"}[what])
}

// askedAbout returns the open review in which staff are asked whether a mail was
// sent; 0 where there is none.
func askedAbout(tx store.Tx, m store.Mail) (number int, err error) {
	open, err := tx.OpenReviews(m.Thread)
	for _, rv := range open {
		if rv.Kind == review.KindMail && rv.Mail == m.ID {
			number = rv.Number
		}
	}
	return number, err
}

func (a *Admin) retryMail(tx store.Tx, m *store.Mail, by string) error {
	before := m.Status
	m.Status, m.NextAt, m.LastError = store.MailQueued, a.Now(), ""
	return errors.Join(tx.PutMail(*m), a.noteOrder(tx, *m, journal.KindMailRetried, by, before))
}

func (a *Admin) drop(tx store.Tx, m *store.Mail, by string) error {
	before := m.Status
	m.Status, m.LastError = store.MailWithdrawn, "dropped from the outbox by "+by
	err := errors.Join(tx.PutMail(*m), a.noteOrder(tx, *m, journal.KindMailDropped, by, before))
	if m.Thread != "" && m.Kind != store.MailNotice {
		_, enqueueErr := tx.Enqueue(queue.NewEvent(a.Now(), m.Thread, queue.KindMail,
			queue.MailEvent{Mail: m.ID, By: by}))
		err = errors.Join(err, enqueueErr)
	}
	return err
}

// noteOrder journals who did what; of a mail that is about no thread, in the agency's own.
func (a *Admin) noteOrder(tx store.Tx, m store.Mail, kind, by string,
	before store.MailStatus) error {
	return queue.AppendNote(tx, cmp.Or(m.Thread, journal.AgencyThread), agent.Note{
		At: a.Now(), Source: store.SourceHumanReview, Kind: kind, Actor: by, Ref: m.MessageID,
		Payload: map[string]any{"mail": m.ID, "was": before},
	})
}

func (a *Admin) outboxHandlers(mux *http.ServeMux) {
	mux.HandleFunc("POST /outbox/{id}/{order}", func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
		order := mailOrder(r.PathValue("order"))
		if err != nil || order != orderRetry && order != orderDrop {
			http.NotFound(w, r)
			return
		}
		m, err := a.order(r.Context(), order, id, r.FormValue("by"))
		control.Respond(w, m, err)
	})
}

// A store that was put back from a backup does not know what happened since that was
// taken. So nothing leaves but the review that tells staff so, until one of them, or
// an admin, releases the outbox (reconcile.go is what is looked at before). And for
// good: a mail to a customer whose Message-ID is from before the restore is looked
// for in Sent before it is sent, and what was under way in the backup is reviewed,
// whatever its gate.

// Release lets the outbox of a restored store go. It fails with a refusal where there
// is nothing to release.
func (a *Admin) Release(ctx context.Context, by string) (r store.Restoration, err error) {
	err = a.Update(ctx, failpoint.Release, func(tx store.Tx) error {
		if r, err = queue.Restoration(tx); err != nil {
			return err
		}
		switch {
		case r.At.IsZero():
			return refusal.Errorf("the store was never put back from a backup; nothing is held for that")
		case !r.Released.IsZero():
			return refusal.Errorf("%s released the outbox already, on %s", r.ReleasedBy,
				a.When(r.Released))
		case r.Reconciled.IsZero():
			return refusal.Errorf("mailboxes and outbox were not looked through yet since the store was put back; the daemon does so when it starts")
		}
		return errors.Join(a.acceptRelease(tx, r.Review, by), queue.ReleaseOutbox(tx, by, a.Now()))
	})
	if err == nil {
		a.Log.Warn("the outbox was released after a restore", "by", by)
		a.Signals.Sending.Notify()
		a.Signals.Timers.Notify()
	}
	return r, err
}

// acceptRelease decides the review that asks for the release; 0: nobody was asked yet.
func (a *Admin) acceptRelease(tx store.Tx, number int, by string) error {
	if number == 0 {
		return nil
	}
	rv, err := tx.Review(journal.AgencyThread, number)
	if err != nil {
		return err
	}
	rv.Status, rv.Verdict, rv.DecidedBy, rv.DecidedAt = store.ReviewDecided,
		string(review.VerdictAccept), by, a.Now()
	return tx.PutReview(rv)
}
