package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"ppamaild/store"
)

func threads() []string { return []string{"Q-1", "Q-10", "Q-2"} }

func roles() []string { return []string{"customer", "agency"} }

// read returns the whole contents of a store.
func read(tx store.Tx, now time.Time, limit int) (c contents, err error) {
	c = contents{
		Inbound: map[store.InboundStatus][]store.Inbound{},
		Effects: map[store.EffectStatus][]store.Effect{},
		Mail:    map[store.MailStatus][]store.Mail{},
		Events:  map[string][]store.Event{}, Journal: map[string][]payload{},
		ThreadMail: map[string][]store.Mail{}, DueMail: map[string]queue{}, Waiting: map[string][]store.Mail{}, Latest: map[string][]store.Mail{}, Timers: map[string][]store.Timer{},
	}
	var errs [6]error
	c.Cursor, errs[0] = tx.Cursor(inbox)
	if errors.Is(errs[0], store.ErrNotFound) {
		errs[0] = nil
	}
	c.Heads, errs[1] = all(tx.Heads)
	c.Queued, errs[2] = tx.Queued()
	slices.Sort(c.Queued)
	for _, role := range roles() {
		due, next, failed := tx.DueMail(role, now, limit)
		c.DueMail[role], errs[3] = queue{due, next}, errors.Join(errs[3], failed)
	}
	c.DueTimers, c.NextTimer, errs[4] = tx.DueTimers(now, limit)
	errs[5] = readByStatus(tx, c)
	for _, thread := range threads() {
		err = errors.Join(err, readThread(tx, thread, c))
	}
	return c, errors.Join(err, errors.Join(errs[:]...))
}

func readByStatus(tx store.Tx, c contents) error {
	var errs []error
	for _, status := range inboundStatuses() {
		list, err := all(func(fn func(store.Inbound) bool) error { return tx.InboundByStatus(status, 0, fn) })
		errs = append(errs, set(c.Inbound, status, list, err))
	}
	for _, status := range effectStatuses() {
		list, err := all(func(fn func(store.Effect) bool) error { return tx.EffectsByStatus(status, fn) })
		slices.SortFunc(list, byName(func(e store.Effect) string { return e.Key }))
		errs = append(errs, set(c.Effects, status, list, err))
	}
	for _, status := range mailStatuses() {
		list, err := all(func(fn func(store.Mail) bool) error { return tx.MailByStatus(status, fn) })
		newest, latestErr := all(func(fn func(store.Mail) bool) error { return tx.LatestByStatus(status, fn) })
		slices.Reverse(newest)
		if !reflect.DeepEqual(list, newest) {
			err = errors.Join(err, fmt.Errorf("of the mails that are %s the latest are %v, and all are %v", status, newest, list))
		}
		errs = append(errs, set(c.Mail, status, list, errors.Join(err, latestErr)))
	}
	return errors.Join(errs...)
}

func readThread(tx store.Tx, thread string, c contents) error {
	events, err := tx.Events(thread)
	mails, mailErr := tx.ThreadMail(thread)
	waiting, waitingErr := tx.WaitingMail(thread)
	var latest []store.Mail
	latestErr := tx.LatestMail(thread, func(m store.Mail) bool {
		latest = append(latest, m)
		return len(latest) < 2
	})
	timers, timersErr := tx.Timers(thread)
	var payloads []payload
	journalErr := tx.Journal(thread, 0, func(_ store.Entry, p []byte) bool {
		payloads = append(payloads, payload{string(p), p == nil})
		return true
	})
	return errors.Join(
		set(c.Events, thread, events, err),
		set(c.ThreadMail, thread, mails, mailErr),
		set(c.Waiting, thread, waiting, waitingErr),
		set(c.Latest, thread, latest, latestErr),
		set(c.Timers, thread, timers, timersErr),
		set(c.Journal, thread, payloads, journalErr),
		tx.VerifyJournal(thread),
	)
}

// set adds a nonempty list, because the model has no empty lists.
func set[K comparable, T any](m map[K][]T, key K, list []T, err error) error {
	if len(list) > 0 {
		m[key] = list
	}
	return err
}

func inboundStatuses() []store.InboundStatus {
	return []store.InboundStatus{
		store.InboundPending, store.InboundHandled, store.InboundSetAside, store.InboundQuarantined,
	}
}

func effectStatuses() []store.EffectStatus {
	return []store.EffectStatus{
		store.EffectIntended, store.EffectAttempted, store.EffectConfirmed, store.EffectUnknown,
	}
}

func mailStatuses() []store.MailStatus {
	return []store.MailStatus{
		store.MailQueued, store.MailSending, store.MailSent, store.MailRetrying,
		store.MailUncertain, store.MailFailed, store.MailWithdrawn,
	}
}
