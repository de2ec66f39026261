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

func (t *tx) PutMessageID(id string, ref store.MessageRef) error {
	if id == "" {
		return errors.New("storing an empty Message-ID")
	}
	return put(t, messageIDs, messageIDKey(id), ref, []byte(id))
}
