package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"ppamaild/progress"
	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/chunks"
)

// maxProblems is the maximum number of problems that Check lists.
const maxProblems = 20

// Check reads the whole store and lists its problems: damaged pages, wrong checksums, broken
// journals, and indexes that disagree with their records. Its time grows with the size of the
// file, and it delays Update for part of that time. If a page is badly damaged, bbolt panics in
// a goroutine of its own, so a daemon runs Check in another process.
func (s *Store) Check(ctx context.Context) error {
	if err := boltfile.CheckPages(s.current()); err != nil {
		return err
	}
	return s.View(ctx, func(t store.Tx) error {
		c := checker{tx: t.(*tx), want: map[bucket]int{}}
		return c.check(ctx)
	})
}

// checker reads each record once. want counts the records that other records require.
type checker struct {
	*tx
	want     map[bucket]int
	file     []byte // of the last reference
	old      bool   // the layout of an older program, or an upgrade is not complete
	problems []error
}

// lacks reports whether the layout need not have the records of a bucket.
func (c *checker) lacks(b bucket) bool {
	return c.bucket(b) == nil || c.old && slices.Contains(newIndexes(), b)
}

func (c *checker) note(err error) {
	if err != nil && len(c.problems) < maxProblems {
		c.problems = append(c.problems, err)
	}
}

func (c *checker) check(ctx context.Context) error {
	f, err := get[format](c.records, about, formatKey())
	c.old = f.old()
	c.note(err)
	progress.Begin(ctx, "checking", "records", func() int64 { return boltfile.Records(c.records.Tx) })
	checks := c.checks()
	have := map[bucket]int{}
	for _, b := range append(buckets(), former()...) {
		if c.bucket(b) == nil { // an older layout; checkFormat refuses every other missing bucket
			continue
		}
		for r, err := range c.scan(b, nil, nil) {
			have[b]++
			progress.Add(ctx, 1)
			if check := checks[b]; err == nil && check != nil {
				err = check(r)
			}
			if err == nil {
				err = c.checkIndexes(r)
			}
			c.note(err)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	for _, b := range dependents() {
		if have[b] != c.want[b] && !c.lacks(b) {
			c.note(fmt.Errorf("bucket %s has %d records instead of %d: %w", b, have[b], c.want[b], store.ErrCorrupt))
		}
	}
	return errors.Join(c.problems...)
}

// dependents are the buckets with records that depend on records of other buckets.
func dependents() []bucket {
	indexes := slices.DeleteFunc(numbers(), func(b bucket) bool {
		return b == inboundPartial || b == fingerprints
	})
	return append(indexes, inboundRaw, journal, journalPayloads, mailRaw, fileBytes)
}

// checks returns the check of each bucket's records, without the checksum. The buckets in
// dependents are checked through the records that require them.
func (c *checker) checks() map[bucket]func(record) error {
	return map[bucket]func(record) error{
		about:          c.checkAbout,
		cursors:        checkAs(0, func(v store.Cursor) []byte { return []byte(v.Mailbox) }, nil),
		inbounds:       checkAs(0, func(v chunks.Message) []byte { return bkey.ID(v.ID) }, c.checkInbound),
		inboundPartial: c.checkPartial,
		fingerprints:   func(r record) error { _, err := c.id(r.in, r.key); return err },
		senders:        checkAs(0, func(v sender) []byte { return c.addressKey(v.Address) }, nil),
		messageIDs:     c.checkMessageID,
		heads:          checkAs(2, func(v store.Head) []byte { return []byte(v.Thread) }, c.checkHead),
		queue: checkAs(1, func(v store.Event) []byte { return bkey.Number(v.Thread, v.Seq) },
			func(v store.Event) error { return c.numbered(queue, v.Seq) }),
		journal:        c.checkJournal,
		journalTails:   func(r record) error { return c.checkTail(string(r.key)) },
		effects:        checkAs(1, func(v store.Effect) []byte { return []byte(v.Key) }, nil),
		mails:          checkAs(0, func(v store.Mail) []byte { return bkey.ID(v.ID) }, c.checkMail),
		correspondents: checkAs(0, func(v store.Correspondent) []byte { return c.addressKey(v.Address) }, nil),
		reviews:        checkAs(2, func(v store.Review) []byte { return bkey.Number(v.Thread, uint64(v.Number)) }, nil),
		fileBytes:      c.checkFile,
		fileRefs:       c.checkFileRef,
		holds:          checkAs(0, func(v store.Hold) []byte { return c.addressKey(v.On) }, nil),
		runTimes:       checkAs(0, func(v store.RunTime) []byte { return []byte(v.Agent) }, nil),
		timers: checkAs(1, func(v store.Timer) []byte { return timerKey(v.Thread, v.Name) },
			func(v store.Timer) error { return c.entries(timerEntries(v)) }),
	}
}

// checkAs returns a check that decodes a record with n raw parts, compares its key with the
// expected key, and runs more.
func checkAs[T any](n int, key func(T) []byte, more func(T) error) func(record) error {
	return func(r record) error {
		var v T
		err := decode(r, &v, make([]*[]byte, n)...)
		switch {
		case err != nil:
			return err
		case !bytes.Equal(r.key, key(v)):
			return corrupt(r.in, r.key, "that of another key")
		case more == nil:
			return nil
		}
		return more(v)
	}
}
