package bolt

import (
	"fmt"

	"ppamaild/store"
)

func (t *tx) PutHold(h store.Hold) error {
	if err := checkName("name of hold", h.On); err != nil {
		return err
	}
	return put(t, holds, []byte(h.On), h)
}

func (t *tx) DeleteHold(on string) error {
	if !t.has(holds, []byte(on)) {
		return fmt.Errorf("hold on %s: %w", on, store.ErrNotFound)
	}
	return t.delete(holds, []byte(on))
}

func (t *tx) Holds() ([]store.Hold, error) {
	return list(t, holds, nil, func(r record) (store.Hold, error) {
		h, _, err := decode[store.Hold](r, 0)
		return h, err
	})
}
