package daemon

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
func (d *Daemon) toReconcile(ctx context.Context) (r store.Restoration, is bool, err error) {
	r, err = queue.Read(ctx, d.Store, queue.Restoration)
	return r, err == nil && !r.At.IsZero() && r.Reconciled.IsZero(), err
}

// reconcile does all that, as soon as every mailbox was read, and tries again for as
// long as it can't; then it closes done. Until then nothing else is done.
func (d *Daemon) reconcile(ctx context.Context, done chan<- struct{}) error {
	r, is, err := d.toReconcile(ctx)
	if err != nil {
		return err
	}
	if !is {
		close(done)
		return nil
	}
	d.Log.Warn("the store was put back from a backup: nothing is sent until staff release the outbox", "by", r.By, "backup", r.File)
	for _, w := range d.watchers {
		select {
		case <-ctx.Done():
			return nil
		case <-w.Ready():
		}
	}
	for {
		if err = d.compare(ctx); err == nil {
			break
		}
		d.Log.Error("comparing the restored store with the mailboxes; nothing is done until that works", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(queue.RetryDelay):
		}
	}
	d.Signals.Threads.Wake(journal.AgencyThread, queue.Ahead)
	close(done)
	return nil
}

// compare makes of what was found in the mailboxes what the store is to be, in one
// transaction, and has staff told.
func (d *Daemon) compare(ctx context.Context) error {
	found, err := d.searchSent(ctx)
	if err != nil {
		return err
	}
	return d.Update(ctx, failpoint.Reconcile, func(tx store.Tx) error {
		r, err := queue.Restoration(tx)
		if err != nil {
			return err
		}
		r.Reconciled = d.Now()
		data := notify.RestoredData{At: r.At, By: r.By, File: r.File}
		for _, part := range []func(store.Tx, compared) (templates.Section, error){d.countOutbox,
			d.askAnew, d.setSinceAside, d.stopWaits} {
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
		_, enqueueErr := tx.Enqueue(store.Event{Thread: journal.AgencyThread, At: d.Now(),
			Kind: queue.KindRestored, Data: raw})
		return errors.Join(tx.PutRestoration(r), enqueueErr, tx.DeleteTimer(journal.AgencyThread, queue.TimerAskRelease)) // of an earlier restore
	})
}

// countOutbox has mails to customers that lie in Sent count as sent, and lists them
// with those that do not.
func (d *Daemon) countOutbox(tx store.Tx, found compared) (templates.Section, error) {
	due, err := dueToCustomers(tx)
	var lines []notify.Waiting
	for _, m := range due {
		what := fmt.Sprintf("to %s: %s", strings.Join(m.To, ", "), m.Subject)
		if as := found.sent[m.ID]; as != "" {
			m.Status, m.SentAt, m.SavedCopy, m.LastError = store.MailSent, d.Now(), true, ""
			err = errors.Join(err, tx.PutMail(m), copies.Learn(tx, m, []string{as}),
				queue.NoteFoundInSent(tx, m, d.Now()))
			what += " (it lies in Sent, and counts as sent)"
		} else {
			what += fmt.Sprintf(" (not in Sent: it leaves once you accept, unless dropped before: ppamaild outbox drop %d)", m.ID)
		}
		lines = append(lines, notify.Waiting{Since: m.CreatedAt, What: what})
	}
	return d.Section("Mails to customers that were about to leave", lines), err
}

// askAnew has every open review mailed once more, with a reference that counts.
func (d *Daemon) askAnew(tx store.Tx, found compared) (templates.Section, error) {
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
				Name: queue.TimerRemind + strconv.Itoa(rv.Number), Due: d.Now()}))
		}
	}
	s := d.Section("Reviews that were open", found.approved)
	if n > 0 {
		s.Text = strings.TrimSpace(s.Text + fmt.Sprintf(" Open reviews are mailed to you anew once you accept this: %d.", n))
	}
	return s, err
}

// setSinceAside sets aside what came in and was not dealt with, nor another copy of it.
func (d *Daemon) setSinceAside(tx store.Tx, found compared) (templates.Section, error) {
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
	s := d.Section("Messages that came in since the backup and are set aside", lines)
	if len(lines) > 0 {
		s.Text = strings.TrimSpace(s.Text + " You get them in a digest once you accept this; RELEASE there brings back what is still to be dealt with.")
	}
	return s, err
}

// stopWaits ends what would be sent to customers because they did not answer: they
// may have, or may have got it.
func (d *Daemon) stopWaits(tx store.Tx, _ compared) (s templates.Section, err error) {
	timers, err := store.EveryTimer(tx)
	n := 0
	for _, t := range timers {
		switch t.Name {
		case queue.TimerCustomerReminder:
			err = errors.Join(err, tx.DeleteTimer(t.Thread, t.Name))
			n++
		case queue.TimerCustomerWait:
			err = errors.Join(err, tx.PutTimer(store.Timer{Thread: t.Thread, Name: t.Name,
				Due: d.Now().Add(d.Config.Quote.CustomerWait.Duration)}))
		}
	}
	if n > 0 {
		s = templates.Section{Title: "Reminders to customers",
			Text: fmt.Sprintf("Waiting reminders, and the closes that follow them, are not sent: %d.", n)}
	}
	return s, err
}
