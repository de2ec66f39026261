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

// errands are those there are.
func errands() []errand {
	return []errand{
		{failpoint.Correct.Sides(), (*siege).merging},
		{failpoint.Cancel.Sides(), (*siege).cancelling},
		{failpoint.Retry.Sides(), (*siege).retrying},
		{failpoint.Backup.Sides(), (*siege).backingUp},
		{failpoint.Restore.Sides(), (*siege).restoring},
		{failpoint.Reconcile.Sides(), (*siege).reconciling},
		{failpoint.Order.Sides(), (*siege).dropping},
		{failpoint.Release.Sides(), (*siege).releasing},
		{failpoint.Abandon.Sides(), (*siege).abandoning},
		{failpoint.Alarm.Sides(), (*siege).alarming},
		{failpoint.Keep.Sides(), (*siege).keeping},
		{failpoint.Erase.Sides(), (*siege).erasing},
		{through(failpoint.Wiping, failpoint.Scrub), (*siege).scrubbing},
		{failpoint.Compact.Sides(), (*siege).compacting},
		{through(failpoint.Recoding, failpoint.Rekey), (*siege).rekeying},
	}
}

// through are the failpoints of what is done part by part.
func through(part failpoint.Place, whole failpoint.Boundary) []string {
	return slices.Insert(whole.Sides(), 1, string(part))
}

// isErrand reports whether a place is of an errand.
func isErrand(place string) bool {
	return slices.ContainsFunc(errands(), func(e errand) bool { return slices.Contains(e.at, place) })
}

func (s *siege) merging(ctx context.Context) (o order, err error) {
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

func (s *siege) cancelling(ctx context.Context) (order, error) {
	thread, _, err := s.opens(ctx)
	return order{command: []string{"threads", "cancel", thread}, refused: true, done: noted(thread, journal.KindCancel, "")}, err
}

// retrying has a message routed once more that was quarantined, which it is again.
func (s *siege) retrying(ctx context.Context) (order, error) {
	id := fmt.Sprintf("two-authors.%d@customer.test", time.Now().UnixNano())
	raw := strings.Join([]string{"From: " + play.Alice, "From: " + play.Lee, "To: " + play.Quotes, "Subject: Two authors",
		"Message-ID: <" + id + ">", "Date: " + time.Now().Format(time.RFC1123Z), "", "Please quote my car.", ""}, "\r\n")
	if err := s.town.customers[0].SendRaw(ctx, play.Alice, []string{play.Quotes}, []byte(raw)); err != nil {
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
		return min(n-1, 1), err // given again, it is done again
	}}, err
}

func (s *siege) restoring(ctx context.Context) (order, error) {
	file, err := s.backsUp(ctx)
	return order{command: []string{"restore", "--replace", file}, apart: true, done: func(tx store.Tx) (int, error) {
		r, err := restored(tx)
		if r.File != filepath.Base(file) {
			return 0, err
		}
		return 1, err
	}}, err
}

func (s *siege) reconciling(ctx context.Context) (order, error) {
	return order{done: func(tx store.Tx) (int, error) {
		r, err := restored(tx)
		if r.Reconciled.IsZero() {
			return 0, err
		}
		return 1, err
	}}, s.putsBack(ctx)
}

// dropping takes back a mail that is held, as nobody has released the outbox.
func (s *siege) dropping(ctx context.Context) (o order, err error) {
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

func (s *siege) releasing(ctx context.Context) (order, error) {
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

// abandoning has somebody break a thread's state for a while, so that nothing can be
// done with what its customer writes but to put it before staff.
func (s *siege) abandoning(ctx context.Context) (o order, err error) {
	thread, first, err := s.opens(ctx)
	if err != nil {
		return o, err
	}
	var sound json.RawMessage
	err = s.change(ctx, thread, func(tx store.Tx, h *store.Head) error {
		sound, h.State = h.State, json.RawMessage(`"broken"`)
		timers, err := tx.Timers(thread) // which would come to nothing first
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
		send: func(ctx context.Context) error { _, err := s.town.customers[0].Send(ctx, second); return err },
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

// change changes a thread behind the program's back.
func (s *siege) change(ctx context.Context, thread string, do func(store.Tx, *store.Head) error) error {
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

// opened is a conversation of which the customer has written once.
type opened struct {
	thread  string
	address string // of this customer alone
	first   sandbox.Mail
}

// opens returns a conversation that waits for staff.
func (s *siege) opens(ctx context.Context) (thread string, first sandbox.Mail, err error) {
	if len(s.waiting) == 0 {
		if s.waiting, err = s.open(ctx, 8); err != nil {
			return "", first, err
		}
	}
	next := s.waiting[0]
	s.waiting = s.waiting[1:]
	return next.thread, next.first, nil
}

// open has n customers write for the first time, and staff be asked about it.
func (s *siege) open(ctx context.Context, n int) ([]opened, error) {
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
		if _, err := s.town.customers[0].Send(ctx, k.first); err != nil {
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

// backsUp takes a backup of the program, which runs.
func (s *siege) backsUp(ctx context.Context) (file string, err error) {
	file = filepath.Join(s.dir, fmt.Sprintf("errand-%d.db", time.Now().UnixNano()))
	if out, err := s.ppamaild(ctx, "", "backup", file); err != nil {
		return "", fmt.Errorf("backing up: %w\n%s", err, out)
	}
	return file, nil
}

// putsBack has the store put back from a backup, and the program not yet started.
func (s *siege) putsBack(ctx context.Context) error {
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

// asked waits until staff are asked whether mail may leave after a restore.
func (s *siege) asked(ctx context.Context) error {
	return s.until(ctx, func(tx store.Tx) (bool, error) {
		r, err := restored(tx)
		return r.Review > 0, err
	})
}

// restored is what the store knows of the last restore; zero where there was none.
func restored(tx store.Secrets) (store.Restoration, error) {
	r, err := tx.Restoration()
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return r, err
}

// noted counts the entries of a thread's journal of a kind that refer to something.
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
