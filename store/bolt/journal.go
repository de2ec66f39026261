package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"ppamaild/store"
	"ppamaild/store/bolt/bkey"
	"ppamaild/store/chain"
)

// journalTx implements store.Journals.
type journalTx struct{ *records }

// tail returns the end of a thread's journal, or zero if the journal is empty.
func (t journalTx) tail(thread string) (end chain.Tail, err error) {
	value, err := t.single(journalTails, []byte(thread))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return chain.Tail{}, nil
	case err != nil:
		return chain.Tail{}, fmt.Errorf("reading end of the journal of %s: %w", thread, err)
	case len(value) != len(bkey.ID(0))+len(end.Hash):
		return chain.Tail{}, corrupt(journalTails, []byte(thread), "malformed")
	}
	end.Seq = binary.BigEndian.Uint64(value)
	copy(end.Hash[:], value[len(bkey.ID(0)):])
	return end, nil
}

func (t journalTx) putTail(thread string, end chain.Tail) error {
	return t.put(journalTails, []byte(thread), append(bkey.ID(end.Seq), end.Hash[:]...))
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
	return e, errors.Join(
		put(t.records, journal, key, e),
		t.put(journalPayloads, key, a.Salt, a.Payload, a.NamesSalt),
		t.putTail(e.Thread, chain.Tail{Seq: e.Seq, Hash: e.Hash}),
	)
}

func (t journalTx) Journal(thread string, from uint64, fn func(e store.Entry, payload []byte) bool) error {
	for r, err := range t.scan(journal, bkey.Name(thread), bkey.ID(from)) {
		if err != nil {
			return err
		}
		e, _, err := decode[store.Entry](r, 0)
		if err != nil {
			return err
		}
		apart, err := t.apart(e)
		if err != nil {
			return err
		}
		if !fn(e, apart.Payload) {
			return nil
		}
	}
	return nil
}

func (t journalTx) LatestEntries(thread string, fn func(store.Entry) bool) error {
	for r, err := range t.scanBack(journal, bkey.Name(thread), nil) {
		if err != nil {
			return err
		}
		e, _, err := decode[store.Entry](r, 0)
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
	apart, err := t.apart(e)
	return apart.Payload, err
}

func (t journalTx) JournalLength(thread string) (uint64, error) {
	end, err := t.tail(thread)
	return end.Seq, err
}

// apart returns the data that is stored apart from an entry.
func (t journalTx) apart(e store.Entry) (a chain.Apart, err error) {
	key := bkey.Number(e.Thread, e.Seq)
	parts, err := t.get(journalPayloads, key)
	switch {
	case err != nil:
		return a, fmt.Errorf("reading payload %d of %s: %w", e.Seq, e.Thread, dangling(err))
	case len(parts) != 2 && len(parts) != 3:
		return a, corrupt(journalPayloads, key, "malformed")
	}
	if len(parts[0]) > 0 {
		a.Salt, a.Payload = slices.Clone(parts[0]), append([]byte{}, parts[1]...)
	}
	if len(parts) == 3 && len(parts[2]) > 0 {
		a.NamesSalt = slices.Clone(parts[2])
	}
	return a, nil
}

func (t journalTx) Erase(thread string, seq uint64) error {
	return t.strip(thread, seq, func(_ *store.Entry, a *chain.Apart) {
		a.Salt, a.Payload = nil, nil
	})
}

func (t journalTx) EraseNames(thread string, seq uint64) error {
	return t.strip(thread, seq, func(e *store.Entry, a *chain.Apart) {
		e.Actor, e.Ref, e.Nameless, a.NamesSalt = "", "", true, nil
	})
}

// strip removes a part of an entry.
func (t journalTx) strip(thread string, seq uint64, take func(*store.Entry, *chain.Apart)) error {
	key := bkey.Number(thread, seq)
	e, _, err := get[store.Entry](t.records, journal, key, 0)
	if err != nil {
		return fmt.Errorf("entry %d in the journal of %s: %w", seq, thread, err)
	}
	a, err := t.apart(e)
	if err != nil {
		return err
	}
	take(&e, &a)
	return errors.Join(
		put(t.records, journal, key, e),
		t.put(journalPayloads, key, a.Salt, a.Payload, a.NamesSalt),
	)
}

func (t journalTx) VerifyJournal(thread string) error {
	end, err := t.tail(thread)
	if err != nil {
		return err
	}
	var at chain.Tail
	var broken error
	err = t.Journal(thread, 0, func(e store.Entry, _ []byte) bool {
		broken = t.verifyEntry(at, e)
		at = chain.Tail{Seq: e.Seq, Hash: e.Hash}
		return broken == nil
	})
	switch {
	case err != nil:
		return fmt.Errorf("journal of %s, entry %d: %w", thread, at.Seq+1, err)
	case broken != nil:
		return fmt.Errorf("journal of %s, entry %d: %w", thread, at.Seq, broken)
	case at != end:
		return fmt.Errorf("journal of %s ends at entry %d, not %d: %w",
			thread, at.Seq, end.Seq, store.ErrCorrupt)
	}
	return nil
}

// verifyEntry checks that e follows the entry at.
func (t journalTx) verifyEntry(at chain.Tail, e store.Entry) error {
	a, err := t.apart(e)
	if err != nil {
		return err
	}
	return chain.After(at, e, a)
}
