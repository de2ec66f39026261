package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/rules"
)

// threadTx implements store.Threads.
type threadTx struct{ *records }

func decodeHead(r record) (h store.Head, err error) {
	err = decode(r, &h, &h.State, nil)
	return h, err
}

func (t threadTx) Head(thread string) (store.Head, error) {
	h, err := load(t.records, heads, []byte(thread), decodeHead)
	if err != nil {
		return h, fmt.Errorf("reading head of %s: %w", thread, err)
	}
	return h, nil
}

// storedHead reads a head without its state, and its version. Both are zero if there is none.
func (t threadTx) storedHead(thread string) (h store.Head, version uint64, err error) {
	r, err := t.one(heads, []byte(thread))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return h, 0, nil
	case err != nil:
		return h, 0, fmt.Errorf("reading head of %s: %w", thread, err)
	case len(r.parts) != 3 || len(r.parts[2]) != len(bkey.ID(0)):
		return h, 0, corrupt(heads, []byte(thread), "malformed")
	}
	err = decode(r, &h, nil, nil)
	return h, bkey.LastNumber(r.parts[2]), err
}

func (t threadTx) PutHead(h store.Head) (version uint64, err error) {
	if err := bkey.CheckName("thread of head", h.Thread); err != nil {
		return 0, err
	}
	old, stored, err := t.storedHead(h.Thread)
	if err == nil {
		err = rules.Head(stored, h)
	}
	if err != nil {
		return 0, err
	}
	h.Version++
	return h.Version, t.replaceHead(old, h)
}

// ImportHead implements transfer.Tx.
func (t threadTx) ImportHead(h store.Head) error { return t.replaceHead(store.Head{}, h) }

func (t threadTx) replaceHead(old, h store.Head) error {
	state := h.State
	h.State = nil
	err := put(t.records, heads, []byte(h.Thread), h, state, bkey.ID(h.Version))
	return errors.Join(err, t.reindex(t.headEntries(old), t.headEntries(h)))
}

func (t threadTx) Heads(fn func(store.Head) bool) error {
	return t.eachHead(nil, fn)
}

func (t threadTx) HeadsAfter(thread string, fn func(store.Head) bool) error {
	return t.eachHead(append([]byte(thread), 0), fn)
}

// eachHead calls fn for the heads with keys from a key on.
func (t threadTx) eachHead(from []byte, fn func(store.Head) bool) error {
	for r, err := range t.scan(heads, nil, from) {
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
