package bolt

import (
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// upgrade is the progress of an upgrade: the next record to read. The first transaction of Open
// makes the small changes and stores the new version, so that older programs refuse the store.
// More transactions add index entries and move the journals, a batch in each. A crash in between
// leaves the progress, and the next Open continues. ppamaild's own tests run it on frozen stores.
type upgrade struct {
	In   bucket `json:"in"`
	From []byte `json:"from,omitempty"`
}

// upgradeBatch is how many records one transaction of an upgrade reads.
const upgradeBatch = 2000

// newIndexes are the indexes that changed since the first format.
func newIndexes() []bucket {
	return []bucket{
		mailDue, mailThread, mailWaiting, reviewOpen, reviewInbound,
		headStatus, headAddress, headTask, threadRefs, inboundFrom,
	}
}

// Format returns the version of the layout, and the version that this program makes.
func (s *Store) Format() (has, makes int, err error) {
	err = s.read(func(b *bbolt.Tx) error {
		f, err := get[format](&records{Tx: b}, about, formatKey())
		has = f.Version
		return err
	})
	return has, formatVersion, err
}

// beginUpgrade adds missing buckets and moves the records of older formats. Records of format 6
// and before stay uncompressed until they change. Records of format 7 and before keep their files.
func (t *records) beginUpgrade(f format) error {
	if f.Version == 8 { // its records are read as they are
		f.Version = formatVersion
		return put(t, about, formatKey(), f)
	}
	changed := []bucket{headStatus, headEnded} // the keys of these indexes were different
	if f.Version < 3 {
		changed = append(changed, mailDue, mailWaiting, reviewOpen)
	}
	for _, name := range changed {
		err := t.DeleteBucket([]byte(name))
		if err != nil && !errors.Is(err, berrors.ErrBucketNotFound) {
			return fmt.Errorf("deleting bucket %s: %w", name, err)
		}
	}
	added := append(newIndexes(), correspondents, senders, holds, runTimes, fileBytes, fileRefs)
	for _, name := range added {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return fmt.Errorf("making bucket %s: %w", name, err)
		}
	}
	if f.Version < 5 {
		if err := errors.Join(t.makeAddressKey(), t.moveAddresses()); err != nil {
			return err
		}
	}
	f.Version, f.Upgrading = formatVersion, &upgrade{In: indexed()[0]}
	return put(t, about, formatKey(), f)
}

// indexed are the buckets with the records that an upgrade reads, in order.
func indexed() []bucket { return []bucket{heads, inbounds, effects, messageIDs, mails, reviews} }

// indexEntries returns the index entries of a record in one of the buckets of indexed.
func (t *tx) indexEntries(r record) ([]entry, error) {
	switch r.in {
	case heads:
		return entriesAs(r, decodeHead, t.headEntries)
	case inbounds:
		return entriesAs(r, decodeAs, t.inboundTx.entries)
	case effects:
		return entriesAs(r, decodeEffect, effectEntries)
	case messageIDs:
		return entriesAs(r, decodeMessageID, func(m messageID) []entry {
			return messageIDEntries(r.key, m.ref)
		})
	case mails:
		return entriesAs(r, decodeAs, mailEntries)
	}
	return entriesAs(r, decodeReview, reviewEntries)
}

func entriesAs[T any](
	r record, decode func(record) (T, error), entries func(T) []entry,
) ([]entry, error) {
	v, err := decode(r)
	if err != nil {
		return nil, err
	}
	return entries(v), nil
}

// finishUpgrade runs the transactions that an upgrade still needs.
func (s *Store) finishUpgrade() error {
	for more := true; more; {
		err := s.db.Update(func(b *bbolt.Tx) (err error) {
			more, err = s.tx(b).continueUpgrade(upgradeBatch)
			return err
		})
		if err != nil {
			return fmt.Errorf("upgrading the store: %w", err)
		}
	}
	return nil
}

// continueUpgrade reads up to limit records, and reports whether records are left.
func (t *tx) continueUpgrade(limit int) (more bool, err error) {
	f, err := get[format](t.records, about, formatKey())
	if err != nil || f.Upgrading == nil {
		return false, err
	}
	read := t.indexFrom
	if slices.Contains(former(), f.Upgrading.In) {
		read = t.moveFrom
	}
	next, err := read(f.Upgrading, limit)
	if err != nil {
		return false, err
	}
	f.Upgrading = next
	return next != nil, put(t.records, about, formatKey(), f)
}

// indexFrom indexes up to limit records and returns the progress.
func (t *tx) indexFrom(at *upgrade, limit int) (*upgrade, error) {
	for r, err := range t.scan(at.In, nil, at.From) {
		if err != nil {
			return nil, err
		}
		if limit--; limit < 0 {
			return &upgrade{In: at.In, From: slices.Clone(r.key)}, nil
		}
		entries, err := t.indexEntries(r)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if slices.Contains(newIndexes(), e.in) && !t.has(e.in, e.key) {
				err = errors.Join(err, t.put(e.in, e.key, e.value))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	all := indexed()
	i := slices.Index(all, at.In)
	if i < 0 || i+1 == len(all) {
		return &upgrade{In: former()[0]}, nil
	}
	return &upgrade{In: all[i+1]}, nil
}

// moveFrom moves up to limit records of a former bucket into the journal. At the end it deletes
// the bucket. It returns the progress, nil after the last bucket.
func (t *tx) moveFrom(at *upgrade, limit int) (*upgrade, error) {
	move, next := t.movePayload, &upgrade{In: journalTails}
	if at.In == journalTails {
		move, next = t.moveTail, nil
	}
	for r, err := range t.scan(at.In, nil, nil) {
		if err == nil {
			if limit--; limit < 0 {
				return at, nil
			}
			err = errors.Join(move(r), t.delete(at.In, r.key))
		}
		if err != nil {
			return nil, err
		}
	}
	return next, t.DeleteBucket([]byte(at.In))
}

func (t *tx) movePayload(r record) error {
	e, err := t.one(journal, r.key)
	if err != nil {
		return fmt.Errorf("moving a payload: %w", dangling(err))
	}
	return t.put(journal, r.key, slices.Concat(e.parts, r.parts)...)
}

func (t *tx) moveTail(r record) error { return t.put(journal, tailKey(string(r.key)), r.parts...) }

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
