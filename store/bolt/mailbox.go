package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
)

func (t *tx) Cursor(mailbox string) (store.Cursor, error) {
	c, _, err := get[store.Cursor](t, cursors, []byte(mailbox), 0)
	if err != nil {
		return c, fmt.Errorf("reading cursor of %s: %w", mailbox, err)
	}
	return c, nil
}

func (t *tx) PutCursor(c store.Cursor) error {
	if err := checkName("mailbox of cursor", c.Mailbox); err != nil {
		return err
	}
	old, err := t.Cursor(c.Mailbox)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if old.UIDValidity == c.UIDValidity {
		c.LastUID = max(c.LastUID, old.LastUID)
	}
	return put(t, cursors, []byte(c.Mailbox), c)
}

func (t *tx) Fingerprint(sum [32]byte) (inbound uint64, err error) {
	inbound, err = t.id(fingerprints, sum[:])
	if err != nil {
		return 0, fmt.Errorf("looking up content: %w", err)
	}
	return inbound, nil
}

func (t *tx) PutFingerprint(sum [32]byte, inbound uint64) error {
	if t.has(fingerprints, sum[:]) {
		return nil
	}
	return t.put(fingerprints, sum[:], idKey(inbound))
}
