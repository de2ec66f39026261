package bolt

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	berrors "go.etcd.io/bbolt/errors"

	"ppamaild/store"
	"ppamaild/store/crypt"
)

// formatVersion counts the layout changes that older programs cannot read. Version 1 had no
// correspondents. Version 2 had other indexes for waiting mail and reviews. Version 3 had no
// Names in the journal and no holds. Version 4 had plain addresses as keys, no run times and no
// encryption.
const formatVersion = 5

// format is the record that distinguishes a store from other bbolt files.
type format struct {
	Program string `json:"program"`
	Version int    `json:"version"`
	// Keys are the keys that a record may be encrypted with.
	Keys []crypt.ID `json:"keys,omitempty"`
}

func formatKey() []byte { return []byte("format") }

// layOut creates a new store.
func (t *records) layOut() error {
	for _, b := range buckets() {
		if _, err := t.CreateBucket([]byte(b)); err != nil {
			return fmt.Errorf("making bucket %s: %w", b, err)
		}
	}
	return errors.Join(t.makeAddressKey(), put(t, about, formatKey(), format{Program: "ppamaild", Version: formatVersion}))
}

// upgrade converts the layout of an older program, in the first transaction of Open. It adds
// missing buckets and moves records. ppamaild's own tests run it on frozen stores.
func (t *records) upgrade() error {
	for _, name := range []bucket{correspondents, senders, holds, runTimes} {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return fmt.Errorf("making bucket %s: %w", name, err)
		}
	}
	return errors.Join(t.reindexAll(), t.makeAddressKey(), t.moveAddresses(), put(t, about, formatKey(), format{Program: "ppamaild", Version: formatVersion}))
}

const secretAddresses = "addresses"

func (t *records) makeAddressKey() error {
	t.addresses = make([]byte, sha256.Size)
	if _, err := io.ReadFull(t.rand, t.addresses); err != nil {
		return fmt.Errorf("making a key: %w", err)
	}
	return t.put(secrets, []byte(secretAddresses), t.addresses)
}

// moveAddresses replaces plain addresses as keys, as in format 4 and before, with their keyed
// digests.
func (t *records) moveAddresses() error {
	for _, b := range []bucket{correspondents, senders, holds} {
		records, err := list(t, b, nil, func(r record) (record, error) {
			r.key, r.parts = slices.Clone(r.key), [][]byte{slices.Concat(r.parts...)}
			return r, nil
		})
		for _, r := range records {
			err = errors.Join(err, t.delete(b, r.key), t.put(b, t.addressKey(string(r.key)), r.parts...))
		}
		if err != nil {
			return fmt.Errorf("moving %s: %w", b, err)
		}
	}
	return nil
}

// newIndexes are the indexes that format 3 changed or added.
func newIndexes() []bucket { return []bucket{mailDue, mailWaiting, reviewOpen} }

// reindexAll rebuilds the new indexes.
func (t *records) reindexAll() error {
	for _, name := range newIndexes() {
		if err := t.DeleteBucket([]byte(name)); err != nil && !errors.Is(err, berrors.ErrBucketNotFound) {
			return fmt.Errorf("deleting bucket %s: %w", name, err)
		}
		if _, err := t.CreateBucket([]byte(name)); err != nil {
			return fmt.Errorf("making bucket %s: %w", name, err)
		}
	}
	return errors.Join(
		reindexBucket(t, mails, 0, mailEntries),
		reindexBucket(t, reviews, 2, reviewEntries),
	)
}

// reindexBucket adds the entries of every record of b to the new indexes. Each record has n raw
// parts.
func reindexBucket[T any](t *records, b bucket, n int, entries func(T) []entry) error {
	for r, err := range t.scan(b, nil, nil) {
		if err != nil {
			return err
		}
		v, _, err := decode[T](r, n)
		if err != nil {
			return err
		}
		isOld := func(e entry) bool { return !slices.Contains(newIndexes(), e.in) }
		if err := t.reindex(nil, slices.DeleteFunc(entries(v), isOld)); err != nil {
			return err
		}
	}
	return nil
}

// checkFormat refuses a format that this program cannot read, and upgrades an older one.
func (t *records) checkFormat() error {
	if t.bucket(about) == nil {
		return errNotOurs
	}
	f, _, err := get[format](t, about, formatKey(), 0)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && f.Program != "ppamaild":
		return errNotOurs
	case err != nil:
		return fmt.Errorf("reading the format: %w", err)
	case f.Version > formatVersion:
		return fmt.Errorf("the store has format %d, but this program reads up to %d; use a newer program, or restore an older backup: %w", f.Version, formatVersion, store.ErrVersion)
	case f.Version < formatVersion && !t.Writable():
		return nil // opening it for writing adds the missing parts
	case f.Version < formatVersion:
		err = t.upgrade()
	}
	if err != nil {
		return err
	}
	for _, b := range buckets() {
		if t.bucket(b) == nil {
			return fmt.Errorf("bucket %s is missing: %w", b, store.ErrCorrupt)
		}
	}
	return nil
}

var errNotOurs = errors.New("not a store of ppamaild")
