package bolt

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"ppamaild/store/bkey"
)

// entry is one entry of an index. The record determines its entries and changes together with
// them. Check compares the two.
type entry struct {
	in    bucket
	key   []byte
	value []byte
}

func (e entry) equal(o entry) bool {
	return e.in == o.in && bytes.Equal(e.key, o.key) && bytes.Equal(e.value, o.value)
}

// reindex replaces the index entries of an old record with the entries of the new record.
func (t *records) reindex(old, now []entry) error {
	for _, e := range old {
		if slices.ContainsFunc(now, e.equal) {
			continue
		}
		if err := t.delete(e.in, e.key); err != nil {
			return err
		}
	}
	for _, e := range now {
		if slices.ContainsFunc(old, e.equal) {
			continue
		}
		if err := t.put(e.in, e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// due reads up to limit records, in order of time, from an index below a prefix. It returns the
// records that are not after now, and the time of the next record. load gets the rest of a key
// after the time.
func due[T any](
	t *records, index bucket, prefix []byte, now time.Time, limit int, load func(key []byte) (T, error),
) (all []T, next time.Time, err error) {
	for r, err := range t.scan(index, prefix, nil) {
		if err != nil {
			return nil, time.Time{}, err
		}
		key := r.key[len(prefix):]
		at := bkey.TimeOf(key)
		if at.After(now) {
			return all, at, nil
		}
		if len(all) >= limit {
			return all, now, nil
		}
		one, err := load(key[bkey.TimeSize:])
		if err != nil {
			return nil, time.Time{}, fmt.Errorf("following index %s: %w", index, dangling(err))
		}
		all = append(all, one)
	}
	return all, time.Time{}, nil
}

// follow calls fn for the records that an index refers to below a prefix, beginning with id
// from, until fn returns false.
func follow[T any](
	t *records, index bucket, prefix, from []byte, load func(key []byte) (T, error), fn func(T) bool,
) error {
	for r, err := range t.scan(index, prefix, from) {
		if err != nil {
			return err
		}
		one, err := load(r.key[len(prefix):])
		if err != nil {
			return fmt.Errorf("following index %s: %w", index, dangling(err))
		}
		if !fn(one) {
			return nil
		}
	}
	return nil
}
