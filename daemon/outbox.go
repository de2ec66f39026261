package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
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

// RetryMail has a mail sent at once that waits or failed. It fails with a refusal
// where that can't be, as all that follow here do.
func (a Admin) RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return a.byHand().order(ctx, orderRetry, id, by)
}

// DropMail takes back a mail that has not left; it never will. Of a customer's mail
// staff are told.
func (a Admin) DropMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return a.byHand().order(ctx, orderDrop, id, by)
}

// order does what is wanted with a mail, and returns it as it stands then.
func (d *Daemon) order(ctx context.Context, what mailOrder, id uint64, by string) (m store.Mail, err error) {
	err = d.Update(ctx, failpoint.Order, func(tx store.Tx) error {
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
			return d.drop(tx, &m, by)
		}
		return d.retryMail(tx, &m, by)
	})
	if err != nil {
		return store.Mail{}, err
	}
	d.Log.Info("outbox changed by hand", "mail", id, "thread", m.Thread, "order", what, "by", by)
	d.Signals.Sending.Notify()
	d.WakeThread(m)
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

func (d *Daemon) retryMail(tx store.Tx, m *store.Mail, by string) error {
	before := m.Status
	m.Status, m.NextAt, m.LastError = store.MailQueued, d.Now(), ""
	return errors.Join(tx.PutMail(*m), d.noteOrder(tx, *m, journal.KindMailRetried, by, before))
}

func (d *Daemon) drop(tx store.Tx, m *store.Mail, by string) error {
	before := m.Status
	m.Status, m.LastError = store.MailWithdrawn, "dropped from the outbox by "+by
	err := errors.Join(tx.PutMail(*m), d.noteOrder(tx, *m, journal.KindMailDropped, by, before))
	if m.Thread != "" && m.Kind != store.MailNotice {
		_, enqueueErr := tx.Enqueue(queue.NewEvent(d.Now(), m.Thread, queue.KindMail,
			queue.MailEvent{Mail: m.ID, By: by}))
		err = errors.Join(err, enqueueErr)
	}
	return err
}

// noteOrder journals who did what; of a mail that is about no thread, in the agency's own.
func (d *Daemon) noteOrder(tx store.Tx, m store.Mail, kind, by string,
	before store.MailStatus) error {
	return queue.AppendNote(tx, cmp.Or(m.Thread, journal.AgencyThread), agent.Note{
		At: d.Now(), Source: store.SourceHumanReview, Kind: kind, Actor: by, Ref: m.MessageID,
		Payload: map[string]any{"mail": m.ID, "was": before},
	})
}

func (d *Daemon) outboxHandlers(mux *http.ServeMux) {
	mux.HandleFunc("POST /outbox/{id}/{order}", func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
		order := mailOrder(r.PathValue("order"))
		if err != nil || order != orderRetry && order != orderDrop {
			http.NotFound(w, r)
			return
		}
		m, err := d.order(r.Context(), order, id, r.FormValue("by"))
		control.Respond(w, m, err)
	})
}

func (c running) RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return c.order(ctx, orderRetry, id, by)
}

func (c running) DropMail(ctx context.Context, id uint64, by string) (store.Mail, error) {
	return c.order(ctx, orderDrop, id, by)
}

func (c running) order(ctx context.Context, what mailOrder, id uint64, by string) (store.Mail, error) {
	return control.Ask[store.Mail](ctx, c.Client, http.MethodPost,
		fmt.Sprintf("/outbox/%d/%s?by=%s", id, what, url.QueryEscape(by)), nil)
}
