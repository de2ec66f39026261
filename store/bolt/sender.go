package bolt

import (
	"fmt"
	"time"
)

// sender is an address that mail was proven to come from.
type sender struct {
	Address         string    `json:"address"`
	AuthenticatedAt time.Time `json:"authenticated_at"` // first
}

func (t *tx) Authenticated(address string) (time.Time, error) {
	s, _, err := get[sender](t, senders, t.addressKey(address), 0)
	if err != nil {
		return time.Time{}, fmt.Errorf("looking up sender %q: %w", address, err)
	}
	return s.AuthenticatedAt, nil
}

func (t *tx) PutAuthenticated(address string, at time.Time) error {
	if err := checkName("address of sender", address); err != nil || t.has(senders, t.addressKey(address)) {
		return err
	}
	return put(t, senders, t.addressKey(address), sender{address, at})
}

func (t *tx) DeleteAuthenticated(address string) error {
	return t.delete(senders, t.addressKey(address))
}
