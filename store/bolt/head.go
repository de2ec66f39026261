package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
)

func decodeHead(r record) (store.Head, error) {
	h, raw, err := decode[store.Head](r, 2)
	if err != nil {
		return h, err
	}
	h.State = raw[0]
	return h, nil
}

func (t *tx) Head(thread string) (store.Head, error) {
	parts, err := t.get(heads, []byte(thread))
	if err != nil {
		return store.Head{}, fmt.Errorf("reading head of %s: %w", thread, err)
	}
	return decodeHead(record{heads, []byte(thread), parts})
}

// headVersion reads no more of a head than its version, 0 if there is none.
func (t *tx) headVersion(thread string) (uint64, error) {
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

func (t *tx) PutHead(h store.Head) (version uint64, err error) {
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
	return h.Version, put(t, heads, []byte(h.Thread), h, state, idKey(h.Version))
}

func (t *tx) Heads(fn func(store.Head) bool) error {
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
