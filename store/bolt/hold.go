package bolt

import (
	"cmp"
	"fmt"
	"slices"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// holdTx implements store.Holds.
type holdTx struct{ *records }

func (t holdTx) PutHold(h store.Hold) error {
	if err := bkey.CheckName("name of hold", h.On); err != nil {
		return err
	}
	return put(t.records, holds, t.addressKey(h.On), h)
}

func (t holdTx) DeleteHold(on string) error {
	if !t.has(holds, t.addressKey(on)) {
		return fmt.Errorf("hold on %s: %w", on, store.ErrNotFound)
	}
	return t.delete(holds, t.addressKey(on))
}

func (t holdTx) Holds() ([]store.Hold, error) {
	all, err := list(t.records, holds, nil, decodeAs[store.Hold])
	slices.SortFunc(all, func(a, b store.Hold) int { return cmp.Compare(a.On, b.On) })
	return all, err
}
