package bolt

import (
	"fmt"

	"ppamaild/store"
)

func (t *tx) Correspondent(address string) (store.Correspondent, error) {
	c, _, err := get[store.Correspondent](t, correspondents, t.addressKey(address), 0)
	if err != nil {
		return c, fmt.Errorf("reading correspondent %s: %w", address, err)
	}
	return c, nil
}

func (t *tx) PutCorrespondent(c store.Correspondent) error {
	if err := checkName("address of correspondent", c.Address); err != nil {
		return err
	}
	return put(t, correspondents, t.addressKey(c.Address), c)
}

func (t *tx) DeleteCorrespondent(address string) error {
	return t.delete(correspondents, t.addressKey(address))
}
