package bolt

import (
	"errors"
	"fmt"
	"slices"

	berrors "go.etcd.io/bbolt/errors"

	"ppamaild/store"
)

// formatVersion counts the changes of the layout that older programs can't read.
const formatVersion = 4 // 1: without correspondents; 2: with other indexes of what waits; 3: without Names in the journal, and holds

// format is the record that tells a store from any other file of bbolt.
type format struct {
	Program string `json:"program"`
	Version int    `json:"version"`
}

func formatKey() []byte { return []byte("format") }

// layOut makes a new store.
func (t *tx) layOut() error {
	for _, b := range buckets() {
		if _, err := t.CreateBucket([]byte(b)); err != nil {
			return fmt.Errorf("making bucket %s: %w", b, err)
		}
	}
	return put(t, about, formatKey(), format{"ppamaild", formatVersion})
}

// upgrade is where the layout of an older program is brought up to this one's, in
// the transaction that Open begins with: it adds what is missing, and moves what lies
// elsewhere. The frozen stores of ppamaild's own tests must come through it.
func (t *tx) upgrade() error {
	for _, name := range []bucket{correspondents, senders, holds} {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return fmt.Errorf("making bucket %s: %w", name, err)
		}
	}
	return errors.Join(t.reindexAll(), put(t, about, formatKey(), format{"ppamaild", formatVersion}))
}

// newIndexes are those that format 3 changed or added.
func newIndexes() []bucket { return []bucket{mailDue, mailWaiting, reviewOpen} }

// reindexAll makes the new indexes anew.
func (t *tx) reindexAll() error {
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

// reindexBucket puts the entries of every record of b, which has n raw parts, into
// the new indexes.
func reindexBucket[T any](t *tx, b bucket, n int, entries func(T) []entry) error {
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

// checkFormat refuses what this program can't read, and upgrades what is older.
func (t *tx) checkFormat() error {
	if t.bucket(about) == nil {
		return errNotOurs
	}
	f, _, err := get[format](t, about, formatKey(), 0)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && f.Program != "ppamaild":
		return errNotOurs
	case err != nil:
		return fmt.Errorf("reading its format: %w", err)
	case f.Version > formatVersion:
		return fmt.Errorf("it has format %d, this program reads up to %d; use the program that wrote it, or restore a backup from before: %w", f.Version, formatVersion, store.ErrVersion)
	case f.Version < formatVersion && !t.Writable():
		return nil // what it lacks is added when it is opened to be changed
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
