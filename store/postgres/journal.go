package postgres

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"ppamaild/store"
	"ppamaild/store/chain"
)

// journalTx implements store.Journals.
type journalTx struct{ *records }

// tail returns the end of a thread's journal, or zero if the journal is empty.
func (t journalTx) tail(thread string) (end chain.Tail, err error) {
	r, err := t.one(journalTails, []byte(thread))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return end, nil
	case err != nil:
		return end, fmt.Errorf("reading end of the journal of %s: %w", thread, err)
	}
	return decodeTail(r)
}

func decodeTail(r row) (end chain.Tail, err error) {
	hash := r.name("hash")
	if len(hash) != len(end.Hash) {
		return end, r.corrupt("malformed")
	}
	end.Seq = uint64(r.number("seq"))
	copy(end.Hash[:], hash)
	return end, nil
}

func (t journalTx) putTail(thread string, end chain.Tail) error {
	return t.put(journalTails, []any{[]byte(thread), int64(end.Seq), end.Hash[:]})
}

func entryKey(e store.Entry) []any { return []any{[]byte(e.Thread), int64(e.Seq)} }

func (t journalTx) Append(e store.Entry, payload []byte) (store.Entry, error) {
	end, err := t.tail(e.Thread)
	if err != nil {
		return e, err
	}
	e, a, err := chain.Next(end, e, payload, t.rand)
	if err != nil {
		return e, err
	}
	return e, t.ImportEntry(e, a)
}

// ImportEntry implements transfer.Tx.
func (t journalTx) ImportEntry(e store.Entry, a chain.Apart) error {
	if err := checkName("thread of journal entry", e.Thread); err != nil {
		return err
	}
	return errors.Join(
		t.addAs(journals, entryKey(e), e),
		t.add(journalPayloads, entryKey(e), a.Salt, a.Payload, a.NamesSalt),
		t.putTail(e.Thread, chain.Tail{Seq: e.Seq, Hash: e.Hash}))
}

func decodeApart(r row) (a chain.Apart, err error) {
	if len(r.parts) != 3 {
		return a, r.corrupt("malformed")
	}
	if len(r.parts[0]) > 0 {
		a.Salt, a.Payload = slices.Clone(r.parts[0]), append([]byte{}, r.parts[1]...)
	}
	if len(r.parts[2]) > 0 {
		a.NamesSalt = slices.Clone(r.parts[2])
	}
	return a, nil
}

// entriesFrom selects the entries of a thread beginning with sequence number from.
func entriesFrom(thread string, from uint64) span {
	return span{
		Where: "thread = $1", Args: []any{[]byte(thread)},
		Order: []string{"seq"}, After: []any{int64(from) - 1},
	}
}

// Entries implements transfer.Tx.
func (t journalTx) Entries(
	thread string, from uint64, fn func(store.Entry, chain.Apart) bool,
) error {
	next, stop := iter.Pull2(t.scan(journalPayloads, entriesFrom(thread, from)))
	defer stop()
	var failed error
	err := each(t.records, journals, entriesFrom(thread, from), decodeAs,
		func(e store.Entry) bool {
			r, err, more := next()
			if err == nil && (!more || r.number("seq") != int64(e.Seq)) {
				err = fmt.Errorf("entry %d of %s has no payload: %w",
					e.Seq, thread, store.ErrCorrupt)
			}
			var a chain.Apart
			if err == nil {
				a, err = decodeApart(r)
			}
			failed = err
			return err == nil && fn(e, a)
		})
	return errors.Join(err, failed)
}

func (t journalTx) Journal(
	thread string, from uint64, fn func(e store.Entry, payload []byte) bool,
) error {
	return t.Entries(thread, from, func(e store.Entry, a chain.Apart) bool {
		return fn(e, a.Payload)
	})
}

func (t journalTx) LatestEntries(thread string, fn func(store.Entry) bool) error {
	return each(t.records, journals, span{
		Where: "thread = $1", Args: []any{[]byte(thread)}, Order: []string{"seq"}, Desc: true,
	}, decodeAs, fn)
}

func (t journalTx) Payload(e store.Entry) ([]byte, error) {
	a, err := t.apart(e)
	return a.Payload, err
}

func (t journalTx) JournalLength(thread string) (uint64, error) {
	end, err := t.tail(thread)
	return end.Seq, err
}

// apart returns the data that is stored apart from an entry.
func (t journalTx) apart(e store.Entry) (a chain.Apart, err error) {
	r, err := t.one(journalPayloads, entryKey(e)...)
	if err != nil {
		return a, fmt.Errorf("reading payload %d of %s: %w", e.Seq, e.Thread, dangling(err))
	}
	return decodeApart(r)
}

func (t journalTx) Erase(thread string, seq uint64) error {
	return t.strip(thread, seq, chain.ErasePayload)
}

func (t journalTx) EraseNames(thread string, seq uint64) error {
	return t.strip(thread, seq, chain.EraseNames)
}

// strip removes a part of an entry.
func (t journalTx) strip(
	thread string, seq uint64, take func(*store.Entry, *chain.Apart),
) error {
	e, err := get[store.Entry](t.records, journals, []byte(thread), int64(seq))
	if err != nil {
		return fmt.Errorf("entry %d in the journal of %s: %w", seq, thread, err)
	}
	a, err := t.apart(e)
	if err != nil {
		return err
	}
	take(&e, &a)
	return errors.Join(
		t.putAs(journals, entryKey(e), e),
		t.put(journalPayloads, entryKey(e), a.Salt, a.Payload, a.NamesSalt),
	)
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
