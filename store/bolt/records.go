package bolt

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/crypt"
)

// bucket is the name of a bucket.
type bucket string

const (
	about          bucket = "about"
	secrets        bucket = "secrets"
	cursors        bucket = "cursors"
	inbounds       bucket = "inbound"
	inboundRaw     bucket = "inbound_raw"
	inboundPartial bucket = "inbound_partial"
	inboundUID     bucket = "inbound_uid"
	inboundStatus  bucket = "inbound_status"
	fingerprints   bucket = "fingerprints"
	senders        bucket = "senders"
	messageIDs     bucket = "message_ids"
	heads          bucket = "heads"
	queue          bucket = "queue"
	journal        bucket = "journal"
	effects        bucket = "effects"
	effectStatus   bucket = "effect_status"
	mails          bucket = "mail"
	mailRaw        bucket = "mail_raw"
	mailStatus     bucket = "mail_status"
	mailDue        bucket = "mail_due"
	mailThread     bucket = "mail_thread"
	correspondents bucket = "correspondents"
	mailWaiting    bucket = "mail_waiting"
	reviews        bucket = "reviews"
	reviewOpen     bucket = "review_open"
	holds          bucket = "holds"
	runTimes       bucket = "paces"
	timers         bucket = "timers"
	timerDue       bucket = "timer_due"

	headStatus    bucket = "head_status"
	headAddress   bucket = "head_address"
	headTask      bucket = "head_task"
	threadRefs    bucket = "thread_refs"
	inboundFrom   bucket = "inbound_from"
	reviewInbound bucket = "review_inbound"

	fileBytes bucket = "files"
	fileRefs  bucket = "file_refs"
)

// buckets returns every bucket of the layout.
func buckets() []bucket {
	return append(numbers(),
		about, secrets, cursors, inbounds, inboundRaw, senders, messageIDs, heads, queue, journal,
		effects, mails, mailRaw, correspondents, reviews, holds, runTimes, timers, fileBytes)
}

// Buckets of format 7 and before.
const (
	journalPayloads bucket = "journal_payloads"
	journalTails    bucket = "journal_tails"
	headEnded       bucket = "head_ended"
)

// former are the buckets of format 7 with records that are now in the bucket journal.
func former() []bucket { return []bucket{journalPayloads, journalTails} }

// numbers are the buckets with only numbers, digests or empty values.
func numbers() []bucket {
	return []bucket{
		inboundPartial, inboundUID, inboundStatus, fingerprints, effectStatus,
		mailStatus, mailDue, mailThread, mailWaiting, reviewOpen, reviewInbound, timerDue,
		headStatus, headAddress, headTask, threadRefs, inboundFrom, fileRefs,
	}
}

// records reads and writes checked, encrypted records in the buckets of a transaction.
type records struct {
	*bbolt.Tx
	rand      io.Reader
	keys      *crypt.Ring // nil: no encryption
	addresses []byte      // the key of addressKey; nil in the layout of an older program
}

func (t *records) bucket(b bucket) *bbolt.Bucket {
	found := t.Bucket([]byte(b))
	if found != nil && slices.Contains(appended(), b) {
		found.FillPercent = appendedFill
	}
	return found
}

// appendedFill is the share of a page that stays full when bbolt splits the page. bbolt's own half
// suits keys in random order.
const appendedFill = 0.9

// appended are the large buckets with keys in order, or in order within a thread.
func appended() []bucket {
	return []bucket{journal, mails, mailRaw, inbounds, inboundRaw}
}

// record is one record. key and parts are valid until the end of the transaction.
type record struct {
	in    bucket
	key   []byte
	parts [][]byte
}

// one returns the record with a key, or store.ErrNotFound.
func (t *records) one(b bucket, key []byte) (record, error) {
	rec := t.bucket(b).Get(key)
	if rec == nil {
		return record{}, fmt.Errorf("record %s of bucket %s: %w",
			bkey.Readable(key), b, store.ErrNotFound)
	}
	parts, err := t.unseal(b, key, rec)
	return record{b, key, parts}, err
}

func (t *records) has(b bucket, key []byte) bool { return t.bucket(b).Get(key) != nil }

func (t *records) put(b bucket, key []byte, parts ...[]byte) error {
	rec, changed, err := t.seal(b, key, parts)
	if err != nil {
		return err
	}
	if err := t.bucket(b).Put(key, rec); err != nil {
		return fmt.Errorf("writing to bucket %s: %w", b, err)
	}
	return t.updateFiles(changed)
}

func (t *records) delete(b bucket, key []byte) error {
	had, err := t.filesIn(b, key)
	if err != nil {
		return err
	}
	changed := change{b, slices.Clone(key), had, nil}
	if err := t.bucket(b).Delete(key); err != nil {
		return fmt.Errorf("deleting from bucket %s: %w", b, err)
	}
	return t.updateFiles(changed)
}

// next returns an id that is higher than all earlier ids in b, and its key. bbolt stores the
// last id without a checksum, so an existing record under the next id means damage.
func (t *records) next(b bucket, keyOf func(id uint64) []byte) (id uint64, key []byte, err error) {
	id, err = t.bucket(b).NextSequence()
	if err != nil {
		return 0, nil, fmt.Errorf("numbering in bucket %s: %w", b, err)
	}
	if key = keyOf(id); t.has(b, key) {
		return 0, nil, corrupt(b, key, "there before its time")
	}
	return id, key, nil
}

// missing is the error for a bucket that the layout of an older program lacks.
func missing(b bucket) error {
	return fmt.Errorf("bucket %s is missing: an older program wrote the store", b)
}

// scan yields the records of b with keys that begin with prefix, in order, beginning at
// prefix+from. A damaged record comes with an error. The loop may change b.
func (t *records) scan(b bucket, prefix, from []byte) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		if t.bucket(b) == nil {
			yield(record{}, missing(b))
			return
		}
		c := t.bucket(b).Cursor()
		k, v := c.Seek(slices.Concat(prefix, from))
		for k != nil && bytes.HasPrefix(k, prefix) {
			parts, err := t.unseal(b, k, v)
			if !yield(record{b, k, parts}, err) {
				return
			}
			if t.Writable() {
				// After a change a cursor may skip keys, so seek the next possible key.
				k, v = c.Seek(append(slices.Clip(k), 0))
			} else {
				k, v = c.Next()
			}
		}
	}
}

// scanBack is scan in reverse order, beginning before prefix+from. Without from, it begins with
// the last record.
func (t *records) scanBack(b bucket, prefix, from []byte) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		if t.bucket(b) == nil {
			yield(record{}, missing(b))
			return
		}
		c := t.bucket(b).Cursor()
		if from == nil {
			from = bytes.Repeat([]byte{0xff}, 9) // sorts after every number and time
		}
		behind := slices.Concat(prefix, from)
		for k, v := boltfile.Before(c, behind); bytes.HasPrefix(k, prefix); k, v = boltfile.Before(c, k) {
			parts, err := t.unseal(b, k, v)
			if !yield(record{b, k, parts}, err) {
				return
			}
		}
	}
}
