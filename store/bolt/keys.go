package bolt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/crypt"
)

// The record of the format names every key that a record may be encrypted with, so that
// one that is missing shows before anything is done, and not where it is needed.

// checkKeys refuses a store of which a key is missing, and has its format name the one
// that encrypts from now on.
func (t *records) checkKeys() error {
	f, _, err := get[format](t, about, formatKey(), 0)
	if err != nil {
		return err
	}
	var missing []string
	for _, id := range f.Keys {
		if !t.keys.Has(id) {
			missing = append(missing, id.String())
		}
	}
	newest, has := t.keys.Newest()
	switch {
	case len(missing) > 0 && !has:
		return fmt.Errorf("the key %s is needed, and none is given: %w", strings.Join(missing, " and "), store.ErrKey)
	case len(missing) > 0:
		return fmt.Errorf("the key %s is needed, and not among those given: %w", strings.Join(missing, " and "), store.ErrKey)
	case !has || slices.Contains(f.Keys, newest) || !t.Writable():
		return nil
	}
	f.Keys = append(f.Keys, newest)
	return put(t, about, formatKey(), f)
}

// rekeyStep is how many records are looked at in one transaction, and how many octets
// are encrypted.
const (
	rekeyCount = 1000
	rekeyStep  = 4 << 20
)

// Rekey encrypts with the newest key what is not yet, and returns how many records that
// were; then no other key is needed. It can be stopped at any time and begun again, and
// others go on meanwhile. Records under older keys stay in free pages until Compact.
func (s *Store) Rekey(ctx context.Context) (count int, err error) {
	newest, has := s.keys.Newest()
	if !has {
		return 0, errors.New("there is no key to encrypt with")
	}
	for _, b := range buckets() {
		if !encrypts(b) {
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

// rekey goes on with a bucket from a key on, and returns the one to go on at; nil at the end.
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
		if isUnder(v, newest) {
			continue
		}
		parts, err := t.unseal(b, k, v)
		if err != nil {
			return nil, 0, err
		}
		for i := range parts {
			parts[i] = slices.Clone(parts[i]) // v is gone once the page is written
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

// isUnder reports whether a record is encrypted with a key.
func isUnder(rec []byte, key crypt.ID) bool {
	if len(rec) < recordHeader || rec[0] != recordEncrypted {
		return false
	}
	id, err := crypt.KeyOf(rec[recordHeader:])
	return err == nil && id == key
}

func (t *records) needOnly(key crypt.ID) error {
	f, _, err := get[format](t, about, formatKey(), 0)
	f.Keys = []crypt.ID{key}
	return errors.Join(err, put(t, about, formatKey(), f))
}
