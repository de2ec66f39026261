package bolt

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// entry is one entry of an index. A record says which entries there are of it;
// they change together with it, and Check compares the two.
type entry struct {
	in    bucket
	key   []byte
	value []byte
}

func (e entry) equal(o entry) bool {
	return e.in == o.in && bytes.Equal(e.key, o.key) && bytes.Equal(e.value, o.value)
}

// reindex replaces the entries of a record as it was by those of the record as it is.
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

// due reads up to limit records off an index in order of time under a prefix, those
// not after now, and says when the next one is due. load gets what follows the time
// in a key.
func due[T any](t *records, index bucket, prefix []byte, now time.Time, limit int, load func(key []byte) (T, error)) (all []T, next time.Time, err error) {
	for r, err := range t.scan(index, prefix, nil) {
		if err != nil {
			return nil, time.Time{}, err
		}
		key := r.key[len(prefix):]
		at := keyTime(key)
		if at.After(now) {
			return all, at, nil
		}
		if len(all) >= limit {
			return all, now, nil
		}
		one, err := load(key[timeSize:])
		if err != nil {
			return nil, time.Time{}, fmt.Errorf("following index %s: %w", index, dangling(err))
		}
		all = append(all, one)
	}
	return all, time.Time{}, nil
}

// follow yields the records that an index refers to under a prefix, from id
// `from` on, until fn returns false.
func follow[T any](t *records, index bucket, prefix []byte, from []byte, load func(key []byte) (T, error), fn func(T) bool) error {
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
