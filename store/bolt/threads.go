package bolt

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"ppamaild/store"
)

// threadTx implements store.Threads.
type threadTx struct{ *records }

func decodeHead(r record) (store.Head, error) {
	h, raw, err := decode[store.Head](r, 2)
	if err != nil {
		return h, err
	}
	h.State = raw[0]
	return h, nil
}

func (t threadTx) Head(thread string) (store.Head, error) {
	parts, err := t.get(heads, []byte(thread))
	if err != nil {
		return store.Head{}, fmt.Errorf("reading head of %s: %w", thread, err)
	}
	return decodeHead(record{heads, []byte(thread), parts})
}

// headVersion reads only the version of a head, 0 if there is none.
func (t threadTx) headVersion(thread string) (uint64, error) {
	parts, err := t.get(heads, []byte(thread))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("reading head of %s: %w", thread, err)
	case len(parts) != 3 || len(parts[2]) != len(idKey(0)):
		return 0, corrupt(heads, []byte(thread), "malformed")
	}
	return lastNumber(parts[2]), nil
}

func (t threadTx) PutHead(h store.Head) (version uint64, err error) {
	if err := checkName("thread of head", h.Thread); err != nil {
		return 0, err
	}
	stored, err := t.headVersion(h.Thread)
	switch {
	case err != nil:
		return 0, err
	case stored != h.Version:
		return 0, fmt.Errorf("storing head of %s: it is at version %d, not %d: %w", h.Thread, stored, h.Version, store.ErrConflict)
	case !h.Status.Known():
		return 0, fmt.Errorf("storing head of %s: unknown status %q", h.Thread, h.Status)
	}
	state := h.State
	h.State = nil
	h.Version++
	return h.Version, put(t.records, heads, []byte(h.Thread), h, state, idKey(h.Version))
}

func (t threadTx) Heads(fn func(store.Head) bool) error {
	for r, err := range t.scan(heads, nil, nil) {
		if err != nil {
			return err
		}
		h, err := decodeHead(r)
		if err != nil {
			return err
		}
		if !fn(h) {
			return nil
		}
	}
	return nil
}

// messageIDKey is a digest, because RFC 5322 does not limit the length of a Message-ID and
// bbolt limits keys.
func messageIDKey(id string) []byte {
	sum := sha256.Sum256([]byte(id))
	return sum[:]
}

func (t threadTx) MessageID(id string) (store.MessageRef, error) {
	ref, _, err := get[store.MessageRef](t.records, messageIDs, messageIDKey(id), 1)
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

func (t threadTx) DeleteMessageID(id string) error { return t.delete(messageIDs, messageIDKey(id)) }

func (t threadTx) PutMessageID(id string, ref store.MessageRef) error {
	if id == "" {
		return errors.New("storing an empty Message-ID")
	}
	return put(t.records, messageIDs, messageIDKey(id), ref, []byte(id))
}
