package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

func (t threadTx) MessageID(id string) (store.MessageRef, error) {
	ref, _, err := get[store.MessageRef](t.records, messageIDs, bkey.MessageID(id), 1)
	if err != nil {
		return ref, fmt.Errorf("looking up Message-ID %q: %w", id, err)
	}
	return ref, nil
}

func (t threadTx) MessageIDs(fn func(id string, ref store.MessageRef) bool) error {
	for r, err := range t.scan(messageIDs, nil, nil) {
		if err != nil {
			return err
		}
		ref, raw, err := decode[store.MessageRef](r, 1)
		if err != nil {
			return err
		}
		if !fn(string(raw[0]), ref) {
			return nil
		}
	}
	return nil
}

func (t threadTx) MessageIDsOf(
	thread string, fn func(id string, ref store.MessageRef) bool,
) error {
	type found struct {
		id  string
		ref store.MessageRef
	}
	load := func(key []byte) (f found, err error) {
		ref, raw, err := get[store.MessageRef](t.records, messageIDs, key, 1)
		if err == nil {
			f = found{string(raw[0]), ref}
		}
		return f, err
	}
	return follow(t.records, threadRefs, bkey.Ref(thread, bkey.RefMessageID, nil), nil, load,
		func(f found) bool { return fn(f.id, f.ref) })
}

// messageIDEntries returns the index entries of a Message-ID.
func messageIDEntries(key []byte, ref store.MessageRef) []entry {
	return []entry{{threadRefs, bkey.Ref(ref.Thread, bkey.RefMessageID, key), nil}}
}

// storedIDEntries returns the index entries of a stored Message-ID, none for an unknown one.
func (t threadTx) storedIDEntries(key []byte) ([]entry, error) {
	ref, _, err := get[store.MessageRef](t.records, messageIDs, key, 1)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return messageIDEntries(key, ref), err
}

func (t threadTx) DeleteMessageID(id string) error {
	key := bkey.MessageID(id)
	old, err := t.storedIDEntries(key)
	if err != nil {
		return fmt.Errorf("deleting Message-ID %q: %w", id, err)
	}
	return errors.Join(t.delete(messageIDs, key), t.reindex(old, nil))
}

func (t threadTx) PutMessageID(id string, ref store.MessageRef) error {
	if id == "" {
		return errors.New("storing an empty Message-ID")
	}
	key := bkey.MessageID(id)
	old, err := t.storedIDEntries(key)
	if err != nil {
		return fmt.Errorf("storing Message-ID %q: %w", id, err)
	}
	if err := put(t.records, messageIDs, key, ref, []byte(id)); err != nil {
		return err
	}
	return t.reindex(old, messageIDEntries(key, ref))
}
