package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/bolt/delta"
)

// A review mail to several members of staff differs in a few lines. The store keeps the first of
// these mails, and for each other mail the differences. A record of differences has two parts:
// the differences, and the id of the first mail.

const (
	maxDistance = 32       // maximum distance between the ids of a mail and of its base
	maxPatched  = 64 << 20 // maximum size of a mail that is kept as differences
)

// putRaw stores the bytes of a new mail.
func (t outboxTx) putRaw(m store.Mail, raw []byte) error {
	key := bkey.ID(m.ID)
	base, id, err := t.baseFor(m)
	if err != nil {
		return err
	}
	if base != nil && len(raw) <= maxPatched {
		if patch := delta.Make(base, raw); len(patch) < len(raw)/4 {
			return t.put(mailRaw, key, patch, bkey.ID(id))
		}
	}
	return t.put(mailRaw, key, raw)
}

// baseFor returns the bytes and the id of the first mail about the review of m, nil if the mail
// before m is not about the review.
func (t outboxTx) baseFor(m store.Mail) (raw []byte, id uint64, err error) {
	if m.Kind != store.MailReview || m.ID == 1 {
		return nil, 0, nil
	}
	before, err := t.Mail(m.ID - 1)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, 0, nil
	case err != nil:
		return nil, 0, err
	case before.Erased, before.Kind != m.Kind,
		before.Thread != m.Thread, before.Review != m.Review:
		return nil, 0, nil
	}
	parts, id, err := t.rawParts(before.ID)
	switch {
	case err != nil:
		return nil, 0, err
	case id == 0:
		return parts[0], before.ID, nil
	case m.ID-id > maxDistance:
		return nil, 0, nil
	}
	parts, _, err = t.rawParts(id)
	if err != nil {
		return nil, 0, dangling(err)
	}
	return parts[0], id, nil
}

// rawParts returns the parts of a record, and the id of the mail that it differs from, or 0.
func (t outboxTx) rawParts(id uint64) (parts [][]byte, base uint64, err error) {
	key := bkey.ID(id)
	r, err := t.one(mailRaw, key)
	parts = r.parts
	switch {
	case err != nil:
		return nil, 0, err
	case len(parts) == 1:
		return parts, 0, nil
	case len(parts) != 2 || len(parts[1]) != len(key):
		return nil, 0, corrupt(mailRaw, key, "malformed")
	}
	base = bkey.LastNumber(parts[1])
	if base >= id || id-base > maxDistance {
		return nil, 0, corrupt(mailRaw, key, "malformed")
	}
	return parts, base, nil
}

func (t outboxTx) MailRaw(id uint64) ([]byte, error) {
	parts, base, err := t.rawParts(id)
	if err != nil {
		return nil, fmt.Errorf("reading bytes of mail %d: %w", id, err)
	}
	if base == 0 {
		return append([]byte(nil), parts[0]...), nil
	}
	first, err := t.single(mailRaw, bkey.ID(base))
	if err != nil {
		return nil, fmt.Errorf("reading mail %d, for mail %d: %w", base, id, dangling(err))
	}
	raw, err := delta.Apply(first, parts[0], maxPatched)
	if err != nil {
		return nil, corrupt(mailRaw, bkey.ID(id), err.Error())
	}
	return raw, nil
}

// detach stores the whole bytes of the mails that are kept as differences from a mail.
func (t outboxTx) detach(id uint64) error {
	for other := id + 1; other <= id+maxDistance; other++ {
		_, base, err := t.rawParts(other)
		if errors.Is(err, store.ErrNotFound) || err == nil && base != id {
			continue
		}
		raw, rawErr := t.MailRaw(other)
		if err := errors.Join(err, rawErr); err != nil {
			return err
		}
		if err := t.put(mailRaw, bkey.ID(other), raw); err != nil {
			return err
		}
	}
	return nil
}
