package postgres

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ppamaild/store"
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
	if err := checkName("address of correspondent", c.Address); err != nil {
		return err
	}
	return t.putAs(correspondents, []any{t.addressKey(c.Address)}, c)
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
	if err := checkName("address of sender", address); err != nil {
		return err
	}
	text, err := meta(senders, sender{address, at})
	if err != nil {
		return err
	}
	return t.keep(senders, []any{t.addressKey(address)}, text)
}

func (t correspondentTx) DeleteAuthenticated(address string) error {
	return t.delete(senders, t.addressKey(address))
}

// holdTx implements store.Holds.
type holdTx struct{ *records }

func (t holdTx) PutHold(h store.Hold) error {
	if err := checkName("name of hold", h.On); err != nil {
		return err
	}
	return t.putAs(holds, []any{t.addressKey(h.On)}, h)
}

func (t holdTx) DeleteHold(on string) error {
	if _, err := t.one(holds, t.addressKey(on)); err != nil {
		return fmt.Errorf("hold on %s: %w", on, err)
	}
	return t.delete(holds, t.addressKey(on))
}

func (t holdTx) Holds() ([]store.Hold, error) {
	all, err := list(t.records, holds, span{Order: holds.Keys}, decodeAs[store.Hold])
	slices.SortFunc(all, func(a, b store.Hold) int { return cmp.Compare(a.On, b.On) })
	return all, err
}
