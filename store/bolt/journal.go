package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chain"
)

// journalTx implements store.Journals.
type journalTx struct{ *records }

// tailKey is the key of the end of a journal. No entry has the number in this key, so the key
// sorts after the entries.
func tailKey(thread string) []byte { return bkey.Number(thread, math.MaxUint64) }

func isTail(key []byte) bool { return bytes.HasSuffix(key, bkey.ID(math.MaxUint64)) }

// tail returns the end of a thread's journal, or zero if the journal is empty.
func (t journalTx) tail(thread string) (end chain.Tail, err error) {
	in, key := journal, tailKey(thread)
	if !t.has(in, key) && t.bucket(journalTails) != nil { // an upgrade did not move the end yet
		in, key = journalTails, []byte(thread)
	}
	value, err := t.single(in, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return chain.Tail{}, nil
	case err != nil:
		return chain.Tail{}, fmt.Errorf("reading end of the journal of %s: %w", thread, err)
	case len(value) != len(bkey.ID(0))+len(end.Hash):
		return chain.Tail{}, corrupt(in, key, "malformed")
	}
	end.Seq = binary.BigEndian.Uint64(value)
	copy(end.Hash[:], value[len(bkey.ID(0)):])
	return end, nil
}

func (t journalTx) putTail(thread string, end chain.Tail) error {
	return t.put(journal, tailKey(thread), append(bkey.ID(end.Seq), end.Hash[:]...))
}

// putEntry stores an entry and the data that can be erased without the entry.
func (t journalTx) putEntry(e store.Entry, a chain.Apart) error {
	return put(t.records, journal, bkey.Number(e.Thread, e.Seq), e, a.Salt, a.Payload, a.NamesSalt)
}

func (t journalTx) Append(e store.Entry, payload []byte) (store.Entry, error) {
	if err := bkey.CheckName("thread of journal entry", e.Thread); err != nil {
		return e, err
	}
	end, err := t.tail(e.Thread)
	if err != nil {
		return e, err
	}
	e, a, err := chain.Next(end, e, payload, t.rand)
	if err != nil {
		return e, err
	}
	key := bkey.Number(e.Thread, e.Seq)
	if t.has(journal, key) {
		return e, corrupt(journal, key, "there before its time")
	}
	return e, t.ImportEntry(e, a)
}

// ImportEntry implements transfer.Tx.
func (t journalTx) ImportEntry(e store.Entry, a chain.Apart) error {
	return errors.Join(
		t.putEntry(e, a), t.putTail(e.Thread, chain.Tail{Seq: e.Seq, Hash: e.Hash}))
}

func (t journalTx) Journal(
	thread string, from uint64, fn func(e store.Entry, payload []byte) bool,
) error {
	return t.Entries(thread, from, func(e store.Entry, a chain.Apart) bool {
		return fn(e, a.Payload)
	})
}

// Entries calls fn for the entries beginning with number from, until fn returns false.
func (t journalTx) Entries(
	thread string, from uint64, fn func(store.Entry, chain.Apart) bool,
) error {
	for r, err := range t.scan(journal, bkey.Name(thread), bkey.ID(from)) {
		if err == nil && isTail(r.key) {
			return nil
		}
		if err != nil {
			return err
		}
		e, a, err := t.entry(r)
		if err != nil {
			return err
		}
		if !fn(e, a) {
			return nil
		}
	}
	return nil
}

func (t journalTx) LatestEntries(thread string, fn func(store.Entry) bool) error {
	from := bkey.ID(math.MaxUint64) // the end of the journal
	for r, err := range t.scanBack(journal, bkey.Name(thread), from) {
		if err != nil {
			return err
		}
		r.parts = r.parts[:min(1, len(r.parts))]
		e, err := decodeAs[store.Entry](r)
		if err != nil {
			return err
		}
		if !fn(e) {
			return nil
		}
	}
	return nil
}

func (t journalTx) Payload(e store.Entry) ([]byte, error) {
	_, a, err := t.stored(e.Thread, e.Seq)
	return a.Payload, err
}

func (t journalTx) JournalLength(thread string) (uint64, error) {
	end, err := t.tail(thread)
	return end.Seq, err
}

// stored returns an entry, and the data that can be erased without the entry.
func (t journalTx) stored(thread string, seq uint64) (e store.Entry, a chain.Apart, err error) {
	key := bkey.Number(thread, seq)
	r, err := t.one(journal, key)
	if err == nil {
		e, a, err = t.entry(r)
	}
	if err != nil {
		return e, a, fmt.Errorf("entry %d in the journal of %s: %w", seq, thread, err)
	}
	return e, a, nil
}

// entry decodes a record of the journal.
func (t journalTx) entry(r record) (e store.Entry, a chain.Apart, err error) {
	if len(r.parts) == 1 && t.bucket(journalPayloads) != nil { // an upgrade did not move the payload yet
		payload, err := t.one(journalPayloads, r.key)
		if err != nil {
			return e, a, fmt.Errorf("reading the payload: %w", dangling(err))
		}
		r.parts = slices.Concat(r.parts, payload.parts)
	}
	if len(r.parts) == 3 { // an entry of format 3 and before, moved by an upgrade
		r.parts = append(r.parts, nil)
	}
	err = decode(r, &e, &a.Salt, &a.Payload, &a.NamesSalt)
	if a.Salt != nil && a.Payload == nil {
		a.Payload = []byte{} // nil is an erased payload
	}
	return e, a, err
}

func (t journalTx) Erase(thread string, seq uint64) error {
	return t.strip(thread, seq, chain.ErasePayload)
}

func (t journalTx) EraseNames(thread string, seq uint64) error {
	return t.strip(thread, seq, chain.EraseNames)
}

// strip removes a part of an entry.
func (t journalTx) strip(thread string, seq uint64, take func(*store.Entry, *chain.Apart)) error {
	e, a, err := t.stored(thread, seq)
	if err != nil {
		return err
	}
	take(&e, &a)
	return t.putEntry(e, a)
}

func (t journalTx) VerifyJournal(thread string) error {
	end, err := t.tail(thread)
	if err != nil {
		return err
	}
	return chain.Verify(thread, end, func(fn func(store.Entry, chain.Apart) bool) error {
		return t.Entries(thread, 0, fn)
	})
}
