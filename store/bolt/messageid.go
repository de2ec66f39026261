package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// messageID is a Message-ID and its owner.
type messageID struct {
	id  string
	ref store.MessageRef
}

func decodeMessageID(r record) (m messageID, err error) {
	var id []byte
	err = decode(r, &m.ref, &id)
	m.id = string(id)
	return m, err
}

func (t threadTx) messageIDByKey(key []byte) (messageID, error) {
	return load(t.records, messageIDs, key, decodeMessageID)
}

func (t threadTx) MessageID(id string) (store.MessageRef, error) {
	m, err := t.messageIDByKey(bkey.MessageID(id))
	if err != nil {
		return m.ref, fmt.Errorf("looking up Message-ID %q: %w", id, err)
	}
	return m.ref, nil
}

func (t threadTx) MessageIDs(fn func(id string, ref store.MessageRef) bool) error {
	for r, err := range t.scan(messageIDs, nil, nil) {
		if err != nil {
			return err
		}
		m, err := decodeMessageID(r)
		if err != nil {
			return err
		}
		if !fn(m.id, m.ref) {
			return nil
		}
	}
	return nil
}

func (t threadTx) MessageIDsOf(
	thread string, fn func(id string, ref store.MessageRef) bool,
) error {
	return follow(t.records, threadRefs, bkey.Ref(thread, bkey.RefMessageID, nil), nil,
		t.messageIDByKey, func(m messageID) bool { return fn(m.id, m.ref) })
}

// messageIDEntries returns the index entries of a Message-ID.
func messageIDEntries(key []byte, ref store.MessageRef) []entry {
	return []entry{{threadRefs, bkey.Ref(ref.Thread, bkey.RefMessageID, key), nil}}
}

// storedIDEntries returns the index entries of a stored Message-ID, none for an unknown one.
func (t threadTx) storedIDEntries(key []byte) ([]entry, error) {
	m, err := t.messageIDByKey(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return messageIDEntries(key, m.ref), err
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
