package bolt

import (
	"fmt"
	"time"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// correspondentTx implements store.Correspondents.
type correspondentTx struct{ *records }

func (t correspondentTx) Correspondent(address string) (store.Correspondent, error) {
	c, err := get[store.Correspondent](t.records, correspondents, t.addressKey(address))
	if err != nil {
		return c, fmt.Errorf("reading correspondent %s: %w", address, err)
	}
	return c, nil
}

func (t correspondentTx) PutCorrespondent(c store.Correspondent) error {
	if err := bkey.CheckName("address of correspondent", c.Address); err != nil {
		return err
	}
	return put(t.records, correspondents, t.addressKey(c.Address), c)
}

func (t correspondentTx) DeleteCorrespondent(address string) error {
	return t.delete(correspondents, t.addressKey(address))
}

// sender is an address that was proven to belong to its sender.
type sender struct {
	Address         string    `json:"address"`
	AuthenticatedAt time.Time `json:"authenticated_at"` // first
}

func (t correspondentTx) Authenticated(address string) (time.Time, error) {
	s, err := get[sender](t.records, senders, t.addressKey(address))
	if err != nil {
		return time.Time{}, fmt.Errorf("looking up sender %q: %w", address, err)
	}
	return s.AuthenticatedAt, nil
}

func (t correspondentTx) PutAuthenticated(address string, at time.Time) error {
	key := t.addressKey(address)
	if err := bkey.CheckName("address of sender", address); err != nil || t.has(senders, key) {
		return err
	}
	return put(t.records, senders, key, sender{address, at})
}

func (t correspondentTx) DeleteAuthenticated(address string) error {
	return t.delete(senders, t.addressKey(address))
}
