package recovery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ppamaild/daemon/copies"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// Before a restored store is worked on, it is compared with the mailboxes, which
// remember what the store does not. Whatever lies in the inboxes that it has not
// dealt with may have been dealt with since the backup: it is set aside, for staff to
// bring back. Mails that were about to leave are looked for in Sent. What would be
// sent to customers because time ran out is not. Open reviews are asked anew, as the
// references of mails from before count no longer. Then staff are told.

// toReconcile reports whether the store was restored and not looked at since.
func (r *Recovery) toReconcile(ctx context.Context) (mark store.Restoration, is bool, err error) {
	mark, err = queue.Read(ctx, r.Store, queue.Restoration)
	return mark, err == nil && !mark.At.IsZero() && mark.Reconciled.IsZero(), err
}

// reconcile does all that, as soon as every mailbox was read, and tries again for as
// long as it can't; then it closes done. Until then nothing else is done.
func (r *Recovery) Reconcile(ctx context.Context, done chan<- struct{}) error {
	mark, is, err := r.toReconcile(ctx)
	if err != nil {
		return err
	}
	if !is {
		close(done)
		return nil
	}
	r.Log.Warn("the store was put back from a backup: nothing is sent until staff release the outbox", "by", mark.By, "backup", mark.File)
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
		r.Log.Error("comparing the restored store with the mailboxes; nothing is done until that works", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(queue.RetryDelay):
		}
	}
	r.Signals.Threads.Wake(journal.AgencyThread, queue.Ahead)
	close(done)
	return nil
}

// compare makes of what was found in the mailboxes what the store is to be, in one
// transaction, and has staff told.
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
		for _, part := range []func(store.Tx, compared) (templates.Section, error){r.countOutbox,
			r.askAgain, r.setSinceAside, r.stopWaits} {
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
		_, enqueueErr := tx.Enqueue(store.Event{Thread: journal.AgencyThread, At: r.Now(),
			Kind: queue.KindRestored, Data: raw})
		return errors.Join(tx.PutRestoration(mark), enqueueErr, tx.DeleteTimer(journal.AgencyThread, queue.TimerAskRelease)) // of an earlier restore
	})
}

// countOutbox has mails to customers that lie in Sent count as sent, and lists them
// with those that do not.
func (r *Recovery) countOutbox(tx store.Tx, found compared) (templates.Section, error) {
	due, err := dueToCustomers(tx)
	var lines []notify.Waiting
	for _, m := range due {
		what := fmt.Sprintf("to %s: %s", strings.Join(m.To, ", "), m.Subject)
		if as := found.sent[m.ID]; as != "" {
			m.Status, m.SentAt, m.SavedCopy, m.LastError = store.MailSent, r.Now(), true, ""
			err = errors.Join(err, tx.PutMail(m), copies.Learn(tx, m, []string{as}),
				queue.NoteFoundInSent(tx, m, r.Now()))
			what += " (it lies in Sent, and counts as sent)"
		} else {
			what += fmt.Sprintf(" (not in Sent: it leaves once you accept, unless dropped before: ppamaild outbox drop %d)", m.ID)
		}
		lines = append(lines, notify.Waiting{Since: m.CreatedAt, What: what})
	}
	return r.Section("Mails to customers that were about to leave", lines), err
}

// askAnew has every open review mailed once more, with a reference that counts.
func (r *Recovery) askAgain(tx store.Tx, found compared) (templates.Section, error) {
	open, err := openReviews(tx)
	n := 0
	for _, rv := range open {
		switch rv.Kind {
		case review.KindSetAside:
		case review.KindRestored: // of an earlier restore; this one asks by itself
			rv.Status, rv.Why = store.ReviewSuperseded,
				"the store was put back from a backup once more"
			err = errors.Join(err, tx.PutReview(rv), tx.DeleteTimer(rv.Thread,
				queue.TimerRemind+strconv.Itoa(rv.Number)))
		default:
			n++
			err = errors.Join(err, tx.PutTimer(store.Timer{Thread: rv.Thread,
				Name: queue.TimerRemind + strconv.Itoa(rv.Number), Due: r.Now()}))
		}
	}
	s := r.Section("Reviews that were open", found.approved)
	if n > 0 {
		s.Text = strings.TrimSpace(s.Text + fmt.Sprintf(" Open reviews are mailed to you anew once you accept this: %d.", n))
	}
	return s, err
}

// setSinceAside sets aside what came in and was not dealt with, nor another copy of it.
func (r *Recovery) setSinceAside(tx store.Tx, found compared) (templates.Section, error) {
	var pending []store.Inbound
	err := tx.InboundByStatus(store.InboundPending, 0,
		func(in store.Inbound) bool { pending = append(pending, in); return true })
	var lines []notify.Waiting
	for _, in := range pending {
		if found.known[in.ID] { // the router sees that too
			continue
		}
		in.Status, in.Reason = store.InboundSetAside, queue.WhySinceBackup
		if found.answered[in.ID] {
			in.Reason += "; an answer to it lies in Sent"
		}
		m, listErr := notify.Listed(tx, in)
		err = errors.Join(err, listErr, tx.PutInbound(in))
		what := m.From + ": " + m.Subject
		if found.answered[in.ID] {
			what += " (an answer to it lies in Sent)"
		}
		lines = append(lines, notify.Waiting{Since: in.InternalDate, What: what})
	}
	s := r.Section("Messages that came in since the backup and are set aside", lines)
	if len(lines) > 0 {
		s.Text = strings.TrimSpace(s.Text + " You get them in a digest once you accept this; RELEASE there brings back what is still to be dealt with.")
	}
	return s, err
}

// stopWaits ends what would be sent to customers because they did not answer: they
// may have, or may have got it.
func (r *Recovery) stopWaits(tx store.Tx, _ compared) (s templates.Section, err error) {
	timers, err := store.EveryTimer(tx)
	n := 0
	for _, t := range timers {
		switch t.Name {
		case queue.TimerCustomerReminder:
			err = errors.Join(err, tx.DeleteTimer(t.Thread, t.Name))
			n++
		case queue.TimerCustomerWait:
			err = errors.Join(err, tx.PutTimer(store.Timer{Thread: t.Thread, Name: t.Name,
				Due: r.Now().Add(r.Config.Quote.CustomerWait.Duration)}))
		}
	}
	if n > 0 {
		s = templates.Section{Title: "Reminders to customers",
			Text: fmt.Sprintf("Waiting reminders, and the closes that follow them, are not sent: %d.", n)}
	}
	return s, err
}
