package bolt

import (
	"fmt"

	"ppamaild/store"
)

func restorationKey() []byte { return []byte("restoration") }

func (t *tx) Restoration() (store.Restoration, error) {
	r, _, err := get[store.Restoration](t, about, restorationKey(), 0)
	if err != nil {
		return r, fmt.Errorf("reading of the last restore: %w", err)
	}
	return r, nil
}

func (t *tx) PutRestoration(r store.Restoration) error {
	return put(t, about, restorationKey(), r)
}
