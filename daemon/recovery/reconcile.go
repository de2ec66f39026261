package recovery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/clock"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// A restored store does not know what happened since the backup, but the mailboxes do:
//
//   - An unprocessed message in an inbox may have been processed since the backup. It is set
//     aside, and staff can bring it back.
//   - A mail that was about to leave may already be in Sent.
//   - A customer may have answered. So reminders and closes for lack of an answer stop.
//   - The references in earlier review mails no longer count. So open reviews are mailed again.
//
// Staff get a report and release the outbox.

// toReconcile returns the mark of a restore, and whether the comparison is still to do.
func (r *Recovery) toReconcile(ctx context.Context) (mark store.Restoration, due bool, err error) {
	mark, err = queue.Read(ctx, r.Store, queue.Restoration)
	return mark, err == nil && !mark.At.IsZero() && mark.Reconciled.IsZero(), err
}

// Due reports whether a restored store is still to be compared with the mailboxes.
func (r *Recovery) Due(ctx context.Context) (bool, error) {
	_, due, err := r.toReconcile(ctx)
	return due, err
}

// Reconcile compares a restored store with the mailboxes once every mailbox is read, and then
// closes done. It repeats a failed comparison until ctx is done. Without a restore, Reconcile
// closes done immediately.
func (r *Recovery) Reconcile(ctx context.Context, done chan<- struct{}) error {
	mark, due, err := r.toReconcile(ctx)
	if err != nil {
		return err
	}
	if !due {
		close(done)
		return nil
	}
	r.Log.Warn("the store was restored from a backup: nothing is sent until staff release the outbox",
		"by", mark.By, "backup", mark.File)
	for _, w := range r.Watchers {
		select {
		case <-ctx.Done():
			return nil
		case <-w.Ready():
		}
	}
	for {
		if err = r.compare(ctx); err == nil {
			break
		}
		r.Log.Error("comparing the restored store with the mailboxes; all other work waits",
			"error", err)
		if !clock.Sleep(ctx, queue.RetryDelay) {
			return nil
		}
	}
	r.Signals.Threads.Wake(journal.AgencyThread, queue.Ahead)
	close(done)
	return nil
}

// compare updates the store by the contents of the mailboxes in one transaction, and queues the
// report to staff.
func (r *Recovery) compare(ctx context.Context) error {
	found, err := r.searchSent(ctx)
	if err != nil {
		return err
	}
	return r.Update(ctx, failpoint.Reconcile, func(tx store.Tx) error {
		mark, err := queue.Restoration(tx)
		if err != nil {
			return err
		}
		mark.Reconciled = r.Now()
		data := notify.RestoredData{At: mark.At, By: mark.By, File: mark.File}
		for _, part := range []func(store.Tx, comparison) (templates.Section, error){
			r.countOutbox, r.askAgain, r.setRecentAside, r.stopWaits,
		} {
			section, err := part(tx, found)
			if err != nil {
				return err
			}
			if len(section.Items) > 0 || section.Text != "" {
				data.Sections = append(data.Sections, section)
			}
		}
		raw, err := json.Marshal(data)
		if err != nil {
			return err
		}
		_, enqueueErr := tx.Enqueue(store.Event{
			Thread: journal.AgencyThread,
			At:     r.Now(),
			Kind:   queue.KindRestored,
			Data:   raw,
		})
		// An earlier restore may have left the timer.
		timerErr := tx.DeleteTimer(journal.AgencyThread, timers.AskRelease)
		return errors.Join(tx.PutRestoration(mark), enqueueErr, timerErr)
	})
}

// countOutbox marks the mails to customers that are in Sent as sent. The section lists all mails
// to customers that were due.
func (r *Recovery) countOutbox(tx store.Tx, found comparison) (templates.Section, error) {
	due, err := dueToCustomers(tx)
	var lines []notify.Waiting
	for _, m := range due {
		what := r.Say("recovery.mail_to", strings.Join(m.To, ", "), m.Subject)
		if as := found.sent[m.ID]; as != "" {
			m.Status, m.SentAt, m.SavedCopy, m.LastError = store.MailSent, r.Now(), true, ""
			err = errors.Join(err,
				tx.PutMail(m),
				copies.Learn(tx, m, []string{as}),
				queue.NoteFoundInSent(tx, m, r.Now()))
			what = r.Say("recovery.is_in_sent", what)
		} else {
			what = r.Say("recovery.not_in_sent", what, fmt.Sprint(m.ID))
		}
		lines = append(lines, notify.Waiting{Since: m.CreatedAt, What: what})
	}
	return r.Section(r.Say("recovery.to_customers"), lines), err
}

// askAgain lets every open review be mailed again, with a reference that counts. The new restore
// asks for a release of its own, so the review of an earlier restore ends.
func (r *Recovery) askAgain(tx store.Tx, found comparison) (templates.Section, error) {
	open, err := openReviews(tx)
	n := 0
	for _, rv := range open {
		reminder := timers.Remind + strconv.Itoa(rv.Number)
		switch rv.Kind {
		case review.KindSetAside:
		case review.KindRestored:
			rv.Status = store.ReviewSuperseded
			rv.Why = r.Say("recovery.restored_again")
			err = errors.Join(err, tx.PutReview(rv), tx.DeleteTimer(rv.Thread, reminder))
		default:
			n++
			err = errors.Join(err, tx.PutTimer(timers.New(rv.Thread, reminder, r.Now())))
		}
	}
	s := r.Section(r.Say("recovery.open_reviews"), found.approved)
	if n > 0 {
		s.Text = strings.TrimSpace(s.Text + " " + r.Say("recovery.reviews_again", fmt.Sprint(n)))
	}
	return s, err
}

// setRecentAside sets aside the pending messages, except copies of processed messages: the router
// finds those.
func (r *Recovery) setRecentAside(tx store.Tx, found comparison) (templates.Section, error) {
	var pending []store.Inbound
	err := tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
		pending = append(pending, in)
		return true
	})
	var lines []notify.Waiting
	for _, in := range pending {
		if found.known[in.ID] {
			continue
		}
		in.Status, in.Reason = store.InboundSetAside, r.Say("recovery.since_backup")
		if found.answered[in.ID] {
			in.Reason = r.Say("recovery.since_backup_answered", in.Reason)
		}
		m, listErr := r.Listed(tx, in)
		err = errors.Join(err, listErr, tx.PutInbound(in))
		what := m.From + ": " + m.Subject
		if found.answered[in.ID] {
			what = r.Say("recovery.answer_in_sent", what)
		}
		lines = append(lines, notify.Waiting{Since: in.InternalDate, What: what})
	}
	s := r.Section(r.Say("recovery.set_aside"), lines)
	if len(lines) > 0 {
		s.Text = strings.TrimSpace(s.Text + " " + r.Say("recovery.set_aside_digest"))
	}
	return s, err
}

// stopWaits deletes the reminders to customers and starts the time to answer again: since the
// backup, the customer may have answered or received the reminder.
func (r *Recovery) stopWaits(tx store.Tx, _ comparison) (s templates.Section, err error) {
	all, err := store.EveryTimer(tx)
	n := 0
	for _, t := range all {
		switch t.Name {
		case timers.CustomerReminder:
			err = errors.Join(err, tx.DeleteTimer(t.Thread, t.Name))
			n++
		case timers.CustomerWait:
			due := r.Now().Add(r.Config.Quote.CustomerWait.Duration)
			err = errors.Join(err, tx.PutTimer(timers.New(t.Thread, t.Name, due)))
		}
	}
	if n > 0 {
		s = templates.Section{
			Title: r.Say("recovery.reminders"),
			Text:  r.Say("recovery.reminders_not_sent", fmt.Sprint(n)),
		}
	}
	return s, err
}
