package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ppamaild/store"
	"ppamaild/store/bolt/bkey"
)

// journalTx implements store.Journals.
type journalTx struct{ *records }

// tail is the end of a journal: the only part of earlier entries that Append needs.
type tail struct {
	seq  uint64
	hash store.Sum
}

// tail returns the end of a thread's journal, or zero if the journal is empty.
func (t journalTx) tail(thread string) (end tail, err error) {
	value, err := t.single(journalTails, []byte(thread))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return tail{}, nil
	case err != nil:
		return tail{}, fmt.Errorf("reading end of the journal of %s: %w", thread, err)
	case len(value) != len(bkey.ID(0))+len(end.hash):
		return tail{}, corrupt(journalTails, []byte(thread), "malformed")
	}
	end.seq = binary.BigEndian.Uint64(value)
	copy(end.hash[:], value[len(bkey.ID(0)):])
	return end, nil
}

func (t journalTx) putTail(thread string, end tail) error {
	return t.put(journalTails, []byte(thread), append(bkey.ID(end.seq), end.hash[:]...))
}

func (t journalTx) Append(e store.Entry, payload []byte) (store.Entry, error) {
	if err := bkey.CheckName("thread of journal entry", e.Thread); err != nil {
		return e, err
	}
	end, err := t.tail(e.Thread)
	if err != nil {
		return e, err
	}
	var salts [2][store.SaltSize]byte
	for i := range salts {
		if _, err := io.ReadFull(t.rand, salts[i][:]); err != nil {
			return e, fmt.Errorf("making salt for the journal of %s: %w", e.Thread, err)
		}
	}
	e.Seq, e.At, e.Prev = end.seq+1, e.At.UTC(), end.hash
	e.Actor = strings.ToValidUTF8(e.Actor, "\uFFFD") // as JSON encodes it
	e.Ref = strings.ToValidUTF8(e.Ref, "\uFFFD")
	e.Digest, e.Names = store.PayloadDigest(salts[0], payload), store.NamesDigest(salts[1], e.Actor, e.Ref)
	e.Hash = e.ComputeHash()
	key := bkey.Number(e.Thread, e.Seq)
	if t.has(journal, key) {
		return e, corrupt(journal, key, "there before its time")
	}
	return e, errors.Join(
		put(t.records, journal, key, e),
		t.put(journalPayloads, key, salts[0][:], payload, salts[1][:]),
		t.putTail(e.Thread, tail{e.Seq, e.Hash}),
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
		if !fn(e, apart.payload) {
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
	return apart.payload, err
}

func (t journalTx) JournalLength(thread string) (uint64, error) {
	end, err := t.tail(thread)
	return end.seq, err
}

// apart is the data that is stored apart from an entry, so that it can be erased.
type apart struct {
	salt, payload []byte // nil if erased
	namesSalt     []byte // nil if erased, and for entries from before format 4
}

// apart returns the data that is stored apart from an entry.
func (t journalTx) apart(e store.Entry) (a apart, err error) {
	key := bkey.Number(e.Thread, e.Seq)
	parts, err := t.get(journalPayloads, key)
	switch {
	case err != nil:
		return a, fmt.Errorf("reading payload %d of %s: %w", e.Seq, e.Thread, dangling(err))
	case len(parts) != 2 && len(parts) != 3:
		return a, corrupt(journalPayloads, key, "malformed")
	}
	if len(parts[0]) > 0 {
		a.salt, a.payload = slices.Clone(parts[0]), append([]byte{}, parts[1]...)
	}
	if len(parts) == 3 && len(parts[2]) > 0 {
		a.namesSalt = slices.Clone(parts[2])
	}
	return a, nil
}

func (t journalTx) Erase(thread string, seq uint64) error {
	return t.strip(thread, seq, func(_ *store.Entry, a *apart) { a.salt, a.payload = nil, nil })
}

func (t journalTx) EraseNames(thread string, seq uint64) error {
	return t.strip(thread, seq, func(e *store.Entry, a *apart) {
		e.Actor, e.Ref, e.Nameless, a.namesSalt = "", "", true, nil
	})
}

// strip removes a part of an entry.
func (t journalTx) strip(thread string, seq uint64, take func(*store.Entry, *apart)) error {
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
		t.put(journalPayloads, key, a.salt, a.payload, a.namesSalt),
	)
}

func (t journalTx) VerifyJournal(thread string) error {
	end, err := t.tail(thread)
	if err != nil {
		return err
	}
	var at tail
	var broken error
	err = t.Journal(thread, 0, func(e store.Entry, _ []byte) bool {
		broken = t.verifyEntry(at, e)
		at = tail{e.Seq, e.Hash}
		return broken == nil
	})
	switch {
	case err != nil:
		return fmt.Errorf("journal of %s, entry %d: %w", thread, at.seq+1, err)
	case broken != nil:
		return fmt.Errorf("journal of %s, entry %d: %w", thread, at.seq, broken)
	case at != end:
		return fmt.Errorf("journal of %s ends at entry %d, not %d: %w", thread, at.seq, end.seq, store.ErrCorrupt)
	}
	return nil
}

// verifyEntry checks that e follows the entry at.
func (t journalTx) verifyEntry(at tail, e store.Entry) error {
	a, err := t.apart(e)
	old := e.Names == (store.Sum{})
	switch {
	case err != nil:
		return err
	case e.Seq != at.seq+1:
		return fmt.Errorf("does not follow entry %d: %w", at.seq, store.ErrCorrupt)
	case e.Prev != at.hash:
		return fmt.Errorf("has the wrong hash of the entry before: %w", store.ErrCorrupt)
	case !(old && e.Nameless) && e.Hash != e.ComputeHash():
		return fmt.Errorf("has the wrong hash: %w", store.ErrCorrupt)
	case a.payload != nil && e.Digest != store.PayloadDigest(saltOf(a.salt), a.payload):
		return fmt.Errorf("has the wrong digest of its payload: %w", store.ErrCorrupt)
	case e.Nameless && e.Actor+e.Ref != "",
		!e.Nameless && !old && e.Names != store.NamesDigest(saltOf(a.namesSalt), e.Actor, e.Ref):
		return fmt.Errorf("has the wrong digest of its names: %w", store.ErrCorrupt)
	}
	return nil
}

func saltOf(b []byte) (salt [store.SaltSize]byte) {
	copy(salt[:], b)
	return salt
}
