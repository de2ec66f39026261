package bolt

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"ppamaild/store"
)

// messageIDKey is a digest: RFC 5322 sets no limit to a Message-ID, bbolt does
// to a key.
func messageIDKey(id string) []byte {
	sum := sha256.Sum256([]byte(id))
	return sum[:]
}

func (t *tx) MessageID(id string) (store.MessageRef, error) {
	ref, _, err := get[store.MessageRef](t, messageIDs, messageIDKey(id), 1)
	if err != nil {
		return ref, fmt.Errorf("looking up Message-ID %q: %w", id, err)
	}
	return ref, nil
}

func (t *tx) MessageIDs(fn func(id string, ref store.MessageRef) bool) error {
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

func (t *tx) DeleteMessageID(id string) error { return t.delete(messageIDs, messageIDKey(id)) }

func (t *tx) PutMessageID(id string, ref store.MessageRef) error {
	if id == "" {
		return errors.New("storing an empty Message-ID")
	}
	return put(t, messageIDs, messageIDKey(id), ref, []byte(id))
}
