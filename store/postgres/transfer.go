package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/transfer"
)

// tableOf returns the table with the records of a list.
func tableOf(of transfer.List) *table {
	if of == transfer.RunTimes {
		return runTimes
	}
	all := tables()
	return all[slices.IndexFunc(all, func(in *table) bool { return in.Name == string(of) })]
}

// Each implements transfer.Tx.
func (t *tx) Each(of transfer.List, fn func(key, value []byte) error) error {
	in := tableOf(of)
	for r, err := range t.scan(in, span{Order: in.Keys}) {
		if err != nil {
			return err
		}
		value := bytes.Join(r.parts, nil)
		if in == fingerprints {
			value = bkey.ID(uint64(r.number("inbound")))
		}
		if err := fn(r.columns[0].([]byte), value); err != nil {
			return err
		}
	}
	return nil
}

// Threads implements transfer.Tx. It reads one row of each thread, because rows may be large.
func (t *tx) Threads(of transfer.List, fn func(thread string) error) error {
	in := tableOf(of)
	first := " WHERE thread > $1 ORDER BY " + strings.Join(in.Keys, ", ") + " LIMIT 1"
	for last := []byte{}; ; {
		next, err := t.rows(in, first, last)
		if err != nil || len(next) == 0 {
			return err
		}
		last = next[0].name("thread")
		if err := fn(string(last)); err != nil {
			return err
		}
	}
}

// LastEvent implements transfer.Tx.
func (t *tx) LastEvent() uint64 { return uint64(t.about().Event) }

// SetLastEvent implements transfer.Tx.
func (t *tx) SetLastEvent(seq uint64) error {
	if !t.writable {
		return errors.New("the transaction can only read")
	}
	t.about().Event = int64(seq)
	return nil
}

// ImportHead implements transfer.Tx.
func (t *tx) ImportHead(h store.Head) error {
	if err := checkName("thread of head", h.Thread); err != nil {
		return err
	}
	addresses, state := h.FoundBy(), h.State
	h.State = nil
	return errors.Join(
		t.addAs(threads, headColumns(h), h, state), t.putAddresses(h.Thread, nil, addresses))
}

// ImportMail implements transfer.Tx.
func (t *tx) ImportMail(m store.Mail, raw []byte) error {
	if err := checkMail(m); err != nil {
		return err
	}
	if t.about().Mail++; m.ID != uint64(t.about().Mail) {
		return fmt.Errorf("mail %d comes before mail %d: %w", m.ID, t.about().Mail, store.ErrCorrupt)
	}
	return errors.Join(
		t.add(mailRaw, []any{t.about().Mail}, raw), t.addAs(mails, mailColumns(m), m))
}
