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

// mailOrder is an order about a mail in the outbox. The journal records who gave the order.
type mailOrder string

const (
	orderRetry mailOrder = "retry"
	orderDrop  mailOrder = "drop"
)

// RetryMail sends a waiting or failed mail now, and returns the mail. An impossible order returns a
// refusal.
func (a *Admin) RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return a.order(ctx, orderRetry, id, by)
}

// DropMail withdraws a mail that has not left, permanently, and returns the mail. Staff learn of a
// dropped mail to a customer. An impossible order returns a refusal.
func (a *Admin) DropMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return a.order(ctx, orderDrop, id, by)
}

// order carries out an order and returns the changed mail, with private numbers masked.
func (a *Admin) order(ctx context.Context, what mailOrder, id uint64, by string) (m store.Mail, err error) {
	err = a.Update(ctx, failpoint.Order, func(tx store.Tx) error {
		m, err = tx.Mail(id)
		if errors.Is(err, store.ErrNotFound) {
			return refusal.Errorf("there is no mail %d; ppamaild outbox list --all shows "+
				"the mails", id)
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

// orderable returns a refusal if the status of a mail forbids an order. A mail with uncertain
// delivery is refused while an open review asks staff about it.
func orderable(tx store.Reviews, m store.Mail, what mailOrder) error {
	switch m.Status {
	case store.MailQueued, store.MailRetrying, store.MailFailed:
		return nil
	case store.MailSending:
		return refusal.Errorf("mail %d is being sent; look again in a minute", m.ID)
	case store.MailUncertain:
		number, err := deliveryReview(tx, m)
		if err == nil && number > 0 {
			err = refusal.Errorf("it is not known whether mail %d was sent; "+
				"staff are asked by review %d of %s (RESEND or LEAVE)", m.ID, number, m.Thread)
		}
		return err
	}
	participle := map[mailOrder]string{orderRetry: "sent", orderDrop: "dropped"}[what]
	return refusal.Errorf("mail %d is %s; it can't be %s any more", m.ID, m.Status, participle)
}

// deliveryReview returns the number of the open review that asks staff whether a mail was sent, or
// 0.
func deliveryReview(tx store.Reviews, m store.Mail) (number int, err error) {
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
	m.Status, m.LastError = store.MailWithdrawn, a.Say("admin.dropped", by)
	err := errors.Join(tx.PutMail(*m), a.noteOrder(tx, *m, journal.KindMailDropped, by, before))
	if m.Thread != "" && m.Kind != store.MailNotice {
		e := queue.MailEvent{Mail: m.ID, By: by}
		_, enqueueErr := tx.Enqueue(queue.NewEvent(a.Now(), m.Thread, queue.KindMail, e))
		err = errors.Join(err, enqueueErr)
	}
	return err
}

// noteOrder records an order in the journal of the mail's thread, or of the agency.
func (a *Admin) noteOrder(tx store.Tx, m store.Mail, kind, by string, before store.MailStatus) error {
	return queue.AppendNote(tx, cmp.Or(m.Thread, journal.AgencyThread), agent.Note{
		At:      a.Now(),
		Source:  store.SourceHumanReview,
		Kind:    kind,
		Actor:   by,
		Ref:     m.MessageID,
		Payload: a.payload(map[string]any{"mail": m.ID, "was": before}),
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

// Release releases the outbox after a restore, and after another ppamaild sent from the mailbox.
//
// A restored store does not know what happened since the backup, so before the release only the
// review that asks for the release leaves. Package recovery compares the store with the mailboxes
// first. Two precautions are permanent: a customer mail from
// before the restore is searched in Sent before it leaves, and staff review the steps that were in
// progress in the backup, even without a gate. Release returns a refusal if there is nothing to
// release.
func (a *Admin) Release(ctx context.Context, by string) (r store.Restoration, err error) {
	err = a.Update(ctx, failpoint.Release, func(tx store.Tx) error {
		twin, err := queue.FindTwin(tx)
		if err == nil {
			r, err = queue.Restoration(tx)
		}
		isHeld := !r.At.IsZero() && r.Released.IsZero()
		switch {
		case err != nil:
			return err
		case twin.Stops() && !isHeld:
			return queue.ReleaseTwin(tx, twin, by, a.Say("outbox.twin"), a.Now())
		case r.At.IsZero():
			return refusal.Errorf("the store was not restored from a backup; " +
				"no mail waits for a release")
		case !r.Released.IsZero():
			return refusal.Errorf("%s released the outbox already, on %s", r.ReleasedBy, a.When(r.Released))
		case r.Reconciled.IsZero():
			return refusal.Errorf("the daemon has not searched the mailboxes since the restore; " +
				"it does so when it starts")
		}
		if twin.Stops() {
			err = queue.ReleaseTwin(tx, twin, by, a.Say("outbox.twin"), a.Now())
		}
		return errors.Join(
			err,
			a.acceptRelease(tx, r.Review, by),
			queue.ReleaseOutbox(tx, by, a.Say("outbox.restored"), a.Now()))
	})
	if err == nil {
		a.Log.Warn("the outbox was released", "by", by)
		a.Signals.Sending.Notify()
		a.Signals.Timers.Notify()
	}
	return r, err
}

// acceptRelease accepts the review that asks for the release. number is 0 without such a review.
func (a *Admin) acceptRelease(tx store.Reviews, number int, by string) error {
	if number == 0 {
		return nil
	}
	rv, err := tx.Review(journal.AgencyThread, number)
	if err != nil {
		return err
	}
	rv.Status, rv.Verdict = store.ReviewDecided, string(review.VerdictAccept)
	rv.DecidedBy, rv.DecidedAt = by, a.Now()
	return tx.PutReview(rv)
}
