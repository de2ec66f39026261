package bolt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/codec"
	"ppamaild/store/crypt"
)

// The format record names every key that a record may be encrypted with. So Open notices a
// missing key, before any record needs it.

// checkKeys refuses a store if a key is missing, and adds the newest key to its format.
func (t *records) checkKeys() error {
	f, err := get[format](t, about, formatKey())
	if err != nil {
		return err
	}
	if err := t.keys.Require(f.Keys); err != nil {
		return fmt.Errorf("%w: %w", err, store.ErrKey)
	}
	newest, has := t.keys.Newest()
	if !has || slices.Contains(f.Keys, newest) || !t.Writable() {
		return nil
	}
	f.Keys = append(f.Keys, newest)
	return put(t, about, formatKey(), f)
}

// Limits of one transaction of Rekey: records to read, and bytes to encrypt.
const (
	rekeyCount = 1000
	rekeyStep  = 4 << 20
)

// Rekey encrypts all records with the newest key, and returns the number of records that it
// encrypted. Then no other key is needed. It can be stopped and repeated at any time, and
// others can use the store meanwhile. Records under older keys stay in free pages until
// Compact.
func (s *Store) Rekey(ctx context.Context) (count int, err error) {
	newest, has := s.keys.Newest()
	if !has {
		return 0, errors.New("no encryption key is configured")
	}
	for _, b := range buckets() {
		if !hasContents(b) {
			continue
		}
		for from := []byte{}; from != nil; {
			var next []byte
			var done int
			err := s.Update(ctx, func(t store.Tx) (err error) {
				next, done, err = t.(*tx).rekey(b, from, newest)
				return err
			})
			if err != nil {
				return count, fmt.Errorf("encrypting bucket %s: %w", b, err)
			}
			if from, count = next, count+done; done > 0 {
				failpoint.Pass(failpoint.Recoding)
			}
		}
	}
	failpoint.Before(failpoint.Rekey)
	err = s.Update(ctx, func(t store.Tx) error { return t.(*tx).needOnly(newest) })
	failpoint.After(failpoint.Rekey)
	return count, err
}

// rekey continues in a bucket at a key. It returns the key to continue at, or nil at the end.
func (t *records) rekey(b bucket, from []byte, newest crypt.ID) (next []byte, done int, err error) {
	type old struct {
		key   []byte
		parts [][]byte
	}
	var stale []old
	octets, looked := 0, 0
	c := t.bucket(b).Cursor()
	for k, v := c.Seek(from); k != nil; k, v = c.Next() {
		if looked++; looked > rekeyCount || octets > rekeyStep {
			next = slices.Clone(k)
			break
		}
		if codec.IsUnder(v, newest) {
			continue
		}
		parts, err := t.unseal(b, k, v)
		if err != nil {
			return nil, 0, err
		}
		for i := range parts {
			parts[i] = slices.Clone(parts[i]) // v becomes invalid when the page is written
		}
		stale, octets = append(stale, old{slices.Clone(k), parts}), octets+len(v)
	}
	for _, o := range stale {
		if err := t.put(b, o.key, o.parts...); err != nil {
			return nil, 0, err
		}
	}
	return next, len(stale), nil
}

func (t *records) needOnly(key crypt.ID) error {
	f, err := get[format](t, about, formatKey())
	f.Keys = []crypt.ID{key}
	return errors.Join(err, put(t, about, formatKey(), f))
}
