package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/failpoint"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// operatorActions lists all actions.
func operatorActions() []operatorAction {
	return []operatorAction{
		{failpoint.Correct.Sides(), (*campaign).merging},
		{failpoint.Cancel.Sides(), (*campaign).cancelling},
		{failpoint.Retry.Sides(), (*campaign).retrying},
		{failpoint.Backup.Sides(), (*campaign).backingUp},
		{failpoint.Restore.Sides(), (*campaign).restoring},
		{failpoint.Reconcile.Sides(), (*campaign).reconciling},
		{failpoint.Order.Sides(), (*campaign).dropping},
		{failpoint.Release.Sides(), (*campaign).releasing},
		{failpoint.Abandon.Sides(), (*campaign).abandoning},
		{failpoint.Alarm.Sides(), (*campaign).alarming},
		{failpoint.Keep.Sides(), (*campaign).keeping},
		{failpoint.Erase.Sides(), (*campaign).erasing},
		{through(failpoint.Wiping, failpoint.Scrub), (*campaign).scrubbing},
		{failpoint.Compact.Sides(), (*campaign).compacting},
		{through(failpoint.Recoding, failpoint.Rekey), (*campaign).rekeying},
	}
}

// through returns the failpoints of an action in several parts.
func through(part failpoint.Place, whole failpoint.Boundary) []string {
	return slices.Insert(whole.Sides(), 1, string(part))
}

// isAction reports whether a failpoint belongs to an operator action.
func isAction(place string) bool {
	return slices.ContainsFunc(operatorActions(), func(e operatorAction) bool { return slices.Contains(e.at, place) })
}

func (s *campaign) merging(ctx context.Context) (o order, err error) {
	source, _, err := s.opens(ctx)
	if err != nil {
		return o, err
	}
	target, _, err := s.opens(ctx)
	return order{
		command: []string{"threads", "merge", source, target}, refused: true,
		done: noted(target, journal.KindMergedFrom, source),
	}, err
}

func (s *campaign) cancelling(ctx context.Context) (order, error) {
	thread, _, err := s.opens(ctx)
	return order{command: []string{"threads", "cancel", thread}, refused: true, done: noted(thread, journal.KindCancel, "")}, err
}

// retrying routes a quarantined message again. The message is then quarantined again.
func (s *campaign) retrying(ctx context.Context) (order, error) {
	id := fmt.Sprintf("two-authors.%d@customer.test", time.Now().UnixNano())
	raw := strings.Join([]string{"From: " + play.Alice, "From: " + play.Lee, "To: " + play.Quotes, "Subject: Two authors",
		"Message-ID: <" + id + ">", "Date: " + time.Now().Format(time.RFC1123Z), "", "Please quote my car.", ""}, "\r\n")
	if err := s.actors.customers[0].SendRaw(ctx, play.Alice, []string{play.Quotes}, []byte(raw)); err != nil {
		return order{}, err
	}
	var number uint64
	err := s.until(ctx, func(tx store.Tx) (bool, error) {
		err := tx.InboundByStatus(store.InboundQuarantined, 0, func(in store.Inbound) bool {
			if in.MessageID == id {
				number = in.ID
			}
			return true
		})
		return number > 0, err
	})
	return order{command: []string{"threads", "retry", fmt.Sprint(number)}, done: func(tx store.Tx) (int, error) {
		in, err := tx.Inbound(number)
		if err != nil || in.Status == store.InboundPending {
			return 1, err
		}
		n, err := noted(journal.AgencyThread, journal.KindQuarantined, journal.Ref(number))(tx)
		return min(n-1, 1), err // a repetition is a second action
	}}, err
}

func (s *campaign) restoring(ctx context.Context) (order, error) {
	file, err := s.backsUp(ctx)
	return order{command: []string{"restore", "--replace", file}, apart: true, done: func(tx store.Tx) (int, error) {
		r, err := restored(tx)
		if r.File != filepath.Base(file) {
			return 0, err
		}
		return 1, err
	}}, err
}

func (s *campaign) reconciling(ctx context.Context) (order, error) {
	return order{done: func(tx store.Tx) (int, error) {
		r, err := restored(tx)
		if r.Reconciled.IsZero() {
			return 0, err
		}
		return 1, err
	}}, s.putsBack(ctx)
}

// dropping withdraws a mail that waits for the release of the outbox.
func (s *campaign) dropping(ctx context.Context) (o order, err error) {
	if err := s.putsBack(ctx); err != nil {
		return o, err
	}
	if err := s.asked(ctx); err != nil {
		return o, err
	}
	fresh, err := s.open(ctx, 1)
	if err != nil {
		return o, err
	}
	thread := fresh[0].thread
	var held store.Mail
	err = s.until(ctx, func(tx store.Tx) (bool, error) {
		mails, err := tx.WaitingMail(thread)
		if len(mails) > 0 {
			held = mails[0]
		}
		return len(mails) > 0, err
	})
	return order{command: []string{"outbox", "drop", fmt.Sprint(held.ID)}, refused: true, done: noted(thread, journal.KindMailDropped, held.MessageID)}, err
}

func (s *campaign) releasing(ctx context.Context) (order, error) {
	o := order{command: []string{"outbox", "release"}, refused: true, done: func(tx store.Tx) (int, error) {
		r, err := restored(tx)
		if r.Released.IsZero() {
			return 0, err
		}
		return 1, err
	}}
	if err := s.putsBack(ctx); err != nil {
		return o, err
	}
	return o, s.asked(ctx)
}

// abandoning damages a thread's state for a while. The daemon then can only hand the customer's
// mail to staff.
func (s *campaign) abandoning(ctx context.Context) (o order, err error) {
	thread, first, err := s.opens(ctx)
	if err != nil {
		return o, err
	}
	var sound json.RawMessage
	err = s.change(ctx, thread, func(tx store.Tx, h *store.Head) error {
		sound, h.State = h.State, json.RawMessage(`"broken"`)
		timers, err := tx.Timers(thread) // otherwise they would fail first
		for _, timer := range timers {
			err = errors.Join(err, tx.DeleteTimer(thread, timer.Name))
		}
		return err
	})
	second := sandbox.Mail{
		From: first.From, To: first.To, Subject: "Re: " + first.Subject, Text: theRest, MessageID: "re." + first.MessageID,
		InReplyTo: first.MessageID, References: []string{first.MessageID},
	}
	return order{
		send: func(ctx context.Context) error { _, err := s.actors.customers[0].Send(ctx, second); return err },
		done: func(tx store.Tx) (n int, err error) {
			err = tx.InboundByStatus(store.InboundQuarantined, 0, func(in store.Inbound) bool {
				if in.MessageID == second.MessageID {
					n++
				}
				return true
			})
			return n, err
		},
		mend: func(ctx context.Context) error {
			return s.change(ctx, thread, func(_ store.Tx, h *store.Head) error { h.State = sound; return nil })
		},
	}, err
}

// change edits a thread in the store while the program is stopped.
func (s *campaign) change(ctx context.Context, thread string, do func(store.Tx, *store.Head) error) error {
	return s.withStore(func(kept store.Store) error {
		return kept.Update(ctx, func(tx store.Tx) error {
			h, err := tx.Head(thread)
			if err == nil {
				err = do(tx, &h)
			}
			if err == nil {
				_, err = tx.PutHead(h)
			}
			return err
		})
	})
}

// opened is a conversation with one mail by the customer.
type opened struct {
	thread  string
	address string // unique to this customer
	first   sandbox.Mail
}

// opens returns a conversation that waits for staff.
func (s *campaign) opens(ctx context.Context) (thread string, first sandbox.Mail, err error) {
	if len(s.waiting) == 0 {
		if s.waiting, err = s.open(ctx, 8); err != nil {
			return "", first, err
		}
	}
	next := s.waiting[0]
	s.waiting = s.waiting[1:]
	return next.thread, next.first, nil
}

// open sends first mails from n customers and waits for the reviews.
func (s *campaign) open(ctx context.Context, n int) ([]opened, error) {
	all := make([]opened, n)
	subjects := make(map[string]*opened)
	for i := range all {
		name := fmt.Sprintf("errand%s%d", strconv.FormatInt(time.Now().UnixNano(), 36), i)
		k := &all[i]
		k.address = "alice+" + name + "@customer.test"
		k.first = sandbox.Mail{
			From: "Alice Moreno <" + k.address + ">", To: []string{play.Quotes},
			Subject: "Quote, " + name, Text: incomplete, MessageID: name + "@customer.test",
		}
		subjects[k.first.Subject] = k
		if _, err := s.actors.customers[0].Send(ctx, k.first); err != nil {
			return nil, err
		}
	}
	return all, s.until(ctx, func(tx store.Tx) (bool, error) {
		wait := 0
		err := tx.Heads(func(h store.Head) bool {
			if k := subjects[h.Subject]; k != nil && h.Status != store.ThreadRunning {
				k.thread = h.Thread
				wait++
			}
			return true
		})
		return wait == n, err
	})
}

// backsUp takes a backup of the running program.
func (s *campaign) backsUp(ctx context.Context) (file string, err error) {
	file = filepath.Join(s.dir, fmt.Sprintf("errand-%d.db", time.Now().UnixNano()))
	if out, err := s.ppamaild(ctx, "", "backup", file); err != nil {
		return "", fmt.Errorf("backing up: %w\n%s", err, out)
	}
	return file, nil
}

// putsBack restores the store from a backup without starting the program.
func (s *campaign) putsBack(ctx context.Context) error {
	file, err := s.backsUp(ctx)
	if err != nil {
		return err
	}
	if err := s.rest(); err != nil {
		return err
	}
	if out, err := s.ppamaild(ctx, "", "restore", "--replace", file); err != nil {
		return fmt.Errorf("restoring: %w\n%s", err, out)
	}
	return nil
}

// asked waits until staff are asked about the release after a restore.
func (s *campaign) asked(ctx context.Context) error {
	return s.until(ctx, func(tx store.Tx) (bool, error) {
		r, err := restored(tx)
		return r.Review > 0, err
	})
}

// restored returns the last restore in the store, or zero.
func restored(tx store.Secrets) (store.Restoration, error) {
	r, err := tx.Restoration()
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return r, err
}

// noted counts the journal entries of a thread with this kind and reference.
func noted(thread, kind, ref string) func(store.Tx) (int, error) {
	return func(tx store.Tx) (n int, err error) {
		err = tx.Journal(thread, 1, func(e store.Entry, _ []byte) bool {
			if e.Kind == kind && e.Ref == ref {
				n++
			}
			return true
		})
		return n, err
	}
}
