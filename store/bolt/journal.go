package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"ppamaild/store"
)

// tail is the end of a journal: what Append needs to know of all before.
type tail struct {
	seq  uint64
	hash store.Sum
}

// tail returns the end of a thread's journal, zero if it has none.
func (t *tx) tail(thread string) (end tail, err error) {
	value, err := t.single(journalTails, []byte(thread))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return tail{}, nil
	case err != nil:
		return tail{}, fmt.Errorf("reading end of the journal of %s: %w", thread, err)
	case len(value) != len(idKey(0))+len(end.hash):
		return tail{}, corrupt(journalTails, []byte(thread), "malformed")
	}
	end.seq = binary.BigEndian.Uint64(value)
	copy(end.hash[:], value[len(idKey(0)):])
	return end, nil
}

func (t *tx) putTail(thread string, end tail) error {
	return t.put(journalTails, []byte(thread), append(idKey(end.seq), end.hash[:]...))
}

func (t *tx) Append(e store.Entry, payload []byte) (store.Entry, error) {
	if err := checkName("thread of journal entry", e.Thread); err != nil {
		return e, err
	}
	end, err := t.tail(e.Thread)
	if err != nil {
		return e, err
	}
	var salt [store.SaltSize]byte
	if _, err := io.ReadFull(t.rand, salt[:]); err != nil {
		return e, fmt.Errorf("making salt for the journal of %s: %w", e.Thread, err)
	}
	e.Seq, e.At, e.Prev = end.seq+1, e.At.UTC(), end.hash
	e.Digest = store.PayloadDigest(salt, payload)
	e.Hash = e.ComputeHash()
	key := numberKey(e.Thread, e.Seq)
	if t.has(journal, key) {
		return e, corrupt(journal, key, "there before its time")
	}
	return e, errors.Join(
		put(t, journal, key, e),
		t.put(journalPayloads, key, salt[:], payload),
		t.putTail(e.Thread, tail{e.Seq, e.Hash}),
	)
}

func (t *tx) Journal(thread string, from uint64, fn func(e store.Entry, payload []byte) bool) error {
	for r, err := range t.scan(journal, nameKey(thread), idKey(from)) {
		if err != nil {
			return err
		}
		e, _, err := decode[store.Entry](r, 0)
		if err != nil {
			return err
		}
		_, payload, err := t.payload(e)
		if err != nil {
			return err
		}
		if !fn(e, payload) {
			return nil
		}
	}
	return nil
}

func (t *tx) JournalLength(thread string) (uint64, error) {
	end, err := t.tail(thread)
	return end.seq, err
}

// payload returns the payload of an entry with its salt; nil if it was erased.
func (t *tx) payload(e store.Entry) (salt [store.SaltSize]byte, payload []byte, err error) {
	key := numberKey(e.Thread, e.Seq)
	parts, err := t.get(journalPayloads, key)
	switch {
	case err != nil:
		return salt, nil, fmt.Errorf("reading payload %d of %s: %w", e.Seq, e.Thread, dangling(err))
	case len(parts) != 2:
		return salt, nil, corrupt(journalPayloads, key, "malformed")
	case len(parts[0]) == 0:
		return salt, nil, nil
	}
	copy(salt[:], parts[0])
	return salt, append([]byte{}, parts[1]...), nil
}

func (t *tx) Erase(thread string, seq uint64) error {
	key := numberKey(thread, seq)
	if !t.has(journal, key) {
		return fmt.Errorf("entry %d in the journal of %s: %w", seq, thread, store.ErrNotFound)
	}
	return t.put(journalPayloads, key, nil, nil)
}

func (t *tx) VerifyJournal(thread string) error {
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

// verifyEntry says whether e follows the entry at.
func (t *tx) verifyEntry(at tail, e store.Entry) error {
	salt, payload, err := t.payload(e)
	switch {
	case err != nil:
		return err
	case e.Seq != at.seq+1:
		return fmt.Errorf("is not the one after %d: %w", at.seq, store.ErrCorrupt)
	case e.Prev != at.hash:
		return fmt.Errorf("does not hold the hash of the one before: %w", store.ErrCorrupt)
	case e.Hash != e.ComputeHash():
		return fmt.Errorf("its hash is another: %w", store.ErrCorrupt)
	case payload != nil && e.Digest != store.PayloadDigest(salt, payload):
		return fmt.Errorf("the digest of its payload is another: %w", store.ErrCorrupt)
	}
	return nil
}
